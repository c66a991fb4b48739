import { type Selectable, sql } from 'kysely';
import type pg from 'pg';
import type { EventChange, EventRow } from '../../pipeline/types.ts';
import type { Trx } from '../../platform/db.ts';
import { query } from '../../platform/query.ts';
import type { PendingEventTable } from '../../platform/tables.ts';
import { type Audience, type PendingEvent, pendingOf } from './match.ts';

/** Notification channel of transactions that make work for the matching or the escalations. */
export const pendingEventChannel = 'pending_event';

/** Stores whom to ask about events, in the transaction that stores the events. Nothing for webhooks while none is on. */
async function enqueuePending(
  transaction: Pick<pg.ClientBase, 'query'>,
  pending: readonly PendingEvent[],
): Promise<void> {
  if (pending.length === 0) return;
  await transaction.query(
    `with pending as (insert into pending_event (event_id, audience, is_again)
       select p.event_id, p.audience, p.is_again
       from unnest($1::bigint[], $2::text[], $3::boolean[]) with ordinality as p (event_id, audience, is_again, n)
       where p.audience <> 'webhooks' or exists (select 1 from webhook where is_active) order by p.n)
     select pg_notify($4, '')`,
    [
      pending.map(({ eventId }) => eventId),
      pending.map(({ audience }) => audience),
      pending.map(({ isAgain }) => isAgain),
      pendingEventChannel,
    ],
  );
}

/** Stores whom to ask about what a batch of the pipeline stores, in its transaction. */
export const enqueueForEvents = (
  transaction: Pick<pg.ClientBase, 'query'>,
  { events, changes }: { readonly events: readonly EventRow[]; readonly changes: readonly EventChange[] },
): Promise<void> => enqueuePending(transaction, pendingOf(events, changes));

/** Looks up the policies of a stored event again once the transaction is committed. */
export const enqueueEscalation = (trx: Trx, eventId: number): Promise<void> =>
  query(trx).run(sql`with pending as (insert into pending_event (event_id, audience) values (${eventId}, 'policies'))
    select pg_notify(${pendingEventChannel}, '')`);

/** An event that an audience has not been asked about; `at`: when the event was stored. */
export type PendingRow = Omit<Selectable<PendingEventTable>, 'audience' | 'retry_at'>;

/**
 * The oldest pending events of an audience, locked until the transaction ends. Others wait, so that order is preserved,
 * or with `skipsLocked` take the next ones.
 */
export const claimPending = (
  trx: Trx,
  audience: Audience,
  now: Date,
  { limit, skipsLocked = false }: { readonly limit: number; readonly skipsLocked?: boolean },
): Promise<PendingRow[]> =>
  query(trx).all(sql<PendingRow>`select id, event_id, is_again, at, attempts from pending_event
    where audience = ${audience} and (retry_at is null or retry_at <= ${now}) order by id limit ${limit}
    for update ${sql.raw(skipsLocked ? 'skip locked' : '')}`);

export const deletePending = (trx: Trx, ids: readonly number[]): Promise<void> =>
  query(trx).run(sql`delete from pending_event where id = any(${[...ids]}::bigint[])`);

export const postponePending = (trx: Trx, id: number, at: Date): Promise<void> =>
  query(trx).run(sql`update pending_event set attempts = attempts + 1, retry_at = ${at} where id = ${id}`);
