import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';

/** Paths of the sensors that a person has selected for the graphs of a device. */
export async function selectionOf(db: Db, userId: number, deviceId: number): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ path: string }>`select path from graph_selection
    where user_id = ${userId} and device_id = ${deviceId}`.execute(db);
  return new Set(rows.map((row) => row.path));
}

export async function addToSelection(
  db: Db,
  userId: number,
  deviceId: number,
  paths: readonly string[],
): Promise<void> {
  await sql`insert into graph_selection (user_id, device_id, path)
    select ${userId}, ${deviceId}, unnest(${[...paths]}::text[]) on conflict do nothing`.execute(db);
}

export async function dropFromSelection(
  db: Db,
  userId: number,
  deviceId: number,
  paths: readonly string[],
): Promise<void> {
  await sql`delete from graph_selection where user_id = ${userId} and device_id = ${deviceId}
    and path = any(${[...paths]}::text[])`.execute(db);
}

export async function clearSelection(db: Db, userId: number, deviceId: number): Promise<void> {
  await sql`delete from graph_selection where user_id = ${userId} and device_id = ${deviceId}`.execute(db);
}
