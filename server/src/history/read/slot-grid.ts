import { ALARM, HOLDS, type IndexedLayout, type UnitConversion } from '../../pipeline/types.ts';
import type { ReadColumn } from '../codec/column.ts';
import { hourMs } from '../codec/hour.ts';
import { ALARM_ALL, ALARM_LAST, ALARM_SOME, type SlotSegment } from '../codec/slot-segment.ts';
import { type StatusRank, worstOf } from '../codec/slots.ts';
import type { Series } from './calls.ts';
import type { ConversionHistory } from './convert-units.ts';
import { Points, wasOffline } from './points.ts';
import { type Placed, placeIn, type Wanted } from './requested-series.ts';
import type { SeriesSegment } from './segments.ts';
import { alarmRank, SensorSlots } from './sensor-slots.ts';
import type { Span } from './store.ts';

/** Slots of any width, filled from stored slots and from frames. */
export class Grid {
  readonly #from: number;
  readonly #slotMs: number;
  readonly #n: number;
  readonly #rank: StatusRank;
  readonly #course: ConversionHistory;
  readonly #wanted: readonly Wanted[];
  readonly #steps: Step[] = [];
  /** Where the wanted sensors are, by their index, for each state of layout and settings. */
  readonly #placed = new Map<readonly UnitConversion[], readonly (Placed | undefined)[]>();
  /** Slots after whose last frame the values stay valid. */
  readonly #holds: Uint8Array;
  newest: number | null = null;

  constructor(span: Span, slotMs: number, wanted: readonly Wanted[], course: ConversionHistory, rank: StatusRank) {
    this.#slotMs = slotMs;
    this.#from = Math.floor(span.from / slotMs) * slotMs;
    this.#n = Math.max(0, Math.ceil((span.to - this.#from) / slotMs));
    this.#rank = rank;
    this.#course = course;
    this.#wanted = wanted;
    this.#holds = new Uint8Array(this.#n);
  }

  /** Adds an hour's slots; only if no setting changes within it and their width divides ours. */
  addSlots(t0: number, layout: IndexedLayout, segment: SlotSegment): void {
    const slots = new Int32Array(segment.frames.length);
    const width = hourMs / slots.length;
    for (let k = 0; k < slots.length; k++) {
      const at = t0 + k * width;
      slots[k] = segment.frames[k] === 0 ? -1 : this.#slotOf(at);
      if (slots[k] >= 0) this.#seen(slots[k], segment.holds, at);
    }
    this.#steps.push({ kind: 'hour', segment, slots, placed: this.#placedAt(layout, t0) });
  }

  /** Adds frames of one layout; slots of the same hours must not be added. */
  addSegment(piece: SeriesSegment): void {
    const ranges = this.#ranges(piece);
    for (const { slot, end } of ranges) this.#seen(slot, (piece.given[end - 1] & HOLDS) !== 0, piece.ts[end - 1]);
    this.#steps.push({ kind: 'frames', piece, ranges });
  }

  #placedAt(layout: IndexedLayout, ts: number): readonly (Placed | undefined)[] {
    const shown = this.#course.at(layout, ts);
    const known = this.#placed.get(shown);
    if (known) return known;
    const placed: (Placed | undefined)[] = this.#wanted.map(() => undefined);
    for (const place of placeIn(layout, this.#wanted, this.#course, ts)) placed[place.wanted.index] = place;
    this.#placed.set(shown, placed);
    return placed;
  }

  /** Fills the row with everything added of a sensor, in the order in which it was added. */
  #fillRow(row: SensorSlots, wanted: Wanted): void {
    row.clear(wanted.shown.type === 'NUMERIC');
    for (const step of this.#steps) {
      if (step.kind === 'hour') {
        const place = step.placed[wanted.index];
        if (place) row.addHour(place, step.segment, step.slots);
      } else this.#addFrames(row, wanted, step);
    }
  }

