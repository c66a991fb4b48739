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
  createProviderSessions,
} from '../features/accounts/index.ts';
import { addAlarmRegisterRoutes } from '../features/alarm-register/index.ts';
import { addAnalyticsRoutes } from '../features/analytics/index.ts';
import { addAuditRoutes, addChainRoutes } from '../features/audit/index.ts';
import {
  addClientSignInRoutes,
  addProviderRoutes,
  type ProviderDependencies,
} from '../features/client-sign-in/index.ts';
import { addClientRoutes, logoOf } from '../features/clients/index.ts';
import { addDeviceRoutes, type LiveCatalog, type ModbusPort, type PublicAddresses } from '../features/devices/index.ts';
import {
  addEmailRuleRoutes,
  addSendingRoutes,
  loadEmailRule,
  mailedSites,
  makeFirstRule,
  rehearseMails,
} from '../features/email-rules/index.ts';
import { addEscalationRoutes, loadPolicy } from '../features/escalation/index.ts';
import { addGatewayRoutes, type Gateways, type GatewaysDependencies } from '../features/gateways/index.ts';
import { addHandoverRoutes, shiftStartsOf } from '../features/handover/index.ts';
import { addHealthRoutes, type HealthDependencies } from '../features/health/index.ts';
import { addInspectionRoutes, type InspectionDependencies } from '../features/inspection/index.ts';
import { addInvitationRoutes, type Invitation, invite, type Offer } from '../features/invitations/index.ts';
import { addMailboxRoutes } from '../features/mailbox/index.ts';
import { addMaintenanceRoutes, readLedger, type TestPort } from '../features/maintenance/index.ts';
import { addMaintenanceTaskRoutes, loadTask } from '../features/maintenance-tasks/index.ts';
import { addNoteRoutes } from '../features/notes/index.ts';
import {
  addNotificationRoutes,
  loadNotification,
  type NotificationsDependencies,
  notificationSensor,
  notificationsById,
} from '../features/notifications/index.ts';
import { addOnCallRoutes, loadOverride, loadRotation, readRoster, usableRotations } from '../features/on-call/index.ts';
import {
  addOutOfServiceRoutes,
  createOutOfServiceRecords,
  outOfServiceFacts,
} from '../features/out-of-service/index.ts';
import { addProtectionRoutes, loadSuspicion } from '../features/protection/index.ts';
import { addRehearsalRoutes, type RehearsalDependencies } from '../features/rehearsal/index.ts';
import { addRoundRoutes } from '../features/rounds/index.ts';
import { addSchemaRoutes, type LiveOf, schemaLoaders, schemasUsing } from '../features/schemas/index.ts';
import {
  addResponseRoutes,
  addSensorRoutes,
  devicesOf,
  nodeSourceOf,
  rulesToTry,
  sensorNamed,
  sensorPathOf,
} from '../features/sensors/index.ts';
import {
  addFirstStepsRoutes,
  addSettingsRoutes,
  addStaffSecondFactorRoutes,
  readSettings,
  type SettingsDependencies,
} from '../features/settings/index.ts';
import { addShelfRoutes, loadShelf, type ShelvesPort } from '../features/shelves/index.ts';
import { addSiteMetricsRoutes } from '../features/site-metrics/index.ts';
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
import { unevaluatedOf } from './protection.ts';

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
  /** Encrypts the secrets of clients' providers. */
  readonly providerEncryption: Encryption;
  /** Tests have their provider on loopback. */
  readonly isProviderAllowed?: ProviderDependencies['isAllowed'];
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
  /** Shelves, evaluated by the pipeline. */
  readonly shelves: ShelvesPort;
  /** History and the pipeline's data for graphs. */
  readonly graphs: Pick<TelemetryDependencies, 'history' | 'deviceOf' | 'documentAt'>;
  readonly health: HealthDependencies;
  /** When sensors reported that they were inactive, from history. */
  readonly inactiveSpansOf: InspectionDependencies['inactiveSpansOf'];
  readonly writeInspection?: InspectionDependencies['write'];
  /** Runs rules over history in a thread of its own. */
  readonly rehearser: RehearsalDependencies['rehearser'];
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
  addChainRoutes(api, { db, clock });
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
  addClientSignInRoutes(api, { db });
  addProviderRoutes(api, {
    db,
    clock,
    log: dependencies.log.with({ part: 'providers' }),
    encryption: dependencies.providerEncryption,
    publicUrl: dependencies.config.publicUrl,
    security: dependencies.security,
    isAllowed: dependencies.isProviderAllowed,
    ...createProviderSessions(accounts),
  });
  const outOfService = createOutOfServiceRecords({ clock });
  addSiteRoutes(api, {
    db,
    outOfService,
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
    outOfService,
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
  addSensorRoutes(api, {
    db,
    clock,
    catalogChanged,
    administered,
    unevaluatedOf,
    publicUrl: dependencies.config.publicUrl,
  });
  addResponseRoutes(api, {
    db,
    clock,
    catalogChanged,
    administered,
    eventOf: (id) => notificationSensor(db, id),
  });
  addAlarmRegisterRoutes(api, { db, clock, devicesOf });
  addMaintenanceRoutes(api, {
    db,
    clock,
    tests: dependencies.tests,
    publicUrl: dependencies.config.publicUrl,
    pathOf: (deviceId, ref) => sensorPathOf(db, deviceId, ref),
  });
  addRehearsalRoutes(api, {
    clock,
    log: dependencies.log.with({ part: 'rehearsal' }),
    rehearser: dependencies.rehearser,
    deviceOf: dependencies.graphs.deviceOf,
    rulesToTry: (deviceId, rows) => rulesToTry(db, deviceId, rows),
    mailsOf: (place, before, after, until) =>
      rehearseMails(
        { db, loadPerson: (id) => loadPerson(db, id) },
        // What a suspension held back counts too: it was not the rules that did.
        { ...place, suspended: false },
        before,
        after,
        until,
      ),
  });
  addAnalyticsRoutes(api, { db, clock, shiftStartsOf: (siteId) => shiftStartsOf(db, siteId) });
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
  addSiteMetricsRoutes(api, { clock, catalog, live: dependencies.live });
  addNotificationRoutes(api, {
    db,
    clock,
    zoneOf: async (siteId) => (siteId === null ? 'UTC' : ((await timezoneOf(db, siteId)) ?? 'UTC')),
    acknowledged: dependencies.acknowledged,
  });
  addOutOfServiceRoutes(api, {
    db,
    clock,
    records: outOfService,
    catalogChanged,
    administered,
    sensorOf: (deviceId, ref) => sensorNamed(db, deviceId, ref),
  });
  addRoundRoutes(api, { db, clock });
  addNoteRoutes(api, { db, clock });
  addHandoverRoutes(api, { db, clock, notificationsById });
  addOnCallRoutes(api, { db, clock, loadPerson: (id) => loadPerson(db, id) });
  addEscalationRoutes(api, {
    db,
    clock,
    rosterOf: (ids) => readRoster(db, ids, (id) => loadPerson(db, id)),
    rotationsOf: (ids) => usableRotations(db, ids),
  });
  addMaintenanceTaskRoutes(api, { db, clock, publicUrl: dependencies.config.publicUrl });
  addProtectionRoutes(api, {
    db,
    clock,
    live: dependencies.live,
    ledger: (siteId, now) => readLedger(db, siteId, now),
    unevaluatedOf,
    outOfService: (siteIds) => outOfServiceFacts(db, siteIds),
  });
  addShelfRoutes(api, {
    db,
    clock,
    shelves: dependencies.shelves,
    pathOf: (deviceId, ref) => sensorPathOf(db, deviceId, ref),
    pathOfRule: (deviceId, ruleId) => catalog.byId(deviceId)?.warningRules.find((rule) => rule.id === ruleId)?.path,
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
  suspicion: (id) => loadSuspicion(db, id),
  shelf: (id) => loadShelf(db, id),
  rotation: (id) => loadRotation(db, id),
  override: (id) => loadOverride(db, id),
  policy: (id) => loadPolicy(db, id),
  task: (id) => loadTask(db, id),
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
