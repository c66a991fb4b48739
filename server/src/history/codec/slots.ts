import { SensorStatus } from '@tocsin/contract/status';
import { type AcceptedFrame, ALARM, HOLDS } from '../../pipeline/types.ts';
import { BitSink, BitSource, Recent } from './bits.ts';
import { Sink, Source, squeeze, unsqueeze } from './bytes.ts';
import type { GatheredColumn, SensorColumn } from './column.ts';
import { hourOf } from './hour.ts';
import {
  ALARM_ALL,
  ALARM_LAST,
  ALARM_SOME,
  blankSegment,
  readMarks,
  type SlotSegment,
  slotMs,
  slotsPerHour,
} from './slot-segment.ts';
import { openSlots1 } from './slots-1.ts';

/** Codec number of `slots.codec`. */
export const slotsCodec = 2;
/** The first bytes of codec 2. Those of codec 1 are a length below 2^31. */
const mark = 0x8000_0002;

/** Severity of a status by its index among the device's texts; alarm flags rank above all. */
export type StatusRank = (status: number) => number;
const ranks = new Map<string, number>([
  [SensorStatus.enum.OK, 0],
  ['', 0],
  [SensorStatus.enum['N/A'], 1],
  [SensorStatus.enum.Disabled, 2],
  [SensorStatus.enum['Not Scanned'], 3],
  [SensorStatus.enum.WARNING, 4],
  [SensorStatus.enum.Alarm, 5],
]);
/** Ranks of one device's texts; an unknown word ranks as 'N/A'. */
export function statusRanks(texts: readonly string[]): StatusRank {
  const byIndex = Uint8Array.from(texts, (text) => ranks.get(text) ?? 1);
  return (status) => byIndex[status] ?? 1;
}

/**
 * Writes the bytes of `slots.p`, segment by segment, sensor by sensor: forms and marks in one compressed stream, the
 * numbers as Rice codes in another.
 */
export class SlotsWriter {
  readonly #heads = new Sink(4_096);
  readonly #numbers = new BitSink();
  readonly #recent = newRecent();
  readonly #rank: StatusRank;
  /** The frames of slot k are those from starts[k] up to starts[k + 1]. */
  #starts = new Uint32Array(slotsPerHour + 1);

  constructor(segments: number, rank: StatusRank) {
    this.#rank = rank;
    this.#heads.u8(segments);
  }

  begin(frames: readonly AcceptedFrame[]): void {
    const t0 = hourOf(frames[0].ts);
    const starts = new Uint32Array(slotsPerHour + 1);
    for (const frame of frames) starts[Math.floor((frame.ts - t0) / slotMs) + 1]++;
    for (let slot = 1; slot <= slotsPerHour; slot++) starts[slot] += starts[slot - 1];
    const heads = this.#heads;
    heads.u16(frames[0].values.length);
    heads.u8(frames[frames.length - 1].given & HOLDS ? 1 : 0);
    for (let slot = 0; slot < slotsPerHour; slot++) heads.variable(starts[slot + 1] - starts[slot]);
    this.#starts = starts;
  }

