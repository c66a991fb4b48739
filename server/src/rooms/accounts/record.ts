import { type By, type Note, recorded, type Trx } from '../../base/audit.ts';
import type { Db } from '../../base/db.ts';

/** The client of somebody who belongs to exactly one. */
const onlyClientOf = async (db: Db, userId: number): Promise<number | null> => {
  const rows = await db
    .selectFrom('client_member')
    .select('client_id')
    .where('user_id', '=', userId)
    .limit(2)
    .execute();
  return rows.length === 1 ? (rows[0]?.client_id ?? null) : null;
};

/** As `recorded`, for what concerns one person: the only client that they belong to has it in its log too. */
export const recordedOf = async <T>(
  db: Db,
  by: By,
  userId: number,
  work: (trx: Trx, note: Note) => Promise<T>,
): Promise<T> => {
  const clientId = await onlyClientOf(db, userId);
  return await recorded(db, by, (trx, note) => work(trx, (each) => note({ clientId, ...each })));
};
