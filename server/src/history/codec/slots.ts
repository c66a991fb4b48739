import { SensorStatus } from '@tocsin/contract/status';
import type { AcceptedFrame } from '../../pipeline/types.ts';
import { ALARM, HOLDS } from '../../pipeline/types.ts';
import { Sink, Source, squeeze, unsqueeze } from './bytes.ts';
import type { GatheredColumn, SensorColumn } from './column.ts';
import { hourOf } from './hour.ts';

/** Codec number of `slots.codec`. */
export const slotsCodec = 1;
/** Slots of six minutes, ten an hour. */
export const slotMs = 360_000;
export const slotsPerHour = 10;

/**
 * The part of an hour with one layout: fields by [sensor * slotsPerHour + slot]. A count of 0: no value in that slot.
 */
export interface SlotSegment {
  readonly sensors: number;
  /** Frames in each slot. */
  readonly frames: Uint32Array;
  /** Values stay valid after the hour's last frame (a device that reports by exception). */
  readonly holds: boolean;
  readonly count: Uint32Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
  readonly last: Float64Array;
  readonly sum: Float64Array;
  /** Bits: in alarm at any time, at the last frame, at every frame. */
  readonly alarm: Uint8Array;
  /** The worst status and the state sent with it. */
  readonly status: Uint16Array;
  readonly state: Uint16Array;
}

/** Bits of a slot: in alarm at any time, at its last value, throughout. */
export const ALARM_SOME = 1;
export const ALARM_LAST = 2;
export const ALARM_ALL = 4;

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

/** Writes the bytes of `slots.p`, segment by segment, sensor by sensor. */
export class SlotsWriter {
  readonly #sink = new Sink(16_384);
  readonly #rank: StatusRank;
  /** The frames of slot k are those from starts[k] up to starts[k + 1]. */
  #starts = new Uint32Array(slotsPerHour + 1);

  constructor(segments: number, rank: StatusRank) {
    this.#rank = rank;
    this.#sink.u8(segments);
  }

