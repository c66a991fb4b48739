import { sensorPath } from '@tocsin/contract/layout';
import type { AccountHolder } from '../access/account-holder.ts';
import type { OfflineWork } from '../access/offline.ts';
import type { Api } from '../access/route.ts';
import { loadDevice, loadPerson } from '../access/store.ts';
import { addAnalyticsRoutes } from '../features/analytics/index.ts';
import { addBearingWeekRoutes } from '../features/bearing-weeks/index.ts';
import { addCertificateRoutes, stampBy } from '../features/certificates/index.ts';
import {
  addEmailRuleRoutes,
  addSendingRoutes,
  addUnsubscribeRoutes,
  rehearseMails,
} from '../features/email-rules/index.ts';
import {
  addEscalationRoutes,
  addEventEscalationRoutes,
  addPolicyTestRoutes,
  addPreviewRoutes,
  addRunningRoutes,
} from '../features/escalation/index.ts';
import { addFindRoutes } from '../features/find/index.ts';
import { addHandoverRoutes, shiftStartsOf } from '../features/handover/index.ts';
import { addIncidentPackRoutes } from '../features/incident-pack/index.ts';
import { addIncidentRoutes } from '../features/incidents/index.ts';
import { addInspectionRoutes } from '../features/inspection/index.ts';
import { addLabelRoutes } from '../features/labels/index.ts';
import { readLedger } from '../features/maintenance/index.ts';
import {
  addMaintenanceTaskRoutes,
  openRoundTasks,
  openWalkTasks,
  ownersOf,
} from '../features/maintenance-tasks/index.ts';
import { addMessageRoutes, type MessagesDependencies } from '../features/messages/index.ts';
import { addNoteRoutes } from '../features/notes/index.ts';
import { addNotificationRoutes, notificationsById } from '../features/notifications/index.ts';
import { addOnCallRoutes, managersOfServed, usableRotations } from '../features/on-call/index.ts';
import {
  addOutOfServiceRoutes,
  type OutOfServiceRecords,
  outOfServiceFacts,
} from '../features/out-of-service/index.ts';
import { addProtectionRoutes, monthAt, monthsIn } from '../features/protection/index.ts';
import { addRehearsalRoutes } from '../features/rehearsal/index.ts';
import { addRoundRoutes } from '../features/rounds/index.ts';
import { addFilmRoutes } from '../features/schemas/index.ts';
import { nodeSourceOf, responseFor, rulesToTry, sensorNamed, sensorPathOf } from '../features/sensors/index.ts';
import { addShelfRoutes } from '../features/shelves/index.ts';
import { addSiteMomentRoutes } from '../features/site-moment/index.ts';
import { addSiteOverviewRoutes } from '../features/site-overview/index.ts';
import { timezoneOf } from '../features/sites/index.ts';
import { addComparisonRoutes, addSiteExportRoutes } from '../features/telemetry/index.ts';
import { addWalkTestRoutes } from '../features/walk-tests/index.ts';
import { databaseNow, kindsFor, peopleOfPolicies, setConfirmed } from '../notify/index.ts';
import { createThrottle } from '../platform/throttle.ts';
import { certificateSources } from './certificates.ts';
import { addContactMethods } from './contact-methods.ts';
import type { FeatureDependencies } from './feature-dependencies.ts';
import { incidentPackSources } from './incident-pack.ts';
import { incidentReading } from './incident-reading.ts';
import { messageSubjects } from './notify.ts';
import { unevaluatedOf } from './protection.ts';
import { announceTask } from './webhooks.ts';

