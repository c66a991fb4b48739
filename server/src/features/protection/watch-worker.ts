import { sensorPathOf } from '@tocsin/contract/layout';
import type { LiveDevice } from '@tocsin/contract/live';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { enqueueJob, type JobTask } from '../../platform/jobs.ts';
import type { SeenFact } from './facts.ts';
import type { GatherDependencies } from './gather.ts';
import { writeSeen } from './store-seen.ts';
import { devicesToScan } from './store-suspicions.ts';

export const watchTask = 'protection-watch';
const watchMs = 60_000;

/** Scheduled once for all processes; each run schedules the next. */
export const enqueueWatch = (db: Db, at: Date): Promise<void> =>
  enqueueJob(db, { task: watchTask, payload: {}, key: watchTask, runAt: at, priority: 15 });

/** Notes once a minute since when sensors are disabled or not scanned; an offline device keeps what it said last. */
export const createProtectionWatch = ({
  db,
  clock,
  live,
}: Pick<GatherDependencies, 'db' | 'live'> & { readonly clock: Clock }): JobTask => {
  /** What was written last, so that an unchanged device costs no transaction. */
  const last = new Map<number, string>();
  return async () => {
    for (const { id } of await devicesToScan(db)) {
      const document = await live(id);
      if (!document?.device.is_online) continue;
      const inactive = inactiveOf(document);
      const text = JSON.stringify(inactive);
      if (last.get(id) === text) continue;
      await db.transaction().execute((trx) => writeSeen(trx, id, inactive, new Date(clock.now())));
      last.set(id, text);
    }
    await enqueueWatch(db, new Date(clock.now() + watchMs));
  };
};

/** The sensors of a live document that are disabled or not scanned. */
function inactiveOf(document: LiveDevice): { path: string; kind: SeenFact['kind'] }[] {
  return document.groups.flatMap((group) =>
    group.sensors.flatMap((sensor): { path: string; kind: SeenFact['kind'] }[] => {
      const path = sensorPathOf(group.Id, sensor.Id);
      if (sensor.Status === 'Disabled') return [{ path, kind: 'disabled' }];
      return sensor.Status === 'Not Scanned' ? [{ path, kind: 'not_scanned' }] : [];
    }),
  );
}
