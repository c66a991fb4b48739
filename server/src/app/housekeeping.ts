import { loadPerson, loadSite } from '../access/store.ts';
import { createForgetting, enqueueCleanup, forgetTask } from '../features/accounts/index.ts';
import { createSealing, enqueueSeal, newestAuditHead, sealTask } from '../features/audit/index.ts';
import { createDigest, digestTask, enqueueDigest } from '../features/edges/index.ts';
import {
  createTestReminder,
  enqueueEscalation,
  enqueueTestReminders,
  testReminderTask,
} from '../features/escalation/index.ts';
import { createHandoverMailJob, enqueueHandoverMails, handoverMailTask } from '../features/handover/index.ts';
import { createAliveMail, type HealthDependencies, heartbeatMailTask } from '../features/health/index.ts';
import {
  createIncidents,
  enqueueIncidents,
  type IncidentDependencies,
  incidentTask,
} from '../features/incidents/index.ts';
import { addAnchor } from '../features/inspection/index.ts';
import { forgetInvitations } from '../features/invitations/index.ts';
import { createTaskReminder, taskReminder } from '../features/maintenance-tasks/index.ts';
import {
  createRespondAgain,
  createTakeBack,
  notificationsById,
  respondAgainTask,
  takeBackTask,
} from '../features/notifications/index.ts';
import { createGapJob, enqueueGaps, gapTask, managersOfServed } from '../features/on-call/index.ts';
import { createReview, enqueueReminders, managersOf, reviewTask } from '../features/out-of-service/index.ts';
import {
  createProtectionMail,
  createProtectionWatch,
  createScan,
  enqueueProtectionMail,
  enqueueScan,
  enqueueWatch,
  mailTask,
  type ScanDependencies,
  scanTask,
  watchTask,
} from '../features/protection/index.ts';
import { createRssReader, enqueueRssRead, rssTask } from '../features/settings/index.ts';
import { createPurge, enqueuePurge, purgeTask } from '../features/trash/index.ts';
import { createDeliveryCleanup, deliveryCleanupTask, enqueueDeliveryCleanup } from '../features/webhooks/index.ts';
import { deleteHistory } from '../history/retain/delete-history.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/db.ts';
import { createJobs, type Jobs } from '../platform/jobs.ts';
import type { Log } from '../platform/log.ts';

/** Scheduled jobs: one of each kind for all processes; each run schedules the next. */
export function createHousekeeping({
  config,
  database,
  clock,
  log,
  health,
  protection,
  incidents,
}: {
  readonly config: Pick<Config, 'publicUrl' | 'demo'>;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly health: Pick<HealthDependencies, 'metrics'>;
  readonly protection: Pick<ScanDependencies, 'live' | 'ledger' | 'unevaluatedOf' | 'scanWith'>;
  readonly incidents: Pick<IncidentDependencies, 'intervalOf' | 'changed'>;
}): Jobs {
  const { db, pool, address, connections } = database;
  const purge = createPurge({ db, clock, log, deleteHistory: (id) => deleteHistory(pool, id) });
  const tasks = {
    [purgeTask]: purge,
    [rssTask]: createRssReader({ db, clock, log }),
    [forgetTask]: createForgetting({ db, clock, others: [forgetInvitations] }),
    [heartbeatMailTask]: createAliveMail({
      db,
      clock,
      publicUrl: config.publicUrl,
      metrics: health.metrics,
      anchorRecords: addAnchor,
      auditHead: newestAuditHead,
    }),
    [sealTask]: createSealing({ db, clock }),
    [incidentTask]: createIncidents({ db, clock, ...incidents }),
    [respondAgainTask]: createRespondAgain({ db, clock, publicUrl: config.publicUrl, loadPerson }),
    [takeBackTask]: createTakeBack({ db, clock, escalate: enqueueEscalation, changed: incidents.changed }),
    [reviewTask]: createReview({ db, clock, publicUrl: config.publicUrl }),
    [handoverMailTask]: createHandoverMailJob({
      db,
      clock,
      publicUrl: config.publicUrl,
      notificationsById,
      loadPerson: (id) => loadPerson(db, id),
      loadSite: (id) => loadSite(db, id),
    }),
    [gapTask]: createGapJob({ db, clock, publicUrl: config.publicUrl, loadPerson: (id) => loadPerson(db, id) }),
    [testReminderTask]: createTestReminder({ db, clock, publicUrl: config.publicUrl, managersOf: managersOfServed }),
    [digestTask]: createDigest({ db, clock, publicUrl: config.publicUrl, managersOf }),
    [taskReminder]: createTaskReminder({ db, clock, publicUrl: config.publicUrl }),
    [scanTask]: createScan({ db, clock, log, isDemo: config.demo, ...protection }),
    [mailTask]: createProtectionMail({ db, clock, publicUrl: config.publicUrl, ...protection }),
    [deliveryCleanupTask]: createDeliveryCleanup({ db, clock }),
    [watchTask]: createProtectionWatch({ db, clock, live: protection.live }),
  };
  const jobs = createJobs({ address, clock, log, name: 'jobs', concurrency: 2, connections: connections.jobs, tasks });
  return {
    async start() {
      await jobs.start();
      await enqueuePurge(db, new Date(clock.now()));
      await enqueueRssRead(db, new Date(clock.now()));
      await enqueueCleanup(db, new Date(clock.now()));
      await enqueueScan(db, new Date(clock.now()));
      await enqueueWatch(db, new Date(clock.now()));
      await enqueueProtectionMail(db, new Date(clock.now()));
      await enqueueSeal(db, new Date(clock.now()));
      await enqueueIncidents(db, new Date(clock.now()));
      await enqueueGaps(db, new Date(clock.now()));
      await enqueueHandoverMails(db, new Date(clock.now()));
      await enqueueDigest(db, new Date(clock.now()));
      await enqueueTestReminders(db, new Date(clock.now()));
      await enqueueDeliveryCleanup(db, new Date(clock.now()));
      await enqueueReminders(db);
    },
    stop: jobs.stop,
  };
}
