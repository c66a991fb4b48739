import type { MessageMethod, MessageState } from '@tocsin/contract/messages';
import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import { query } from '../../platform/query.ts';
export interface MessageRow {
  readonly id: number;
  /** Null: it is about a test. */
  readonly event_id: number | null;
  readonly policy_test_id: number | null;
  readonly user_id: number;
  readonly user_name: string;
  readonly client_id: number;
  readonly method: MessageMethod;
  readonly state: MessageState;
  readonly is_test: boolean;
  /** Whether the receiver belongs to the client whose plant it is about. */
  readonly is_member: boolean;
  /** Sent by mail, or by a contact method that its holder has neither removed nor been asked to confirm. */
  readonly is_method_trusted: boolean;
  readonly escalation_id: number | null;
  readonly step: number | null;
  readonly created_at: Date;
  readonly sent_at: Date | null;
  readonly delivered_at: Date | null;
  readonly opened_at: Date | null;
  readonly acknowledged_at: Date | null;
  readonly failed_at: Date | null;
  readonly cancelled_at: Date | null;
}

const columns =
  sql.raw(`m.id, m.event_id, m.policy_test_id, m.user_id, m.user_name, m.client_id, m.method, m.state, m.is_test,
  exists (select 1 from client_member cm where cm.client_id = m.client_id and cm.user_id = m.user_id) as is_member,
  m.method = 'email' or exists (select from contact_method k where k.id = m.contact_method_id and k.held_at is null)
    as is_method_trusted,
  m.escalation_id, m.step, m.created_at, m.sent_at,
  m.delivered_at, m.opened_at, m.acknowledged_at, m.failed_at, m.cancelled_at`);

export const findMessage = (db: Db, id: number): Promise<MessageRow | undefined> =>
  query(db).first(sql<MessageRow>`select ${columns} from message m where m.id = ${id}`);

/** Messages whose link or code still works, the newest first. */
export const recentOf = (
  db: Db,
  methodIds: readonly number[],
  since: Date,
): Promise<{ readonly id: number; readonly created_at: Date; readonly contact_method_id: number }[]> =>
  query(db).all(sql<{ id: number; created_at: Date; contact_method_id: number }>`select id, created_at,
      contact_method_id from message
    where contact_method_id = any(${[...methodIds]}::int[]) and created_at > ${since} and began_at is not null
    order by created_at desc limit 300`);
