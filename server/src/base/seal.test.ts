import { describe, expect, it } from 'vitest';
import { createSeal, sameHash } from './seal.ts';

const secret = 'a secret of at least thirty-two characters';

describe('seal', () => {
  it('refuses a piece that was changed', () => {
    const seal = createSeal(secret, 'device codes');
    const piece = seal.close('4711');
    piece[piece.length - 1] = (piece[piece.length - 1] ?? 0) ^ 1;
    expect(() => seal.open(piece)).toThrow();
  });

  it('refuses a piece of another purpose and of another secret', () => {
    const piece = createSeal(secret, 'device codes').close('4711');
    expect(() => createSeal(secret, 'links').open(piece)).toThrow();
    expect(() => createSeal(`${secret}!`, 'device codes').open(piece)).toThrow();
  });

  it('gives back what it closed, and never the same piece twice', () => {
    const seal = createSeal(secret, 'device codes');
    expect(seal.open(seal.close('code – with ü'))).toBe('code – with ü');
    expect(seal.close('x').equals(seal.close('x'))).toBe(false);
  });

  it('hashes the same text alike for one purpose only', () => {
    const seal = createSeal(secret, 'device codes');
    expect(sameHash(seal.hash('a'), seal.hash('a'))).toBe(true);
    expect(sameHash(seal.hash('a'), seal.hash('b'))).toBe(false);
    expect(sameHash(seal.hash('a'), createSeal(secret, 'links').hash('a'))).toBe(false);
    expect(sameHash(seal.hash('a'), new Uint8Array(3))).toBe(false);
  });
});
