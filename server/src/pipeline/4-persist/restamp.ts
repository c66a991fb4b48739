import type pg from 'pg';
import { hourOf } from '../../history/codec/hour.ts';
import { dayOf } from '../../platform/partitions.ts';
import type { DeviceRestamp } from './batch.ts';
import * as store from './store.ts';

/**
 * Moves a device's stored frames since some arrival, because the clock rule found that they had a wrong offset. Live
 * frames may belong to another partition afterwards, so they are deleted and inserted again.
 */
export async function applyRestamp(
  client: pg.Client,
  restamp: DeviceRestamp,
  closedUntil: number,
  context: { readonly now: () => number; readonly hasPartition: (ts: number) => boolean },
): Promise<void> {
  const frames = await store.takeFrames(client, restamp);
  await store.moveEvents(client, restamp);
  const isHot = (ts: number) => ts >= closedUntil && context.hasPartition(dayOf(ts));
  for (const [table, own] of Map.groupBy(frames, ({ ts }) => (isHot(ts) ? 'frame' : 'frame_late')))
    await store.returnFrames(client, table, restamp.deviceId, own);
  const touched = new Set(frames.flatMap(({ ts }) => [hourOf(ts), hourOf(ts - restamp.deltaMs)]));
  const hours = [...touched].map((t0) => ({ deviceId: restamp.deviceId, t0 }));
  const open = hours.filter(({ t0 }) => t0 >= closedUntil);
  const closed = hours.filter(({ t0 }) => t0 < closedUntil);
  if (open.length > 0) await store.enqueueHours(client, open);
  if (closed.length > 0) await store.enqueueLateHours(client, closed, context.now());
}
