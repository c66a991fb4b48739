import type { Notification } from '@tocsin/contract/live';
import { scopeOf } from '../access/scope.ts';
import { loadPerson } from '../access/store.ts';
import { startDemoDevices } from '../demo/devices.ts';
import type { DemoSeed } from '../demo/seed.ts';
import { startShiftLeads } from '../demo/shift-lead.ts';
import { acknowledgeMany, presentEvent } from '../features/notifications/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import type { ShutdownHooks } from './shutdown-hooks.ts';

/** Runs the demo's simulated devices against the open adapters, and its people who acknowledge, until it is stopped. */
export function playDemo(
  seed: DemoSeed,
  ports: { readonly http: number; readonly mqtt: number },
  dependencies: {
    readonly config: Config;
    readonly log: Log;
    readonly db: Db;
    readonly clock: Clock;
    readonly acknowledged: (notifications: readonly Notification[]) => void;
  },
  shutdownHooks: ShutdownHooks,
): void {
  const stop = startDemoDevices({
    mqttUrl: `mqtt://127.0.0.1:${ports.mqtt}`,
    httpUrl: `http://127.0.0.1:${ports.http}`,
    addresses: seed.addresses,
    dataDir: dependencies.config.dataDir,
    log: dependencies.log.with({ part: 'demo' }),
  });
  shutdownHooks.add('demo devices', stop);
  const { db, clock, log, acknowledged } = dependencies;
  const acknowledge = async (userId: number, ids: readonly number[], comment: string): Promise<void> => {
    const who = await loadPerson(db, userId);
    if (!who) return;
    const by = { userId, name: who.name, address: '127.0.0.1' };
    const visible = { scope: scopeOf(who, null), seesSuspended: false };
    const request = { ids, visible, who, by, comment, now: clock.now() };
    await acknowledgeMany(db, request, (events) => acknowledged(events.map(presentEvent)));
  };
  shutdownHooks.add('demo shift leads', startShiftLeads({ db, clock, log, acknowledge }));
}
