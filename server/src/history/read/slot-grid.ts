import { ALARM, HOLDS, type IndexedLayout } from '../../pipeline/types.ts';
import type { ReadColumn } from '../codec/chunk.ts';
import { hourMs } from '../codec/hour.ts';
import { ALARM_ALL, ALARM_LAST, ALARM_SOME, type SlotSegment, type StatusRank, worstOf } from '../codec/slots.ts';
import type { Series } from './calls.ts';
import type { ConversionHistory } from './convert-units.ts';
import { Points, wasOffline } from './points.ts';
import { type Placed, placeIn, type Wanted } from './requested-series.ts';
import type { SeriesSegment } from './segments.ts';
import type { Span } from './store.ts';

/** One sensor's slots while they are filled. */
class Row {
  readonly wanted: Wanted;
  /** Number of frames, and of those with a value. */
  readonly frames: Uint32Array;
  readonly count: Uint32Array;
  readonly sum: Float64Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
  readonly last: Float64Array;
  readonly alarm: Uint8Array;
  readonly worst: Int8Array;
  readonly state: Uint16Array;
  /** The unit of each slot's numbers: 0 is the row's own, others count from 1 in `#units`. */
  readonly foreign: Uint8Array;
  readonly #units: string[] = [];

  constructor(wanted: Wanted, n: number) {
    this.wanted = wanted;
    this.frames = new Uint32Array(n);
    this.count = new Uint32Array(n);
    this.sum = new Float64Array(n);
    this.min = new Float64Array(n);
    this.max = new Float64Array(n);
    this.last = new Float64Array(n);
    this.alarm = new Uint8Array(n);
    this.worst = new Int8Array(n).fill(-1);
    this.state = new Uint16Array(n);
    this.foreign = new Uint8Array(n);
  }

  /**
   * Adds raw numbers of some frames to a slot, in order of time. Numbers of incompatible units never mix: within a slot
   * those in the row's own unit count, or else those of the last unit.
   */
  addNumbers(slot: number, place: Placed, count: number, sum: number, min: number, max: number, last: number) {
    const { k, c } = place;
    const unit = this.#unitOf(place);
    if (this.count[slot] > 0 && unit !== this.foreign[slot]) {
      if (this.foreign[slot] === 0) return;
      this.count[slot] = 0;
      this.sum[slot] = 0;
    }
    const plain = k === 1 && c === 0;
    let low = min;
    let high = max;
    if (!plain) {
      low = k * (k >= 0 ? min : max) + c;
      high = k * (k >= 0 ? max : min) + c;
    }
    const first = this.count[slot] === 0;
    this.min[slot] = first ? low : Math.min(this.min[slot], low);
    this.max[slot] = first ? high : Math.max(this.max[slot], high);
    this.sum[slot] += plain ? sum : k * sum + c * count;
    this.last[slot] = plain ? last : k * last + c;
    this.count[slot] += count;
    this.foreign[slot] = unit;
  }

  #unitOf({ foreign, unit }: Placed): number {
    if (!foreign) return 0;
    const known = this.#units.indexOf(unit);
    return known >= 0 ? known + 1 : this.#units.push(unit);
  }

  addMark(slot: number, frames: number, alarm: number, how: number, state: number): void {
    const before = this.frames[slot] === 0 ? ALARM_ALL : this.alarm[slot];
    this.alarm[slot] = ((before | alarm) & ALARM_SOME) | (alarm & ALARM_LAST) | (before & alarm & ALARM_ALL);
    this.frames[slot] += frames;
    if (how < this.worst[slot]) return;
    this.worst[slot] = how;
    this.state[slot] = state;
  }
}

const alarmRank = 100;

