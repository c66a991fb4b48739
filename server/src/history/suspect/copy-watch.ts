import type { SlotSegment } from '../codec/slot-segment.ts';
import { isSameHour } from './hour-facts.ts';
import type { ScannedSensor } from './suspicion.ts';

/** A sensor that moved in an hour, with the hash of its values. */
interface Moving {
  readonly index: number;
  readonly hash: number;
  readonly first: number;
  /** Its last value of the hour before; NaN: none. */
  readonly before: number;
  readonly place: number;
}

interface Pair {
  readonly one: number;
  readonly other: number;
  readonly since: number;
  /** The sensor whose value jumped when the two became equal. */
  readonly copy: number;
  hours: number;
  lastAt: number;
}

/** More pairs than this at a time are not followed: a device that sends one value for everything has another fault. */
const maxPairs = 1_000;
/** Sensors of one value are compared in groups of at most this size. */
const mostEqual = 8;

/** Follows pairs of moving sensors of one unit that send the same values hour after hour. */
export class CopyWatch {
  readonly #sensors: readonly ScannedSensor[];
  readonly #pairs = new Map<string, Pair>();

  constructor(sensors: readonly ScannedSensor[]) {
    this.#sensors = sensors;
  }

  addHour(t0: number, segment: SlotSegment, moving: readonly Moving[]): void {
    const equals = new Map<number, Moving[]>();
    for (const one of moving) {
      const list = equals.get(one.hash);
      if (!list) equals.set(one.hash, [one]);
      else if (list.length < mostEqual) list.push(one);
    }
    for (const list of equals.values())
      for (let i = 0; i < list.length; i++)
        for (let j = i + 1; j < list.length; j++) {
          const [one, other] = [list[i], list[j]];
          if (one && other && this.#areEqual(segment, one, other)) this.#note(t0, one, other);
        }
    const moved = new Set(moving.map(({ index }) => index));
    for (const [key, pair] of this.#pairs)
      if (pair.lastAt !== t0 && (moved.has(pair.one) || moved.has(pair.other))) this.#pairs.delete(key);
  }

  #areEqual(segment: SlotSegment, one: Moving, other: Moving): boolean {
    return (
      this.#sensors[one.index]?.unit === this.#sensors[other.index]?.unit && isSameHour(segment, one.place, other.place)
    );
  }

  #note(t0: number, one: Moving, other: Moving): void {
    const key = `${one.index} ${other.index}`;
    const known = this.#pairs.get(key);
    if (known) {
      known.hours++;
      known.lastAt = t0;
      return;
    }
    if (this.#pairs.size >= maxPairs) return;
    const jump = (of: Moving): number => (Number.isNaN(of.before) ? 0 : Math.abs(of.first - of.before));
    const copy = jump(one) > jump(other) ? one.index : other.index;
    this.#pairs.set(key, { one: one.index, other: other.index, since: t0, copy, hours: 1, lastAt: t0 });
  }

  /** The original of a sensor that has been a copy for at least this many hours of movement. */
  originalOf(
    index: number,
    leastHours: number,
  ): { readonly index: number; readonly since: number; readonly hours: number } | null {
    for (const pair of this.#pairs.values())
      if (pair.copy === index && pair.hours >= leastHours)
        return { index: pair.one === index ? pair.other : pair.one, since: pair.since, hours: pair.hours };
    return null;
  }
}
