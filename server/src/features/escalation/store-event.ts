import type { StepGap } from '@tocsin/contract/escalation';
import type { MessageMethod, MessageState } from '@tocsin/contract/messages';
import { sql } from 'kysely';
import type { EscalationRow } from '../../notify/index.ts';
import type { Db } from '../../platform/db.ts';
import { query, type Section } from '../../platform/query.ts';

/** Escalations and messages that one event shows. */
const maxEscalations = 50;
const maxMessages = 500;

/** The escalations that an event belongs to, the newest first. */
export const escalationsOfEvent = (db: Db, eventId: number): Promise<EscalationRow[]> =>
  query(db).all(sql<EscalationRow>`select x.* from escalation x
      join escalation_event ee on ee.escalation_id = x.id
    where ee.event_id = ${eventId} order by x.started_at desc, x.id desc limit ${maxEscalations}`);

export interface StepRow {
  readonly escalation_id: number;
  readonly step: number;
  readonly at: Date;
  readonly gaps: readonly StepGap[];
  readonly spared: readonly { readonly id: number; readonly name: string; readonly policy: string }[];
}

export const stepsOf = (db: Db, ids: readonly number[]): Promise<StepRow[]> =>
  query(db).all(sql<StepRow>`select escalation_id, step, at, gaps, spared from escalation_step
    where escalation_id = any(${[...ids]}::bigint[]) order by escalation_id, step`);

/** A message with what became of it. */
export interface MessageFact {
  readonly id: number;
  readonly user_id: number;
  readonly user_name: string;
  readonly method: MessageMethod;
  readonly state: MessageState;
  readonly is_test: boolean;
  /** Whether the receiver belongs to the client whose plant it is about. */
  readonly is_member: boolean;
  readonly escalation_id: number | null;
  readonly step: number | null;
  readonly created_at: Date;
  readonly sent_at: Date | null;
  readonly delivered_at: Date | null;
  readonly error: string;
  readonly opened_at: Date | null;
  readonly acknowledged_at: Date | null;
  readonly failed_at: Date | null;
  readonly cancelled_at: Date | null;
}

/** The columns of a message, which a query calls `m`. */
export const messageColumns =
  sql.raw(`m.id, m.user_id, m.user_name, m.method, m.state, m.is_test, m.escalation_id, m.step, m.created_at, m.sent_at,
  exists (select 1 from client_member cm where cm.client_id = m.client_id and cm.user_id = m.user_id) as is_member,
  m.delivered_at, m.error, m.opened_at, m.acknowledged_at, m.failed_at, m.cancelled_at`);

/** The messages about an event, if any, and of escalations, in the order in which they were due. */
export const messagesOf = (db: Db, ids: readonly number[], eventId: number | null): Promise<MessageFact[]> =>
  query(db).all(sql<MessageFact>`select ${messageColumns}
    from message m where m.escalation_id = any(${[...ids]}::bigint[]) or m.event_id = ${eventId}::bigint
    order by m.created_at, m.id limit ${maxMessages}`);

/** What a webhook of the client got. */
export interface DeliveryFact {
  readonly id: number;
  readonly webhook_id: number;
  readonly title: string;
  readonly event_id: number | null;
  readonly state: 'pending' | 'sending' | 'delivered' | 'failed' | 'cancelled';
  readonly escalation_id: number | null;
  readonly step: number | null;
  readonly created_at: Date;
  readonly ended_at: Date | null;
  readonly cancelled_at: Date | null;
}

/** The deliveries about an event, if any, and of escalations, in the order in which they were due. */
export const deliveriesOf = (db: Db, ids: readonly number[], eventId: number | null): Promise<DeliveryFact[]> =>
  query(db).all(sql<DeliveryFact>`select d.number as id, d.webhook_id, w.title, d.event_id, d.state,
      d.escalation_id, d.step, d.created_at, d.ended_at, d.cancelled_at
    from webhook_delivery d join webhook w on w.id = d.webhook_id
    where d.escalation_id = any(${[...ids]}::bigint[])
      or (d.event_id = ${eventId}::bigint and d.event_type not like 'task_%' and d.event_type <> 'acknowledged')
    order by d.created_at, d.number limit ${maxMessages}`);

interface UnansweredRow {
  readonly id: number;
  readonly event_id: number;
  readonly device_name: string;
  readonly sensor_name: string | null;
  readonly title: string;
  readonly since: Date;
  readonly timezone: string;
}

/** Escalations whose rounds are over without an acknowledgement, the oldest first; `clientIds` null: of all clients. */
export async function unanswered(
  db: Db,
  clientIds: readonly number[] | null,
  page: Section,
): Promise<{ readonly rows: UnansweredRow[]; readonly count: number }> {
  const ofClients = clientIds === null ? sql`true` : sql`x.client_id = any(${[...clientIds]}::int[])`;
  const { rows } = await sql<UnansweredRow & { count: number }>`select x.id, x.event_id, e.device_name, e.sensor_name,
      x.title, x.started_at as since, s.timezone, count(*) over ()::int as count
    from escalation x join event e on e.device_id = x.device_id and e.id = x.event_id
      join device d on d.id = x.device_id join site s on s.id = d.site_id
    where x.state = 'used_up' and x.ended_at is null and ${ofClients} order by x.started_at, x.id
    limit ${page.limit} offset ${page.offset}`.execute(db);
  return { rows, count: rows[0]?.count ?? 0 };
}
