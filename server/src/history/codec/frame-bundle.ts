import type { AcceptedFrame } from '../../pipeline/types.ts';
import { Sink, Source } from './bytes.ts';
import { ColumnGatherer, newColumn } from './column.ts';
import { bytesOf, FrameMemory } from './frame-pack.ts';
import { readSmall, readWhole, writeSmall, writeWhole } from './numbers.ts';
import { columnEnd, readHead, unpackColumn, writeColumn } from './packed-column.ts';

/**
 * Frames that arrived together as the bytes of `frame_bundle.p` and `frame_bundle_late.p`: the columns of a chunk, but
 * uncompressed, because they are small and written by the pipeline's thread. Little endian:
 *   u8 version, u16 frames, u16 sensors, u32 bytes of the column heads,
 *   time since the first frame, boot, seq and given of each frame, column heads, columns.
 */
const version = 1;
const headBytes = 9;

/** The columns of a bundle's row that its frames share. Times of the first frame. */
export interface BundleRow {
  readonly ts: number;
  readonly deviceTs: number;
  readonly receivedAt: number;
  readonly layoutId: number;
  readonly p: Buffer;
}

/** What tells one frame of a bundle from another, in order of time. */
export interface BundleKeys {
  readonly n: number;
  /** Milliseconds since the first frame, by the corrected and by the device's own time alike. */
  readonly after: Float64Array;
  readonly boot: Float64Array;
  readonly seq: Float64Array;
  readonly given: Uint8Array;
}

// Reused for every bundle; the bytes are copied out before the next one begins.
const whole = new Sink(16_384);
const body = new Sink(65_536);
// A device's posts are usually of the same length.
let gatherer: ColumnGatherer | null = null;

/**
 * Packs frames of one layout, ascending by time, with the same difference between `ts` and `deviceTs`. `seqs` replace
 * the frames' own.
 */
export function packBundle(frames: readonly AcceptedFrame[], seqs: readonly number[]): Buffer {
  const n = frames.length;
  const sensors = frames[0].values.length;
  whole.at = 0;
  body.at = 0;
  whole.u8(version);
  whole.u16(n);
  whole.u16(sensors);
  whole.u32(0);
  const column = new Float64Array(n);
  for (let i = 0; i < n; i++) column[i] = frames[i].ts - frames[0].ts;
  writeWhole(whole, column, n);
  for (let i = 0; i < n; i++) column[i] = frames[i].boot;
  writeWhole(whole, column, n);
  for (let i = 0; i < n; i++) column[i] = seqs[i];
  writeWhole(whole, column, n);
  const given = new Uint8Array(n);
  for (let i = 0; i < n; i++) given[i] = frames[i].given;
  writeSmall(whole, given, n);
  const headsAt = whole.at;
  if (!gatherer?.restart(frames)) gatherer = new ColumnGatherer(frames);
  for (let sensor = 0; sensor < sensors; sensor++) writeColumn(whole, body, gatherer.gather(sensor));
  whole.view.setUint32(5, whole.at - headsAt, true);
  return Buffer.concat([whole.written(), body.written()]);
}

/** The keys of a bundle's frames, without their values. Throws on an unknown version. */
export const unpackBundleKeys = (p: Buffer): BundleKeys => readKeys(openBundle(p));

function openBundle(p: Buffer): Source {
  if (p[0] !== version) throw new Error(`frames of unknown version ${p[0]}`);
  const source = new Source(p);
  source.at = headBytes;
  return source;
}

function readKeys(source: Source): BundleKeys {
  const n = source.view.getUint16(1, true);
  const integers = () => {
    const column = new Float64Array(n);
    readWhole(source, column, n);
    return column;
  };
  const [after, boot, seq] = [integers(), integers(), integers()];
  const given = new Uint8Array(n);
  readSmall(source, given, n);
  return { n, after, boot, seq, given };
}

/**
 * The frames of a bundle, exactly as they would be restored from rows of their own. `memory` is for frames that are
 * forgotten together.
 */
export function unpackBundle(
  { ts, deviceTs, receivedAt, layoutId, p }: BundleRow,
  memory?: FrameMemory,
): AcceptedFrame[] {
  const source = openBundle(p);
  const { n, after, boot, seq, given } = readKeys(source);
  const sensors = source.view.getUint16(3, true);
  const room = memory ?? new FrameMemory(bytesOf(sensors) * n);
  const frames: AcceptedFrame[] = [];
  for (let i = 0; i < n; i++) {
    const { values, flags, status, state } = room.arrays(sensors);
    frames.push({
      ts: ts + after[i],
      deviceTs: deviceTs + after[i],
      boot: boot[i],
      seq: seq[i],
      given: given[i],
      layoutId,
      receivedAt,
      values,
      flags,
      status,
      state,
    });
  }
  readColumns(source, frames, sensors);
  return frames;
}

/** Reads the columns, whose heads are next in `heads`, into the frames. */
function readColumns(heads: Source, frames: readonly AcceptedFrame[], sensors: number): void {
  const n = frames.length;
  const columns = new Source(heads.bytes);
  const column = newColumn(n);
  let at = heads.at + heads.view.getUint32(5, true);
  for (let sensor = 0; sensor < sensors; sensor++) {
    const head = readHead(heads, n, at);
    at = columnEnd(head);
    const { values, flags, status, state } = unpackColumn(columns, head, column);
    for (let i = 0; i < n; i++) {
      const frame = frames[i];
      frame.values[sensor] = values[i];
      frame.flags[sensor] = flags[i];
      frame.status[sensor] = status[i];
      frame.state[sensor] = state[i];
    }
    flags.fill(0);
    status.fill(0);
    state.fill(0);
  }
}
