import type { AcceptedFrame } from '../../pipeline/types.ts';
import { ALARM } from '../../pipeline/types.ts';
import { Sink, Source, squeeze, unsqueeze } from './bytes.ts';
import { type GatheredColumn, newColumn, type SensorColumn } from './column.ts';
import { readSmall, readValues, readWhole, writeSmall, writeValues, writeWhole } from './numbers.ts';

/** Codec number of `chunk.codec`. A new layout of the bytes gets a new number; old ones stay readable. */
export const chunkCodec = 1;

/** The content of `chunk.keys` for each frame of the hour, ordered by (ts, boot, seq). */
export interface ChunkKeys {
  readonly n: number;
  readonly ts: Float64Array;
  readonly deviceTs: Float64Array;
  readonly boot: Float64Array;
  readonly seq: Float64Array;
  /** Time in whole seconds after ts. */
  readonly receivedAt: Float64Array;
  readonly given: Uint8Array;
  /** Index of the layout in the chunk. */
  readonly segment: Uint8Array;
  /** recordOk, recordAlarm or recordNone. */
  readonly record: Uint8Array;
}
/** Kind of a frame in the list of historical records: no alarm, or a sensor in alarm. */
export const recordOk = 0;
export const recordAlarm = 1;
/** No sensor has a value. */
export const recordNone = 2;

/** Packs the frames' keys into the bytes of `chunk.keys`. */
export function packKeys(frames: readonly AcceptedFrame[], layoutIds: readonly number[]): Buffer {
  const n = frames.length;
  const sink = new Sink(4_096);
  sink.u32(n);
  const column = new Float64Array(n);
  const integersOf = (of: (frame: AcceptedFrame) => number) => {
    for (let i = 0; i < n; i++) column[i] = of(frames[i]);
    writeWhole(sink, column, n);
  };
  const small = (of: (frame: AcceptedFrame) => number) => writeSmall(sink, Uint8Array.from(frames, of), n);
  integersOf((frame) => frame.ts);
  integersOf((frame) => frame.deviceTs - frame.ts);
  integersOf((frame) => frame.boot);
  integersOf((frame) => frame.seq);
  integersOf((frame) => Math.round((frame.receivedAt - frame.ts) / 1_000));
  small((frame) => frame.given);
  small((frame) => layoutIds.indexOf(frame.layoutId));
  small(recordOf);
  return squeeze(sink.written());
}

/** An alarm takes precedence; a frame without any value is recordNone. */
export function recordOf(frame: Pick<AcceptedFrame, 'values' | 'flags'>): number {
  let some = false;
  for (let i = 0; i < frame.values.length; i++) {
    if (frame.flags[i] & ALARM) return recordAlarm;
    if (!Number.isNaN(frame.values[i])) some = true;
  }
  return some ? recordOk : recordNone;
}

/** Times, sequence numbers and states of a chunk's frames, without their values. */
export function unpackKeys(keys: Buffer): ChunkKeys {
  const source = new Source(unsqueeze(keys));
  const n = source.u32();
  const readIntegers = () => {
    const column = new Float64Array(n);
    readWhole(source, column, n);
    return column;
  };
  const small = () => {
    const column = new Uint8Array(n);
    readSmall(source, column, n);
    return column;
  };
  const ts = readIntegers();
  const deviceTs = readIntegers();
  const boot = readIntegers();
  const seq = readIntegers();
  const receivedAt = readIntegers();
  for (let i = 0; i < n; i++) {
    deviceTs[i] += ts[i];
    receivedAt[i] = ts[i] + receivedAt[i] * 1_000;
  }
  return { n, ts, deviceTs, boot, seq, receivedAt, given: small(), segment: small(), record: small() };
}

/** Writes the bytes of `chunk.p` segment by segment: frames, sensors, the columns' lengths, the columns. */
export class ChunkWriter {
  readonly #sink: Sink;
  #lengthAt = 0;

  constructor(segments: number, expectedBytes: number) {
    this.#sink = new Sink(Math.max(65_536, expectedBytes));
    this.#sink.u8(segments);
  }

  begin(frames: number, sensors: number): void {
    const sink = this.#sink;
    sink.u32(frames);
    sink.u16(sensors);
    this.#lengthAt = sink.at;
    sink.room(4 * sensors);
    sink.at += 4 * sensors;
  }

