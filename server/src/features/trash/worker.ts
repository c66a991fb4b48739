import { deletePeople } from '../../access/store-people.ts';
import type { Db, DbAndClock } from '../../platform/db.ts';
import { Failures } from '../../platform/each.ts';
import type { Log } from '../../platform/log.ts';
import { restorableMs } from './rules.ts';
import { dueDevices } from './store.ts';

export interface PurgeDependencies extends DbAndClock {
  readonly log: Log;
  /** Deletes all stored data of a device except its maintenance tests. */
  readonly deleteHistory: (deviceId: number) => Promise<void>;
  /** Delete what was removed, sites and clients before a moment and once empty: each written by its own feature. */
  readonly deleteRemoved: {
    device(db: Db, id: number): Promise<void>;
    sites(db: Db, before: Date): Promise<number>;
    clients(db: Db, before: Date): Promise<number>;
  };
}

export const purgeTask = 'purge-removed';

/** Deletes what was removed more than 30 days ago; maintenance and audit rows stay, with names as text. */
export const createPurge =
  ({ db, clock, log, deleteHistory, deleteRemoved }: PurgeDependencies): (() => Promise<void>) =>
  async () => {
    const before = new Date(clock.now() - restorableMs);
    const failures = new Failures('device', log);
    for (let after = 0; ; ) {
      const devices = await dueDevices(db, before, { after, limit: 20 });
      for (const id of devices)
        await failures.catch(id, async () => {
          await deleteHistory(id);
          await deleteRemoved.device(db, id);
          log.info('Deleted a removed device and its history', { device: id });
        });
      const last = devices.at(-1);
      if (last === undefined) break;
      after = last;
    }
    // Parents wait for what they contain.
    const sites = await deleteRemoved.sites(db, before);
    const clients = await deleteRemoved.clients(db, before);
    const gone = { sites, clients, people: await deletePeople(db, before) };
    if (gone.sites + gone.clients + gone.people > 0) log.info('Deleted removed sites, clients and people', { ...gone });
    failures.throwAny();
  };