  write(gathered: GatheredColumn): void {
    const heads = this.#heads;
    this.#writeNumbers(gathered);
    const { flags, status, state } = gathered.column;
    const isPlain = gathered.quiet && !(flags[0] & ALARM);
    heads.u8(isPlain ? 0 : 1);
    if (isPlain) {
      heads.variable(status[0]);
      heads.variable(state[0]);
    } else writeMarks(heads, gathered.column, this.#starts, this.#rank);
  }

  #writeNumbers(gathered: GatheredColumn): void {
    const heads = this.#heads;
    const starts = this.#starts;
    const { column, present, integers, scale, count: all, n, course } = gathered;
    if (all === 0) {
      heads.u8(empty);
      return;
    }
    const isScaled = course !== null && Math.max(-course.least, course.most) * 2 * all < biggest;
    const numbers = isScaled ? integers : present;
    if (isScaled && all === n && course.least === course.most) {
      heads.u8(scale | constant);
      heads.signed(integers[0]);
      return;
    }
    heads.u8(isScaled ? scale | (all < n ? partial : 0) : unscaled);
    const recent = this.#recent;
    let before = Number.NaN;
    let next = 0;
    for (let slot = 0; slot < slotsPerHour; slot++) {
      const frames = starts[slot + 1] - starts[slot];
      const count = all === n ? frames : presentIn(column.values, starts[slot], starts[slot + 1]);
      if (!isScaled) heads.variable(frames - count);
      else if (all < n) this.#numbers.number(frames - count, recent.missing);
      if (count === 0) continue;
      let min = numbers[next];
      let max = min;
      let sum = 0;
      const end = next + count;
      for (let i = next; i < end; i++) {
        const value = numbers[i];
        sum += value;
        if (value < min) min = value;
        else if (value > max) max = value;
      }
      next = end;
      const last = numbers[end - 1];
      if (isScaled) this.#writeSlot(before, { count, min, max, last, sum });
      else for (const number of [min, max, last, sum]) heads.f64(number);
      before = last;
    }
  }

