import { sensorPathOf } from '@tocsin/contract/layout';
import type { LiveDevice } from '@tocsin/contract/live';
import type { Clock } from '../../platform/clock.ts';
import { forEach } from '../../platform/each.ts';
import type { Log } from '../../platform/log.ts';
import type { SeenFact } from './facts.ts';
import type { GatherDependencies } from './gather.ts';
import { writeSeen } from './store-seen.ts';
import { devicesToScan } from './store-suspicions.ts';

export const watchTask = 'protection-watch';

/** Notes since when sensors are disabled or not scanned; an offline device keeps what it said last. */
export const createProtectionWatch = ({
  db,
  clock,
  log,
  live,
}: Pick<GatherDependencies, 'db' | 'live'> & { readonly clock: Clock; readonly log: Log }): (() => Promise<void>) => {
  /** What was written last, so that an unchanged device costs no transaction. */
  const last = new Map<number, string>();
  return async () =>
    await forEach(await devicesToScan(db), { what: 'device', log, nameOf: ({ id }) => id }, async ({ id }) => {
      const document = await live(id);
      if (!document?.device.is_online) return;
      const inactive = inactiveOf(document);
      const text = JSON.stringify(inactive);
      if (last.get(id) === text) return;
      await db.transaction().execute((trx) => writeSeen(trx, id, inactive, new Date(clock.now())));
      last.set(id, text);
    });
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
