import type { By } from '../base/audit.ts';
import type { Clock } from '../base/clock.ts';
import type { Config } from '../base/config.ts';
import type { Db } from '../base/db.ts';
import type { Log } from '../base/log.ts';
import type { Seal } from '../base/seal.ts';
import { createThrottle } from '../base/throttle.ts';
import type { Administration, Glance } from '../flow/catalog.ts';
import type { RoomLoaders } from '../policy/gate.ts';
import type { Api } from '../policy/route.ts';
import { loadPerson, loadUser } from '../policy/store.ts';
import { type AccountsParts, addAccountRoutes, createPeople } from '../rooms/accounts/index.ts';
import { addAnalyticsRoutes } from '../rooms/analytics/index.ts';
import { addAuditRoutes } from '../rooms/audit/index.ts';
import { addClientRoutes, logoOf } from '../rooms/clients/index.ts';
import { addDeviceRoutes, type LiveCatalog, type ModbusPort, type Reach } from '../rooms/devices/index.ts';
import {
  addEmailRuleRoutes,
  addSendingRoutes,
  loadEmailRule,
  mailedSites,
  makeFirstRule,
} from '../rooms/email-rules/index.ts';
import { addGatewayRoutes, type Gateways, type GatewaysParts } from '../rooms/gateways/index.ts';
import { addHealthRoutes, type HealthParts } from '../rooms/health/index.ts';
import { addInspectionRoutes, type InspectionParts } from '../rooms/inspection/index.ts';
import { addMailboxRoutes } from '../rooms/mailbox/index.ts';
import { addMaintenanceRoutes, type TestPort } from '../rooms/maintenance/index.ts';
import {
  addNotificationRoutes,
  loadNotification,
  type NotificationsParts,
  notificationsById,
} from '../rooms/notifications/index.ts';
import { createRemovals, type Removals } from '../rooms/removals/index.ts';
import { addSchemaRoutes, type LiveOf, schemaLoaders, schemasUsing } from '../rooms/schemas/index.ts';
import { addSensorRoutes, nodeSourceOf, sensorPathOf } from '../rooms/sensors/index.ts';
import { addFirstStepsRoutes, addSettingsRoutes, readSettings, type SettingsParts } from '../rooms/settings/index.ts';
import { addSiteRoutes, timezoneOf } from '../rooms/sites/index.ts';
import { addTelemetryRoutes, dayGraphs, type TelemetryParts } from '../rooms/telemetry/index.ts';
import { addUserRoutes, placePerson } from '../rooms/users/index.ts';

/** What rooms are made of; each takes the part that it needs. */
export interface RoomParts {
  readonly config: Config;
  readonly log: Log;
  readonly clock: Clock;
  readonly db: Db;
  /** Encrypts and compares device codes. */
  readonly seal: Seal;
  /** Signs links and seals authenticators. */
  readonly accountSeal: Seal;
  readonly mqttPort: number | null;
  /** Shown beside the demo's sign-in. */
  readonly demo?: SettingsParts['demo'];
  /** Register maps, and what polling meets. */
  readonly modbus: ModbusPort;
  /** Gateway credentials in memory, what compares them, and the edge nodes that are nobody's. */
  readonly gateways: Gateways;
  readonly gatewaySeal: Seal;
  readonly unknown: GatewaysParts['unknown'];
  readonly catalog: LiveCatalog;
  /** What the line knows of a device now. */
  readonly glance: Glance;
  /** A person's change of a site or a device becomes an event of the line. */
  readonly administered: (what: Administration) => Promise<void>;
  readonly acknowledged: NotificationsParts['acknowledged'];
  /** A device's live document; undefined while nothing was heard of it. */
  readonly live: LiveOf;
  /** Maintenance tests and fixes enter the line. */
  readonly tests: TestPort;
  /** History and what of the line its graphs need. */
  readonly graphs: Pick<TelemetryParts, 'history' | 'deviceOf' | 'documentAt'>;
  readonly health: HealthParts;
  /** When sensors watched nothing by their own word, out of history. */
  readonly restsOf: InspectionParts['restsOf'];
  readonly writeInspection?: InspectionParts['write'];
}

