import { ClientId } from '@tocsin/contract/ids';
import type { FeatureLoaders } from '../access/authorize.ts';
import type { Api } from '../access/route.ts';
import type { SecurityEvents } from '../access/security-events.ts';
import { loadPerson, loadUser } from '../access/store.ts';
import {
  type AccountsDependencies,
  addAccountRoutes,
  createInvitationLinks,
  createPeople,
} from '../features/accounts/index.ts';
import { addAnalyticsRoutes } from '../features/analytics/index.ts';
import { addAuditRoutes } from '../features/audit/index.ts';
import { addClientRoutes, logoOf } from '../features/clients/index.ts';
import { addDeviceRoutes, type LiveCatalog, type ModbusPort, type PublicAddresses } from '../features/devices/index.ts';
import {
  addEmailRuleRoutes,
  addSendingRoutes,
  loadEmailRule,
  mailedSites,
  makeFirstRule,
} from '../features/email-rules/index.ts';
import { addGatewayRoutes, type Gateways, type GatewaysDependencies } from '../features/gateways/index.ts';
import { addHealthRoutes, type HealthDependencies } from '../features/health/index.ts';
import { addInspectionRoutes, type InspectionDependencies } from '../features/inspection/index.ts';
import { addInvitationRoutes, type Invitation, invite, type Offer } from '../features/invitations/index.ts';
import { addMailboxRoutes } from '../features/mailbox/index.ts';
import { addMaintenanceRoutes, type TestPort } from '../features/maintenance/index.ts';
import {
  addNotificationRoutes,
  loadNotification,
  type NotificationsDependencies,
  notificationsById,
} from '../features/notifications/index.ts';
import { addSchemaRoutes, type LiveOf, schemaLoaders, schemasUsing } from '../features/schemas/index.ts';
import { addSensorRoutes, nodeSourceOf, sensorPathOf } from '../features/sensors/index.ts';
import {
  addFirstStepsRoutes,
  addSettingsRoutes,
  addStaffSecondFactorRoutes,
  readSettings,
  type SettingsDependencies,
} from '../features/settings/index.ts';
import { addSiteRoutes, timezoneOf } from '../features/sites/index.ts';
import { addTelemetryRoutes, machineGraphs, type TelemetryDependencies } from '../features/telemetry/index.ts';
import { createTrash, type Trash } from '../features/trash/index.ts';
import { addUserRoutes, joinClient, placeContact } from '../features/users/index.ts';
import type { Administration, ReadDeviceSummary } from '../pipeline/catalog.ts';
import type { By, Trx } from '../platform/audit.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Db } from '../platform/db.ts';
import type { Encryption } from '../platform/encryption.ts';
import type { Log } from '../platform/log.ts';
import { createThrottle } from '../platform/throttle.ts';

/** Dependencies of the features; each takes those that it needs. */
export interface FeatureDependencies {
  readonly config: Config;
  readonly log: Log;
  readonly clock: Clock;
  readonly db: Db;
  /** Encrypts and compares device codes. */
  readonly encryption: Encryption;
  /** Signs links and encrypts authenticator secrets. */
  readonly accountEncryption: Encryption;
  readonly mqttPort: number | null;
  /** Called after somebody's password was changed. */
  readonly passwordChanged?: () => Promise<void>;
  /** Failed sign-ins, locks, resets and refused tokens. */
  readonly security: SecurityEvents;
  /** Shown beside the demo's sign-in form. */
  readonly demo?: SettingsDependencies['demo'];
  /** Register maps and polling results. */
  readonly modbus: ModbusPort;
  /** Gateway credentials in memory, their encryption, and unknown edge nodes. */
  readonly gateways: Gateways;
  readonly gatewayEncryption: Encryption;
  readonly unknown: GatewaysDependencies['unknown'];
  readonly catalog: LiveCatalog;
  /** The pipeline's summary of a device. */
  readonly deviceSummary: ReadDeviceSummary;
  /** Records a person's change of a site or device as an event. */
  readonly administered: (what: Administration) => Promise<void>;
  readonly acknowledged: NotificationsDependencies['acknowledged'];
  /** A device's live document; undefined when the device has never reported. */
  readonly live: LiveOf;
  /** Maintenance tests and fixes, executed by the pipeline. */
  readonly tests: TestPort;
  /** History and the pipeline's data for graphs. */
  readonly graphs: Pick<TelemetryDependencies, 'history' | 'deviceOf' | 'documentAt'>;
  readonly health: HealthDependencies;
  /** When sensors reported that they were inactive, from history. */
  readonly inactiveSpansOf: InspectionDependencies['inactiveSpansOf'];
  readonly writeInspection?: InspectionDependencies['write'];
}

