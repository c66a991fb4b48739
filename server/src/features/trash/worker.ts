import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { enqueueJob, type JobTask } from '../../platform/jobs.ts';
import type { Log } from '../../platform/log.ts';
import { restorableMs } from './rules.ts';
import { deleteDevice, deleteEmpty, dueDevices } from './store.ts';

export interface PurgeDependencies {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  /** Deletes all stored data of a device except its maintenance tests. */
  readonly deleteHistory: (deviceId: number) => Promise<void>;
}

export const purgeTask = 'purge-removed';
const dayMs = 24 * 3_600_000;

/** Scheduled once for all processes; each run schedules the next. */
export const enqueuePurge = (db: Db, at: Date): Promise<void> =>
  enqueueJob(db, { task: purgeTask, payload: {}, key: purgeTask, runAt: at, priority: 10 });

/** Once a day deletes what was removed more than 30 days ago; maintenance and audit rows stay, with names as text. */
export const createPurge =
  ({ db, clock, log, deleteHistory }: PurgeDependencies): JobTask =>
  async () => {
    const before = new Date(clock.now() - restorableMs);
    for (;;) {
      const devices = await dueDevices(db, before, 20);
      if (devices.length === 0) break;
      for (const id of devices) {
        await deleteHistory(id);
        await deleteDevice(db, id);
        log.info('Deleted a removed device and its history', { device: id });
      }
    }
    const gone = await deleteEmpty(db, before);
    if (gone.sites + gone.clients + gone.people > 0) log.info('Deleted removed sites, clients and people', { ...gone });
    await enqueuePurge(db, new Date(clock.now() + dayMs));
  };
