import { sql } from 'kysely';
import { inScope, type Scope } from '../../access/scope.ts';
import type { EscalationRow } from '../../notify/index.ts';
import type { Db, Trx } from '../../platform/db.ts';
import { query, type Section } from '../../platform/query.ts';
import { type MessageFact, messageColumns } from './store-event.ts';

/** Messages of one escalation that a list shows: the newest. */
const maxOfEach = 60;

export type RunningRow = EscalationRow & {
  readonly event_id: number;
  readonly device_id: number;
  readonly site_id: number;
};

/** Escalations of events at sites in scope that have not ended, with their number. */
export async function runningEscalations(
  db: Db,
  filter: { readonly scope: Scope; readonly seesSuspended: boolean; readonly siteId: number | undefined },
  page: Section,
): Promise<{ readonly rows: RunningRow[]; readonly count: number }> {
  const { scope, seesSuspended, siteId } = filter;
  const { rows } = await sql<RunningRow & { count: number }>`select x.*, count(*) over ()::int as count
    from escalation x join device d on d.id = x.device_id join site s on s.id = d.site_id
    where x.ended_at is null and x.event_id is not null and d.removed_at is null and s.removed_at is null
      and (${seesSuspended} or not (d.is_suspended or s.is_suspended))
      and (${siteId ?? null}::int is null or s.id = ${siteId ?? null}) and ${inScope(scope)}
    order by x.priority, x.started_at, x.id limit ${page.limit} offset ${page.offset}`.execute(db);
  return { rows, count: rows[0]?.count ?? 0 };
}

/** The open escalation of an event, locked until the transaction ends. */
export const lockRunning = (trx: Trx, id: number, eventId: number): Promise<RunningRow | undefined> =>
  query(trx).first(sql<RunningRow>`select x.* from escalation x
      join escalation_event ee on ee.escalation_id = x.id and ee.event_id = ${eventId}
    where x.id = ${id} and x.ended_at is null for update of x`);

/** The newest messages of each escalation, in the order in which they were due. */
export const newestMessagesOf = (db: Db, ids: readonly number[]): Promise<MessageFact[]> =>
  query(db).all(sql<MessageFact>`select ${messageColumns} from unnest(${[...ids]}::bigint[]) as x(id)
      cross join lateral (select * from message where escalation_id = x.id
        order by created_at desc, id desc limit ${maxOfEach}) m
    order by m.created_at, m.id`);

/** Which of the events of these clients e-mail rules or webhooks have told of. */
export async function toldOtherwise(
  db: Db,
  eventIds: readonly number[],
  clientIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await query(db).all(sql<{ id: number }>`select m.event_id as id
    from email_rule r cross join unnest(${[...eventIds]}::bigint[]) as x(id)
      join rule_mail m on m.rule_id = r.id and m.event_id = x.id
    where r.client_id = any(${[...clientIds]}::int[]) and m.state = 'sent'
    union select event_id from webhook_delivery
    where event_id = any(${[...eventIds]}::bigint[]) and state not in ('failed', 'cancelled')`);
  return new Set(rows.map(({ id }) => id));
}

export type EscalationOfEvent = RunningRow & { readonly about_id: number };

/** Escalations of events that have not ended, the newest of each event. */
export const runningOfEvents = (db: Db, eventIds: readonly number[]): Promise<EscalationOfEvent[]> =>
  query(db).all(sql<EscalationOfEvent>`select distinct on (ee.event_id) x.*, ee.event_id as about_id
    from escalation_event ee join escalation x on x.id = ee.escalation_id
    where ee.event_id = any(${[...eventIds]}::bigint[]) and x.ended_at is null and x.policy_test_id is null
    order by ee.event_id, x.next_at nulls last, x.id desc`);

export type MessageOfEvent = MessageFact & { readonly about_id: number };

/** The newest messages about each event, in the order in which they were due. */
export const messagesOfEvents = (db: Db, eventIds: readonly number[]): Promise<MessageOfEvent[]> =>
  query(db).all(sql<MessageOfEvent>`select ${messageColumns}, m.event_id as about_id
    from unnest(${[...eventIds]}::bigint[]) as x(id)
      cross join lateral (select * from message where event_id = x.id and not is_test
        order by created_at desc, id desc limit ${maxOfEach}) m
    order by m.created_at, m.id`);