/** Adds the routes about events: rules, notifications, what does not protect, on call, and the handover of a shift. */
export function addAlarmFeatures(
  api: Api,
  dependencies: FeatureDependencies & { readonly holder: AccountHolder; readonly offline: OfflineWork },
  outOfService: OutOfServiceRecords,
): void {
  const { db, clock, catalog, config } = dependencies;
  /** What many features take some of. */
  const common = { ...dependencies, catalogChanged: catalog.changed, publicUrl: config.publicUrl };
  const sensorOf = (deviceId: number, ref: string) => sensorNamed(db, deviceId, ref);
  const personOf = (id: number) => loadPerson(db, id);
  const ledger = (siteId: number, now: number) => readLedger(db, siteId, now);
  addRehearsalRoutes(api, {
    clock,
    log: dependencies.log.with({ part: 'rehearsal' }),
    rehearser: dependencies.rehearser,
    deviceOf: dependencies.graphs.deviceOf,
    rulesToTry: (deviceId, rows) => rulesToTry(db, deviceId, rows),
    mailsOf: (place, before, after, until) =>
      rehearseMails(
        { db, loadPerson: personOf },
        // What a suspension held back counts too: it was not the rules that did.
        { ...place, suspended: false },
        before,
        after,
        until,
      ),
  });
  addAnalyticsRoutes(api, { db, clock, shiftStartsOf: (siteId) => shiftStartsOf(db, siteId) });
  addInspectionRoutes(api, { ...common, monthsIn, write: dependencies.writeInspection });
  addNotificationRoutes(api, {
    ...common,
    zoneOf: async (siteId) => (siteId === null ? 'UTC' : ((await timezoneOf(db, siteId)) ?? 'UTC')),
  });
  addOutOfServiceRoutes(api, { ...common, records: outOfService, sensorOf });
  addRoundRoutes(api, { ...common, openTasks: (trx, found) => openRoundTasks(announceTask(config), trx, found) });
  addLabelRoutes(api, common);
  addNoteRoutes(api, { ...common, sensorOf });
  addComparisonRoutes(api, { ...dependencies.graphs, clock, placeOf: (id) => catalog.byId(id) });
  addSiteExportRoutes(api, { ...dependencies.graphs, clock, devices: () => catalog.all() });
  addSiteMomentRoutes(api, { ...dependencies.graphs, db, clock, notificationsById });
  addSiteOverviewRoutes(api, { ...common, ledger });
  addFindRoutes(api, { db });
  addFilmRoutes(api, { ...dependencies.graphs, db, clock });
  addBearingWeekRoutes(api, {
    ...dependencies.graphs,
    clock,
    async sensorsOf(deviceId) {
      const { sensors, names } = await nodeSourceOf(db, deviceId);
      return sensors.map((sensor) => {
        const path = sensorPath(sensor);
        const { type, unit } = sensor;
        return { path, name: names.get(path) ?? sensor.name, unit, isNumeric: type === 'NUMERIC' };
      });
    },
  });
  addHandoverRoutes(api, { db, clock, notificationsById, monthAt });
  addOnCallRoutes(api, { ...common, loadPerson: personOf });
  addEscalationRoutes(api, { db, clock, ...peopleOfPolicies(db), rotationsOf: (ids) => usableRotations(db, ids) });
  addEventEscalationRoutes(api, { db });
  addPolicyTestRoutes(api, { db, now: databaseNow });
  addRunningRoutes(api, {
    db,
    ...peopleOfPolicies(db),
    now: databaseNow,
    notificationsById,
    deviceOf: (id) => loadDevice(db, id),
  });
  const reading = incidentReading(dependencies);
  addIncidentRoutes(api, reading);
  addIncidentPackRoutes(api, incidentPackSources(dependencies, reading));
  addPreviewRoutes(api, {
    db,
    clock,
    ...peopleOfPolicies(db),
    kindsFor: (clientId, ids) => kindsFor(db, clientId, ids),
    sensorOf: async (deviceId, ref) => {
      const sensor = await sensorNamed(db, deviceId, ref);
      return sensor && { ...sensor, priority: (await responseFor(db, deviceId, sensor.path, null)).priority };
    },
  });
  const messages: MessagesDependencies = {
    db,
    clock,
    encryption: dependencies.messageEncryption,
    loadPerson: personOf,
    ...messageSubjects(db, clock, dependencies.acknowledged),
    confirmed: (methodId) => setConfirmed(db, methodId, new Date(clock.now())),
  };
  addMessageRoutes(api, messages);
  const throttle = createThrottle(db, clock);
  addContactMethods(api, { ...common, encryption: dependencies.contactEncryption, throttle, messages });
  addMaintenanceTaskRoutes(api, { ...common, sensorOf, announce: announceTask(config) });
  addCertificateRoutes(api, {
    ...certificateSources(db, clock),
    db,
    clock,
    key: dependencies.certificateKey,
    publicUrl: config.publicUrl,
    stamp: config.tsaUrl === null ? null : stampBy(config.tsaUrl),
  });
  addProtectionRoutes(api, {
    ...common,
    ledger,
    unevaluatedOf,
    outOfService: (siteIds) => outOfServiceFacts(db, siteIds),
    peopleOf: (siteId) => ownersOf(db, siteId),
  });
  addShelfRoutes(api, {
    ...common,
    pathOf: (deviceId, ref) => sensorPathOf(db, deviceId, ref),
    pathOfRule: (deviceId, ruleId) => catalog.byId(deviceId)?.warningRules.find((rule) => rule.id === ruleId)?.path,
  });
  addWalkTestRoutes(api, {
    ...common,
    openTasks: (trx, missing) => openWalkTasks(announceTask(config), trx, missing),
  });
  addEmailRuleRoutes(api, { db, clock, loadPerson: personOf });
  addSendingRoutes(api, common);
  addUnsubscribeRoutes(api, { ...common, encryption: messages.encryption, managersOf: managersOfServed });
}
