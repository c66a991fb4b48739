import { ClientId } from '@tocsin/contract/ids';
import type { Offer } from '../access/accounts.ts';
import type { FeatureLoaders } from '../access/authorize.ts';
import { createOfflineWork } from '../access/offline.ts';
import type { Api } from '../access/route.ts';
import { loadUser } from '../access/store.ts';
import { loadSender } from '../access/store-service-accounts.ts';
import {
  type AccountsDependencies,
  addAccountRoutes,
  createAccountHolder,
  createInvitationLinks,
  createPeople,
  createProviderSessions,
} from '../features/accounts/index.ts';
import { addAlarmRegisterRoutes } from '../features/alarm-register/index.ts';
import { addAuditRoutes, addChainRoutes, resetAuditSettings } from '../features/audit/index.ts';
import { addClientSignInRoutes, addProviderRoutes } from '../features/client-sign-in/index.ts';
import { addClientRoutes, logoOf, markClientsRemoved } from '../features/clients/index.ts';
import { deleteGateway } from '../features/contact-methods/index.ts';
import {
  addDeviceRoutes,
  brokerOf,
  loadType,
  markDevicesRemoved,
  ownerOf,
  type PublicAddresses,
  removeComparedOf,
  setEdge,
  setUnits,
  templateTypeOf,
} from '../features/devices/index.ts';
import { addEdgeRoutes } from '../features/edges/index.ts';
import { loadEmailRule, mailedSites, makeFirstRule } from '../features/email-rules/index.ts';
import { loadPolicy } from '../features/escalation/index.ts';
import { addGatewayRoutes } from '../features/gateways/index.ts';
import { addHealthRoutes, resetAlive } from '../features/health/index.ts';
import {
  addInvitationRoutes,
  type Invitation,
  type InvitationAcceptance,
  invite,
} from '../features/invitations/index.ts';
import { addMailboxRoutes } from '../features/mailbox/index.ts';
import { addMaintenanceRoutes } from '../features/maintenance/index.ts';
import { loadTask } from '../features/maintenance-tasks/index.ts';
import { loadNotification, notificationSensor, notificationsById } from '../features/notifications/index.ts';
import { loadOverride, loadRotation, mailReachLost } from '../features/on-call/index.ts';
import { createOutOfServiceRecords } from '../features/out-of-service/index.ts';
import { addPayloadMapRoutes, addWaitingRoutes, loadMap } from '../features/payload-maps/index.ts';
import { loadSuspicion, protectionCountsByClient } from '../features/protection/index.ts';
import { addSchemaRoutes, schemaLoaders, schemasUsing } from '../features/schemas/index.ts';
import {
  addCopyRoutes,
  addResponseRoutes,
  addSensorRoutes,
  addTemplateRoutes,
  devicesOf,
  nodeSourceOf,
  sensorPathOf,
  takeWhenAdded,
} from '../features/sensors/index.ts';
import { addServiceAccountRoutes, loadServiceAccount } from '../features/service-accounts/index.ts';
import {
  addFirstStepsRoutes,
  addResetRoute,
  addSettingsRoutes,
  addStaffSecondFactorRoutes,
  readSettings,
} from '../features/settings/index.ts';
import { loadShelf } from '../features/shelves/index.ts';
import { addSiteMetricsRoutes } from '../features/site-metrics/index.ts';
import { addSiteRoutes, markSitesRemoved } from '../features/sites/index.ts';
import { addTelemetryRoutes, machineGraphs } from '../features/telemetry/index.ts';
import { createTrash, type Trash } from '../features/trash/index.ts';
import { addUserRoutes, joinClient, placeContact } from '../features/users/index.ts';
import { createLeaving } from '../features/walk-tests/index.ts';
import { loadWebhook } from '../features/webhooks/index.ts';
import { tryMap } from '../pipeline/1-receive/mapped/try-map.ts';
import type { By } from '../platform/audit.ts';
import type { Config } from '../platform/config.ts';
import type { Db, Trx } from '../platform/db.ts';
import { createNetworks } from '../platform/outbound-post.ts';
import { createThrottle } from '../platform/throttle.ts';
import { addAlarmFeatures } from './alarm-features.ts';
import type { FeatureDependencies } from './feature-dependencies.ts';
import { protectionFacts, seenDevices } from './incident-reading.ts';
import { createInvitedPeople } from './invited-people.ts';
import { unevaluatedOf } from './protection.ts';
import { writeRoles } from './sensor-roles.ts';
import { addWebhooks } from './webhooks.ts';

