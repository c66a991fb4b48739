import fc from 'fast-check';
import { packedBound, packFrame, unpackFrame } from '../frame-pack.ts';

const sensor = fc.record({
  value: fc.oneof(fc.double(), fc.constant(Number.NaN)),
  flags: fc.integer({ min: 0, max: 31 }),
  status: fc.integer({ min: 0, max: 300 }),
  state: fc.integer({ min: 0, max: 300 }),
});

/** Any state of a device, as it could have been decoded. */
export const states = fc
  .tuple(fc.array(sensor, { maxLength: 60 }), fc.integer({ min: 0, max: 7 }))
  .map(([sensors, given]) => ({
    given,
    values: Float64Array.from(sensors, (s) => s.value),
    flags: Uint8Array.from(sensors, (s) => s.flags),
    status: Uint16Array.from(sensors, (s) => s.status),
    state: Uint16Array.from(sensors, (s) => s.state),
  }));

export type State = Parameters<typeof packFrame>[0];

/** Packed as `frame.p` has it and unpacked again. */
export function roundTrip(frame: State): State {
  const out = Buffer.alloc(packedBound(frame.values.length));
  const end = packFrame(frame, out, 0);
  if (end > out.length) throw new Error('it wrote beyond its bound');
  return unpackFrame(out.subarray(0, end));
}

/** Bit by bit; minus zero reads as 0. */
export function isSame(a: State, b: State): boolean {
  const equal = (x: ArrayLike<number>, y: ArrayLike<number>) =>
    x.length === y.length && Array.from(x).every((value, i) => Object.is(value + 0, (y[i] ?? Number.NaN) + 0));
  return (
    a.given === b.given &&
    equal(a.values, b.values) &&
    equal(a.flags, b.flags) &&
    equal(a.status, b.status) &&
    equal(a.state, b.state)
  );
}

/** The codec of a stored frame as one of the table of decoders: what goes in comes out. */
export const frameCodecCheck = {
  decoder: 'stored frame',
  async run(payloads: number) {
    const tally = { payloads: 0, taken: 0, refused: 0, crashes: 0, disagreements: 0, first: null as string | null };
    fc.assert(
      fc.property(states, (frame) => {
        tally.payloads++;
        try {
          if (isSame(frame, roundTrip(frame))) tally.taken++;
          else tally.disagreements++;
        } catch (error) {
          tally.crashes++;
          tally.first ??= String(error);
        }
      }),
      { numRuns: payloads },
    );
    return tally;
  },
};
