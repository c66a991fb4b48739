import type { MessageMethod } from '@tocsin/contract/messages';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db.ts';
import { query } from '../../platform/query.ts';

/** What a message is about: an event, or a live-fire test of a policy. */
export type About =
  | { readonly eventId: number; readonly policyTestId: null }
  | { readonly eventId: null; readonly policyTestId: number };

export type NewMessage = About & {
  readonly clientId: number;
  readonly userId: number;
  readonly userName: string;
  readonly method: MessageMethod;
  /** Null: the person's mail address. */
  readonly contactMethodId: number | null;
  /** Names the cause: the same message enqueued twice is one. */
  readonly causeKey: string;
  readonly escalationId: number | null;
  /** The step of the escalation, counted over all rounds. */
  readonly step: number | null;
  readonly isTest: boolean;
  /** 1 critical to 4 low. */
  readonly priority: number;
};

/** A message that was stored. */
interface StoredMessage {
  readonly id: number;
  readonly is_gathered: boolean;
  readonly goes_at: Date;
}

/** Messages to one person within ten minutes that have mails of their own. */
const maxAlone = 10;

/**
 * Stores a message in the caller's transaction and returns it with the time at which it goes. A person gets one message
 * about an event by the same method a minute: null when another policy has just sent one, or when the same cause has one
 * already; a further step of the same escalation, which a late step before it brought too close, goes when the minute
 * is over. A person with ten messages in ten minutes gets further ones gathered, except the first about something
 * critical. Messages from later than a minute after `at` are from before the clock was set back, and do not count.
 */
export async function insertMessage(trx: Trx, message: NewMessage, at: Date): Promise<StoredMessage | null> {
  const { rows } = await sql<StoredMessage>`with recent as (select priority from message
      where user_id = ${message.userId} and method = ${message.method} and not is_test and state <> 'cancelled'
        and contact_method_id is not distinct from ${message.contactMethodId}
        and created_at between ${at}::timestamptz - interval '10 minutes'
          and ${at}::timestamptz + interval '1 minute'),
    told as (select created_at, escalation_id from message
      where event_id = ${message.eventId}::bigint and user_id = ${message.userId} and method = ${message.method}
        and contact_method_id is not distinct from ${message.contactMethodId}
        and created_at > ${at}::timestamptz - interval '1 minute'
        and created_at < ${at}::timestamptz + interval '1 minute' and state not in ('cancelled', 'failed')),
    goes as (select greatest(${at}::timestamptz, max(created_at) + interval '1 minute') as at from told)
    insert into message (client_id, event_id, policy_test_id, user_id, user_name, method,
      contact_method_id, due_at, cause_key, escalation_id, step, is_test, priority, is_gathered, created_at)
    select ${message.clientId}, ${message.eventId}::bigint, ${message.policyTestId}::bigint, ${message.userId}, ${message.userName}, ${message.method},
      ${message.contactMethodId}, case when ${message.method} <> 'email' then goes.at end,
      ${message.causeKey}, ${message.escalationId}, ${message.step}, ${message.isTest},
      ${message.priority},
      not ${message.isTest} and (select count(*) from recent) >= ${maxAlone}
        and not (${message.priority} = 1 and not exists (select 1 from recent where priority = 1)), goes.at
    from goes where ${message.isTest}
      or not exists (select 1 from told where escalation_id is distinct from ${message.escalationId})
    on conflict (cause_key) do nothing returning id, is_gathered, created_at as goes_at`.execute(trx);
  return rows[0] ?? null;
}

/** Notification channel used when a message waits that does not go by mail. */
export const pendingMessagesChannel = 'pending_message';
export const wakeSenders = (trx: Trx): Promise<void> =>
  query(trx).run(sql`select pg_notify(${pendingMessagesChannel}, '')`);

/** Messages that nobody can get any more. */
export const failMessages = (trx: Trx, ids: readonly number[], error: string): Promise<void> =>
  query(trx).run(sql`update message set state = 'failed', failed_at = clock_timestamp(), error = ${error}
    where id = any(${[...ids]}::bigint[])`);

/** Where a person's mails go; undefined: the account is gone. */
export async function addressOf(db: Db, userId: number): Promise<string | undefined> {
  const { rows } = await sql<{
    email: string;
  }>`select email from users where id = ${userId} and removed_at is null`.execute(db);
  return rows[0]?.email;
}

export const setMail = (trx: Trx, ids: readonly number[], mailId: number): Promise<void> =>
  query(trx).run(sql`update message set mail_id = ${mailId} where id = any(${[...ids]}::bigint[])`);

