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
const signature = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const rowBound = 2 + 4 * fields + 5 * 8 + 2 * 4;

/** Rows of `frame` or `frame_late` as COPY BINARY. `ownTime`: device_ts is written even where it equals ts. */
export function encodeFrames(rows: readonly FrameRow[], ownTime: boolean): Buffer {
  let bound = signature.length + 2;
  for (const { frame } of rows) bound += rowBound + packedBound(frame.values.length);
  const out = Buffer.allocUnsafe(bound);
  let at = signature.copy(out);
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

function writeInt4(out: Buffer, value: number, at: number): number {
  return out.writeInt32BE(value, out.writeInt32BE(4, at));
}

/** Whole numbers to 2^53; Buffer has BigInt calls only, which cost an object each. */
function writeInt8(out: Buffer, value: number, at: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is no whole number`);
  const high = Math.floor(value / 4_294_967_296);
  const next = out.writeInt32BE(high, out.writeInt32BE(8, at));
  return out.writeUInt32BE(value - high * 4_294_967_296, next);
}

/** Reads back what COPY (select ...) TO STDOUT BINARY sends: each field's bytes, null for NULL. */
export function* decodeCopy(data: Buffer): Generator<(Buffer | null)[]> {
  let at = signature.length;
  for (;;) {
    const count = data.readInt16BE(at);
    at += 2;
    if (count < 0) return;
    const row: (Buffer | null)[] = [];
    for (let i = 0; i < count; i++) {
      const length = data.readInt32BE(at);
      at += 4;
      if (length < 0) row.push(null);
      else {
        row.push(data.subarray(at, at + length));
        at += length;
      }
    }
    yield row;
  }
}

export const readInt4 = (field: Buffer | null): number => (field ? field.readInt32BE(0) : Number.NaN);
export const readInt8 = (field: Buffer | null): number =>
  field ? field.readInt32BE(0) * 4_294_967_296 + field.readUInt32BE(4) : Number.NaN;