/** Adds every feature's routes, and connects features with each other and with the pipeline. */
export async function addFeatures(api: Api, dependencies: FeatureDependencies): Promise<void> {
  const { db, clock } = dependencies;
  const throttle = createThrottle(db, clock);
  const accounts: AccountsDependencies = {
    db,
    clock,
    throttle,
    log: dependencies.log.with({ part: 'accounts' }),
    encryption: dependencies.accountEncryption,
    security: dependencies.security,
    publicUrl: dependencies.config.publicUrl,
    captcha: dependencies.config.captcha,
    contacts: () => readSettings(db),
    ...(dependencies.passwordChanged ? { passwordChanged: dependencies.passwordChanged } : {}),
  };
  addAccountRoutes(api, accounts);
  addHealthRoutes(api, dependencies.health);
  addMailboxRoutes(api, { db, hasMailServer: dependencies.config.smtpUrl !== null });

  const { encryption, catalog, deviceSummary, administered } = dependencies;
  const catalogChanged = catalog.changed;
  const mailed = (siteIds: readonly number[]) => mailedSites(db, siteIds);
  const trash = createTrash({ db, clock, schemasUsing, catalogChanged, administered });
  const removalOf = (kind: Parameters<Trash['remove']>[0]) => ({
    remove: (id: number, by: By, cascade: boolean) => trash.remove(kind, id, by, cascade),
    restore: (id: number, by: By) => trash.restore(kind, id, by),
  });
  addAuditRoutes(api, { db });
  addSettingsRoutes(api, { db, clock, logoOf: (clientId) => logoOf(db, clientId), demo: dependencies.demo });
  addFirstStepsRoutes(api, {
    db,
    clock,
    hasMailServer: dependencies.config.smtpUrl !== null,
    isDemo: dependencies.config.demo,
  });
  addStaffSecondFactorRoutes(api, { db, isFixed: dependencies.config.staffSecondFactor !== null });
  const people = createPeople(accounts);
  const links = createInvitationLinks(accounts);
  const adding = {
    accounts: people,
    invite: (trx: Trx, offer: Offer, at: Date) =>
      invite({ mail: people.mailInvitation, close: links.close }, trx, offer, at),
  };
  addUserRoutes(api, { db, clock, ...adding });
  addInvitationRoutes(api, {
    db,
    clock,
    accounts: links,
    async join(trx, { userId, invitation, at }) {
      const { sites, is_contact: isContact, invited_by } = invitation;
      const clientId = ClientId.parse(invitation.client_id);
      const sender = invited_by === null ? undefined : await loadPerson(trx, invited_by);
      const isJoined = await joinClient(trx, {
        userId,
        clientId,
        membership: placeOf(invitation),
        sites,
        isContact,
        sender,
      });
      if (isJoined && isContact) await makeFirstRule(trx, userId, clientId, at);
      return isJoined;
    },
  });
  addClientRoutes(api, {
    db,
    clock,
    catalogChanged,
    ...removalOf('client'),
    async placeContact(trx, clientId, person, by, at) {
      const placed = await placeContact(adding, trx, { person, clientId, by, at });
      if (placed.kind === 'invited') return { invitation: placed.invitationId };
      if (placed.kind === 'created') await people.mailActivation(trx, placed.userId);
      else await people.mailContact(trx, placed.userId, clientId);
      await makeFirstRule(trx, placed.userId, clientId, at);
      return { person: placed.userId };
    },
  });
  addSiteRoutes(api, {
    db,
    clock,
    catalog,
    deviceSummary,
    administered,
    catalogChanged,
    mailedSites: mailed,
    ...removalOf('site'),
  });
  const { gateways, unknown } = dependencies;
  addGatewayRoutes(api, { db, clock, gateways, unknown, encryption: dependencies.gatewayEncryption });
  const publicAddresses = publicAddressesOf(dependencies.config, dependencies.mqttPort);
  addDeviceRoutes(api, {
    db,
    clock,
    encryption,
    throttle,
    deviceSummary,
    administered,
    catalogChanged,
    publicAddresses,
    modbus: dependencies.modbus,
    ...removalOf('device'),
  });
  addSensorRoutes(api, { db, clock, catalogChanged, administered });
  addMaintenanceRoutes(api, {
    db,
    clock,
    tests: dependencies.tests,
    publicUrl: dependencies.config.publicUrl,
    pathOf: (deviceId, ref) => sensorPathOf(db, deviceId, ref),
  });
  addAnalyticsRoutes(api, { db, clock });
  addInspectionRoutes(api, {
    db,
    clock,
    inactiveSpansOf: dependencies.inactiveSpansOf,
    write: dependencies.writeInspection,
  });
  addTelemetryRoutes(api, {
    db,
    clock,
    ...dependencies.graphs,
    live: dependencies.live,
    pathOf: (deviceId, ref) => sensorPathOf(db, deviceId, ref),
    layoutOf: (deviceId) => nodeSourceOf(db, deviceId),
  });
  addNotificationRoutes(api, {
    db,
    clock,
    zoneOf: async (siteId) => (siteId === null ? 'UTC' : ((await timezoneOf(db, siteId)) ?? 'UTC')),
    acknowledged: dependencies.acknowledged,
  });
  addSchemaRoutes(api, {
    db,
    clock,
    live: dependencies.live,
    notifications: (ids) => notificationsById(db, ids),
    machineGraphs: (sensors, now) => machineGraphs(dependencies.graphs, sensors, now),
  });
  addEmailRuleRoutes(api, { db, clock, loadPerson: (id) => loadPerson(db, id) });
  addSendingRoutes(api, { db, clock, publicUrl: dependencies.config.publicUrl, administered });
}

const placeOf = ({ is_accounts_management, is_active, visual_dashboard_enabled }: Invitation) => ({
  is_accounts_management,
  is_active,
  visual_dashboard_enabled,
});

/** Loaders of the subjects that belong to features. */
export const featureLoaders = (db: Db): FeatureLoaders => ({
  notification: (id) => loadNotification(db, id),
  ...schemaLoaders(db),
  'email-rule': loadEmailRule(db, (id) => loadUser(db, id)),
});

const publicAddressesOf = ({ publicUrl, mqtt }: Config, mqttPort: number | null): PublicAddresses => ({
  publicUrl,
  mqtt:
    mqtt.kind === 'external'
      ? mqtt
      : { kind: 'embedded', port: mqttPort ?? mqtt.port, tlsPort: mqtt.tls?.port ?? null },
});