  /** Writes the columns of a segment, sensor by sensor. */
  write({ n, column, present, count, scale, integers }: GatheredColumn): void {
    const sink = this.#sink;
    const from = sink.at;
    sink.u32(count);
    if (count > 0 && count < n) writePresence(sink, column.values, n);
    writeValues(sink, present, count, scale, integers);
    writeSmall(sink, column.flags, n);
    writeSmall(sink, column.status, n);
    writeSmall(sink, column.state, n);
    sink.view.setUint32(this.#lengthAt, sink.at - from, true);
    this.#lengthAt += 4;
  }

  end(): Buffer {
    return squeeze(this.#sink.written());
  }
}

function writePresence(sink: Sink, values: Float64Array, n: number): void {
  const size = Math.ceil(n / 8);
  sink.room(size);
  sink.bytes.fill(0, sink.at, sink.at + size);
  for (let i = 0; i < n; i++) if (!Number.isNaN(values[i])) sink.bytes[sink.at + (i >> 3)] |= 1 << (i & 7);
  sink.at += size;
}

/** Writes a column, with a marker if flags, status and state are constant. */
export interface ReadColumn extends SensorColumn {
  readonly quiet: boolean;
}

/** The part of an hour with one layout; its columns are read on demand. */
export interface Segment {
  readonly n: number;
  readonly sensors: number;
  column(sensor: number): ReadColumn;
}

/** A chunk's segments, one per layout, with their columns still packed. */
export function openChunk(p: Buffer): Segment[] {
  const source = new Source(unsqueeze(p));
  return Array.from({ length: source.u8() }, () => readSegment(source));
}

function readSegment(source: Source): Segment {
  const n = source.u32();
  const sensors = source.u16();
  const starts = new Uint32Array(sensors + 1);
  starts[0] = source.at + 4 * sensors;
  for (let sensor = 0; sensor < sensors; sensor++) starts[sensor + 1] = starts[sensor] + source.u32();
  source.at = starts[sensors];
  return {
    n,
    sensors,
    column: (sensor) => {
      const own = new Source(source.bytes);
      own.at = starts[sensor];
      return unpackColumn(own, n);
    },
  };
}

function unpackColumn(source: Source, n: number): ReadColumn {
  const column = newColumn(n);
  const { values } = column;
  const m = source.u32();
  if (m === n) readValues(source, values, n);
  else if (m === 0) {
    readValues(source, values, 0);
    values.fill(Number.NaN);
  } else {
    const presence = source.at;
    source.at += Math.ceil(n / 8);
    const present = new Float64Array(m);
    readValues(source, present, m);
    for (let i = 0, k = 0; i < n; i++)
      values[i] = source.bytes[presence + (i >> 3)] & (1 << (i & 7)) ? present[k++] : Number.NaN;
  }
  const flags = readSmall(source, column.flags, n);
  const status = readSmall(source, column.status, n);
  const state = readSmall(source, column.state, n);
  return { ...column, quiet: flags && status && state };
}

/** Restores the frames of an hour. */
export function chunkFrames(layoutIds: readonly number[], keysBytes: Buffer, p: Buffer): AcceptedFrame[] {
  const keys = unpackKeys(keysBytes);
  const segments = openChunk(p).map((segment) => ({
    columns: Array.from({ length: segment.sensors }, (_, sensor) => segment.column(sensor)),
    next: 0,
  }));
  const frames: AcceptedFrame[] = [];
  for (let i = 0; i < keys.n; i++) {
    const segment = segments[keys.segment[i]];
    const at = segment.next++;
    const n = segment.columns.length;
    const frame = {
      ts: keys.ts[i],
      deviceTs: keys.deviceTs[i],
      boot: keys.boot[i],
      seq: keys.seq[i],
      given: keys.given[i],
      layoutId: layoutIds[keys.segment[i]],
      receivedAt: keys.receivedAt[i],
      values: new Float64Array(n),
      flags: new Uint8Array(n),
      status: new Uint16Array(n),
      state: new Uint16Array(n),
    };
    for (let sensor = 0; sensor < n; sensor++) {
      const column = segment.columns[sensor];
      frame.values[sensor] = column.values[at];
      frame.flags[sensor] = column.flags[at];
      frame.status[sensor] = column.status[at];
      frame.state[sensor] = column.state[at];
    }
    frames.push(frame);
  }
  return frames;
}
