import type { WalkedSensor } from '../../pipeline/walk-types.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Trx } from '../../platform/db.ts';
import { forEach } from '../../platform/each.ts';
import type { Log } from '../../platform/log.ts';
import { signedWalks, type WalkRecord } from './store.ts';

/** What a signed walk leaves to be done. */
interface Missing {
  readonly walk: { readonly id: number; readonly zone: string; readonly intervalDays: number };
  readonly sensors: readonly WalkedSensor[];
  readonly by: { readonly id: number; readonly name: string };
  readonly now: number;
}

/** Makes one task of each sensor that was not proved, unless it has one of this walk. */
export type OpenTasks = (trx: Trx, missing: Missing) => Promise<void>;

/** Sensors that a walk did not prove. */
export const missingOf = ({ id, site_zone, proof_interval_days, state }: WalkRecord, now: number): Missing => ({
  walk: { id, zone: site_zone, intervalDays: proof_interval_days },
  sensors: state.sensors.filter((sensor) => sensor.state !== 'passed'),
  by: { id: state.userId, name: state.userName },
  now,
});

export const walkTaskTask = 'walk-tasks';
const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;

/** Makes the tasks of walks that were signed shortly before a server ended: signing and its tasks are two commits. */
export const createWalkTasks =
  ({
    db,
    clock,
    log,
    openTasks,
  }: {
    readonly db: Db;
    readonly clock: Clock;
    readonly log: Log;
    readonly openTasks: OpenTasks;
  }): (() => Promise<void>) =>
  async () => {
    const now = clock.now();
    const walks = await signedWalks(db, now - dayMs, now - minuteMs);
    await forEach(walks, { what: 'walk test', log, nameOf: ({ id }) => id }, (walk) =>
      db.transaction().execute((trx) => openTasks(trx, missingOf(walk, now))),
    );
  };
