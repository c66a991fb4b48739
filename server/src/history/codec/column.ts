import type { AcceptedFrame } from '../../pipeline/types.ts';
import { scaleOf } from './numbers.ts';

/** One sensor's values of an hour; NaN: no value. */
export interface SensorColumn {
  readonly values: Float64Array;
  readonly flags: Uint8Array;
  readonly status: Uint16Array;
  readonly state: Uint16Array;
}

/** A column of `n` frames without any value. */
export const newColumn = (n: number): SensorColumn => ({
  values: new Float64Array(n),
  flags: new Uint8Array(n),
  status: new Uint16Array(n),
  state: new Uint16Array(n),
});

/** A sensor's column with what chunk and slots both need; refilled for each sensor. */
export class GatheredColumn {
  readonly n: number;
  readonly column: SensorColumn;
  /** The present values, and the same as integers if `scale` is not -1. */
  readonly present: Float64Array;
  readonly integers: Float64Array;
  count = 0;
  scale = 0;
  /** Flags, status and state are constant. */
  quiet = true;

  constructor(n: number) {
    this.n = n;
    this.column = newColumn(n);
    this.present = new Float64Array(n);
    this.integers = new Float64Array(n);
  }

  gather(frames: readonly AcceptedFrame[], sensor: number): void {
    const { values, flags, status, state } = this.column;
    let count = 0;
    let quiet = true;
    for (let i = 0; i < frames.length; i++) {
      const frame = frames[i];
      const value = frame.values[sensor];
      values[i] = value;
      flags[i] = frame.flags[sensor];
      status[i] = frame.status[sensor];
      state[i] = frame.state[sensor];
      if (!Number.isNaN(value)) this.present[count++] = value;
      if (flags[i] !== flags[0] || status[i] !== status[0] || state[i] !== state[0]) quiet = false;
    }
    this.count = count;
    this.quiet = quiet;
    this.scale = scaleOf(this.present, count, this.integers);
  }
}

/** The frames of an hour by layout, in the order of each layout's first frame. */
export function bySegment(frames: readonly AcceptedFrame[]): Map<number, AcceptedFrame[]> {
  const segments = new Map<number, AcceptedFrame[]>();
  let last: AcceptedFrame[] = [];
  let lastId = Number.NaN;
  for (const frame of frames) {
    if (frame.layoutId !== lastId) {
      last = segments.get(frame.layoutId) ?? [];
      if (last.length === 0) segments.set(frame.layoutId, last);
      lastId = frame.layoutId;
    }
    last.push(frame);
  }
  return segments;
}
