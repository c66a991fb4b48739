import { packBundle } from '../../history/codec/frame-bundle.ts';
import { packedBound, packFrame } from '../../history/codec/frame-pack.ts';
import { hourOf } from '../../history/codec/hour.ts';
import { copySignature, writeInt4, writeInt8 } from '../../platform/copy-protocol.ts';
import type { StoredDuplicate } from '../duplicates.ts';
import type { AcceptedFrame } from '../types.ts';

/** One frame to be copied into a table, and the entry it came with. */
export interface FrameRow {
  readonly deviceId: number;
  readonly frame: AcceptedFrame;
  /** Differs from the frame's own seq where that is used by different content. */
  readonly seq: number;
  /** Index of the entry in the batch. */
  readonly entry: number;
  /** Stored frames of finished hours with its own time; null when not looked up. */
  readonly duplicates: readonly StoredDuplicate[] | null;
}

/** With fewer frames, packing takes the pipeline's thread longer than PostgreSQL gains (decision 1900). */
const leastBundled = 16;
const mostBundled = 500;

/** Frames by the form in which they are stored. */
export interface RowsByForm {
  readonly singles: readonly FrameRow[];
  readonly bundles: readonly (readonly FrameRow[])[];
}

/**
 * Finds the frames that are stored together: neighbours of one message, hour and list of sensors, received at the same
 * time and off by the same time, ascending. A frame that could not be stored on its own stays alone.
 */
export function byForm(rows: readonly FrameRow[]): RowsByForm {
  let singles: FrameRow[] | null = null;
  const bundles: FrameRow[][] = [];
  let from = 0;
  for (let to = 1; to <= rows.length; to++) {
    if (to < rows.length && to - from < mostBundled && isTogether(rows[to - 1], rows[to])) continue;
    if (to - from >= leastBundled) {
      singles ??= rows.slice(0, from);
      bundles.push(rows.slice(from, to));
    } else if (singles) for (let i = from; i < to; i++) singles.push(rows[i]);
    from = to;
  }
  return { singles: singles ?? rows, bundles };
}

function isTogether(a: FrameRow, b: FrameRow): boolean {
  if (a.entry !== b.entry || a.deviceId !== b.deviceId) return false;
  const [one, other] = [a.frame, b.frame];
  return (
    one.receivedAt === other.receivedAt &&
    one.layoutId === other.layoutId &&
    one.values.length === other.values.length &&
    one.ts <= other.ts &&
    other.ts - one.ts === other.deviceTs - one.deviceTs &&
    hourOf(one.ts) === hourOf(other.ts) &&
    isStorable(a) &&
    isStorable(b)
  );
}

const isStorable = ({ frame, seq }: FrameRow): boolean =>
  Number.isSafeInteger(frame.ts) &&
  Number.isSafeInteger(frame.deviceTs) &&
  Number.isSafeInteger(frame.boot) &&
  Number.isSafeInteger(seq);

/** The columns of both tables of bundles, in COPY order. */
export const bundleColumns = 'device_id, ts, ts_to, device_ts, boot, seq, received_at, layout_id, n, p';
const bundleFields = 10;

/** Rows of `frame_bundle` or `frame_bundle_late` as COPY BINARY. */
export function encodeBundles(bundles: RowsByForm['bundles']): Buffer {
  const parts: Buffer[] = [copySignature];
  for (const rows of bundles) {
    const frames = rows.map((row) => row.frame);
    const [{ deviceId, frame, seq }] = rows;
    const p = packBundle(
      frames,
      rows.map((row) => row.seq),
    );
    const head = Buffer.allocUnsafe(2 + 4 * bundleFields + 6 * 8 + 3 * 4);
    let at = head.writeInt16BE(bundleFields, 0);
    at = writeInt4(head, deviceId, at);
    at = writeInt8(head, frame.ts, at);
    at = writeInt8(head, frames[frames.length - 1].ts, at);
    at = writeInt8(head, frame.deviceTs, at);
    at = writeInt8(head, frame.boot, at);
    at = writeInt8(head, seq, at);
    at = writeInt8(head, frame.receivedAt, at);
    at = writeInt4(head, frame.layoutId, at);
    at = writeInt4(head, rows.length, at);
    head.writeInt32BE(p.length, at);
    parts.push(head, p);
  }
  parts.push(Buffer.from([0xff, 0xff]));
  return Buffer.concat(parts);
}

/** The columns of both frame tables, in COPY order. */
export const frameColumns = 'device_id, ts, boot, seq, received_at, device_ts, layout_id, p';
const fields = 8;
const rowBound = 2 + 4 * fields + 5 * 8 + 2 * 4;

/** Rows of `frame` or `frame_late` as COPY BINARY. `ownTime`: write device_ts even where it equals ts. */
export function encodeFrames(rows: readonly FrameRow[], ownTime: boolean): Buffer {
  let bound = copySignature.length + 2;
  for (const { frame } of rows) bound += rowBound + packedBound(frame.values.length);
  const out = Buffer.allocUnsafe(bound);
  let at = copySignature.copy(out);
  for (const { deviceId, frame, seq } of rows) {
    at = out.writeInt16BE(fields, at);
    at = writeInt4(out, deviceId, at);
    at = writeInt8(out, frame.ts, at);
    at = writeInt8(out, frame.boot, at);
    at = writeInt8(out, seq, at);
    at = writeInt8(out, frame.receivedAt, at);
    if (ownTime || frame.deviceTs !== frame.ts) at = writeInt8(out, frame.deviceTs, at);
    else at = out.writeInt32BE(-1, at);
    at = writeInt4(out, frame.layoutId, at);
    const end = packFrame(frame, out, at + 4);
    out.writeInt32BE(end - at - 4, at);
    at = end;
  }
  at = out.writeInt16BE(-1, at);
  return out.subarray(0, at);
}
