import { describe, expect, it } from 'vitest';
import { createEncryption, sameHash } from './encryption.ts';

const secret = 'a secret of at least thirty-two characters';

describe('encryption', () => {
  // meets: owasp-asvs-5 V11.3.1, V11.3.3
  it('refuses a changed ciphertext', () => {
    const encryption = createEncryption(secret, 'device codes');
    const piece = encryption.close('4711');
    piece[piece.length - 1] = (piece[piece.length - 1] ?? 0) ^ 1;
    expect(() => encryption.open(piece)).toThrow();
  });

  // meets: iec-62443-4-2 CR 1.14
  it('refuses a ciphertext of another purpose or another secret', () => {
    const piece = createEncryption(secret, 'device codes').close('4711');
    expect(() => createEncryption(secret, 'links').open(piece)).toThrow();
    expect(() => createEncryption(`${secret}!`, 'device codes').open(piece)).toThrow();
  });

  // meets: owasp-asvs-5 V11.3.2
  it('decrypts what it encrypted, and never returns the same ciphertext twice', () => {
    const encryption = createEncryption(secret, 'device codes');
    expect(encryption.open(encryption.close('code – with ü'))).toBe('code – with ü');
    expect(encryption.close('x').equals(encryption.close('x'))).toBe(false);
  });

  it('hashes the same text to the same value for one purpose only', () => {
    const encryption = createEncryption(secret, 'device codes');
    expect(sameHash(encryption.hash('a'), encryption.hash('a'))).toBe(true);
    expect(sameHash(encryption.hash('a'), encryption.hash('b'))).toBe(false);
    expect(sameHash(encryption.hash('a'), createEncryption(secret, 'links').hash('a'))).toBe(false);
    expect(sameHash(encryption.hash('a'), new Uint8Array(3))).toBe(false);
  });
});
