import type { AcceptedFrame } from '../../pipeline/types.ts';
import { decodeCopy, readInt4, readInt8 } from '../../platform/copy-protocol.ts';
import { FrameMemory, unpackFrame } from './frame-pack.ts';

/** The columns that a COPY BINARY of `frame` or `frame_late` selects for `decodeFrameRows`. */
export const frameRowColumns = 'ts, coalesce(device_ts, ts), boot, seq, received_at, layout_id, p';

/** Bytes that about fifty frames of a hundred sensors share. */
const memoryBytes = 64 * 1024;

/** Decodes frames from the bytes of COPY TO STDOUT binary. */
export function decodeFrameRows(data: Buffer): AcceptedFrame[] {
  const frames: AcceptedFrame[] = [];
  const memory = new FrameMemory(memoryBytes);
  for (const [ts, deviceTs, boot, seq, receivedAt, layoutId, p] of decodeCopy(data)) {
    if (!p) continue;
    frames.push({
      ts: readInt8(ts),
      deviceTs: readInt8(deviceTs),
      boot: readInt8(boot),
      seq: readInt8(seq),
      receivedAt: readInt8(receivedAt),
      layoutId: readInt4(layoutId),
      ...unpackFrame(p, memory),
    });
  }
  return frames;
}