/** Slots of any width, filled from stored slots and from frames. */
export class Grid {
  readonly #from: number;
  readonly #slotMs: number;
  readonly #n: number;
  readonly #rank: StatusRank;
  readonly #course: ConversionHistory;
  readonly #wanted: readonly Wanted[];
  readonly #rows: readonly Row[];
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
    this.#rows = wanted.map((one) => new Row(one, this.#n));
    this.#holds = new Uint8Array(this.#n);
  }

  /** Adds an hour's stored slots; only if no setting changes within it and their width divides ours. */
  addSlots(t0: number, layout: IndexedLayout, segment: SlotSegment): void {
    const slots = new Int32Array(segment.frames.length);
    const width = hourMs / slots.length;
    for (let k = 0; k < slots.length; k++) {
      const at = t0 + k * width;
      slots[k] = segment.frames[k] === 0 ? -1 : this.#slotOf(at);
      if (slots[k] >= 0) this.#seen(slots[k], segment.holds, at);
    }
    // Sensor by sensor, as they are stored, so that a row's columns stay in the processor's cache.
    for (const place of placeIn(layout, this.#wanted, this.#course, t0))
      this.#addHour(this.#rows[place.wanted.index], place, segment, slots);
  }

  #addHour(row: Row, place: Placed, segment: SlotSegment, slots: Int32Array): void {
    const { frames, count, sum, min, max, last, alarm, status, state } = segment;
    const from = place.sensor * slots.length;
    for (let k = 0; k < slots.length; k++) {
      const slot = slots[k];
      if (slot < 0) continue;
      const at = from + k;
      if (count[at] > 0) row.addNumbers(slot, place, count[at], sum[at], min[at], max[at], last[at]);
      const how = alarm[at] & ALARM_SOME ? alarmRank : this.#rank(status[at]);
      row.addMark(slot, frames[k], alarm[at], how, state[at]);
    }
  }

  addSegment(piece: SeriesSegment): void {
    const ranges = this.#ranges(piece);
    for (const { slot, end } of ranges) this.#seen(slot, (piece.given[end - 1] & HOLDS) !== 0, piece.ts[end - 1]);
    const sensors = new Map<number, ReadColumn>();
    for (const range of ranges) {
      for (const place of range.placed) {
        let column = sensors.get(place.sensor);
        if (!column) {
          column = piece.column(place.sensor);
          sensors.set(place.sensor, column);
        }
        this.#addRange(this.#rows[place.wanted.index], place, column, range);
      }
    }
  }

  #addRange(row: Row, place: Placed, column: ReadColumn, { slot, begin, end }: Range): void {
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
    let placed = placeIn(layout, this.#wanted, this.#course, ts[0]);
    for (let begin = 0; begin < ts.length; ) {
      const slot = this.#slotOf(ts[begin]);
      const slotEnd = this.#from + (slot + 1) * this.#slotMs;
      if (change < changes.length && changes[change] <= ts[begin]) {
        while (change < changes.length && changes[change] <= ts[begin]) change++;
        placed = placeIn(layout, this.#wanted, this.#course, ts[begin]);
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
    return this.#rows.map((row) => this.#points(row, gapText, offline, holdUntil).series(row.wanted));
  }

  #points(row: Row, gapText: Uint8Array, offline: readonly Span[], holdUntil: number): Points {
    const points = new Points(true, this.#n);
    let before = -1;
    for (let slot = 0; slot < this.#n; slot++) {
      if (row.frames[slot] === 0) continue;
      if (before >= 0) {
        this.#between(points, row, before, slot, offline);
        if (row.foreign[slot] !== row.foreign[before]) this.#break(points, slot);
      }
      this.#point(points, row, slot, slot, gapText);
      before = slot;
    }
    const end = Math.min(this.#n, Math.ceil((holdUntil - this.#from) / this.#slotMs));
    if (before >= 0 && this.#holds[before]) this.#hold(points, row, before, end, offline);
    return points;
  }

  #point(points: Points, row: Row, of: number, slot: number, gapText: Uint8Array): void {
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
    else if (row.wanted.shown.type === 'NUMERIC')
      points.add(ts, meanOf(row, of), row.min[of], row.max[of], some, shownState);
    else points.add(ts, alarm & ALARM_LAST ? 1 : -1, alarm & ALARM_ALL ? 1 : -1, some ? 1 : -1, some, shownState);
  }

  /** No frame between two slots: a gap, or a value that stayed valid. */
  #between(points: Points, row: Row, before: number, slot: number, offline: readonly Span[]): void {
    if (slot - before < 2) return;
    if (this.#holds[before]) this.#hold(points, row, before, slot, offline);
    else points.gap(this.#from + (before + 1) * this.#slotMs);
  }

  #hold(points: Points, row: Row, before: number, end: number, offline: readonly Span[]): void {
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
      const isNumber = row.wanted.shown.type === 'NUMERIC';
      const alarm = row.alarm[before] & ALARM_LAST ? 1 : 0;
      const value = row.count[before] === 0 ? Number.NaN : isNumber ? row.last[before] : alarm ? 1 : -1;
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
function meanOf({ sum, count, min, max }: Row, slot: number): number {
  const mean = sum[slot] / count[slot];
  return Number.isFinite(mean) ? mean : min[slot] / 2 + max[slot] / 2;
}

interface Range {
  readonly slot: number;
  readonly begin: number;
  readonly end: number;
  readonly placed: readonly Placed[];
}