/** Every room's routes. Whatever a room needs of another one or of the line is handed over here. */
export async function addRooms(api: Api, parts: RoomParts): Promise<void> {
  const { db, clock } = parts;
  const throttle = createThrottle(db, clock);
  const accounts: AccountsParts = {
    ...{ db, clock, throttle, log: parts.log.with({ part: 'accounts' }), seal: parts.accountSeal },
    publicUrl: parts.config.publicUrl,
    captcha: parts.config.captcha,
    contacts: () => readSettings(db),
  };
  addAccountRoutes(api, accounts);
  addHealthRoutes(api, parts.health);
  addMailboxRoutes(api, { db, hasMailServer: parts.config.smtpUrl !== null });

  const { seal, catalog, glance, administered } = parts;
  const catalogChanged = catalog.changed;
  const mailed = (siteIds: readonly number[]) => mailedSites(db, siteIds);
  const removals = createRemovals({ db, clock, schemasUsing, catalogChanged, administered });
  const removalOf = (kind: Parameters<Removals['remove']>[0]) => ({
    remove: (id: number, by: By, cascade: boolean) => removals.remove(kind, id, by, cascade),
    restore: (id: number, by: By) => removals.restore(kind, id, by),
  });
  addAuditRoutes(api, { db });
  addSettingsRoutes(api, { db, clock, logoOf: (clientId) => logoOf(db, clientId), demo: parts.demo });
  addFirstStepsRoutes(api, { db, clock, hasMailServer: parts.config.smtpUrl !== null, isDemo: parts.config.demo });
  const people = createPeople(accounts);
  addUserRoutes(api, { db, clock, accounts: people });
  addClientRoutes(api, {
    ...{ db, clock, catalogChanged },
    ...removalOf('client'),
    async placeContact(trx, clientId, contact, at) {
      const place = { is_accounts_management: true };
      const { userId, isNew } = await placePerson(trx, people, contact, clientId, place, at);
      if (isNew) await people.mailActivation(trx, userId);
      await makeFirstRule(trx, userId, clientId, at);
      return userId;
    },
  });
  addSiteRoutes(api, {
    ...{ db, clock, catalog, glance, administered, catalogChanged, mailedSites: mailed },
    ...removalOf('site'),
  });
  const { gateways, unknown } = parts;
  addGatewayRoutes(api, { db, clock, gateways, unknown, seal: parts.gatewaySeal });
  const reach = reachOf(parts.config, parts.mqttPort);
  addDeviceRoutes(api, {
    ...{ db, clock, seal, throttle, glance, administered, catalogChanged, reach, modbus: parts.modbus },
    ...removalOf('device'),
  });
  addSensorRoutes(api, { db, clock, catalogChanged, administered });
  addMaintenanceRoutes(api, {
    ...{ db, clock, tests: parts.tests, publicUrl: parts.config.publicUrl },
    pathOf: (deviceId, ref) => sensorPathOf(db, deviceId, ref),
  });
  addAnalyticsRoutes(api, { db, clock });
  addInspectionRoutes(api, { db, clock, restsOf: parts.restsOf, write: parts.writeInspection });
  addTelemetryRoutes(api, {
    ...{ db, clock, ...parts.graphs, live: parts.live },
    pathOf: (deviceId, ref) => sensorPathOf(db, deviceId, ref),
    layoutOf: (deviceId) => nodeSourceOf(db, deviceId),
  });
  addNotificationRoutes(api, {
    db,
    clock,
    zoneOf: async (siteId) => (siteId === null ? 'UTC' : ((await timezoneOf(db, siteId)) ?? 'UTC')),
    acknowledged: parts.acknowledged,
  });
  addSchemaRoutes(api, {
    ...{ db, clock, live: parts.live },
    notifications: (ids) => notificationsById(db, ids),
    dayGraphs: (sensors, now) => dayGraphs(parts.graphs, sensors, now),
  });
  addEmailRuleRoutes(api, { db, clock, loadPerson: (id) => loadPerson(db, id) });
  addSendingRoutes(api, { db, clock, publicUrl: parts.config.publicUrl, administered });
}

/** How the gate loads what lives in a room. */
export const roomLoaders = (db: Db): RoomLoaders => ({
  notification: (id) => loadNotification(db, id),
  ...schemaLoaders(db),
  'email-rule': loadEmailRule(db, (id) => loadUser(db, id)),
});

const reachOf = ({ publicUrl, mqtt }: Config, mqttPort: number | null): Reach => ({
  publicUrl,
  mqtt:
    mqtt.kind === 'external'
      ? mqtt
      : { kind: 'embedded', port: mqttPort ?? mqtt.port, tlsPort: mqtt.tls?.port ?? null },
});
