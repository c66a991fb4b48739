import { unpackBundleKeys } from '../../../server/src/history/codec/frame-bundle.ts';
import type { Query } from './_together.ts';

/** A frame that is in no chunk yet; `ts` is the device's time with the portal's correction. */
export interface StoredFrame {
  readonly device_id: number;
  readonly deviceTs: number;
  readonly ts: number;
  readonly boot: number;
  readonly seq: number;
  readonly isLate: boolean;
}

/** The stored frames outside of chunks, alone or with others of their message; of one device, or of all. */
export async function storedFrames(query: Query, device: number | null = null): Promise<StoredFrame[]> {
  const of = device === null ? '' : `where device_id = ${Number(device)}`;
  const own = `ts::float8 as ts, boot::float8 as boot, seq::float8 as seq`;
  const frames = await query<StoredFrame>(
    `select device_id, coalesce(device_ts, ts)::float8 as "deviceTs", ${own}, false as "isLate" from frame ${of}
     union all select device_id, device_ts::float8, ${own}, true from frame_late ${of}`,
  );
  const bundles = await query<StoredFrame & { readonly p: Buffer }>(
    `select device_id, device_ts::float8 as "deviceTs", ${own}, p, false as "isLate" from frame_bundle ${of}
     union all select device_id, device_ts::float8, ${own}, p, true from frame_bundle_late ${of}`,
  );
  for (const { p, ...first } of bundles) {
    const { n, after, boot, seq } = unpackBundleKeys(p);
    for (let i = 0; i < n; i++)
      frames.push({
        ...first,
        deviceTs: first.deviceTs + after[i],
        ts: first.ts + after[i],
        boot: boot[i],
        seq: seq[i],
      });
  }
  return frames;
}
