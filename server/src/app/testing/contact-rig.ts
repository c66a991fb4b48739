import { sql } from 'kysely';
import { loadDevice, loadPerson } from '../../access/store.ts';
import { type TestApi, testApi } from '../../access/testing.ts';
import {
  addEscalationRoutes,
  addEventEscalationRoutes,
  addPolicyTestRoutes,
  addRunningRoutes,
  loadPolicy,
} from '../../features/escalation/index.ts';
import { addMessageRoutes, type MessagesDependencies } from '../../features/messages/index.ts';
import { loadNotification, notificationsById } from '../../features/notifications/index.ts';
import { usableRotations } from '../../features/on-call/index.ts';
import { advanceAfterFailedMessages } from '../../notify/2-escalate/policies/store-escalations.ts';
import { peopleOfPolicies } from '../../notify/3-resolve/people-of-policies.ts';
import { handOver } from '../../notify/4-deliver/content-of-event.ts';
import { directChannel } from '../../notify/4-deliver/direct-channel.ts';
import { enqueueEverywhere } from '../../notify/4-deliver/enqueue.ts';
import { Outbox } from '../../notify/4-deliver/outbox.ts';
import { setConfirmed } from '../../notify/4-deliver/store-methods.ts';
import { EscalationRig } from '../../notify/testing/escalations.ts';
import { type DrivenClock, drivenClock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { createEncryption } from '../../platform/encryption.ts';
import { createLog } from '../../platform/log.ts';
import { type MadeUser, signedIn } from '../../platform/testing/factories.ts';
import { createThrottle } from '../../platform/throttle.ts';
import { addContactMethods, sendDependencies } from '../contact-methods.ts';
import { messageSubjects, notifySources } from '../notify.ts';

/** Proof and mails are tested with the whole server, in end-account.db.test.ts. */
const holder = { provenUntil: async () => null, demandProof: async () => {}, mailAdded: async () => {} };
const secret = 'a secret of at least thirty-two characters';

interface Sent {
  readonly method: string;
  readonly state: string;
  readonly error: string;
  readonly attempts: number;
  readonly provider_id: string | null;
}

type Sender = Outbox<Parameters<ReturnType<typeof directChannel>['send']>[0]>;

/** The API of contact methods and messages, the escalation engine and the sender, on one clock. */
export class ContactRig {
  readonly db: Db;
  readonly clock: DrivenClock;
  readonly api: TestApi;
  readonly escalation: EscalationRig;
  readonly sender: Sender;
  readonly encryption = createEncryption(secret, 'contact methods');

  private constructor(db: Db, escalation: EscalationRig, clock: DrivenClock, api: TestApi) {
    this.db = db;
    this.clock = clock;
    this.escalation = escalation;
    this.api = api;
    this.sender = this.newSender();
  }

  static async make(db: Db, networks: readonly string[] = ['127.0.0.0/8']): Promise<ContactRig> {
    const escalation = await EscalationRig.make(db, enqueueEverywhere);
    const clock = drivenClock(escalation.start);
    const messages: MessagesDependencies = {
      db,
      clock,
      encryption: createEncryption(secret, 'messages'),
      loadPerson: (id) => loadPerson(db, id),
      ...messageSubjects(db, clock, () => {}),
      confirmed: (id) => setConfirmed(db, id, new Date(clock.now())),
    };
    const config = { publicUrl: 'https://tocsin.example', webhookNetworks: networks };
    const encryption = createEncryption(secret, 'contact methods');
    const throttle = createThrottle(db, clock);
    const api = await testApi(
      db,
      (a) => {
        addMessageRoutes(a, messages);
        addEscalationRoutes(a, {
          db,
          clock,
          ...peopleOfPolicies(db),
          rotationsOf: (ids) => usableRotations(db, ids),
        });
        addEventEscalationRoutes(a, { db });
        addPolicyTestRoutes(a, { db, now: async () => clock.now() });
        addRunningRoutes(a, {
          db,
          ...peopleOfPolicies(db),
          now: async () => clock.now(),
          notificationsById,
          deviceOf: (id) => loadDevice(db, id),
        });
        addContactMethods(a, { db, clock, config, encryption, throttle, messages, holder });
      },
      {
        clock,
        loaders: {
          policy: (id: number) => loadPolicy(db, id),
          notification: (id: number) => loadNotification(db, id),
        },
      },
    );
    return new ContactRig(db, escalation, clock, api);
  }

  /** A sender as another process has it. */
  newSender(over: Partial<Parameters<typeof directChannel>[0]> = {}): Sender {
    const { db, clock, encryption } = this;
    const config = { publicUrl: 'https://tocsin.example', webhookNetworks: ['127.0.0.0/8'] };
    const timeout = () => new AbortController().signal;
    const log = createLog('silent');
    const channel = directChannel({
      db,
      clock,
      log,
      encryption: createEncryption(secret, 'messages'),
      handOver: handOver({ ...sendDependencies({ db, clock, encryption, config }), timeout }, notifySources),
      failed: (trx, messageIds) => advanceAfterFailedMessages(trx, { messageIds }),
      ...over,
    });
    return new Outbox(channel, { clock, log });
  }

  calls(person: { readonly id: number }) {
    return signedIn(this.api.http, this.db, person, new Date(this.clock.now()));
  }

  /** A public call, as a service worker, a receiver or a gateway makes it. */
  post(path: string, payload: object, headers: Readonly<Record<string, string>> = {}) {
    return this.api.http.inject({
      method: 'POST',
      url: `/api/v1/${path}`,
      payload,
      headers,
      remoteAddress: '192.0.2.7',
    });
  }

  /** A verified method of a person, stored as the routes store it. */
  async method(
    person: MadeUser,
    kind: 'push' | 'sms' | 'webhook',
    address: string,
    key = `${kind} ${address}`,
  ): Promise<number> {
    const { rows } = await sql<{ id: number }>`insert into contact_method (user_id, kind, title, address, address_hash,
        secret, verified_at, created_at)
      values (${person.id}, ${kind}, 'Mine', ${this.encryption.close(address)}, ${this.encryption.hash(key)},
        ${kind === 'webhook' ? this.encryption.close('whsec_mine') : null}, ${new Date(this.clock.now())},
        ${new Date(this.clock.now())}) returning id`.execute(this.db);
    return rows[0]?.id ?? 0;
  }

  /** Moves the clock to so many minutes after the start, runs the engine, and hands over what is due. */
  async at(minutes: number): Promise<void> {
    this.clock.advanceTo(this.escalation.start + minutes * 60_000);
    await this.escalation.at(minutes);
    await this.send();
  }

  async send(sender: Sender = this.sender): Promise<void> {
    while (await sender.startDue()) await sender.idle();
  }

  /** The messages that do not go by mail, oldest first. */
  async sent(): Promise<Sent[]> {
    const { rows } = await sql<Sent>`select method, state, error, attempts, provider_id from message
      where client_id = ${this.escalation.device.clientId} and method <> 'email' order by id`.execute(this.db);
    return rows;
  }

  async acknowledgedBy(eventId: number): Promise<string | null> {
    const { rows } = await sql<{ by: string | null }>`select acknowledged_by as by from event
      where id = ${eventId}`.execute(this.db);
    return rows[0]?.by ?? null;
  }
}
