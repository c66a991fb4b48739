import { texts } from '@tocsin/contract/texts/contact-messages';
import { textsIn } from '@tocsin/contract/texts/define-texts';
import { texts as events } from '@tocsin/contract/texts/events';
import type { AccountHolder } from '../access/account-holder.ts';
import type { Person } from '../access/principal.ts';
import { languageOf } from '../access/reader-language.ts';
import type { Api } from '../access/route.ts';
import { loadPerson } from '../access/store.ts';
import { addContactMethodRoutes, addSmsGatewayRoutes } from '../features/contact-methods/index.ts';
import { testForPerson } from '../features/escalation/index.ts';
import { acknowledgeByCode, type MessagesDependencies } from '../features/messages/index.ts';
import { eventForPerson, notificationSensor } from '../features/notifications/index.ts';
import { responseFor } from '../features/sensors/index.ts';
import {
  advanceAfterFailedMessages,
  type Content,
  type DirectMessage,
  DirectSender,
  type EngineDependencies,
  enqueueDirect,
  enqueueMessage,
  findMethod,
  type Handover,
  isUsable,
  markReported,
  methodsFor,
  pendingMessagesChannel,
  type SendDependencies,
  sendTo,
} from '../notify/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { type Database, type Db, openDatabase } from '../platform/db.ts';
import { createEncryption, type Encryption } from '../platform/encryption.ts';
import { faultInjectionOf } from '../platform/fault-injection.ts';
import type { Jobs } from '../platform/jobs.ts';
import { Listener } from '../platform/listener.ts';
import type { Log } from '../platform/log.ts';
import { answerWithinMs, createNetworks } from '../platform/outbound-post.ts';
import { PendingWorker } from '../platform/pending-worker.ts';
import type { Throttle } from '../platform/throttle.ts';
import { toZonedIso } from '../platform/zoned-time.ts';

/** Encrypts addresses, numbers and keys of contact methods. */
export const contactEncryption = (secret: string): Encryption => createEncryption(secret, 'contact methods');

/** Most urgent level that a push service is asked to deliver without delay: critical and high. */
const urgentLevel = 2;

interface ContactDependencies {
  readonly db: Db;
  readonly clock: Clock;
  readonly encryption: Encryption;
  readonly config: Pick<Config, 'publicUrl' | 'webhookNetworks'>;
}

/** What handing a message over needs. */
export const sendDependencies = ({ db, clock, encryption, config }: ContactDependencies): SendDependencies => ({
  db,
  clock,
  encryption,
  publicUrl: config.publicUrl,
  isPrivateAllowed: createNetworks(config.webhookNetworks),
  timeout: () => AbortSignal.timeout(answerWithinMs),
});

/** Adds the routes of contact methods and of the SMS gateway. */
export function addContactMethods(
  api: Api,
  dependencies: ContactDependencies & {
    readonly throttle: Throttle;
    readonly messages: MessagesDependencies;
    readonly holder: AccountHolder;
  },
): void {
  const { db, clock, encryption, throttle, messages, holder } = dependencies;
  addContactMethodRoutes(api, { ...sendDependencies(dependencies), throttle, holder });
  addSmsGatewayRoutes(api, {
    db,
    clock,
    encryption,
    throttle,
    acknowledgeByCode: (methodIds, code, address) => acknowledgeByCode(messages, methodIds, code, address),
    reported: (providerId, state) =>
      db.transaction().execute(async (trx) => {
        const message = await markReported(trx, providerId, state);
        if (message && state === 'failed') await advanceAfterFailedMessages(trx, { messageIds: [message.id] });
        return message?.contact_method_id ?? null;
      }),
  });
}

/** Enqueues a step's message to a person: as a mail, and by every contact method that takes it now. */
export const enqueueEverywhere: EngineDependencies['enqueueMessage'] = async (trx, message) => {
  const isNew = await enqueueMessage(trx, message, message.at);
  for (const method of await methodsFor(trx, message.userId, message.priority, message.at))
    await enqueueDirect(trx, message, method, message.at);
  return isNew;
};

