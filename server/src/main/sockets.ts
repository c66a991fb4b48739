import type { Clock } from '../base/clock.ts';
import type { Config } from '../base/config.ts';
import type { RunningDatabase } from '../base/db.ts';
import type { Log } from '../base/log.ts';
import { createSocketKeeper } from '../base/sockets.ts';
import type { CatalogDevice } from '../flow/catalog.ts';
import type { Line } from '../line.ts';
import type { Api } from '../policy/route.ts';
import type { Selection } from '../policy/selection.ts';
import { createSockets, type Sockets } from '../policy/socket.ts';
import { createAccessChanges } from '../policy/store-access-changes.ts';
import { isOemOrSuper, isStaff, seesSite, type Who } from '../policy/who.ts';
import { addNotificationSockets } from '../rooms/notifications/sockets.ts';
import { addSchemaSockets } from '../rooms/schemas/index.ts';
import { addTelemetrySockets } from '../rooms/telemetry/sockets.ts';
import type { Stoppers } from './stoppers.ts';

/** The devices whose events a viewer is told: those of the selected client that they may open. */
const seesEventsOf =
  (who: Who, selection: Selection) =>
  (device: CatalogDevice): boolean => {
    if (device.suspended && !isOemOrSuper(who)) return false;
    if (!seesSite(who, device)) return false;
    if (selection.clientId === null) return !isStaff(who);
    return device.clientId === selection.clientId;
  };

/** Opens the sockets of the live feed and of notifications. */
export async function addSockets(
  api: Api,
  parts: {
    readonly config: Config;
    readonly database: RunningDatabase;
    readonly line: Line;
    readonly clock: Clock;
    readonly log: Log;
  },
  stoppers: Stoppers,
): Promise<Sockets> {
  const { config, database, line, clock } = parts;
  const log = parts.log.with({ part: 'sockets' });
  const keeper = createSocketKeeper(clock);
  const sockets = createSockets(api, { keeper, clock, log, publicUrl: config.publicUrl });
  addTelemetrySockets(sockets, database.db, { watchDevice: (id, socket) => line.live.watch([id], socket) });
  addSchemaSockets(sockets, database.db, { watchDevices: (ids, socket) => line.live.watch(ids, socket) });
  addNotificationSockets(sockets, {
    watchNotifications(viewer, socket) {
      const watch = line.notifications.watch(seesEventsOf(viewer.who, viewer.selection), socket);
      return {
        again: () => {},
        changed: (now) => watch.changed(seesEventsOf(now.who, now.selection)),
        stop: watch.stop,
      };
    },
  });
  const changes = createAccessChanges(database.address, clock, log, sockets.recheck);
  await changes.start();
  stoppers.add('changed rights', changes.stop);
  stoppers.add('sockets', () => keeper.closeAll());
  return sockets;
}
