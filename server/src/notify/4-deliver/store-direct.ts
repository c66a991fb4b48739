import type { MessageMethod } from '@tocsin/contract/messages';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db.ts';
import { query } from '../../platform/query.ts';

/** A message that does not go by mail, taken to be handed over now. */
export interface DirectMessage {
  readonly id: number;
  /** Null: it is about a test. */
  readonly event_id: number | null;
  readonly policy_test_id: number | null;
  readonly client_id: number;
  readonly user_id: number;
  readonly method: Exclude<MessageMethod, 'email'>;
  /** Null: the method was removed. */
  readonly contact_method_id: number | null;
  /** 1 critical to 4 low. */
  readonly priority: number;
  readonly is_gathered: boolean;
  readonly is_test: boolean;
  readonly attempts: number;
  /** Number of the lease by which it is held. */
  readonly lease: number;
  readonly created_at: Date;
}

const columns =
  sql.raw(`m.id, m.event_id, m.policy_test_id, m.client_id, m.user_id, m.method, m.contact_method_id, m.priority,
  m.is_gathered, m.is_test, m.attempts, m.lease, m.created_at`);

/** How long gathered messages wait for each other. */
const gatherFor = '1 minute';

/**
 * Takes due messages until `leaseUntil`, the most urgent first and one of each contact method, so that one slow receiver
 * takes one place; what a dead process has taken is due again after that. Busy methods are left out. Cancelled ones that
 * a process began and did not live to finish are ended.
 */
export async function claimDirect(
  db: Db,
  options: {
    readonly now: Date;
    readonly leaseUntil: Date;
    readonly limit: number;
    readonly busy: readonly number[];
    /** Pushes and SMS that were written earlier are left to `failStale`. */
    readonly staleBefore: Date;
  },
): Promise<DirectMessage[]> {
  const { now, leaseUntil, limit, busy, staleBefore } = options;
  await sql`update message set state = 'cancelled', due_at = null
    where state = 'sending' and cancelled_at is not null and due_at <= ${now}`.execute(db);
  return await query(db).all(sql<DirectMessage>`with due as (
      select distinct on (contact_method_id) id, priority, due_at from message
      where due_at <= ${now} and state in ('pending', 'sending') and cancelled_at is null
        and (contact_method_id is null or contact_method_id <> all(${[...busy]}::int[]))
        and (not is_gathered or created_at <= ${now}::timestamptz - ${gatherFor}::interval)
        and not (${isStale(staleBefore)})
      order by contact_method_id, priority, due_at),
    first as (select id from due order by priority, due_at limit ${limit}),
    taken as (select id from message where id in (select id from first) and state in ('pending', 'sending')
      and due_at <= ${now} and cancelled_at is null for update skip locked)
    update message m set state = 'sending', attempts = m.attempts + 1, lease = m.lease + 1, due_at = ${leaseUntil},
      began_at = coalesce(m.began_at, clock_timestamp())
    where m.id in (select id from taken) returning ${columns}`);
}

const isStale = (staleBefore: Date) => sql`method <> 'webhook'
  and created_at + case when is_gathered then ${gatherFor}::interval else interval '0' end < ${staleBefore}`;

/**
 * Ends at most `limit` pushes and SMS that wait since before `staleBefore`, without an attempt; returns their ids. After
 * an outage of a gateway thousands of them can wait.
 */
