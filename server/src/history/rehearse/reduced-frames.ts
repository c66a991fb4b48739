import type { AcceptedFrame, IndexedLayout } from '../../pipeline/types.ts';
import type { ReadColumn } from '../codec/column.ts';
import type { SeriesSegment } from '../read/segments.ts';

/** What reads the frames of a rehearsal, reduced to the sensors that its rules need. */
export interface FrameReader {
  layout(layout: IndexedLayout, at: number): void;
  /** The frame's arrays are used again for the next one. */
  frame(frame: AcceptedFrame): void;
}

interface Cursor {
  readonly layout: IndexedLayout;
  readonly ts: Float64Array;
  readonly given: Uint8Array;
  readonly columns: readonly ReadColumn[];
  readonly frame: MutableFrame;
  at: number;
}
type MutableFrame = { -readonly [K in keyof AcceptedFrame]: AcceptedFrame[K] };

/** Passes the frames of segments on, in order of time, with the sensors at `paths` only. */
export class ReducedFrames {
  readonly #paths: ReadonlySet<string>;
  readonly #reader: FrameReader;
  readonly #layouts = new Map<number, { readonly layout: IndexedLayout; readonly sensors: readonly number[] }>();
  #current: IndexedLayout | null = null;

  constructor(paths: ReadonlySet<string>, reader: FrameReader) {
    this.#paths = paths;
    this.#reader = reader;
  }

  /** Segments of one hour or of neighbouring hours, ordered by their beginnings. Returns the number of frames. */
  read(segments: readonly SeriesSegment[]): number {
    let frames = 0;
    let active: Cursor[] = [];
    let next = 0;
    while (next < segments.length || active.length > 0) {
      const following = segments[next];
      const [first] = active;
      if (following && (!first || following.ts[0] <= first.ts[first.at])) {
        active.push(this.#open(following));
        next++;
        active.sort(byTime);
        continue;
      }
      if (!first) break;
      const until = Math.min(
        following ? following.ts[0] : Number.POSITIVE_INFINITY,
        active[1] ? active[1].ts[active[1].at] : Number.POSITIVE_INFINITY,
      );
      frames += this.#run(first, until);
      if (first.at === first.ts.length) active = active.slice(1);
      else active.sort(byTime);
    }
    return frames;
  }

  /** Passes on at least one frame, and all before `until`. */
  #run(cursor: Cursor, until: number): number {
    const { ts, given, columns, frame, layout } = cursor;
    const begin = cursor.at;
    if (this.#current !== layout) {
      this.#current = layout;
      this.#reader.layout(layout, ts[begin]);
    }
    do {
      const i = cursor.at++;
      frame.ts = ts[i];
      frame.deviceTs = ts[i];
      frame.receivedAt = ts[i];
      frame.given = given[i];
      for (let n = 0; n < columns.length; n++) {
        const column = columns[n];
        frame.values[n] = column.values[i];
        frame.flags[n] = column.flags[i];
        frame.status[n] = column.status[i];
        frame.state[n] = column.state[i];
      }
      this.#reader.frame(frame);
    } while (cursor.at < ts.length && ts[cursor.at] < until);
    return cursor.at - begin;
  }

  #open(segment: SeriesSegment): Cursor {
    const { layout, sensors } = this.#reduced(segment.layout);
    const n = sensors.length;
    return {
      layout,
      ts: segment.ts,
      given: segment.given,
      columns: sensors.map((sensor) => segment.column(sensor)),
      frame: {
        ts: 0,
        deviceTs: 0,
        boot: 0,
        seq: 0,
        given: 0,
        layoutId: layout.layoutId,
        receivedAt: 0,
        values: new Float64Array(n),
        flags: new Uint8Array(n),
        status: new Uint16Array(n),
        state: new Uint16Array(n),
      },
      at: 0,
    };
  }

  #reduced(full: IndexedLayout) {
    const known = this.#layouts.get(full.layoutId);
    if (known) return known;
    const sensors = full.paths.flatMap((path, index) => (this.#paths.has(path) ? [index] : []));
    const paths = sensors.map((index) => full.paths[index]);
    const layout: IndexedLayout = {
      layoutId: full.layoutId,
      hash: full.hash,
      groups: full.groups,
      sensors: sensors.map((index) => full.sensors[index]),
      paths,
      byPath: new Map(paths.map((path, index) => [path, index])),
    };
    const reduced = { layout, sensors };
    this.#layouts.set(full.layoutId, reduced);
    return reduced;
  }
}

const byTime = (a: Cursor, b: Cursor): number => a.ts[a.at] - b.ts[b.at];
