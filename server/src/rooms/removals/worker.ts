import type { Clock } from '../../base/clock.ts';
import type { Db } from '../../base/db.ts';
import { type JobTask, oweJob } from '../../base/jobs.ts';
import type { Log } from '../../base/log.ts';
import { restorableMs } from './rules.ts';
import { deleteDevice, deleteEmpty, dueDevices } from './store.ts';

export interface PurgeParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  /** Takes away all that was ever kept of a device but its maintenance tests. */
  readonly deleteHistory: (deviceId: number) => Promise<void>;
}

export const purgeTask = 'purge-removed';
const dayMs = 24 * 3_600_000;

/** Owed once for all processes: each run owes the next. */
export const owePurge = (db: Db, at: Date): Promise<void> =>
  oweJob(db, { task: purgeTask, payload: {}, key: purgeTask, runAt: at, priority: 10 });

/** Once a day: what went more than 30 days ago goes for good; maintenance and audit rows stay with the names as text. */
export const createPurge =
  ({ db, clock, log, deleteHistory }: PurgeParts): JobTask =>
  async () => {
    const before = new Date(clock.now() - restorableMs);
    for (;;) {
      const devices = await dueDevices(db, before, 20);
      if (devices.length === 0) break;
      for (const id of devices) {
        await deleteHistory(id);
        await deleteDevice(db, id);
        log.info('A removed device and its history are gone', { device: id });
      }
    }
    const gone = await deleteEmpty(db, before);
    if (gone.sites + gone.clients + gone.people > 0) log.info('Removed things are gone for good', { ...gone });
    await owePurge(db, new Date(clock.now() + dayMs));
  };
