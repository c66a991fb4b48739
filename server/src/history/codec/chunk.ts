import { type AcceptedFrame, ALARM } from '../../pipeline/types.ts';
import { Sink, Source, squeeze, unsqueeze } from './bytes.ts';
import { openChunk1 } from './chunk-1.ts';
import type { GatheredColumn, Segment } from './column.ts';
import { readSmall, readWhole, writeSmall, writeWhole } from './numbers.ts';
import { columnEnd, readHead, unpackColumn, writeColumn } from './packed-column.ts';

/** Codec number of `chunk.codec`. A new layout of the bytes gets a new number; old ones stay readable. */
export const chunkCodec = 2;
/** The first bytes of codec 2. Those of codec 1 are a length below 2^31. */
const mark = 0x8000_0002;

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

/** When a frame arrived, as a chunk keeps it: in whole seconds from its time. */
export const storedArrival = ({ ts, receivedAt }: Pick<AcceptedFrame, 'ts' | 'receivedAt'>): number =>
  ts + Math.round((receivedAt - ts) / 1_000) * 1_000;

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
  integersOf((frame) => (storedArrival(frame) - frame.ts) / 1_000);
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

/**
 * Writes the bytes of `chunk.p`: a mark, the heads of all columns, and their numbers, the latter two compressed apart.
 * The heads are segment by segment: frames, sensors, a head for each sensor.
 */
export class ChunkWriter {
  readonly #heads = new Sink(8_192);
  readonly #body: Sink;

  constructor(segments: number, expectedBytes: number) {
    this.#body = new Sink(Math.max(65_536, expectedBytes));
    this.#heads.u8(segments);
  }

  begin(frames: number, sensors: number): void {
    this.#heads.u32(frames);
    this.#heads.u16(sensors);
  }

  /** Writes the columns of a segment, sensor by sensor. */
  write(gathered: GatheredColumn): void {
    writeColumn(this.#heads, this.#body, gathered);
  }

  end(): Buffer {
    const heads = squeeze(this.#heads.written());
    const body = squeeze(this.#body.written());
    const about = Buffer.allocUnsafe(8);
    about.writeUInt32LE(mark, 0);
    about.writeUInt32LE(heads.length, 4);
    return Buffer.concat([about, heads, body]);
  }
}

/** A chunk's segments, one per layout, with their columns still packed. */
export function openChunk(p: Buffer): Segment[] {
  if (p.readUInt32LE(0) !== mark) return openChunk1(p);
  const end = 8 + p.readUInt32LE(4);
  const heads = new Source(unsqueeze(p.subarray(8, end)));
  const body = new Source(unsqueeze(p.subarray(end)));
  let at = 0;
  return Array.from({ length: heads.u8() }, () => {
    const n = heads.u32();
    const columns = Array.from({ length: heads.u16() }, () => {
      const head = readHead(heads, n, at);
      at = columnEnd(head);
      return head;
    });
    return { n, sensors: columns.length, column: (sensor) => unpackColumn(body, columns[sensor]) };
  });
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
