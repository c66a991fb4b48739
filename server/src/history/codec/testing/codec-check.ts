import fc from 'fast-check';
import { packedBound, packFrame, unpackFrame } from '../frame-pack.ts';

const sensor = fc.record({
  value: fc.oneof(fc.double(), fc.constant(Number.NaN)),
  flags: fc.integer({ min: 0, max: 31 }),
  status: fc.integer({ min: 0, max: 300 }),
  state: fc.integer({ min: 0, max: 300 }),
});

/** Values of real sensors: numbers with a few decimals. */
const decimals = fc.tuple(fc.integer({ min: -40_000, max: 40_000 }), fc.constantFrom(1, 10, 100, 1000, 1e5));

/** Any state that a decoder can return: all kinds of doubles or decimals. */
export const states = fc
  .tuple(
    fc.array(fc.tuple(sensor, decimals), { maxLength: 60 }),
    fc.integer({ min: 0, max: 7 }),
    fc.constantFrom(null, 1, 10, 100, 1000, 1e5),
  )
  .map(([all, given, scale]) => ({ sensors: all.map(([one, number]) => valued(one, number, scale)), given }))
  .map(({ sensors, given }) => ({
    given,
    values: Float64Array.from(sensors, (s) => s.value),
    flags: Uint8Array.from(sensors, (s) => s.flags),
    status: Uint16Array.from(sensors, (s) => s.status),
    state: Uint16Array.from(sensors, (s) => s.state),
  }));

function valued<S extends { value: number }>(one: S, [number, own]: readonly number[], scale: number | null): S {
  if (scale === null || Number.isNaN(one.value)) return one;
  return { ...one, value: (number ?? 0) / Math.max(scale, own === 1e5 ? 1 : (own ?? 1)) };
}

export type State = Parameters<typeof packFrame>[0];

/** Packs like `frame.p` and unpacks again. */
export function roundTrip(frame: State): State {
  const out = Buffer.alloc(packedBound(frame.values.length));
  const end = packFrame(frame, out, 0);
  if (end > out.length) throw new Error('packFrame wrote more bytes than its bound');
  return unpackFrame(out.subarray(0, end));
}

/** Compares bit by bit; minus zero equals 0. */
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

/** The codec of stored frames as one of the checked decoders: what goes in must come out. */
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