export async function failStale(
  trx: Trx,
  options: { readonly now: Date; readonly staleBefore: Date; readonly error: string; readonly limit: number },
): Promise<number[]> {
  const { now, staleBefore, error, limit } = options;
  const { rows } = await sql<{ id: number }>`update message set state = 'failed', failed_at = clock_timestamp(),
      due_at = null, error = ${error}
    where id in (select id from message where due_at <= ${now} and state in ('pending', 'sending')
        and cancelled_at is null and ${isStale(staleBefore)}
      order by id limit ${limit} for update skip locked)
    returning id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Takes the other gathered messages of a method that go with one that is taken; returns them. */
export const claimWith = (db: Db, message: DirectMessage, leaseUntil: Date): Promise<Leased[]> =>
  query(db).all(sql<Leased>`update message set state = 'sending', attempts = attempts + 1, lease = lease + 1,
      due_at = ${leaseUntil}, began_at = coalesce(began_at, clock_timestamp())
    where contact_method_id = ${message.contact_method_id} and client_id = ${message.client_id} and is_gathered
      and state = 'pending' and cancelled_at is null and id <> ${message.id} returning id, lease`);

/** What became of handing messages over. */
export type DirectOutcome =
  | { readonly kind: 'sent' | 'delivered'; readonly providerId: string | null }
  | { readonly kind: 'later'; readonly error: string; readonly dueAt: Date }
  | { readonly kind: 'failed'; readonly error: string };

/** A message held by a lease. */
type Leased = Pick<DirectMessage, 'id' | 'lease'>;

/**
 * Writes the outcome in the caller's transaction; what was acknowledged or delivered meanwhile stays so, and what another
 * process has claimed since is left to it. Returns the ids of those that it was written of.
 */
export async function settleDirect(trx: Trx, claimed: readonly Leased[], outcome: DirectOutcome): Promise<number[]> {
  const fields =
    'providerId' in outcome
      ? sql`state = ${outcome.kind}, sent_at = clock_timestamp(), due_at = null, error = '',
        delivered_at = case when ${outcome.kind} = 'delivered' then clock_timestamp() else m.delivered_at end,
        provider_id = ${outcome.providerId}`
      : outcome.kind === 'failed'
        ? sql`state = 'failed', failed_at = clock_timestamp(), due_at = null, error = ${outcome.error.slice(0, 500)}`
        : sql`error = ${outcome.error.slice(0, 500)},
        state = case when m.cancelled_at is not null then 'cancelled' else 'pending' end,
        due_at = case when m.cancelled_at is not null then null else ${outcome.dueAt}::timestamptz end`;
  const { rows } = await sql<{ id: number }>`update message m set ${fields}
    from unnest(${claimed.map(({ id }) => id)}::bigint[], ${claimed.map(({ lease }) => lease)}::int[]) as c (id, lease)
    where m.id = c.id and m.lease = c.lease and m.state = 'sending' returning m.id`.execute(trx);
  return rows.map(({ id }) => id);
}

/**
 * The receiver's device showed it. Returns its contact method: a message that is being handed over can be confirmed
 * before its hand-over is written.
 */
export async function markDelivered(db: Db, id: number): Promise<number | null> {
  const { rows } = await sql<{ contact_method_id: number | null }>`update message
    set delivered_at = coalesce(delivered_at, clock_timestamp()), sent_at = coalesce(sent_at, clock_timestamp()),
      due_at = null,
      state = case when state in ('sending', 'sent') then 'delivered' else state end
    where id = ${id} returning contact_method_id`.execute(db);
  return rows[0]?.contact_method_id ?? null;
}

/** Writes what an SMS gateway reports; returns the contact method of the message, null when there is none. */
export async function markReported(
  db: Db,
  providerId: string,
  state: 'delivered' | 'failed',
): Promise<{ readonly id: number; readonly contact_method_id: number | null } | null> {
  const { rows } = await sql<{ id: number; contact_method_id: number | null }>`update message set state = ${state},
      delivered_at = case when ${state} = 'delivered' then clock_timestamp() else delivered_at end,
      failed_at = case when ${state} = 'failed' then clock_timestamp() else failed_at end,
      error = case when ${state} = 'failed' then 'The gateway could not deliver it' else '' end
    where method = 'sms' and provider_id = ${providerId} and state = 'sent'
      and created_at > now() - interval '3 days'
    returning id, contact_method_id`.execute(db);
  return rows[0] ?? null;
}
