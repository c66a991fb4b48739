import { type By, type Note, recorded } from '../../platform/audit.ts';
import type { Db, Trx } from '../../platform/db.ts';

/** The client of a person who belongs to exactly one. */
const onlyClientOf = async (db: Db, userId: number): Promise<number | null> => {
  const rows = await db
    .selectFrom('client_member')
    .select('client_id')
    .where('user_id', '=', userId)
    .limit(2)
    .execute();
  return rows.length === 1 ? (rows[0]?.client_id ?? null) : null;
};

/** Like `recorded`, for actions on one person: the person's only client gets the entry in its audit log too. */
export const recordedOf = async <T>(
  db: Db,
  by: By,
  userId: number,
  work: (trx: Trx, note: Note) => Promise<T>,
): Promise<T> => {
  const clientId = await onlyClientOf(db, userId);
  return await recorded(db, by, (trx, note) => work(trx, (each) => note({ clientId, ...each })));
};
