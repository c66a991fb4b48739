import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AcceptedFrame } from '../../pipeline/types.ts';
import { packBundle, unpackBundle, unpackBundleKeys } from './frame-bundle.ts';
import { isSame, roundTrip, type State, states } from './testing/codec-check.ts';

const first = { ts: 1_700_000_000_000, deviceTs: 1_699_999_990_000, receivedAt: 1_700_000_000_300, layoutId: 7 };

/** Frames of one list of sensors: rotations of one state, with times and numbers of their own. */
const bundles = fc
  .tuple(
    states,
    fc.array(fc.record({ step: fc.nat(10_000), boot: fc.nat(3), seq: fc.maxSafeNat(), turn: fc.nat(59) }), {
      minLength: 1,
      maxLength: 40,
    }),
  )
  .map(([state, keys]) => {
    let after = -keys[0].step;
    return keys.map(({ step, boot, seq, turn }): AcceptedFrame => {
      after += step;
      return { ...turned(state, turn), ...first, ts: first.ts + after, deviceTs: first.deviceTs + after, boot, seq };
    });
  });

function turned({ given, ...columns }: State, by: number): State {
  const turn = <Column extends Float64Array | Uint8Array | Uint16Array>(column: Column): Column => {
    const out = column.slice() as Column;
    for (let i = 0; i < column.length; i++) out[i] = column[(i + by) % column.length];
    return out;
  };
  const { values, flags, status, state } = columns;
  return { given, values: turn(values), flags: turn(flags), status: turn(status), state: turn(state) };
}

describe('a bundle of frames', () => {
  it('restores each frame as a row of its own would, whatever the device sent', () => {
    fc.assert(
      fc.property(bundles, (frames) => {
        const seqs = frames.map(({ seq }) => seq);
        const again = unpackBundle({ ...first, p: packBundle(frames, seqs) });
        return (
          again.length === frames.length &&
          again.every((frame, i) => {
            const { values: _, flags: __, status: ___, state: ____, ...key } = frame;
            const { ts, deviceTs, boot, seq, given, layoutId, receivedAt } = frames[i];
            expect(key).toEqual({ ts, deviceTs, boot, seq, given, layoutId, receivedAt });
            return isSame(frame, roundTrip(frames[i])) && !Array.from(frame.values).some((v) => Object.is(v, -0));
          })
        );
      }),
    );
  });

  it('stores the seq that a frame got in place of its own', () => {
    const [frame] = fc.sample(bundles, { numRuns: 1, seed: 3 })[0];
    const { n, seq } = unpackBundleKeys(packBundle([frame, frame], [4, 9]));
    expect([n, ...seq]).toEqual([2, 4, 9]);
  });

  it('of an unknown version is refused', () => {
    expect(() => unpackBundleKeys(Buffer.from([9, 1, 0, 1, 0, 0, 0, 0, 0]))).toThrow(/unknown version/);
  });
});
