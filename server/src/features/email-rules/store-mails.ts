import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import { query, type Section } from '../../platform/query.ts';

export interface DeliveredMail {
  readonly id: number;
  readonly subject: string;
  readonly to_address: string;
  readonly state: 'queued' | 'sent' | 'failed' | 'mailbox';
  readonly attempts: number;
  readonly last_error: string;
  readonly created_at: Date;
  readonly sent_at: Date | null;
}

const columns = sql.raw(`id, subject, to_address, attempts, last_error, created_at, sent_at,
  case when state in ('pending', 'sending') then 'queued' else state end as state`);

export const deliveredMail = (db: Db, id: number): Promise<DeliveredMail | undefined> =>
  query(db).first(sql<DeliveredMail>`select ${columns} from mail where id = ${id}`);

/** The newest mails of a rule with their delivery states. */
export const mailsOfRule = (db: Db, ruleId: number, page: Section) =>
  query(db).list(
    sql<DeliveredMail>`select ${columns} from mail where rule_id = ${ruleId}`,
    sql`created_at desc, id desc`,
    page,
  );

/**
 * The site in whose log a rule's test is recorded: that of its first device, otherwise the client's first; null when
 * there is none.
 */
export async function siteOfRule(db: Db, ruleId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`select s.id from email_rule r join site s on s.client_id = r.client_id
      left join device d on d.site_id = s.id and d.removed_at is null
      left join email_rule_device rd on rd.rule_id = r.id and rd.device_id = d.id
    where r.id = ${ruleId} and s.removed_at is null and d.id is not null
    order by (rd.device_id is null), s.id limit 1`.execute(db);
  return rows[0]?.id ?? null;
}
