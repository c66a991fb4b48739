import { hasPriority } from '@tocsin/contract/priority';
import { loadPerson } from '../access/store.ts';
import { emergencyAddress } from '../features/on-call/index.ts';
import { responseFor, unitOfSensor } from '../features/sensors/index.ts';
import {
  advanceAfterFailedMessages,
  askPending,
  claimGathered,
  createMailGate,
  databaseNow,
  type EngineDependencies,
  enqueueForPolicy,
  escalate,
  mailAboutEvents,
  pendingEscalationsChannel,
  pendingRulesChannel,
  putGathered,
  sendingTasks,
} from '../notify/index.ts';
import type { EnqueueInTransaction } from '../pipeline/4-persist/write-batch.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { type Database, openDatabase } from '../platform/db.ts';
import type { Encryption } from '../platform/encryption.ts';
import { faultInjectionOf } from '../platform/fault-injection.ts';
import { createJobs, type Jobs } from '../platform/jobs.ts';
import { Listener } from '../platform/listener.ts';
import type { Log } from '../platform/log.ts';
import { createMailer, type MailGate, mailsAtOnce } from '../platform/mail.ts';
import { PendingWorker } from '../platform/pending-worker.ts';
import { enqueueEverywhere } from './contact-methods.ts';
import { peopleOnCall } from './people-on-call.ts';

/** Creates the mail worker, separate from other jobs so that a slow mail server delays none of them. */
export function createMail(dependencies: {
  readonly db: Database['db'];
  readonly address: Database['address'];
  readonly connections: Database['connections'];
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  /** The id of the sending installation. */
  readonly installation: string;
  /** Signs the links of messages. */
  readonly encryption: Pick<Encryption, 'hash'>;
}): Jobs {
  const { db, address, connections, config, clock, log } = dependencies;
  const injectFault = faultInjectionOf(process.env.TOCSIN_KILL_AT);
  const mailer = createMailer({
    db,
    clock,
    log,
    smtpUrl: config.smtpUrl,
    from: config.mailFrom,
    installation: dependencies.installation,
    publicUrl: config.publicUrl,
    gate: mailGate(db, dependencies.encryption),
    injectFault,
  });
  const jobs = createJobs({
    address,
    clock,
    log,
    name: 'mail',
    concurrency: mailsAtOnce,
    connections: connections.mailJobs,
    tasks: mailer.tasks,
    hasQueues: true,
  });
  // Rules have their own connections and never wait for a slow mail server or for pages.
  const own = openDatabase(address, log, { name: 'tocsin rules', max: connections.rules });
  const sending = {
    db: own.db,
    clock,
    log,
    publicUrl: config.publicUrl,
    loadPerson: (id: number) => loadPerson(own.db, id),
    unitOf: (deviceId: number, path: string) => unitOfSensor(own.db, deviceId, path),
    responseOf: (deviceId: number, path: string, ruleId: number | null) => responseFor(own.db, deviceId, path, ruleId),
  };
  const rules = createJobs({
    address,
    clock,
    log,
    name: 'rules',
    concurrency: 2,
    connections: connections.ruleJobs,
    tasks: sendingTasks(sending),
  });
  const ruleWorker = new PendingWorker({ what: 'run the e-mail rules', ask: () => askPending(sending), clock, log });
  const wake = () => ruleWorker.wake();
  const listener = new Listener({ address, clock, log, channel: pendingRulesChannel, heard: wake, connected: wake });
  const engine: EngineDependencies = {
    ...peopleOnCall(own.db),
    db: own.db,
    log,
    publicUrl: config.publicUrl,
    now: databaseNow,
    injectFault,
    enqueueMessage: enqueueEverywhere,
    enqueueWebhook: enqueueForPolicy,
    emergencyAddress,
    gathered: claimGathered,
    mailGathered: putGathered,
    mailAbout: (eventIds, parts) => mailAboutEvents(sending, eventIds, parts),
  };
  const escalations = new PendingWorker({ what: 'run the escalations', ask: () => escalate(engine), clock, log });
  const wakeEscalations = () => escalations.wake();
  const escalationListener = new Listener({
    address,
    clock,
    log,
    channel: pendingEscalationsChannel,
    heard: wakeEscalations,
    connected: wakeEscalations,
  });
  const start = async () => {
    await jobs.start();
    await rules.start();
    await listener.start();
    await escalationListener.start();
    ruleWorker.wake();
    escalations.wake();
  };
  const stop = async () => {
    await listener.stop();
    await escalationListener.stop();
    await ruleWorker.stop();
    await escalations.stop();
    await rules.stop();
    await own.close();
    await jobs.stop();
    mailer.close();
  };
  return { start, stop };
}

/** The gate of cancellable mails; when all messages of a step have failed, the escalation goes on at once. */
function mailGate(db: Database['db'], encryption: Pick<Encryption, 'hash'>): MailGate {
  const gate = createMailGate({ db, encryption });
  return {
    begin: (mail) => gate.begin(mail),
    async settled(trx, mailId, outcome) {
      await gate.settled(trx, mailId, outcome);
      if (outcome.kind === 'failed') await advanceAfterFailedMessages(trx, { mailId });
    },
  };
}

/**
 * Enqueues events for the e-mail rules in the pipeline's transaction. Events that notify again after a suspension are
 * evaluated again; late alarms that turned out to be live only if they were not before. What a shelf holds back is
 * enqueued when it ends; the end of an event always, because its beginning may have been mailed.
 */
export const enqueueRuleMails: EnqueueInTransaction = async (transaction, { events, changes }) => {
  const ids: number[] = [];
  const again: boolean[] = [];
  const enqueue = (id: number, isAgain: boolean): void => {
    ids.push(id);
    again.push(isAgain);
  };
  for (const event of events)
    if ((event.notified || event.test) && (!event.shelved || event.forebearId !== null)) enqueue(event.id, false);
  for (const change of changes) if (change.kind !== 'shelved') enqueue(change.id, change.kind === 'again');
  if (ids.length === 0) return;
  // One pending row each for the e-mail rules and for the escalation policies, which take beginnings only.
  await transaction.query(
    `with pending as (insert into pending_rule_event (event_id, again) select * from unnest($1::bigint[], $2::boolean[])),
       escalated as (insert into pending_escalation (event_id) select unnest($3::bigint[]))
     select pg_notify($4, ''), pg_notify($5, '')`,
    [ids, again, beginningsOf(events, changes), pendingRulesChannel, pendingEscalationsChannel],
  );
};

/** Ids of what begins, or begins to notify: a policy decides by the stored event whether it is about it. */
const beginningsOf = (
  events: Parameters<EnqueueInTransaction>[1]['events'],
  changes: Parameters<EnqueueInTransaction>[1]['changes'],
): number[] => [
  ...events
    .filter((event) => hasPriority(event.type) && event.notified && !event.test && !event.shelved)
    .map(({ id }) => id),
  ...changes.filter((change) => change.kind !== 'shelved').map(({ id }) => id),
];
