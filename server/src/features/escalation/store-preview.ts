import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';

/** Title of a device. */
export async function deviceName(db: Db, id: number): Promise<string> {
  const { rows } = await sql<{ title: string }>`select title from device where id = ${id}`.execute(db);
  return rows[0]?.title ?? '';
}
