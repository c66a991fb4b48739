import type pg from 'pg';
import { hourOf } from '../codec/hour.ts';
import type { DeviceRestamp } from './batch.ts';
import { dayOf } from './partitions.ts';
import * as store from './store.ts';

/**
 * Moves what is stored of a device since some arrival: the clock rule found that it had been stamped with a wrong
 * offset. Hot frames may leave their partition, so they are taken out and put in again, each where it now belongs.
 */
export async function applyRestamp(
  client: pg.Client,
  restamp: DeviceRestamp,
  closedUntil: number,
  context: { readonly now: () => number; readonly hasPartition: (ts: number) => boolean },
): Promise<void> {
  const moved = await store.moveFrames(client, restamp);
  await store.moveEvents(client, restamp);
  const days = [...new Set(moved.map((ts) => dayOf(ts)))].filter((day) => context.hasPartition(day));
  await store.returnFrames(client, closedUntil, days);
  const touched = new Set(moved.flatMap((ts) => [hourOf(ts), hourOf(ts - restamp.deltaMs)]));
  const hours = [...touched].map((t0) => ({ deviceId: restamp.deviceId, t0 }));
  const open = hours.filter(({ t0 }) => t0 >= closedUntil);
  const closed = hours.filter(({ t0 }) => t0 < closedUntil);
  if (open.length > 0) await store.oweHours(client, open);
  if (closed.length > 0) await store.oweLateHours(client, closed, context.now());
}
