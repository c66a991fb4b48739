import type { PolicyValues } from '@tocsin/contract/escalation';
import { noResponse } from '@tocsin/contract/responses';
import { sql } from 'kysely';
import { loadPerson } from '../../access/store.ts';
import { insertPolicy } from '../../features/escalation/store.ts';
import { emergencyAddress } from '../../features/on-call/index.ts';
import type { Db } from '../../platform/db.ts';
import type { FaultPoint } from '../../platform/fault-injection.ts';
import { createLog } from '../../platform/log.ts';
import { type MadeDevice, type MadeUser, makeDevice, makeUser } from '../../platform/testing/factories.ts';
import type { EngineDependencies } from '../2-escalate/policies/dependencies.ts';
import { escalate } from '../2-escalate/policies/engine.ts';
import { advanceAfterFailedMessages, databaseNow } from '../2-escalate/policies/store-escalations.ts';
import { dutyHolders } from '../3-resolve/holders.ts';
import { readRoster } from '../3-resolve/store-roster.ts';
import { webhooksById } from '../3-resolve/store-webhooks.ts';
import { enqueueMessage, putGathered } from '../4-deliver/enqueue.ts';
import { mailAboutEvents } from '../4-deliver/mail/events-mail.ts';
import { createMailGate } from '../4-deliver/mail/gate.ts';
import { claimGathered } from '../4-deliver/store-messages.ts';
import { enqueueForPolicy } from '../4-deliver/webhook/for-policies.ts';
import type { StoredTarget } from '../policy-fields.ts';

const minute = 60_000;

/** A policy's values with what a test does not care about. */
export type PolicyOver = Partial<Omit<PolicyValues, 'steps'>> & {
  /** Per step: after how many minutes, whom, and whether everybody must acknowledge. */
  readonly steps: readonly (readonly [after: number, people: readonly MadeUser[], everybody?: 'everybody'])[];
};

const enqueueMail: EngineDependencies['enqueueMessage'] = (trx, message) => enqueueMessage(trx, message, message.at);

/** Policies, events and the engine on a real database, with a clock that the test moves. */
export class EscalationRig {
  readonly db: Db;
  readonly device: MadeDevice;
  readonly dependencies: EngineDependencies;
  readonly gate: ReturnType<typeof createMailGate>;
  /** The time when the rig was made; minutes of a test count from here. */
  readonly start: number;
  #at: number;
  #during: { readonly point: FaultPoint; readonly work: () => Promise<void> } | null = null;
  #nextId: number;

  private constructor(db: Db, device: MadeDevice, start: number, enqueue: EngineDependencies['enqueueMessage']) {
    this.db = db;
    this.device = device;
    this.start = start;
    this.#at = start;
    // Ids of events are unique in the whole database.
    this.#nextId = device.id * 1_000;
    this.gate = createMailGate({ db, encryption: { hash: (text) => Buffer.from(text.padEnd(32).slice(-32)) } });
    this.dependencies = {
      db,
      log: createLog('silent'),
      publicUrl: 'https://tocsin.example',
      now: async () => this.#at,
      failedSteps: new Map(),
      injectFault: async (point) => {
        const during = this.#during;
        if (during?.point !== point) return;
        this.#during = null;
        await during.work();
      },
      rosterOf: (ids) => readRoster(db, ids, (id) => loadPerson(db, id)),
      holdersOf: (ids, from, to) => dutyHolders(db, ids, from, to),
      webhooksOf: (ids) => webhooksById(db, ids),
      enqueueWebhook: enqueueForPolicy,
      emergencyAddress,
      enqueueMessage: enqueue,
      gathered: (trx, at) => claimGathered(trx, at),
      mailGathered: putGathered,
      mailAbout: (eventIds, parts) =>
        mailAboutEvents(
          {
            db,
            publicUrl: 'https://tocsin.example',
            saidOf: async (_db, events) => new Map(events.map(({ id }) => [id, { unit: 'C', response: noResponse }])),
            storyText: async (_db, userId, _eventId, language) =>
              `The story as person ${userId} reads it in ${language}.`,
          },
          eventIds,
          parts,
        ),
    };
  }

  /** `enqueue`: what stores a message of a step; by default mails alone. */
  static async make(db: Db, enqueue: EngineDependencies['enqueueMessage'] = enqueueMail): Promise<EscalationRig> {
    return new EscalationRig(db, await makeDevice(db), await databaseNow(db), enqueue);
  }

  /** A rig whose clock begins at a moment, unix ms. */
  static async startingAt(db: Db, start: number): Promise<EscalationRig> {
    return new EscalationRig(db, await makeDevice(db), start, enqueueMail);
  }

  /** Has the engine await `work` once at a point of its next step. */
  during(point: FaultPoint, work: () => Promise<void>): void {
    this.#during = { point, work };
  }

  /** Resolves when a statement on events waits for a lock. */
  async waitForLock(): Promise<void> {
    for (;;) {
      const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock' and query like 'update event%'`.execute(this.db);
      if (rows.length > 0) return;
    }
  }

  person(first_name: string): Promise<MadeUser> {
    return makeUser(this.db, { on: { [this.device.siteId]: 'User' }, first_name, last_name: 'Test' });
  }

