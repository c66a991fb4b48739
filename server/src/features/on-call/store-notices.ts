import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../platform/db.ts';
import { query } from '../../platform/query.ts';
import type { RotationRow } from './store.ts';

type Served = Pick<RotationRow, 'client_id' | 'site_id'>;
const epoch = new Date(0);

/** Notes that a person's leave was mailed; false: it was before. */
export const noteLeft = (trx: Trx, rotationId: number, userId: number, at: Date): Promise<boolean> =>
  insertOnce(trx, sql`(${rotationId}, 'left', ${userId}, ${epoch}, ${at})`);

/** Notes that a gap was mailed before it begins; `userId` 0: the rotation has not begun. False: it was before. */
export const noteSoon = (trx: Trx, rotationId: number, userId: number, gapAt: Date, at: Date): Promise<boolean> =>
  insertOnce(trx, sql`(${rotationId}, 'soon', ${userId}, ${gapAt}, ${at})`);

const insertOnce = (trx: Trx, values: RawBuilder<unknown>): Promise<boolean> =>
  query(trx).exists(sql`insert into duty_notice (rotation_id, kind, user_id, gap_at, noticed_at)
    values ${values} on conflict do nothing returning rotation_id`);

/** Forgets the mailed leave of everybody of a rotation who is not, or no longer, away: the next leave is mailed again. */
export const forgetReturned = (db: Db, rotationId: number, away: readonly number[]): Promise<void> =>
  query(db).run(sql`delete from duty_notice where rotation_id = ${rotationId} and kind = 'left'
    and not (user_id = any(${away}))`);

/** Forgets mailed gaps from before a moment. */
export const forgetNotices = (db: Db, before: Date): Promise<void> =>
  query(db).run(sql`delete from duty_notice where kind = 'soon' and noticed_at < ${before} and gap_at < ${before}`);

/** Notes that nobody is on call by a rotation since a moment; false: it was known. */
export const beginNobody = (trx: Trx, rotationId: number, since: Date): Promise<boolean> =>
  query(trx).exists(sql`insert into duty_nobody (rotation_id, since) values (${rotationId}, ${since})
    on conflict do nothing returning rotation_id`);

export const endNobody = (db: Db, rotationId: number): Promise<void> =>
  query(db).run(sql`delete from duty_nobody where rotation_id = ${rotationId}`);

/** Since when nobody is on call, by rotation. */
export async function nobodySince(db: Db, rotationIds: readonly number[]): Promise<ReadonlyMap<number, Date>> {
  const { rows } = await sql<{ rotation_id: number; since: Date }>`select rotation_id, since from duty_nobody
    where rotation_id = any(${rotationIds})`.execute(db);
  return new Map(rows.map((row) => [row.rotation_id, row.since]));
}

/** Ids of rotations that serve something that exists, by id after one. */
export const rotationIdsAfter = (db: Db, after: number, limit: number): Promise<number[]> =>
  query(db).column(
    sql<{ id: number }>`select r.id from rotation r
    join client c on c.id = r.client_id and c.removed_at is null
    left join site s on s.id = r.site_id
    where r.id > ${after} and (r.site_id is null or s.removed_at is null) order by r.id limit ${limit}`,
    'id',
  );

/** Most people who are mailed about one gap. */
const maxReceivers = 100;

/** Managers of the site, or of any site of the client, and the client's account managers. */
export const managersOfServed = (trx: Trx, { client_id, site_id }: Served): Promise<{ id: number; email: string }[]> =>
  query(trx).all(sql<{ id: number; email: string }>`select u.id, u.email
    from client_member cm join users u on u.id = cm.user_id
    where cm.client_id = ${client_id} and cm.is_active
      and u.is_active and u.removed_at is null and u.registered_at is not null
      and (cm.is_accounts_management or exists (
        select 1 from membership m join site s on s.id = m.site_id and s.client_id = cm.client_id
        where m.user_id = u.id and m.has_access and m.permission = 'Manager'
          and (${site_id}::int is null or m.site_id = ${site_id})))
    order by u.id limit ${maxReceivers}`);

/** The address of the emergency contact; undefined: the client has none. */
export async function emergencyAddress(trx: Trx, clientId: number): Promise<string | undefined> {
  const { rows } = await sql<{ email: string | null }>`select alternative_email as email from client
    where id = ${clientId}`.execute(trx);
  const email = rows[0]?.email?.trim();
  return email ? email : undefined;
}
