import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packedBound, packFrame, unpackFrame } from './frame-pack.ts';

function roundTrip(frame: Parameters<typeof packFrame>[0]) {
  const out = Buffer.alloc(packedBound(frame.values.length));
  const end = packFrame(frame, out, 0);
  expect(end).toBeLessThanOrEqual(out.length);
  return unpackFrame(out.subarray(0, end));
}

const sensor = fc.record({
  value: fc.oneof(fc.double(), fc.constant(Number.NaN)),
  flags: fc.integer({ min: 0, max: 31 }),
  status: fc.integer({ min: 0, max: 300 }),
  state: fc.integer({ min: 0, max: 300 }),
});

describe('a packed frame', () => {
  it('refuses bytes of an unknown version', () => {
    expect(() => unpackFrame(Buffer.from([9, 0, 0, 0, 0]))).toThrow(/unknown version/);
  });

  it('comes back bit by bit, whatever the device sent', () => {
    fc.assert(
      fc.property(fc.array(sensor, { maxLength: 60 }), fc.integer({ min: 0, max: 7 }), (sensors, given) => {
        const frame = {
          given,
          values: Float64Array.from(sensors, (s) => s.value),
          flags: Uint8Array.from(sensors, (s) => s.flags),
          status: Uint16Array.from(sensors, (s) => s.status),
          state: Uint16Array.from(sensors, (s) => s.state),
        };
        const back = roundTrip(frame);
        expect({ ...back, values: Array.from(back.values) }).toEqual({
          ...frame,
          values: sensors.map((s) => s.value + 0),
        });
      }),
    );
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
