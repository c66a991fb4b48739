import type { MessageState } from '@tocsin/contract/messages';
import { sql } from 'kysely';
import type { Trx } from '../../platform/audit.ts';
import type { Db } from '../../platform/db.ts';

export interface NewMessage {
  readonly clientId: number;
  readonly eventId: number;
  readonly userId: number;
  readonly userName: string;
  readonly method: 'email';
  /** Names the cause: the same message enqueued twice is one. */
  readonly causeKey: string;
  readonly escalationId: number | null;
  /** The step of the escalation, counted over all rounds. */
  readonly step: number | null;
  readonly isTest: boolean;
}

/**
 * Stores a message in the caller's transaction and returns its id; null when the same cause has one already, or when
 * the person had one about the event by the same method within the last minute.
 */
export async function insertMessage(trx: Trx, message: NewMessage, at: Date): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`insert into message (client_id, event_id, user_id, user_name, method,
      cause_key, escalation_id, step, is_test, created_at)
    select ${message.clientId}, ${message.eventId}, ${message.userId}, ${message.userName}, ${message.method},
      ${message.causeKey}, ${message.escalationId}, ${message.step}, ${message.isTest}, ${at}::timestamptz
    where ${message.isTest} or not exists (select 1 from message
      where event_id = ${message.eventId} and user_id = ${message.userId} and method = ${message.method}
        and created_at > ${at}::timestamptz - interval '1 minute' and state <> 'cancelled')
    on conflict (cause_key) do nothing returning id`.execute(trx);
  return rows[0]?.id ?? null;
}

/** Where a person's mails go; undefined: the account is gone. */
export async function addressOf(db: Db, userId: number): Promise<string | undefined> {
  const { rows } = await sql<{
    email: string;
  }>`select email from users where id = ${userId} and removed_at is null`.execute(db);
  return rows[0]?.email;
}

export async function setMail(trx: Trx, id: number, mailId: number): Promise<void> {
  await sql`update message set mail_id = ${mailId} where id = ${id}`.execute(trx);
}

/** A message that is begun: what its one-use link needs. */
export interface BegunMessage {
  readonly id: number;
  readonly created_at: Date;
}

/**
 * Marks the message of a mail as being sent, in one statement, so that none is begun after the commit that cancelled
 * it. Undefined: it is cancelled.
 */
export async function beginMessage(db: Db, mailId: number): Promise<BegunMessage | undefined> {
  const { rows } = await sql<BegunMessage>`update message set state = 'sending',
      began_at = coalesce(began_at, clock_timestamp())
    where mail_id = ${mailId} and state in ('pending', 'sending') and cancelled_at is null
    returning id, created_at`.execute(db);
  return rows[0];
}

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

export interface MessageRow {
  readonly id: number;
  readonly event_id: number;
  readonly user_id: number;
  readonly user_name: string;
  readonly client_id: number;
  readonly method: 'email';
  readonly state: MessageState;
  readonly is_test: boolean;
  /** Whether the receiver belongs to the client whose plant it is about. */
  readonly is_member: boolean;
  readonly escalation_id: number | null;
  readonly step: number | null;
  readonly created_at: Date;
  readonly sent_at: Date | null;
  readonly opened_at: Date | null;
  readonly acknowledged_at: Date | null;
  readonly failed_at: Date | null;
  readonly cancelled_at: Date | null;
}

const columns = sql.raw(`m.id, m.event_id, m.user_id, m.user_name, m.client_id, m.method, m.state, m.is_test,
  exists (select 1 from client_member cm where cm.client_id = m.client_id and cm.user_id = m.user_id) as is_member,
  m.escalation_id, m.step, m.created_at, m.sent_at, m.opened_at, m.acknowledged_at, m.failed_at, m.cancelled_at`);

/** The messages about these events, oldest first. */
export async function messagesAbout(db: Db, eventIds: readonly number[], limit: number): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`select ${columns} from message m
    where m.event_id = any(${[...eventIds]}::bigint[]) order by m.created_at, m.id limit ${limit}`.execute(db);
  return rows;
}

export async function findMessage(db: Db, id: number): Promise<MessageRow | undefined> {
  const { rows } = await sql<MessageRow>`select ${columns} from message m where m.id = ${id}`.execute(db);
  return rows[0];
}

/** Notes that the receiver opened the message's page; the first time counts. */
export async function markOpened(db: Db, id: number): Promise<void> {
  await sql`update message set opened_at = clock_timestamp(),
      state = case when state in ('sent', 'delivered') then 'opened' else state end
    where id = ${id} and opened_at is null`.execute(db);
}

/** The receiver acknowledged by this message; it can be used once. */
export async function markAcknowledged(trx: Trx, id: number): Promise<boolean> {
  const { rows } = await sql`update message set state = 'acknowledged', acknowledged_at = clock_timestamp()
    where id = ${id} and state <> 'acknowledged' returning id`.execute(trx);
  return rows.length > 0;
}

/** Deletes messages from before a moment. */
export async function deleteOldMessages(db: Db, before: Date): Promise<void> {
  await sql`delete from message where created_at < ${before} and state not in ('pending', 'sending')`.execute(db);
}
