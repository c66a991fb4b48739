import { randomBytes } from 'node:crypto';
import { storyText } from '@tocsin/contract/incident-story';
import { loadPerson } from '../access/store.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { type Database, type Db, openDatabase } from '../platform/db.ts';
import type { Encryption } from '../platform/encryption.ts';
import { faultInjectionOf } from '../platform/fault-injection.ts';
import { createJobs, type Jobs } from '../platform/jobs.ts';
import { Listener } from '../platform/listener.ts';
import type { Log } from '../platform/log.ts';
import { pendingMailChannel } from '../platform/mail.ts';
import { answerWithinMs, createNetworks } from '../platform/outbound-post.ts';
import { PendingWorker } from '../platform/pending-worker.ts';
import { pendingEventChannel } from './1-match/store-pending.ts';
import type { EngineDependencies } from './2-escalate/policies/dependencies.ts';
import { escalate } from './2-escalate/policies/engine.ts';
import { advanceAfterFailedMessages, databaseNow } from './2-escalate/policies/store-escalations.ts';
import { sendingTasks } from './2-escalate/rules/rule-tasks.ts';
import { askPending } from './2-escalate/rules/rule-worker.ts';
import { peopleOfPolicies } from './3-resolve/people-of-policies.ts';
import { handOver, type MessageSources } from './4-deliver/content-of-event.ts';
import { directChannel } from './4-deliver/direct-channel.ts';
import { enqueueEverywhere, putGathered } from './4-deliver/enqueue.ts';
import type { LineSources } from './4-deliver/mail/event-lines.ts';
import { mailAboutEvents } from './4-deliver/mail/events-mail.ts';
import { createMailGate } from './4-deliver/mail/gate.ts';
import { type MailGate, mailChannel } from './4-deliver/mail/mail-channel.ts';
import { Outbox } from './4-deliver/outbox.ts';
import { claimGathered, pendingMessagesChannel } from './4-deliver/store-messages.ts';
import { enqueueForPolicy } from './4-deliver/webhook/for-policies.ts';
import type { ManagersOf } from './4-deliver/webhook/mail-gone.ts';
import { webhookChannel } from './4-deliver/webhook/webhook-channel.ts';

export interface NotifyDependencies {
  readonly address: Database['address'];
  readonly connections: Database['connections'];
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  /** The id of the sending installation. */
  readonly installation: string;
  /** Signs the links and codes of messages. */
  readonly messageEncryption: Pick<Encryption, 'hash'>;
  /** Encrypts the addresses of contact methods. */
  readonly contactEncryption: Encryption;
  /** Encrypts the secrets of webhooks. */
  readonly webhookEncryption: Encryption;
  /** What features know of sensors, clients, people and events. */
  readonly sources: MessageSources & {
    readonly emergencyAddress: EngineDependencies['emergencyAddress'];
    readonly managersOf: ManagersOf;
    readonly saidOf: LineSources['saidOf'];
  };
}

/**
 * From a committed event to a person who knows. The pipeline's transaction stores whom to ask about an event
 * (`enqueueForEvents`); each step stores what the next one needs in its own transaction and wakes it by a notification
 * of the database. Each channel has its own connections: a slow mail server or receiver holds nothing else back.
 */
