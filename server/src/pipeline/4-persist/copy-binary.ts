import { packedBound, packFrame } from '../../history/codec/frame-pack.ts';
import { copySignature, writeInt4, writeInt8 } from '../../platform/copy-protocol.ts';
import type { AcceptedFrame } from '../types.ts';
import type { StoredDuplicate } from './duplicates.ts';

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
