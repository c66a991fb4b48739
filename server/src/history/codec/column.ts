import type { AcceptedFrame } from '../../pipeline/types.ts';
import { type Course, courseOf, scaleOf } from './numbers.ts';

/** One sensor's values of an hour; NaN: no value. */
export interface SensorColumn {
  readonly values: Float64Array;
  readonly flags: Uint8Array;
  readonly status: Uint16Array;
  readonly state: Uint16Array;
}

/** A column, with a marker if flags, status and state are constant. */
export interface ReadColumn extends SensorColumn {
  readonly quiet: boolean;
}

/** The part of an hour with one layout; its columns are read on demand. */
export interface Segment {
  readonly n: number;
  readonly sensors: number;
  column(sensor: number): ReadColumn;
}

/** A column of `n` frames without any value. */
export const newColumn = (n: number): SensorColumn => ({
  values: new Float64Array(n),
  flags: new Uint8Array(n),
  status: new Uint16Array(n),
  state: new Uint16Array(n),
});

/** A sensor's column with what chunk and slots both need. */
export interface GatheredColumn {
  readonly n: number;
  readonly column: SensorColumn;
  /** The present values, and the same as integers if `scale` is not -1. */
  readonly present: Float64Array;
  readonly integers: Float64Array;
  readonly count: number;
  readonly scale: number;
  /** Of the integers; null if there are none. */
  readonly course: Course | null;
  /** Flags, status and state are constant. */
  readonly quiet: boolean;
}

/** Sensors gathered in one pass over the frames: each frame's arrays are in memory once for all of them. */
const sensorsAtOnce = 16;

/** Turns frames into columns. The columns share memory: each is valid until the next one is asked for. */
export class ColumnGatherer {
  #frames: readonly AcceptedFrame[];
  readonly #n: number;
  readonly #sensors: number;
  /** Column after column of the sensors gathered at once, and views of each. */
  readonly #block: SensorColumn;
  readonly #columns: readonly SensorColumn[];
  readonly #present: Float64Array;
  readonly #integers: Float64Array;
  #from = 0;
  #to = 0;

  constructor(frames: readonly AcceptedFrame[]) {
    const n = frames.length;
    this.#frames = frames;
    this.#n = n;
    this.#sensors = frames[0].values.length;
    const width = Math.min(sensorsAtOnce, this.#sensors);
    this.#block = newColumn(n * width);
    this.#columns = Array.from({ length: width }, (_, k) => partOf(this.#block, k * n, (k + 1) * n));
    this.#present = new Float64Array(n);
    this.#integers = new Float64Array(n);
  }

  /** Begins again with as many frames of as many sensors, in the same memory; false: they are not as many. */
  restart(frames: readonly AcceptedFrame[]): boolean {
    if (frames.length !== this.#n || frames[0].values.length !== this.#sensors) return false;
    this.#frames = frames;
    this.#from = 0;
    this.#to = 0;
    return true;
  }

  /** Sensors must be asked for in ascending order. */
  gather(sensor: number): GatheredColumn {
    if (sensor >= this.#to) this.#fill(sensor);
    const n = this.#frames.length;
    const column = this.#columns[sensor - this.#from];
    const { values } = column;
    let count = 0;
    for (let i = 0; i < n; i++) if (!Number.isNaN(values[i])) this.#present[count++] = values[i];
    const present = count === n ? values : this.#present;
    const integers = this.#integers;
    const scale = scaleOf(present, count, integers);
    const course = scale >= 0 && count > 0 ? courseOf(integers, count) : null;
    return { n, column, present, integers, count, scale, course, quiet: isQuiet(column) };
  }

  #fill(from: number): void {
    this.#from = from;
    this.#to = Math.min(this.#sensors, from + sensorsAtOnce);
    const n = this.#frames.length;
    const { values, flags, status, state } = this.#block;
    const width = this.#to - from;
    for (let i = 0; i < n; i++) {
      const frame = this.#frames[i];
      const own = frame.values;
      for (let k = 0, at = i; k < width; k++, at += n) values[at] = own[from + k] + 0;
      const ownFlags = frame.flags;
      const ownStatus = frame.status;
      const ownState = frame.state;
      for (let k = 0, at = i; k < width; k++, at += n) {
        flags[at] = ownFlags[from + k];
        status[at] = ownStatus[from + k];
        state[at] = ownState[from + k];
      }
    }
  }
}

/** The rows from `begin` up to `end` of a column, as views. */
export const partOf = ({ values, flags, status, state }: SensorColumn, begin: number, end: number): SensorColumn => ({
  values: values.subarray(begin, end),
  flags: flags.subarray(begin, end),
  status: status.subarray(begin, end),
  state: state.subarray(begin, end),
});

function isQuiet({ flags, status, state }: SensorColumn): boolean {
  const [flag, word, text] = [flags[0], status[0], state[0]];
  for (let i = 1; i < flags.length; i++) if (flags[i] !== flag || status[i] !== word || state[i] !== text) return false;
  return true;
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