export function createNotify(dependencies: NotifyDependencies): Jobs {
  const { address, connections, config, clock, sources } = dependencies;
  const log = dependencies.log.with({ part: 'mail' });
  const messagesLog = dependencies.log.with({ part: 'messages' });
  const webhooksLog = dependencies.log.with({ part: 'webhooks' });
  const injectFault = faultInjectionOf(process.env.TOCSIN_KILL_AT);
  const open = (name: 'rules' | 'messages' | 'mails' | 'webhooks') =>
    openDatabase(address, log, { name: `tocsin ${name}`, max: connections[name] });
  const [engine, direct, letters, hooks] = [open('rules'), open('messages'), open('mails'), open('webhooks')];
  const shared = { clock, log, publicUrl: config.publicUrl };
  const outgoing = {
    isPrivateAllowed: createNetworks(config.webhookNetworks),
    timeout: () => AbortSignal.timeout(answerWithinMs),
  };

  // 1 match and 2 escalate: e-mail rules and policies are asked about an event; they say when somebody is notified.
  const sending = {
    ...shared,
    db: engine.db,
    loadPerson,
    saidOf: sources.saidOf,
    storyText: async (db: Db, userId: number, eventId: number, language: string) => {
      const who = await loadPerson(db, userId);
      const story = who && (await sources.storyFor?.(who, eventId, language));
      // What to do stands in the letter by itself.
      const running = story?.advice_runs ? ` ${story.advice_runs}.` : '';
      return story ? `${storyText(story, ['advice'])}${running}` : null;
    },
  };
  const rules = new PendingWorker({ what: 'run the e-mail rules', ask: () => askPending(sending), clock, log });
  const ruleTasks = createJobs({
    address,
    clock,
    log,
    name: 'rules',
    concurrency: 2,
    connections: connections.ruleJobs,
    tasks: sendingTasks(sending),
  });
  const policies: EngineDependencies = {
    ...shared,
    db: engine.db,
    now: databaseNow,
    injectFault,
    failedSteps: new Map(),
    // 3 resolve: who that is at that moment, and by which of their methods.
    ...peopleOfPolicies(engine.db),
    emergencyAddress: sources.emergencyAddress,
    enqueueMessage: enqueueEverywhere,
    enqueueWebhook: enqueueForPolicy,
    gathered: claimGathered,
    mailGathered: putGathered,
    mailAbout: (eventIds, parts) => mailAboutEvents(sending, eventIds, parts),
  };
  const escalations = new PendingWorker({ what: 'run the escalations', ask: () => escalate(policies), clock, log });

  // 4 deliver: mails, push, SMS and personal webhooks, and webhooks of clients, which are matched here too.
  const sender = `tocsin mail ${randomBytes(4).toString('hex')}`;
  const mailing = mailChannel({
    ...shared,
    db: letters.db,
    smtpUrl: config.smtpUrl,
    from: config.mailFrom,
    installation: dependencies.installation,
    sender,
    encryption: dependencies.messageEncryption,
    gate: mailGate(letters.db, dependencies.messageEncryption),
    injectFault,
  });
  const mails = new Outbox(mailing, { clock, log });
  const messages = new Outbox(
    directChannel({
      db: direct.db,
      clock,
      log: messagesLog,
      encryption: dependencies.messageEncryption,
      injectFault,
      handOver: handOver(
        { ...shared, ...outgoing, db: direct.db, encryption: dependencies.contactEncryption },
        sources,
      ),
      failed: (trx, messageIds) => advanceAfterFailedMessages(trx, { messageIds }),
    }),
    { clock, log: messagesLog },
  );
  const webhooks = new Outbox(
    webhookChannel({
      ...shared,
      log: webhooksLog,
      ...outgoing,
      db: hooks.db,
      encryption: dependencies.webhookEncryption,
      failed: (trx, deliveryIds) => advanceAfterFailedMessages(trx, { deliveryIds }),
      managersOf: sources.managersOf,
    }),
    { clock, log: webhooksLog },
  );

  const wakeAll = () => {
    for (const worker of [rules, escalations, webhooks]) worker.wake();
  };
  const wakeMessages = () => messages.wake();
  const events = new Listener({
    address,
    clock,
    log,
    channel: pendingEventChannel,
    heard: wakeAll,
    connected: wakeAll,
  });
  const wakeMails = () => mails.wake();
  const letterBox = new Listener({
    address,
    clock,
    log,
    channel: pendingMailChannel,
    connectionName: sender,
    heard: wakeMails,
    connected: wakeMails,
  });
  const outbox = new Listener({
    address,
    clock,
    log,
    channel: pendingMessagesChannel,
    heard: wakeMessages,
    connected: wakeMessages,
  });
  return {
    async start() {
      await ruleTasks.start();
      await letterBox.start();
      await events.start();
      await outbox.start();
      wakeAll();
      wakeMessages();
      wakeMails();
    },
    async stop() {
      await events.stop();
      await outbox.stop();
      for (const worker of [rules, escalations, messages, webhooks, mails]) await worker.stop();
      await ruleTasks.stop();
      // Its connection says that this process still sends.
      await letterBox.stop();
      for (const { close } of [engine, direct, letters, hooks]) await close();
      mailing.close();
    },
  };
}

/** The gate of cancellable mails; when all messages of a step have failed, the escalation goes on at once. */
function mailGate(db: Db, encryption: Pick<Encryption, 'hash'>): MailGate {
  const gate = createMailGate({ db, encryption });
  return {
    begin: (mail) => gate.begin(mail),
    async settled(trx, mailId, outcome) {
      await gate.settled(trx, mailId, outcome);
      if (outcome.kind === 'failed') await advanceAfterFailedMessages(trx, { mailId });
    },
  };
}
