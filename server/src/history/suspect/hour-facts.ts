import { type SlotSegment, slotsPerHour } from '../codec/slot-segment.ts';

/** What one hour of one sensor says; reused for each sensor and hour. */
export interface HourFacts {
  /** Slots with a usable value. */
  slots: number;
  min: number;
  max: number;
  last: number;
  /** Raw value of the first usable slot's minimum. */
  first: number;
  /** Smallest difference within a slot other than 0; Infinity: none. */
  step: number;
  /** A value, state or alarm flag changed within the hour. */
  changed: boolean;
  /** Usable slots at the end of the hour in which the value was constant and equal to `last`. */
  constantSlots: number;
  state: number;
  alarm: number;
}

export const newFacts = (): HourFacts => ({
  slots: 0,
  min: Number.NaN,
  max: Number.NaN,
  last: Number.NaN,
  first: Number.NaN,
  step: Number.POSITIVE_INFINITY,
  changed: false,
  constantSlots: 0,
  state: -1,
  alarm: 0,
});

/** Reads the hour of a segment's sensor into `facts`. `isUsable`: the device did not report it as inactive or unread. */
export function readHour(
  segment: SlotSegment,
  sensor: number,
  isUsable: (status: number, state: number) => boolean,
  facts: HourFacts,
): void {
  facts.slots = 0;
  facts.changed = false;
  facts.step = Number.POSITIVE_INFINITY;
  facts.constantSlots = 0;
  facts.state = -1;
  facts.alarm = 0;
  const from = sensor * slotsPerHour;
  for (let at = from; at < from + slotsPerHour; at++) {
    if ((segment.count[at] ?? 0) === 0 || !isUsable(segment.status[at] ?? 0, segment.state[at] ?? 0)) continue;
    const min = segment.min[at] ?? Number.NaN;
    const max = segment.max[at] ?? Number.NaN;
    const last = segment.last[at] ?? Number.NaN;
    const state = segment.state[at] ?? 0;
    const alarm = segment.alarm[at] ?? 0;
    const range = max - min;
    if (range > 0 && range < facts.step) facts.step = range;
    if (facts.slots === 0) {
      facts.min = min;
      facts.max = max;
      facts.first = min;
      facts.constantSlots = range === 0 ? 1 : 0;
    } else {
      if (state !== facts.state || alarm !== facts.alarm || last !== facts.last) facts.changed = true;
      if (min < facts.min) facts.min = min;
      if (max > facts.max) facts.max = max;
      facts.constantSlots = range !== 0 ? 0 : last === facts.last ? facts.constantSlots + 1 : 1;
    }
    if (range > 0) facts.changed = true;
    facts.last = last;
    facts.state = state;
    facts.alarm = alarm;
    facts.slots++;
  }
}

const scratch = new Float64Array(3 * slotsPerHour);
const words = new Int32Array(scratch.buffer);

/** A hash of the hour's values: equal hours have equal hashes. */
export function hashHour(segment: SlotSegment, sensor: number): number {
  copyHour(segment, sensor, scratch);
  let hash = 17;
  for (const word of words) hash = (Math.imul(hash, 31) + word) | 0;
  return hash;
}

function copyHour(segment: SlotSegment, sensor: number, to: Float64Array): void {
  const from = sensor * slotsPerHour;
  for (let slot = 0; slot < slotsPerHour; slot++) {
    to[3 * slot] = segment.min[from + slot] ?? 0;
    to[3 * slot + 1] = segment.max[from + slot] ?? 0;
    to[3 * slot + 2] = segment.last[from + slot] ?? 0;
  }
}

/** Whether two sensors of a segment had the same values in each slot of the hour. */
export function isSameHour(segment: SlotSegment, one: number, other: number): boolean {
  for (let slot = 0; slot < slotsPerHour; slot++) {
    const a = one * slotsPerHour + slot;
    const b = other * slotsPerHour + slot;
    if (segment.count[a] !== segment.count[b]) return false;
    if ((segment.count[a] ?? 0) === 0) continue;
    if (segment.min[a] !== segment.min[b] || segment.max[a] !== segment.max[b] || segment.last[a] !== segment.last[b])
      return false;
  }
  return true;
}
