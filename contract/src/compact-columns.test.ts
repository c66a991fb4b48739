import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOf, packColumn, readBytes, readDoubles, readIndexes } from './compact-columns.ts';

const none = new ArrayBuffer(0);
const doubles = (column: Float64Array): Float64Array => {
  const { head, numbers } = packColumn(column);
  expect(numbers?.byteLength ?? 0).toBe(bytesOf(head));
  return readDoubles(head, numbers ? (numbers.slice().buffer as ArrayBuffer) : none, 0);
};
const isSame = (a: Float64Array, b: Float64Array): boolean =>
  a.length === b.length && a.every((value, i) => Object.is(value, b[i]));

describe('the form of a column', () => {
  it.each([
    ['nothing', [], { as: 'scaled', n: 0, scale: 1 }],
    ['one number', [71.5], { as: 'same', n: 1, first: 71.5 }],
    ['one number again and again', [71.5, 71.5], { as: 'same', n: 2, first: 71.5 }],
    ['nothing but gaps', [Number.NaN, Number.NaN], { as: 'same', n: 2, first: null }],
    ['equal steps', [60_000, 120_000, 180_000], { as: 'steps', n: 3, first: 60_000, step: 60_000 }],
    ['integers', [1, -7, 3], { as: 'scaled', n: 3, scale: 1 }],
    ['one decimal with a gap', [71.5, Number.NaN, -0.3], { as: 'scaled', n: 3, scale: 10 }],
    ['two decimals', [71.55, 0.07, 1], { as: 'scaled', n: 3, scale: 100 }],
    ['a mean', [1 / 3, 0, 1], { as: 'float64', n: 3 }],
    ['more than 16 bits', [3_276.8, 0, 0.1], { as: 'float64', n: 3 }],
    ['a negative zero', [0, -0, 1], { as: 'float64', n: 3 }],
    ['infinity', [Number.POSITIVE_INFINITY], { as: 'float64', n: 1 }],
  ])('of %s', (_, numbers, head) => {
    expect(packColumn(Float64Array.from(numbers)).head).toEqual(head);
  });

  it('of marks and indexes', () => {
    expect(packColumn(Uint8Array.of(0, 1)).head).toEqual({ as: 'uint8', n: 2 });
    expect(packColumn(Uint16Array.of(0, 1)).head).toEqual({ as: 'uint16', n: 2 });
    expect(packColumn(Uint16Array.of(3, 3)).head).toEqual({ as: 'same', n: 2, first: 3 });
  });
});

it('gives back doubles bit for bit', () => {
  const decimal = fc.integer({ min: -40_000, max: 40_000 }).map((n) => n / 10);
  const number = fc.oneof(fc.double(), decimal, fc.constant(Number.NaN), fc.constant(-0));
  fc.assert(
    fc.property(fc.oneof(fc.array(number), fc.array(decimal)), (numbers) => {
      const column = Float64Array.from(numbers);
      expect(isSame(doubles(column), column)).toBe(true);
    }),
  );
});

it('refuses a column of another kind', () => {
  expect(() => readDoubles({ as: 'uint8', n: 1 }, none, 0)).toThrow('a column of uint8 is not one of doubles');
  expect(() => readBytes({ as: 'uint16', n: 1 }, none, 0)).toThrow('a column of uint16 is not one of bytes');
  expect(() => readIndexes({ as: 'float64', n: 1 }, none, 0)).toThrow('a column of float64 is not one of indexes');
});
