import { ALARM_ALL, ALARM_LAST, ALARM_SOME, type SlotSegment } from '../codec/slot-segment.ts';
import type { StatusRank } from '../codec/slots.ts';
import type { Placed } from './requested-series.ts';

/** The rank of a slot in alarm, above every status. */
export const alarmRank = 100;

/** One sensor's slots while they are filled. */
export class SensorSlots {
  readonly #rank: StatusRank;
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
  /** Shown as numbers, not as on and off. */
  isNumber = true;
  #units: string[] = [];

  constructor(n: number, rank: StatusRank) {
    this.#rank = rank;
    this.frames = new Uint32Array(n);
    this.count = new Uint32Array(n);
    this.sum = new Float64Array(n);
    this.min = new Float64Array(n);
    this.max = new Float64Array(n);
    this.last = new Float64Array(n);
    this.alarm = new Uint8Array(n);
    this.worst = new Int8Array(n);
    this.state = new Uint16Array(n);
    this.foreign = new Uint8Array(n);
  }

  /** Empties all slots for the next sensor. */
  clear(isNumber: boolean): void {
    this.isNumber = isNumber;
    this.frames.fill(0);
    this.count.fill(0);
    this.sum.fill(0);
    this.alarm.fill(0);
    this.worst.fill(-1);
    this.state.fill(0);
    this.foreign.fill(0);
    this.#units = [];
  }

  /** Adds the stored slots of an hour; `slots`: which of ours each belongs to, -1: none. */
  addHour(place: Placed, segment: SlotSegment, slots: Int32Array): void {
    const isPlain = place.k === 1 && place.c === 0 && !place.foreign;
    if (isPlain) this.#addPlain(place.sensor, segment, slots);
    else this.#addConverted(place, segment, slots);
    this.#addMarks(place.sensor, segment, slots);
  }

  #addMarks(sensor: number, segment: SlotSegment, slots: Int32Array): void {
    const from = sensor * slots.length;
    const { frames, alarm, worst, state } = this;
    let known = -1;
    let rank = 0;
    for (let k = 0; k < slots.length; k++) {
      const slot = slots[k];
      if (slot < 0) continue;
      const at = from + k;
      // Neighbours usually have the same status.
      if (segment.status[at] !== known) {
        known = segment.status[at];
        rank = this.#rank(known);
      }
      const how = segment.alarm[at] & ALARM_SOME ? alarmRank : rank;
      if (frames[slot] > 0) {
        this.addMark(slot, segment.frames[k], segment.alarm[at], how, segment.state[at]);
        continue;
      }
      frames[slot] = segment.frames[k];
      alarm[slot] = segment.alarm[at];
      worst[slot] = how;
      state[slot] = segment.state[at];
    }
  }

  /** `addNumbers` for numbers that are shown as they are, which are nearly all. */
  #addPlain(sensor: number, segment: SlotSegment, slots: Int32Array): void {
    const from = sensor * slots.length;
    const { count, sum, min, max, last, foreign } = this;
    for (let k = 0; k < slots.length; k++) {
      const slot = slots[k];
      const at = from + k;
      const added = segment.count[at];
      if (slot < 0 || added === 0) continue;
      if (count[slot] === 0 || foreign[slot] !== 0) {
        count[slot] = added;
        sum[slot] = segment.sum[at];
        min[slot] = segment.min[at];
        max[slot] = segment.max[at];
        foreign[slot] = 0;
      } else {
        count[slot] += added;
        sum[slot] += segment.sum[at];
        if (segment.min[at] < min[slot]) min[slot] = segment.min[at];
        if (segment.max[at] > max[slot]) max[slot] = segment.max[at];
      }
      last[slot] = segment.last[at];
    }
  }

  #addConverted(place: Placed, { count, sum, min, max, last }: SlotSegment, slots: Int32Array): void {
    const from = place.sensor * slots.length;
    for (let k = 0; k < slots.length; k++) {
      const at = from + k;
      if (slots[k] < 0 || count[at] === 0) continue;
      this.addNumbers(slots[k], place, count[at], sum[at], min[at], max[at], last[at]);
    }
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

  /** The unit of a slot whose values could not be converted; null: the row's own. */
  unitAt(slot: number): string | null {
    const foreign = this.foreign[slot];
    return foreign === 0 ? null : (this.#units[foreign - 1] ?? null);
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
