import { isOemOrSuper, type Principal, seesSite } from '../access/principal.ts';
import type { Api } from '../access/route.ts';
import { createSockets, type Sockets } from '../access/socket.ts';
import { createAccessChanges } from '../access/store-access-changes.ts';
import { addNotificationSockets } from '../features/notifications/sockets.ts';
import { addSchemaSockets } from '../features/schemas/index.ts';
import { addTelemetrySockets } from '../features/telemetry/sockets.ts';
import type { CatalogDevice } from '../pipeline/catalog.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { RunningDatabase } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { createSocketRegistry } from '../platform/socket-registry.ts';
import type { ShutdownHooks } from './shutdown-hooks.ts';

/** The devices whose events a viewer receives: all that they may open, whatever they have selected. */
export const seesEventsOf =
  (who: Principal) =>
  (device: CatalogDevice): boolean =>
    seesSite(who, device) && (!device.suspended || isOemOrSuper(who));

/** Opens the sockets of the live feed and of notifications. */
export async function addSockets(
  api: Api,
  dependencies: {
    readonly config: Config;
    readonly database: RunningDatabase;
    readonly pipeline: Pipeline;
    readonly clock: Clock;
    readonly log: Log;
  },
  shutdownHooks: ShutdownHooks,
): Promise<Sockets> {
  const { config, database, pipeline, clock } = dependencies;
  const log = dependencies.log.with({ part: 'sockets' });
  const keeper = createSocketRegistry(clock);
  const sockets = createSockets(api, { keeper, clock, log, publicUrl: config.publicUrl });
  addTelemetrySockets(sockets, database.db, { watchDevice: (id, socket) => pipeline.live.watch([id], socket) });
  addSchemaSockets(sockets, database.db, clock, { watchDevices: (ids, socket) => pipeline.live.watch(ids, socket) });
  addNotificationSockets(sockets, {
    watchNotifications(viewer, socket) {
      const watch = pipeline.notifications.watch(seesEventsOf(viewer.who), socket);
      return {
        again: () => {},
        changed: (now) => watch.changed(seesEventsOf(now.who)),
        stop: watch.stop,
      };
    },
  });
  const changes = createAccessChanges(database.address, clock, log, sockets.recheck);
  await changes.start();
  shutdownHooks.add('changed rights', () => changes.stop());
  shutdownHooks.add('sockets', () => keeper.closeAll());
  return sockets;
}