/** Adds every feature's routes, and connects features with each other and with the pipeline. */
export async function addFeatures(api: Api, dependencies: FeatureDependencies): Promise<void> {
  const { db, clock } = dependencies;
  const throttle = createThrottle(db, clock);
  const offline = createOfflineWork(db, clock, dependencies.accountEncryption);
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
    offline,
    signedOut: createLeaving({ db, walk: dependencies.walk }),
    mailOnly: (trx, userId) => mailReachLost({ clock, publicUrl: dependencies.config.publicUrl }, trx, userId),
    ...(dependencies.passwordChanged ? { passwordChanged: dependencies.passwordChanged } : {}),
  };
  addAccountRoutes(api, accounts);
  addHealthRoutes(api, dependencies.health);
  addMailboxRoutes(api, { db, hasMailServer: dependencies.config.smtpUrl !== null });

  const { catalog, administered, config } = dependencies;
  const catalogChanged = catalog.changed;
  /** What many features take some of. */
  const common = { ...dependencies, catalogChanged, publicUrl: config.publicUrl, throttle };
  const mailed = (siteIds: readonly number[]) => mailedSites(db, siteIds);
  const trash = createTrash({
    db,
    clock,
    schemasUsing,
    catalogChanged,
    administered,
    markRemoved: { client: markClientsRemoved, site: markSitesRemoved, device: markDevicesRemoved },
  });
  const removalOf = (kind: Parameters<Trash['remove']>[0]) => ({
    remove: (id: number, by: By, cascade: boolean) => trash.remove(kind, id, by, cascade),
    restore: (id: number, by: By) => trash.restore(kind, id, by),
  });
  addAuditRoutes(api, { db });
  addChainRoutes(api, { db, clock });
  addSettingsRoutes(api, { ...dependencies, logoOf: (clientId) => logoOf(db, clientId) });
  addFirstStepsRoutes(api, { db, clock, hasMailServer: config.smtpUrl !== null, isDemo: config.demo });
  const isFixed = config.staffSecondFactor !== null;
  addStaffSecondFactorRoutes(api, { db, isFixed });
  const others = { 'SMS gateway': deleteGateway, 'alive mail': resetAlive, 'audit settings': resetAuditSettings };
  addResetRoute(api, { db, isFixed, others });
  const people = createPeople(accounts);
  const links = createInvitationLinks(accounts);
  const adding = {
    accounts: people,
    invite: (trx: Trx, offer: Offer, at: Date) =>
      invite({ mail: people.mailInvitation, close: links.close }, trx, offer, at),
  };
  addUserRoutes(api, { db, clock, ...adding });
  const { batchCallsAtOnce: callsAtOnce } = dependencies;
  addServiceAccountRoutes(api, { db, clock, holder: createAccountHolder(accounts), callsAtOnce });
  const acceptance: InvitationAcceptance = {
    clock,
    accounts: links,
    async join(trx, { userId, invitation, at }) {
      const { sites, is_contact: isContact, invited_by } = invitation;
      const clientId = ClientId.parse(invitation.client_id);
      const sender = invited_by === null ? undefined : await loadSender(trx, invited_by);
      const isJoined = await joinClient(trx, {
        userId,
        clientId,
        membership: placeOf(invitation),
        sites,
        isContact,
        sender,
        at,
      });
      if (isJoined && isContact) await makeFirstRule(trx, userId, clientId, at);
      return isJoined;
    },
  };
  addInvitationRoutes(api, { db, ...acceptance });
  addClientRoutes(api, {
    ...common,
    devices: () => seenDevices(dependencies),
    needsOf: (scope) => protectionCountsByClient(protectionFacts(dependencies), scope, clock.now()),
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
    ...common,
    log: dependencies.log.with({ part: 'providers' }),
    encryption: dependencies.providerEncryption,
    isPrivateAllowed: dependencies.isProviderAllowed ?? createNetworks(config.providerNetworks),
    invited: createInvitedPeople(accounts, acceptance),
    ...createProviderSessions(accounts),
  });
  const outOfService = createOutOfServiceRecords({ clock });
  addSiteRoutes(api, { ...common, outOfService, mailedSites: mailed, ...removalOf('site') });
  const { gateways, unknown } = dependencies;
  const publicAddresses = publicAddressesOf(config, dependencies.mqttPort);
  const broker = config.mqtt.kind === 'external' ? null : brokerOf(publicAddresses);
  addGatewayRoutes(api, { db, clock, gateways, broker, unknown, encryption: dependencies.gatewayEncryption });
  addEdgeRoutes(api, { db, clock, catalogChanged, setEdge, ...dependencies.knownEdges });
  const { maps, waiting, propose, replay } = dependencies.payloadMaps;
  addPayloadMapRoutes(api, {
    db,
    clock,
    isExternal: config.mqtt.kind === 'external',
    async changed() {
      await maps.changed();
      await catalogChanged({ kind: 'all' });
    },
    tryMap,
    uncompare: (trx, mapId, sensors) => removeComparedOf(trx, { mapId }, sensors),
    ownerOf: (who, client) => ownerOf(api, db, who, client),
  });
  addWaitingRoutes(api, { db, waiting, propose, replay });
  addDeviceRoutes(api, {
    ...common,
    outOfService,
    mostOpenDevices: config.mostOpenDevices,
    publicAddresses,
    takeTemplate: async (save, { who, typeId, deviceId }) =>
      takeWhenAdded(save, await templateTypeOf(save.trx, typeId), deviceId, { who, writeRoles }),
    ...removalOf('device'),
  });
  addSensorRoutes(api, { ...common, setUnits, unevaluatedOf });
  addCopyRoutes(api, { ...common, writeRoles });
  addTemplateRoutes(api, { ...common, writeRoles, typeOf: (id) => templateTypeOf(db, id) });
  addResponseRoutes(api, { ...common, eventOf: (id) => notificationSensor(db, id) });
  addAlarmRegisterRoutes(api, { db, clock, devicesOf });
  const pathOf = (deviceId: number, ref: string) => sensorPathOf(db, deviceId, ref);
  addMaintenanceRoutes(api, { ...common, pathOf });
  const layoutOf = (deviceId: number) => nodeSourceOf(db, deviceId);
  addTelemetryRoutes(api, { ...common, ...dependencies.graphs, pathOf, layoutOf });
  addSiteMetricsRoutes(api, dependencies);
  addWebhooks(api, { ...common, encryption: dependencies.webhookEncryption });
  addSchemaRoutes(api, {
    ...dependencies,
    notifications: (ids) => notificationsById(db, ids),
    machineGraphs: (sensors, now) => machineGraphs(dependencies.graphs, sensors, now),
  });
  addAlarmFeatures(api, { ...dependencies, offline, holder: createAccountHolder(accounts) }, outOfService);
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
  webhook: (id) => loadWebhook(db, id),
  'device-type': (id) => loadType(db, id),
  'payload-map': (id) => loadMap(db, id),
  task: (id) => loadTask(db, id),
  'service-account': (id) => loadServiceAccount(db, id),
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
