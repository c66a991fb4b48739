import type { RegisterEntry } from '@tocsin/contract/alarm-register';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db.ts';
import { query } from '../../platform/query.ts';

/** An approval with the list that it approved. `at` is unix ms. */
export interface ApprovalRow {
  readonly at: number;
  readonly user_name: string;
  readonly comment: string;
  readonly digest: string;
  readonly entries: readonly RegisterEntry[];
}

/** The newest approval of a site. */
export const lastApproval = (db: Db | Trx, siteId: number): Promise<ApprovalRow | undefined> =>
  query(db).first(sql<ApprovalRow>`select at, user_name, comment, digest, entries from alarm_register_approval
    where site_id = ${siteId} order by at desc, id desc limit 1`);

export const addApproval = (
  trx: Trx,
  siteId: number,
  approval: ApprovalRow & { readonly userId: number },
): Promise<void> =>
  query(trx).run(sql`insert into alarm_register_approval (site_id, at, user_id, user_name, comment, digest, entries)
    values (${siteId}, ${approval.at}, ${approval.userId}, ${approval.user_name}, ${approval.comment},
      ${approval.digest}, ${JSON.stringify(approval.entries)})`);

/** The names and zone of a site. */
export const siteOf = (db: Db, siteId: number) =>
  query(db).first(sql<{ title: string; company: string; timezone: string }>`select s.title, c.company, s.timezone
    from site s join client c on c.id = s.client_id where s.id = ${siteId}`);