  /** `before`: the last number of the previous slot; NaN: none. */
  #writeSlot(before: number, { count, min, max, last, sum }: SlotNumbers): void {
    const numbers = this.#numbers;
    const recent = this.#recent;
    if (Number.isNaN(before)) numbers.signed(last, recent.first);
    else numbers.signed(last - before, recent.last);
    const from = Number.isNaN(before) ? last : before;
    numbers.signed(Math.min(from, last) - min, recent.below);
    numbers.signed(max - Math.max(from, last), recent.above);
    numbers.signed(sum - expectedSum(count, min, max, from, last), recent.sum);
  }

  end(): Buffer {
    const heads = squeeze(this.#heads.written());
    const about = Buffer.allocUnsafe(8);
    about.writeUInt32LE(mark, 0);
    about.writeUInt32LE(heads.length, 4);
    return Buffer.concat([about, heads, this.#numbers.written()]);
  }
}

interface SlotNumbers {
  readonly count: number;
  readonly min: number;
  readonly max: number;
  readonly last: number;
  readonly sum: number;
}

/** The form of a sensor's numbers: a scale up to 6 with these bits, or one of the two values below. */
const partial = 8;
const constant = 16;
const unscaled = 255;
const empty = 254;
const biggest = 2 ** 52;

const newRecent = () => ({
  missing: new Recent(),
  first: new Recent(),
  last: new Recent(),
  below: new Recent(),
  above: new Recent(),
  sum: new Recent(),
});

/** Estimates the sum of a slot's numbers from its extremes, its last number and the one before. */
const expectedSum = (count: number, min: number, max: number, from: number, last: number): number =>
  Math.round((count * (min + max + from + last)) / 4);

function presentIn(values: Float64Array, from: number, to: number): number {
  let count = 0;
  for (let i = from; i < to; i++) if (!Number.isNaN(values[i])) count++;
  return count;
}

function writeMarks(sink: Sink, column: SensorColumn, starts: Uint32Array, rank: StatusRank): void {
  let [statusBefore, stateBefore] = [0, 0];
  for (let slot = 0; slot < slotsPerHour; slot++) {
    const mark = worstOf(column, starts[slot], starts[slot + 1], rank);
    const { alarm, status, state } = mark ?? { alarm: 0, status: statusBefore, state: stateBefore };
    sink.u8(alarm);
    sink.signed(status - statusBefore);
    sink.signed(state - stateBefore);
    [statusBefore, stateBefore] = [status, state];
  }
}

/** What one frame contributes to a sensor's slot: an alarm bit, and indexes of texts. */
export interface Mark {
  readonly alarm: number;
  readonly status: number;
  readonly state: number;
}

/** Alarm bits of some frames, and the worst status with its state (the latest of equals); null without frames. */
export function worstOf(column: SensorColumn, from: number, to: number, rank: StatusRank): Mark | null {
  if (from === to) return null;
  let some = 0;
  let all = ALARM_ALL;
  let worst = -1;
  let at = from;
  for (let i = from; i < to; i++) {
    const alarm = column.flags[i] & ALARM;
    if (alarm) some = ALARM_SOME;
    else all = 0;
    const how = alarm ? 100 : rank(column.status[i]);
    if (how < worst) continue;
    worst = how;
    at = i;
  }
  const last = column.flags[to - 1] & ALARM ? ALARM_LAST : 0;
  return { alarm: some | last | all, status: column.status[at], state: column.state[at] };
}

/** Reads the segments of a packed hour, one per layout. */
export function openSlots(p: Buffer): SlotSegment[] {
  if (p.readUInt32LE(0) !== mark) return openSlots1(p);
  const end = 8 + p.readUInt32LE(4);
  const heads = new Source(unsqueeze(p.subarray(8, end)));
  const numbers = new BitSource(p.subarray(end));
  const recent = newRecent();
  return Array.from({ length: heads.u8() }, () => {
    const sensors = heads.u16();
    const holds = heads.u8() === 1;
    const frames = new Uint32Array(slotsPerHour);
    for (let slot = 0; slot < slotsPerHour; slot++) frames[slot] = heads.variable();
    const segment = blankSegment(sensors, slotsPerHour, frames, holds);
    for (let sensor = 0; sensor < sensors; sensor++) {
      readNumbers(heads, numbers, recent, segment, sensor * slotsPerHour);
      readMarks(heads, segment, sensor * slotsPerHour);
    }
    return segment;
  });
}

function readNumbers(
  heads: Source,
  numbers: BitSource,
  recent: ReturnType<typeof newRecent>,
  segment: SlotSegment,
  at: number,
): void {
  const form = heads.u8();
  const divisor = form < empty ? 10 ** (form & 7) : 1;
  const fixed = form < empty && form & constant ? heads.signed() : 0;
  let before = Number.NaN;
  for (let slot = 0; slot < slotsPerHour; slot++) {
    const frames = segment.frames[slot];
    if (form === empty) setSlot(segment, at + slot, 0, 0, 0, 0, 0, 1);
    else if (form === unscaled) {
      const count = frames - heads.variable();
      if (count === 0) setSlot(segment, at + slot, 0, 0, 0, 0, 0, 1);
      else setSlot(segment, at + slot, count, heads.f64(), heads.f64(), heads.f64(), heads.f64(), 1);
    } else if (form & constant) setSlot(segment, at + slot, frames, fixed, fixed, fixed, fixed * frames, divisor);
    else {
      const count = frames - (form & partial ? numbers.number(recent.missing) : 0);
      if (count === 0) {
        setSlot(segment, at + slot, 0, 0, 0, 0, 0, 1);
        continue;
      }
      const isFirst = Number.isNaN(before);
      const last = isFirst ? numbers.signed(recent.first) : before + numbers.signed(recent.last);
      const from = isFirst ? last : before;
      const min = Math.min(from, last) - numbers.signed(recent.below);
      const max = Math.max(from, last) + numbers.signed(recent.above);
      const sum = expectedSum(count, min, max, from, last) + numbers.signed(recent.sum);
      setSlot(segment, at + slot, count, min, max, last, sum, divisor);
      before = last;
    }
  }
}

function setSlot(
  segment: SlotSegment,
  at: number,
  count: number,
  min: number,
  max: number,
  last: number,
  sum: number,
  divisor: number,
): void {
  segment.count[at] = count;
  segment.min[at] = count === 0 ? Number.NaN : min / divisor;
  segment.max[at] = count === 0 ? Number.NaN : max / divisor;
  segment.last[at] = count === 0 ? Number.NaN : last / divisor;
  segment.sum[at] = count === 0 ? 0 : sum / divisor;
}
