import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packedBound, packFrame, unpackFrame } from './frame-pack.ts';
import { isSame, roundTrip, states } from './testing/codec-check.ts';

describe('a packed frame', () => {
  it('refuses bytes of an unknown version', () => {
    expect(() => unpackFrame(Buffer.from([9, 0, 0, 0, 0]))).toThrow(/unknown version/);
  });

  it('is restored bit by bit, whatever the device sent', () => {
    fc.assert(fc.property(states, (frame) => isSame(frame, roundTrip(frame))));
  });

  it('reads minus zero as 0', () => {
    const one = { given: 0, flags: new Uint8Array(1), status: new Uint16Array(1), state: new Uint16Array(1) };
    expect(Object.is(roundTrip({ ...one, values: new Float64Array([-0]) }).values[0], 0)).toBe(true);
  });

  const sentOf = (values: readonly number[]) => ({
    given: 1,
    values: Float64Array.from(values),
    flags: new Uint8Array(values.length).fill(29),
    status: new Uint16Array(values.length),
    state: new Uint16Array(values.length).fill(3),
  });
  const bytesOf = (values: readonly number[]): number =>
    packFrame(sentOf(values), Buffer.alloc(packedBound(values.length)), 0);

  it.each([
    ['tenths', [41.5, -3.2, 0.1, 3276.7], 2],
    ['whole numbers of many digits', [2_147_483_647, -2_147_483_647], 4],
    ['thousandths beyond two bytes', [32.768, 0.001], 4],
    ['a hundred thousandth', [0.00001, 1], 8],
    ['one that only a double tells', [0.1 + 0.2, 1], 8],
    ['what no whole number tells', [Number.POSITIVE_INFINITY, 1], 8],
    ['beyond four bytes', [2_147_483_648, 1], 8],
  ])('is as small as its digits allow: %s', (_, values, bytes) => {
    expect(isSame(sentOf(values), roundTrip(sentOf(values)))).toBe(true);
    const head = bytes === 8 ? 10 : 11;
    expect(bytesOf(values)).toBe(head + values.length * bytes);
  });

  it('stores decimals beside missing values', () => {
    const frame = sentOf([41.5, Number.NaN, -3.2]);
    expect(isSame(frame, roundTrip(frame))).toBe(true);
  });

  it('reads frames of version 1, all doubles', () => {
    // As the first versions packed [41.5, nothing, 0.1].
    const p = Buffer.from('0101000300051d00000300', 'hex');
    const doubles = Buffer.alloc(16);
    doubles.writeDoubleLE(41.5, 0);
    doubles.writeDoubleLE(0.1, 8);
    const old = Buffer.concat([p, doubles]);
    expect([...unpackFrame(old).values]).toEqual([41.5, Number.NaN, 0.1]);
  });
});
