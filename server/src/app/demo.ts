import { DeviceId } from '@tocsin/contract/ids';
import type { Notification } from '@tocsin/contract/live';
import { scopeOf } from '../access/scope.ts';
import { loadPerson } from '../access/store.ts';
import { startConfirming } from '../demo/by-design.ts';
import { startDemoDevices } from '../demo/devices.ts';
import type { DemoSeed } from '../demo/seed.ts';
import { type DemoShelf, startShelvedChatterer } from '../demo/shelved-chatterer.ts';
import { startShiftLeads } from '../demo/shift-lead.ts';
import { acknowledgeMany, presentEvent } from '../features/notifications/index.ts';
import type { ShelvesPort } from '../features/shelves/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import type { ShutdownHooks } from './shutdown-hooks.ts';

/** Runs the demo's simulated devices against the open adapters, and its people who acknowledge and shelve, until it is stopped. */
export function playDemo(
  seed: DemoSeed,
  ports: { readonly http: number; readonly mqtt: number },
  dependencies: {
    readonly config: Config;
    readonly log: Log;
    readonly db: Db;
    readonly clock: Clock;
    readonly shelves: ShelvesPort;
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
  const { db, clock, log, shelves, acknowledged } = dependencies;
  const acknowledge = async (userId: number, ids: readonly number[], comment: string): Promise<void> => {
    const who = await loadPerson(db, userId);
    if (!who) return;
    const by = { userId, name: who.name, address: '127.0.0.1' };
    const visible = { scope: scopeOf(who, null), seesSuspended: false };
    const request = { ids, visible, who, by, comment, now: clock.now() };
    await acknowledgeMany(db, request, (events) => acknowledged(events.map(presentEvent)));
  };
  const shelve = async ({ deviceId, groupId, sensorId, userId, reason, forMs }: DemoShelf): Promise<void> => {
    const who = await loadPerson(db, userId);
    if (!who) return;
    await shelves.start(DeviceId.parse(deviceId), {
      target: { groupId, sensorId, ruleId: null },
      coversAlarms: false,
      reasonCode: 'chattering',
      reason,
      until: clock.now() + forMs,
      firstFrom: null,
      userId,
      userName: who.name,
    });
  };
  const managers = seed.people.filter(({ role }) => role.startsWith('Account manager')).map(({ email }) => email);
  const confirming = { url: `http://127.0.0.1:${ports.http}`, managers, password: seed.password, clock, log };
  shutdownHooks.add('demo designs', startConfirming(confirming));
  shutdownHooks.add('demo shelf', startShelvedChatterer({ db, clock, log, shelve }));
  shutdownHooks.add('demo shift leads', startShiftLeads({ db, clock, log, acknowledge }));
}
