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
  pendingEventChannel,
  putGathered,
  sendingTasks,
} from '../notify/index.ts';
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
  const wake = () => {
    ruleWorker.wake();
    escalations.wake();
  };
  const listener = new Listener({ address, clock, log, channel: pendingEventChannel, heard: wake, connected: wake });
  const start = async () => {
    await jobs.start();
    await rules.start();
    await listener.start();
    wake();
  };
  const stop = async () => {
    await listener.stop();
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