/** What a message says about its event or test; undefined when its receiver may not open the device any more. */
export async function contentOf(
  db: Db,
  publicUrl: string,
  message: Pick<DirectMessage, 'event_id' | 'policy_test_id' | 'user_id' | 'is_test' | 'method'>,
  proof: { readonly token: string; readonly code: string; readonly others: number },
): Promise<Content | undefined> {
  const who = await loadPerson(db, message.user_id);
  const language = await languageOf(db, message.user_id);
  const event = await shownTo(db, who, message, language);
  if (!event) return undefined;
  const { token, code, others } = proof;
  const t = textsIn(texts, language);
  if (others > 0)
    return {
      kind: 'gathered',
      language,
      title: t.gathered(others + 1),
      about: t.gatheredAbout,
      whatToDo: null,
      url: `${publicUrl}/notifications?tab=unacknowledged`,
      token,
      code: null,
      fields: { events: others + 1 },
    };
  const { shown } = event;
  const response = await responseOf(db, message.event_id);
  const began = toZonedIso(Date.parse(shown.at), shown.timezone).slice(0, 16).replace('T', ' ');
  const isPlace = message.policy_test_id === null;
  const place = isPlace ? [shown.device, shown.sensor].filter(Boolean).join(', ') : '';
  return {
    kind: 'event',
    language,
    title: [message.is_test ? t.test : '', place, shown.what].filter(Boolean).join(': '),
    about: `${shown.site}, ${t.since(began)}`,
    whatToDo: response?.what_to_do ?? null,
    url: `${publicUrl}/acknowledge/${token}`,
    token,
    code: message.method === 'sms' ? code : null,
    fields: {
      event: message.event_id,
      policy_test: message.policy_test_id,
      is_test: message.is_test,
      priority: shown.priority,
      client: shown.client,
      location: shown.site,
      device: shown.device,
      sensor: shown.sensor,
      what: shown.what,
      at: shown.at,
      is_active: shown.is_active,
    },
  };
}

/** The event or test that a person gets a message about. */
async function shownTo(
  db: Db,
  who: Person | undefined,
  { event_id, policy_test_id }: Pick<DirectMessage, 'event_id' | 'policy_test_id'>,
  language: string,
) {
  if (!who) return undefined;
  if (event_id !== null) return await eventForPerson(db, who, event_id, textsIn(events, language).labels);
  return policy_test_id === null ? undefined : await testForPerson(db, who, policy_test_id);
}

async function responseOf(db: Db, eventId: number | null) {
  const source = eventId === null ? undefined : await notificationSensor(db, eventId);
  if (source?.path === undefined || source.path === null) return null;
  return await responseFor(db, source.deviceId, source.path, source.ruleId);
}

/** Hands one message over by its contact method. */
export const handOver =
  (dependencies: SendDependencies) =>
  async (message: DirectMessage, proof: Parameters<typeof contentOf>[3]): Promise<Handover> => {
    const { db, publicUrl } = dependencies;
    const method = message.contact_method_id === null ? undefined : await findMethod(db, message.contact_method_id);
    if (!method || !isUsable(method))
      return { kind: 'failed', error: 'The method was removed, has ended or waits for its holder' };
    const content = await contentOf(db, publicUrl, message, proof);
    if (!content) return { kind: 'failed', error: 'The receiver no longer has access to the device' };
    const isUrgent = message.priority <= urgentLevel;
    return await sendTo(dependencies, method, { id: `message-${message.id}`, isUrgent, content });
  };

/** Creates the worker that hands messages over by push, SMS and personal webhook. It has its own connections. */
export function createDirectMessages(dependencies: {
  readonly address: Database['address'];
  readonly connections: Database['connections'];
  readonly config: Pick<Config, 'publicUrl' | 'webhookNetworks'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly encryption: Encryption;
  /** Signs links and codes. */
  readonly messageEncryption: Pick<Encryption, 'hash'>;
}): Jobs {
  const { address, connections, config, clock, log, encryption } = dependencies;
  const own = openDatabase(address, log, { name: 'tocsin messages', max: connections.messages });
  const sender = new DirectSender(
    {
      db: own.db,
      clock,
      log,
      encryption: dependencies.messageEncryption,
      injectFault: faultInjectionOf(process.env.TOCSIN_KILL_AT),
      handOver: handOver(sendDependencies({ db: own.db, clock, encryption, config })),
      failed: (trx, messageIds) => advanceAfterFailedMessages(trx, { messageIds }),
    },
    () => worker.wake(),
  );
  const worker = new PendingWorker({ what: 'send the messages', ask: () => sender.start(), clock, log });
  const wake = () => worker.wake();
  const listener = new Listener({ address, clock, log, channel: pendingMessagesChannel, heard: wake, connected: wake });
  return {
    async start() {
      await listener.start();
      worker.wake();
    },
    async stop() {
      await listener.stop();
      await worker.stop();
      await sender.stop();
      await own.close();
    },
  };
}
