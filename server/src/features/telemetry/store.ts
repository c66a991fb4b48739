import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import { query } from '../../platform/query.ts';

/** Paths of the sensors that a person has selected for the graphs of a device. */
export const selectionOf = async (db: Db, userId: number, deviceId: number): Promise<ReadonlySet<string>> =>
  new Set(
    await query(db).column(
      sql<{ path: string }>`select path from graph_selection
    where user_id = ${userId} and device_id = ${deviceId}`,
      'path',
    ),
  );

export const addToSelection = (db: Db, userId: number, deviceId: number, paths: readonly string[]): Promise<void> =>
  query(db).run(sql`insert into graph_selection (user_id, device_id, path)
    select ${userId}, ${deviceId}, unnest(${[...paths]}::text[]) on conflict do nothing`);

export const dropFromSelection = (db: Db, userId: number, deviceId: number, paths: readonly string[]): Promise<void> =>
  query(db).run(sql`delete from graph_selection where user_id = ${userId} and device_id = ${deviceId}
    and path = any(${[...paths]}::text[])`);

export const clearSelection = (db: Db, userId: number, deviceId: number): Promise<void> =>
  query(db).run(sql`delete from graph_selection where user_id = ${userId} and device_id = ${deviceId}`);