  begin(frames: readonly AcceptedFrame[]): void {
    const t0 = hourOf(frames[0].ts);
    const starts = new Uint32Array(slotsPerHour + 1);
    for (const frame of frames) starts[Math.floor((frame.ts - t0) / slotMs) + 1]++;
    for (let slot = 1; slot <= slotsPerHour; slot++) starts[slot] += starts[slot - 1];
    this.#sink.u16(frames[0].values.length);
    this.#sink.u8(frames[frames.length - 1].given & HOLDS ? 1 : 0);
    for (let slot = 0; slot < slotsPerHour; slot++) writeVar(this.#sink, starts[slot + 1] - starts[slot]);
    this.#starts = starts;
  }

  write(gathered: GatheredColumn): void {
    writeNumbers(this.#sink, gathered, this.#starts);
    const { flags, status, state } = gathered.column;
    const isPlain = gathered.quiet && !(flags[0] & ALARM);
    this.#sink.u8(isPlain ? 0 : 1);
    if (isPlain) {
      writeVar(this.#sink, status[0]);
      writeVar(this.#sink, state[0]);
    } else writeMarks(this.#sink, gathered.column, this.#starts, this.#rank);
  }

  end(): Buffer {
    return squeeze(this.#sink.written());
  }
}

/** A scale above 6 marks plain doubles. */
const unscaled = 255;
const biggest = 2 ** 52;

function writeNumbers(sink: Sink, gathered: GatheredColumn, starts: Uint32Array): void {
  const { column, present, integers, scale, count: all, n } = gathered;
  const isScaled = scale >= 0 && sumsFit(integers, all);
  const numbers = isScaled ? integers : present;
  sink.u8(isScaled ? scale : unscaled);
  let before = 0;
  let next = 0;
  for (let slot = 0; slot < slotsPerHour; slot++) {
    const frames = starts[slot + 1] - starts[slot];
    const count = all === n ? frames : presentIn(column.values, starts[slot], starts[slot + 1]);
    // Usually every frame has a value, which takes one byte.
    writeVar(sink, frames - count);
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
    if (isScaled) {
      writeVar(sink, zigzag(min - before));
      writeVar(sink, max - min);
      writeVar(sink, last - min);
      writeVar(sink, sum - count * min);
      before = min;
    } else for (const number of [min, max, last, sum]) sink.f64(number);
  }
}

function presentIn(values: Float64Array, from: number, to: number): number {
  let count = 0;
  for (let i = from; i < to; i++) if (!Number.isNaN(values[i])) count++;
  return count;
}

function sumsFit(integers: Float64Array, n: number): boolean {
  let most = 0;
  for (let i = 0; i < n; i++) most = Math.max(most, Math.abs(integers[i]));
  return most * 2 * n < biggest;
}

function writeMarks(sink: Sink, column: SensorColumn, starts: Uint32Array, rank: StatusRank): void {
  let [statusBefore, stateBefore] = [0, 0];
  for (let slot = 0; slot < slotsPerHour; slot++) {
    const mark = worstOf(column, starts[slot], starts[slot + 1], rank);
    const { alarm, status, state } = mark ?? { alarm: 0, status: statusBefore, state: stateBefore };
    sink.u8(alarm);
    writeVar(sink, zigzag(status - statusBefore));
    writeVar(sink, zigzag(state - stateBefore));
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
  const source = new Source(unsqueeze(p));
  return Array.from({ length: source.u8() }, () => readSegment(source));
}

function readSegment(source: Source): SlotSegment {
  const sensors = source.u16();
  const holds = source.u8() === 1;
  const frames = new Uint32Array(slotsPerHour);
  for (let slot = 0; slot < slotsPerHour; slot++) frames[slot] = readVar(source);
  const segment = blankSegment(sensors, slotsPerHour, frames, holds);
  for (let sensor = 0; sensor < sensors; sensor++) {
    readNumbers(source, segment, sensor * slotsPerHour);
    readMarks(source, segment, sensor * slotsPerHour);
  }
  return segment;
}

function readNumbers(source: Source, segment: SlotSegment, from: number): void {
  const scale = source.u8();
  const divisor = 10 ** scale;
  let before = 0;
  for (let slot = 0; slot < slotsPerHour; slot++) {
    const at = from + slot;
    const count = segment.frames[slot] - readVar(source);
    segment.count[at] = count;
    if (count === 0) {
      segment.min[at] = segment.max[at] = segment.last[at] = Number.NaN;
      continue;
    }
    if (scale === unscaled) {
      segment.min[at] = source.f64();
      segment.max[at] = source.f64();
      segment.last[at] = source.f64();
      segment.sum[at] = source.f64();
      continue;
    }
    before += unzigzag(readVar(source));
    segment.min[at] = before / divisor;
    segment.max[at] = (before + readVar(source)) / divisor;
    segment.last[at] = (before + readVar(source)) / divisor;
    segment.sum[at] = (before * count + readVar(source)) / divisor;
  }
}

function readMarks(source: Source, segment: SlotSegment, from: number): void {
  if (source.u8() === 0) {
    segment.status.fill(readVar(source), from, from + slotsPerHour);
    segment.state.fill(readVar(source), from, from + slotsPerHour);
    return;
  }
  let [status, state] = [0, 0];
  for (let slot = 0; slot < slotsPerHour; slot++) {
    segment.alarm[from + slot] = source.u8();
    status += unzigzag(readVar(source));
    state += unzigzag(readVar(source));
    segment.status[from + slot] = status;
    segment.state[from + slot] = state;
  }
}

/** Writes an integer below 2^53, seven bits per byte. */
function writeVar(sink: Sink, value: number): void {
  sink.room(8);
  let rest = value;
  while (rest > 127) {
    sink.bytes[sink.at++] = (rest % 128) | 128;
    rest = rest > 2_147_483_647 ? Math.floor(rest / 128) : rest >>> 7;
  }
  sink.bytes[sink.at++] = rest;
}

function readVar(source: Source): number {
  const { bytes } = source;
  let byte = bytes[source.at++];
  if (byte < 128) return byte;
  let value = byte & 127;
  for (let factor = 128; ; factor *= 128) {
    byte = bytes[source.at++];
    value += (byte & 127) * factor;
    if (byte < 128) return value;
  }
}

const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);
const unzigzag = (value: number): number => (value % 2 ? -(value + 1) / 2 : value / 2);

/** A segment of this many sensors and slots in which all numbers are 0. */
export function blankSegment(
  sensors: number,
  slots: number,
  frames: SlotSegment['frames'],
  holds: SlotSegment['holds'],
): SlotSegment {
  const size = sensors * slots;
  return {
    sensors,
    frames,
    holds,
    count: new Uint32Array(size),
    min: new Float64Array(size),
    max: new Float64Array(size),
    last: new Float64Array(size),
    sum: new Float64Array(size),
    alarm: new Uint8Array(size),
    status: new Uint16Array(size),
    state: new Uint16Array(size),
  };
}
