import { copySignature, writeInt4, writeInt8 } from '../../base/copy.ts';
import { packedBound, packFrame } from '../codec/frame-pack.ts';
import type { KeptFrame } from '../passing.ts';

/** One frame on its way into a table, and the entry it came with. */
export interface FrameRow {
  readonly deviceId: number;
  readonly frame: KeptFrame;
  /** Differs from the frame's own where another content had taken its place. */
  readonly seq: number;
  /** Index of the entry in the batch. */
  readonly entry: number;
}

/** Both frame tables are filled with the columns in this order. */
export const frameColumns = 'device_id, ts, boot, seq, received_at, device_ts, layout_id, p';
const fields = 8;
const rowBound = 2 + 4 * fields + 5 * 8 + 2 * 4;

/** Rows of `frame` or `frame_late` as COPY BINARY. `ownTime`: device_ts is written even where it equals ts. */
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
