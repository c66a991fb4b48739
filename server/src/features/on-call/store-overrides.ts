import { sql } from 'kysely';
import type { OverrideRow } from '../../notify/index.ts';
import type { Db, Trx } from '../../platform/db.ts';
import { query } from '../../platform/query.ts';

const columns = sql.raw('o.id, o.rotation_id, o.user_id, o.user_name, o.starts_at, o.ends_at, o.created_by');

export const findOverride = (db: Db, id: number): Promise<OverrideRow | undefined> =>
  query(db).first(sql<OverrideRow>`select ${columns} from rotation_override o where o.id = ${id}`);

/** Overrides of a rotation that have not ended. */
export async function countOpen(db: Db, rotationId: number, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from rotation_override
    where rotation_id = ${rotationId} and ends_at > ${now}`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function insertOverride(
  trx: Trx,
  override: Omit<OverrideRow, 'id'> & { readonly created_at: Date },
): Promise<number> {
  const { rotation_id, user_id, user_name, starts_at, ends_at, created_at, created_by } = override;
  const row = await query(trx).one(sql<{ id: number }>`insert into rotation_override
      (rotation_id, user_id, user_name, starts_at, ends_at, created_at, created_by)
    values (${rotation_id}, ${user_id}, ${user_name}, ${starts_at}, ${ends_at}, ${created_at}, ${created_by})
    returning id`);
  return row.id;
}

/** Removes an override; undefined: somebody else was first. */
export const deleteOverride = (trx: Trx, id: number): Promise<OverrideRow | undefined> =>
  query(trx).first(sql<OverrideRow>`delete from rotation_override o where o.id = ${id}
    returning ${columns}`);
