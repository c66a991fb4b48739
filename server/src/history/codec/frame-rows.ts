import type { AcceptedFrame } from '../../pipeline/types.ts';
import { decodeCopy, readInt4, readInt8 } from '../../platform/copy-protocol.ts';
import { unpackBundle } from './frame-bundle.ts';
import { FrameMemory, unpackFrame } from './frame-pack.ts';
import { hourMs } from './hour.ts';

/** Where a frame waits for its hour, live or late; each has a table of bundles beside it. */
export type FrameTable = 'frame' | 'frame_late';
/** The table of frames that were stored together. */
export const bundleTable = (table: FrameTable): 'frame_bundle' | 'frame_bundle_late' =>
  table === 'frame' ? 'frame_bundle' : 'frame_bundle_late';

/** Frames of a device with `ts` from `from` up to `to`, without those of some hours. */
interface FrameSpan {
  readonly deviceId: number;
  readonly from: number;
  readonly to: number;
  readonly withoutHours?: readonly number[];
}

const columns = 'ts, coalesce(device_ts, ts), boot, seq, received_at, layout_id, p';

/**
 * The select of stored frames, alone and in bundles, for COPY BINARY (text format would double the bytes) and
 * `decodeFrames`. A bundle's frames are of one hour.
 */
export function selectFrames(table: FrameTable, { deviceId, from, to, withoutHours = [] }: FrameSpan): string {
  const [device, begin, end] = [Number(deviceId), Number(from), Number(to)];
  const without = withoutHours.map(Number).join(',');
  const inHours = without === '' ? '' : `and ts - ts % ${hourMs} <> all ('{${without}}'::bigint[])`;
  return `(select ${columns}, false from ${table}
      where device_id = ${device} and ts >= ${begin} and ts < ${end} ${inHours} order by ts, boot, seq)
    union all
    (select ${columns}, true from ${bundleTable(table)}
      where device_id = ${device} and ts > ${begin - hourMs} and ts < ${end} and ts_to >= ${begin} ${inHours}
      order by ts, boot, seq)`;
}

/** Bytes that about fifty frames of a hundred sensors share. */
const memoryBytes = 64 * 1024;

/** Decodes the bytes of COPY TO STDOUT binary of `selectFrames`: the span's frames, ordered by (ts, boot, seq). */
export function decodeFrames(data: Buffer, { from, to }: Pick<FrameSpan, 'from' | 'to'>): AcceptedFrame[] {
  const frames: AcceptedFrame[] = [];
  const memory = new FrameMemory(memoryBytes);
  let hasBundles = false;
  for (const [ts, deviceTs, boot, seq, receivedAt, layoutId, p, isBundle] of decodeCopy(data)) {
    if (!p) continue;
    const first = {
      ts: readInt8(ts),
      deviceTs: readInt8(deviceTs),
      boot: readInt8(boot),
      seq: readInt8(seq),
      receivedAt: readInt8(receivedAt),
      layoutId: readInt4(layoutId),
    };
    if (isBundle?.[0] !== 1) frames.push({ ...first, ...unpackFrame(p, memory) });
    else {
      hasBundles = true;
      for (const frame of unpackBundle({ ...first, p }, memory))
        if (frame.ts >= from && frame.ts < to) frames.push(frame);
    }
  }
  return hasBundles ? frames.sort(byTime) : frames;
}

const byTime = (a: AcceptedFrame, b: AcceptedFrame): number => a.ts - b.ts || a.boot - b.boot || a.seq - b.seq;