  #addFrames(row: SensorSlots, wanted: Wanted, { piece, ranges }: FramesStep): void {
    let sensor = -1;
    let column: ReadColumn | null = null;
    for (const range of ranges) {
      const place = range.placed[wanted.index];
      if (!place) continue;
      if (!column || place.sensor !== sensor) column = piece.column(place.sensor);
      sensor = place.sensor;
      this.#addRange(row, place, column, range);
    }
  }

  #addRange(row: SensorSlots, place: Placed, column: ReadColumn, { slot, begin, end }: Range): void {
    const { values } = column;
    let count = 0;
    let sum = 0;
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    let last = 0;
    for (let i = begin; i < end; i++) {
      const value = values[i];
      if (Number.isNaN(value)) continue;
      count++;
      sum += value;
      if (value < min) min = value;
      if (value > max) max = value;
      last = value;
    }
    if (count > 0) row.addNumbers(slot, place, count, sum, min, max, last);
    if (column.quiet) {
      const alarm = column.flags[begin] & ALARM ? ALARM_SOME | ALARM_LAST | ALARM_ALL : 0;
      row.addMark(slot, end - begin, alarm, alarm ? alarmRank : this.#rank(column.status[begin]), column.state[begin]);
      return;
    }
    const mark = worstOf(column, begin, end, this.#rank);
    if (mark)
      row.addMark(
        slot,
        end - begin,
        mark.alarm,
        mark.alarm & ALARM_SOME ? alarmRank : this.#rank(mark.status),
        mark.state,
      );
  }

  /** Splits a segment at slots and at changes of settings. */
  #ranges(piece: SeriesSegment): Range[] {
    const ranges: Range[] = [];
    const { ts, layout } = piece;
    let change = 0;
    const { changes } = this.#course;
    while (change < changes.length && changes[change] <= ts[0]) change++;
    let placed = this.#placedAt(layout, ts[0]);
    for (let begin = 0; begin < ts.length; ) {
      const slot = this.#slotOf(ts[begin]);
      const slotEnd = this.#from + (slot + 1) * this.#slotMs;
      if (change < changes.length && changes[change] <= ts[begin]) {
        while (change < changes.length && changes[change] <= ts[begin]) change++;
        placed = this.#placedAt(layout, ts[begin]);
      }
      const until = Math.min(slotEnd, changes[change] ?? Number.POSITIVE_INFINITY);
      let end = begin + 1;
      while (end < ts.length && ts[end] < until) end++;
      if (slot >= 0 && slot < this.#n) ranges.push({ slot, begin, end, placed });
      begin = end;
    }
    return ranges;
  }

  #slotOf(ts: number): number {
    const slot = Math.floor((ts - this.#from) / this.#slotMs);
    return slot < this.#n ? slot : -1;
  }

  #seen(slot: number, holds: boolean, ts: number): void {
    this.#holds[slot] = holds ? 1 : 0;
    if (this.newest === null || ts > this.newest) this.newest = ts;
  }

  /** Points of all rows; `before`: values that were already valid at the beginning of the range. */
  series(gapText: Uint8Array, offline: readonly Span[], holdUntil: number): Series[] {
    // One sensor after the other, so that its slots stay in the processor's cache.
    const row = new SensorSlots(this.#n, this.#rank);
    return this.#wanted.map((one) => {
      this.#fillRow(row, one);
      return this.#points(row, one.shown.unit, gapText, offline, holdUntil).series(one);
    });
  }

  #points(row: SensorSlots, unit: string, gapText: Uint8Array, offline: readonly Span[], holdUntil: number): Points {
    const points = new Points(true, this.#n);
    let before = -1;
    for (let slot = 0; slot < this.#n; slot++) {
      if (row.frames[slot] === 0) continue;
      if (before >= 0) {
        this.#between(points, row, before, slot, offline);
        if (row.foreign[slot] !== row.foreign[before]) this.#break(points, slot);
      }
      points.inUnit(this.#from + slot * this.#slotMs, row.unitAt(slot) ?? unit);
      this.#point(points, row, slot, slot, gapText);
      before = slot;
    }
    const end = Math.min(this.#n, Math.ceil((holdUntil - this.#from) / this.#slotMs));
    if (before >= 0 && this.#holds[before]) this.#hold(points, row, before, end, offline);
    return points;
  }

  #point(points: Points, row: SensorSlots, of: number, slot: number, gapText: Uint8Array): void {
    const ts = this.#from + slot * this.#slotMs;
    const alarm = row.alarm[of];
    const state = row.state[of];
    const some = alarm & ALARM_SOME ? 1 : 0;
    // Frames of a gap have no value. Where only some of a slot's frames have none, the values of the others count:
    // a node lost for a moment, or at the slot's end, must not remove what it sent before.
    const isPartial = gapText[state] === 1 && row.count[of] < row.frames[of];
    const shownState = isPartial && row.count[of] > 0 ? 0 : state;
    if (row.count[of] === 0 || gapText[shownState] === 1)
      points.add(ts, Number.NaN, Number.NaN, Number.NaN, some, state);
    else if (row.isNumber) points.add(ts, meanOf(row, of), row.min[of], row.max[of], some, shownState);
    else points.add(ts, alarm & ALARM_LAST ? 1 : -1, alarm & ALARM_ALL ? 1 : -1, some ? 1 : -1, some, shownState);
  }

  /** No frame between two slots: a gap, or a value that stayed valid. */
  #between(points: Points, row: SensorSlots, before: number, slot: number, offline: readonly Span[]): void {
    if (slot - before < 2) return;
    if (this.#holds[before]) this.#hold(points, row, before, slot, offline);
    else points.gap(this.#from + (before + 1) * this.#slotMs);
  }

  #hold(points: Points, row: SensorSlots, before: number, end: number, offline: readonly Span[]): void {
    let broken = false;
    for (let slot = before + 1; slot < end; slot++) {
      const ts = this.#from + slot * this.#slotMs;
      if (wasOffline(offline, ts, ts + this.#slotMs)) {
        if (!broken) points.gap(ts);
        broken = true;
        continue;
      }
      // Going offline ends validity; only the next frame has a value again.
      if (broken) break;
      const alarm = row.alarm[before] & ALARM_LAST ? 1 : 0;
      const value = row.count[before] === 0 ? Number.NaN : row.isNumber ? row.last[before] : alarm ? 1 : -1;
      points.add(ts, value, value, value, alarm, row.state[before]);
    }
  }

  #break(points: Points, slot: number): void {
    const ts = this.#from + slot * this.#slotMs;
    points.breaks.push(ts);
    points.gap(ts - 1);
  }
}

/** If the sum exceeds the largest number, the middle of the extremes replaces the mean. */
function meanOf({ sum, count, min, max }: SensorSlots, slot: number): number {
  const mean = sum[slot] / count[slot];
  return Number.isFinite(mean) ? mean : min[slot] / 2 + max[slot] / 2;
}

interface Range {
  readonly slot: number;
  readonly begin: number;
  readonly end: number;
  readonly placed: readonly (Placed | undefined)[];
}

/** The stored slots of an hour, or frames, in the order in which they were added. */
type Step = HourStep | FramesStep;
interface HourStep {
  readonly kind: 'hour';
  readonly segment: SlotSegment;
  readonly slots: Int32Array;
  readonly placed: readonly (Placed | undefined)[];
}
interface FramesStep {
  readonly kind: 'frames';
  readonly piece: SeriesSegment;
  readonly ranges: readonly Range[];
}
