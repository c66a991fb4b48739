import { sql } from 'kysely';
import type { Db, Trx } from '../platform/db.ts';
import { query } from '../platform/query.ts';

const readRequired = async (db: Db | Trx, lock: 'for update' | ''): Promise<boolean> => {
  const { rows } = await sql<{ required: boolean }>`
    select is_staff_2fa_required as required from oem_settings ${sql.raw(lock)}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('oem_settings has no row');
  return row.required;
};

/** Whether operator staff need a second factor. */
export const isStaffSecondFactorRequired = (db: Db | Trx): Promise<boolean> => readRequired(db, '');

/** The same, locked until the transaction ends. */
export const lockStaffSecondFactor = (trx: Trx): Promise<boolean> => readRequired(trx, 'for update');

export const setStaffSecondFactor = (trx: Trx, isRequired: boolean): Promise<void> =>
  query(trx).run(sql`update oem_settings set is_staff_2fa_required = ${isRequired}`);

/** Counts active operator staff, and those of them without a second factor. */
export const countStaff = async (db: Db): Promise<{ readonly staff: number; readonly without: number }> => {
  const { rows } = await sql<{ staff: number; without: number }>`
    select count(*)::int as staff, (count(*) filter (where t.user_id is null))::int as without
    from users u left join second_factor t on t.user_id = u.id
    where u.is_active and u.removed_at is null and (u.is_superuser or u.is_oem
      or (u.is_accounts_management and not exists (select from client_member m where m.user_id = u.id)))`.execute(db);
  return rows[0] ?? { staff: 0, without: 0 };
};

export const hasSecondFactor = (db: Db | Trx, userId: number): Promise<boolean> =>
  query(db).exists(sql`
    select from second_factor where user_id = ${userId}`);
