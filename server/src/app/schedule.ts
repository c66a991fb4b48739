import { loadPerson, loadSite } from '../access/store.ts';
import { createForgetting, forgetTask } from '../features/accounts/index.ts';
import { createSealing, newestAuditHead, sealTask } from '../features/audit/index.ts';
import { deleteRemovedClients } from '../features/clients/index.ts';
import { deleteRemovedDevice } from '../features/devices/index.ts';
import { createDigest, digestTask } from '../features/edges/index.ts';
import { createTestReminder, testReminderTask } from '../features/escalation/index.ts';
import { createHandoverMailJob, handoverMailTask } from '../features/handover/index.ts';
import { createAliveMail, type HealthDependencies, heartbeatMailTask } from '../features/health/index.ts';
import { groupArrived, type IncidentDependencies, incidentTask } from '../features/incidents/index.ts';
import { addAnchor } from '../features/inspection/index.ts';
import { forgetInvitations } from '../features/invitations/index.ts';
import { openWalkTasks } from '../features/maintenance-tasks/index.ts';
import { notificationsById } from '../features/notifications/index.ts';
import { createGapJob, gapTask, managersOfServed } from '../features/on-call/index.ts';
import { enqueueReminders, managersOf, reviewsTask } from '../features/out-of-service/index.ts';
import {
  createProtectionMail,
  createProtectionWatch,
  createReach,
  createScan,
  mailTask,
  monthAt,
  reachTask,
  type ScanDependencies,
  scanEveryMs,
  scanTask,
  watchTask,
} from '../features/protection/index.ts';
import { createUnitJob, unitTask } from '../features/sensors/index.ts';
import { createRssReader, rssTask } from '../features/settings/index.ts';
import { deleteRemovedSites } from '../features/sites/index.ts';
import { createPurge, purgeTask } from '../features/trash/index.ts';
import { createWalkTasks, walkTaskTask } from '../features/walk-tests/index.ts';
import { createDeliveryCleanup, deliveryCleanupTask } from '../features/webhooks/index.ts';
import { peopleOfPolicies } from '../notify/index.ts';
import type { Config } from '../platform/config.ts';
import type { DbAndClock } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import type { ScheduledJob } from '../platform/scheduled-jobs.ts';
import { announceTask } from './webhooks.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

export interface ScheduleSources extends DbAndClock {
  readonly config: Pick<Config, 'publicUrl' | 'demo' | 'smtpUrl'>;
  readonly log: Log;
  readonly health: Pick<HealthDependencies, 'metrics'>;
  readonly protection: Pick<ScanDependencies, 'live' | 'ledger' | 'unevaluatedOf' | 'scanWith'>;
  readonly incidents: Pick<IncidentDependencies, 'intervalOf' | 'changed'>;
  /** Deletes all stored data of a device except its maintenance tests. */
  readonly deleteHistory: (deviceId: number) => Promise<void>;
}

/** Every job that runs at a fixed interval. Docs and the health page name them by their task. */
export function scheduleOf(sources: ScheduleSources): readonly ScheduledJob[] {
  const { config, db, clock, log, protection, incidents } = sources;
  const shared = { db, clock, log, publicUrl: config.publicUrl };
  const person = (id: number) => loadPerson(db, id);
  return [
    { task: incidentTask, everyMs: minute, priority: 5, run: () => groupArrived({ ...shared, ...incidents }) },
    { task: unitTask, everyMs: 20 * second, priority: 8, run: createUnitJob({ ...shared, managersOf }) },
    { task: digestTask, everyMs: 20 * second, run: createDigest({ ...shared, managersOf }) },
    { task: gapTask, everyMs: minute, priority: 5, run: createGapJob({ ...shared, loadPerson: person }) },
    { task: sealTask, everyMs: minute, run: createSealing({ db, clock }) },
    {
      task: heartbeatMailTask,
      everyMs: minute,
      run: createAliveMail({
        ...shared,
        metrics: sources.health.metrics,
        anchorRecords: addAnchor,
        auditHead: newestAuditHead,
      }),
    },
    {
      task: handoverMailTask,
      everyMs: minute,
      priority: 8,
      run: createHandoverMailJob({
        ...shared,
        notificationsById,
        monthAt,
        loadPerson: person,
        loadSite: (id) => loadSite(db, id),
      }),
    },
    {
      task: reachTask,
      everyMs: minute,
      priority: 2,
      run: createReach({
        ...shared,
        ...peopleOfPolicies(db),
        loadPerson: person,
        sendsMail: config.smtpUrl !== null || config.demo,
      }),
    },
    {
      task: watchTask,
      everyMs: minute,
      priority: 15,
      run: createProtectionWatch({ db, clock, log, live: protection.live }),
    },
    {
      task: scanTask,
      everyMs: config.demo ? scanEveryMs / 2 : scanEveryMs,
      priority: 20,
      run: createScan({ ...shared, isDemo: config.demo, ...protection }),
    },
    {
      task: walkTaskTask,
      everyMs: minute,
      priority: 8,
      run: createWalkTasks({
        ...shared,
        openTasks: (trx, missing) => openWalkTasks(announceTask(config), trx, missing),
      }),
    },
    { task: rssTask, everyMs: 30 * minute, priority: 5, run: createRssReader({ db, clock, log }) },
    {
      task: mailTask,
      everyMs: hour,
      isAligned: true,
      priority: 10,
      run: createProtectionMail({ ...shared, ...protection }),
    },
    { task: reviewsTask, everyMs: hour, priority: 10, run: () => enqueueReminders({ db, log }) },
    { task: deliveryCleanupTask, everyMs: hour, priority: 5, run: createDeliveryCleanup({ db, clock }) },
    {
      task: testReminderTask,
      everyMs: day,
      priority: 5,
      run: createTestReminder({ ...shared, managersOf: managersOfServed }),
    },
    {
      task: forgetTask,
      everyMs: day,
      priority: 10,
      run: createForgetting({ db, clock, log, others: [forgetInvitations] }),
    },
    {
      task: purgeTask,
      everyMs: day,
      priority: 10,
      run: createPurge({
        db,
        clock,
        log,
        deleteHistory: sources.deleteHistory,
        deleteRemoved: { device: deleteRemovedDevice, sites: deleteRemovedSites, clients: deleteRemovedClients },
      }),
    },
  ];
}
