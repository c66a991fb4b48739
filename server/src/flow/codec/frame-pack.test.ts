import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packedBound, packFrame, unpackFrame } from './frame-pack.ts';
import { isSame, roundTrip, states } from './testing/codec-check.ts';

describe('a packed frame', () => {
  it('refuses bytes of an unknown version', () => {
    expect(() => unpackFrame(Buffer.from([9, 0, 0, 0, 0]))).toThrow(/unknown version/);
  });

  it('comes back bit by bit, whatever the device sent', () => {
    fc.assert(fc.property(states, (frame) => isSame(frame, roundTrip(frame))));
  });

  it('reads minus zero as 0', () => {
    const one = { given: 0, flags: new Uint8Array(1), status: new Uint16Array(1), state: new Uint16Array(1) };
    expect(Object.is(roundTrip({ ...one, values: new Float64Array([-0]) }).values[0], 0)).toBe(true);
  });

  it('costs little more than its doubles', () => {
    const n = 100;
    const frame = {
      given: 1,
      values: new Float64Array(n).fill(41.5),
      flags: new Uint8Array(n).fill(29),
      status: new Uint16Array(n),
      state: new Uint16Array(n).fill(3),
    };
    expect(packFrame(frame, Buffer.alloc(packedBound(n)), 0)).toBeLessThanOrEqual(8 * n + 11);
  });
});
