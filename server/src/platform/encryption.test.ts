import { describe, expect, it } from 'vitest';
import { createEncryption, sameHash } from './encryption.ts';

const secret = 'a secret of at least thirty-two characters';

describe('encryption', () => {
  it('refuses a piece that was changed', () => {
    const encryption = createEncryption(secret, 'device codes');
    const piece = encryption.close('4711');
    piece[piece.length - 1] = (piece[piece.length - 1] ?? 0) ^ 1;
    expect(() => encryption.open(piece)).toThrow();
  });

  it('refuses a piece of another purpose and of another secret', () => {
    const piece = createEncryption(secret, 'device codes').close('4711');
    expect(() => createEncryption(secret, 'links').open(piece)).toThrow();
    expect(() => createEncryption(`${secret}!`, 'device codes').open(piece)).toThrow();
  });

  it('gives back what it closed, and never the same piece twice', () => {
    const encryption = createEncryption(secret, 'device codes');
    expect(encryption.open(encryption.close('code – with ü'))).toBe('code – with ü');
    expect(encryption.close('x').equals(encryption.close('x'))).toBe(false);
  });

  it('hashes the same text alike for one purpose only', () => {
    const encryption = createEncryption(secret, 'device codes');
    expect(sameHash(encryption.hash('a'), encryption.hash('a'))).toBe(true);
    expect(sameHash(encryption.hash('a'), encryption.hash('b'))).toBe(false);
    expect(sameHash(encryption.hash('a'), createEncryption(secret, 'links').hash('a'))).toBe(false);
    expect(sameHash(encryption.hash('a'), new Uint8Array(3))).toBe(false);
  });
});