  /** Stores a policy of the device's site; returns its id. */
  policy({ steps, ...rest }: PolicyOver): Promise<number> {
    return this.policyOf(
      steps.map(([after, people, everybody]) => [
        after,
        people.map(({ id }) => ({ kind: 'person', id, name: `person ${id}` })),
        everybody,
      ]),
      rest,
    );
  }

  /** Like `policy`, with any targets. */
  policyOf(
    steps: readonly (readonly [after: number, targets: readonly StoredTarget[], everybody?: 'everybody' | undefined])[],
    over: Omit<PolicyOver, 'steps'> = {},
  ): Promise<number> {
    const { clientId, siteId } = this.device;
    return this.db.transaction().execute((trx) =>
      insertPolicy(
        trx,
        { clientId, siteId },
        {
          title: over.title ?? 'Night',
          event_types: over.event_types ?? ['alarm_on'],
          least_priority: 4,
          device_ids: over.devices ?? null,
          steps: steps.map(([after_minutes, targets, everybody]) => ({
            after_minutes,
            everybody: everybody !== undefined,
            targets: [...targets],
          })),
          repeats: over.repeats ?? 0,
          repeat_after_minutes: over.repeat_after_minutes ?? 10,
          goes_on_after_clearing: over.goes_on_after_clearing ?? true,
        },
        new Date(this.start),
      ),
    );
  }

  /** Stores an event and makes it pending, as the pipeline does in one transaction. */
  async event(
    over: {
      readonly type?: string;
      readonly sensor?: string;
      readonly priority?: number;
      readonly isTest?: boolean;
      readonly isNotified?: boolean;
    } = {},
  ): Promise<number> {
    const id = this.#nextId++;
    const { device } = this;
    await sql`with stored as (insert into event (id, at, received_at, device_id, client_id, site_id, type, client_name,
        site_name, device_name, group_id, sensor_id, sensor_name, content, value, is_active, is_late, is_notified, is_test,
        needs_acknowledgement, priority)
      values (${id}, ${this.#at}, ${this.#at}, ${device.id}, ${device.clientId}, ${device.siteId},
        ${over.type ?? 'alarm_on'}, 'Prairie Grain', 'North elevator', 'Leg 1', '4', ${over.sensor ?? '4000'}, 'Head bearing', 'Absolute',
        84.5, true, false, ${over.isNotified ?? true}, ${over.isTest ?? false}, true, ${over.priority ?? 2}))
      insert into pending_event (event_id, audience, at) values (${id}, 'policies', ${new Date(this.#at)})`.execute(
      this.db,
    );
    return id;
  }

  async acknowledge(eventId: number, { id }: MadeUser): Promise<void> {
    await sql`update event set acknowledged_by = 'somebody', acknowledged_user = ${id}, acknowledged_at = ${this.#at}
      where id = ${eventId}`.execute(this.db);
  }

  async clear(eventId: number): Promise<void> {
    await sql`update event set is_active = false, ended_at = ${this.#at} where id = ${eventId}`.execute(this.db);
  }

  /** Moves the clock to so many minutes after the start and runs the engine until nothing is due. */
  async at(minutes: number): Promise<void> {
    this.#at = this.start + minutes * minute;
    while (await escalate(this.dependencies));
  }

  /** As `at`, but goes on when the database ends a connection. */
  async tryAt(minutes: number): Promise<void> {
    try {
      await this.at(minutes);
    } catch {
      // What was not committed is run at the next call.
    }
  }

  /** Begins and ends the sending of every queued message, as the mailer does; returns who got one, by first name. */
  async send(outcome: 'sent' | 'failed' = 'sent'): Promise<string[]> {
    const { rows } = await sql<{ id: number; html: string; text: string; name: string }>`select m.id, m.html, m.text,
        u.first_name as name
      from mail m join users u on u.id = m.user_id
      where m.state = 'pending' and m.next_at <= ${new Date(this.#at)} and m.client_id = ${this.device.clientId}
      order by m.id`.execute(this.db);
    const reached: string[] = [];
    for (const mail of rows) {
      const begun = await this.gate.begin(mail);
      await sql`update mail set state = ${begun ? outcome : 'cancelled'} where id = ${mail.id}`.execute(this.db);
      if (!begun) continue;
      await this.db.transaction().execute(async (trx) => {
        if (outcome === 'sent') await this.gate.settled(trx, mail.id, { kind: 'sent', providerId: null });
        else {
          await this.gate.settled(trx, mail.id, { kind: 'failed', error: 'no such mailbox' });
          await advanceAfterFailedMessages(trx, { mailId: mail.id });
        }
      });
      reached.push(mail.name);
    }
    return reached;
  }

  /** Moves the clock, runs the engine, and returns who gets a message. */
  async sentAt(minutes: number): Promise<string[]> {
    await this.at(minutes);
    return await this.send();
  }

  async states(): Promise<string[]> {
    const { rows } = await sql<{ state: string }>`select state from escalation where device_id = ${this.device.id}
      order by id`.execute(this.db);
    return rows.map((row) => row.state);
  }
}
