import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { deleteOld } from './store-deliveries.ts';

export const deliveryCleanupTask = 'webhook-cleanup';
const hourMs = 3_600_000;
/** How long the log of deliveries goes back. */
const keptMs = 30 * 24 * hourMs;
const batch = 5_000;

/** Deletes old deliveries, a bounded number in a statement. */
export const createDeliveryCleanup =
  ({ db, clock }: { readonly db: Db; readonly clock: Clock }): (() => Promise<void>) =>
  async () => {
    const before = new Date(clock.now() - keptMs);
    while ((await deleteOld(db, before, batch)) === batch);
  };