/** Messages of one person that wait for one mail. */
export interface Gathered {
  readonly userId: number;
  readonly clientId: number;
  readonly ids: readonly number[];
  readonly eventIds: readonly number[];
}

/** How long further messages are waited for, and most events of one mail. */
const gatherFor = '1 minute';
const maxGathered = 300;

/** The gathered messages of the person who waits longest, locked until the transaction ends. */
export async function claimGathered(trx: Trx, at: Date): Promise<Gathered | undefined> {
  const { rows } = await sql<{ id: number; event_id: number; user_id: number; client_id: number }>`with longest as (
      select user_id, client_id from message
      where is_gathered and method = 'email' and mail_id is null and state = 'pending'
        and (created_at <= ${at}::timestamptz - ${gatherFor}::interval
          or created_at > ${at}::timestamptz + ${gatherFor}::interval)
      order by created_at limit 1)
    select m.id, m.event_id, m.user_id, m.client_id from message m join longest using (user_id, client_id)
    where m.is_gathered and m.method = 'email' and m.mail_id is null and m.state = 'pending'
    order by m.priority, m.id limit ${maxGathered} for update of m skip locked`.execute(trx);
  const [first] = rows;
  if (!first) return undefined;
  return {
    userId: first.user_id,
    clientId: first.client_id,
    ids: rows.map((row) => row.id),
    eventIds: [...new Set(rows.map((row) => row.event_id))],
  };
}

/** A message that is begun: what its one-use link needs. */
export interface BegunMessage {
  readonly id: number;
  readonly created_at: Date;
}

/**
 * Marks the messages of a mail as being sent, in one statement, so that none is begun after the commit that cancelled
 * it. Empty: all are cancelled.
 */
export const beginMessages = (db: Db, mailId: number): Promise<readonly BegunMessage[]> =>
  query(db).all(sql<BegunMessage>`update message set state = 'sending',
      began_at = coalesce(began_at, clock_timestamp())
    where mail_id = ${mailId} and state in ('pending', 'sending') and cancelled_at is null
    returning id, created_at`);

/**
 * Marks messages as cancelled whose sending a process began and did not live to finish, and which were cancelled since.
 * Whether the mail had arrived by then is not known; it is not begun again.
 */
export const abandonMessages = (db: Db, mailId: number): Promise<void> =>
  query(db).run(sql`update message set state = 'cancelled'
    where mail_id = ${mailId} and state = 'sending' and cancelled_at is not null`);

/** Writes what became of the sending; what was acknowledged meanwhile stays so. */
export async function settleMessage(
  trx: Trx,
  mailId: number,
  outcome:
    | { readonly kind: 'sent'; readonly providerId: string | null }
    | { readonly kind: 'later' | 'failed'; readonly error: string },
): Promise<void> {
  if (outcome.kind === 'sent')
    await sql`update message set state = 'sent', sent_at = clock_timestamp(), provider_id = ${outcome.providerId}
      where mail_id = ${mailId} and state = 'sending'`.execute(trx);
  else
    await sql`update message set error = ${outcome.error.slice(0, 500)},
        failed_at = case when ${outcome.kind === 'failed'} then clock_timestamp() end,
        state = case when ${outcome.kind === 'failed'} then 'failed'
          when cancelled_at is not null then 'cancelled' else 'pending' end
      where mail_id = ${mailId} and state = 'sending'`.execute(trx);
}

/** Notes that the receiver opened the message's page; the first time counts. */
export const markOpened = (db: Db, id: number): Promise<void> =>
  query(db).run(sql`update message set opened_at = clock_timestamp(),
      state = case when state in ('sent', 'delivered') then 'opened' else state end
    where id = ${id} and opened_at is null`);

/** The receiver acknowledged by this message; it can be used once. */
export const markAcknowledged = (trx: Trx, id: number): Promise<boolean> =>
  query(trx).exists(sql`update message set state = 'acknowledged', acknowledged_at = clock_timestamp()
    where id = ${id} and state <> 'acknowledged' returning id`);

/** What a stored message is about. */
export function aboutOf(message: { readonly event_id: number | null; readonly policy_test_id: number | null }): About {
  const { event_id: eventId, policy_test_id: policyTestId } = message;
  if (eventId !== null) return { eventId, policyTestId: null };
  if (policyTestId === null) throw new Error('a message about nothing');
  return { eventId, policyTestId };
}
