import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { enqueueJob, type JobTask } from '../../platform/jobs.ts';
import { deleteOld } from './store-deliveries.ts';

export const deliveryCleanupTask = 'webhook-cleanup';
const hourMs = 3_600_000;
/** How long the log of deliveries goes back. */
const keptMs = 30 * 24 * hourMs;
const batch = 5_000;

/** Scheduled once for all processes; each run schedules the next. */
export const enqueueDeliveryCleanup = (db: Db, at: Date): Promise<void> =>
  enqueueJob(db, { task: deliveryCleanupTask, payload: {}, key: deliveryCleanupTask, runAt: at, priority: 5 });

/** Deletes old deliveries each hour, a bounded number in a statement. */
export const createDeliveryCleanup =
  ({ db, clock }: { readonly db: Db; readonly clock: Clock }): JobTask =>
  async () => {
    const before = new Date(clock.now() - keptMs);
    while ((await deleteOld(db, before, batch)) === batch);
    await enqueueDeliveryCleanup(db, new Date(clock.now() + hourMs));
  };
