import type pg from 'pg';

/** A UTC day, which has no daylight saving time. */
export const dayMs = 86_400_000;
/** Start of the UTC day. */
export const dayOf = (ts: number): number => Math.floor(ts / dayMs) * dayMs;

/** The names of a table's partitions, in order. */
export async function partitionsOf(client: pg.ClientBase, parent: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = $1::regclass and not i.inhdetachpending order by 1`,
    [parent],
  );
  return rows.map((row) => row.name);
}

/** Creates a partition. `%` in `further` is replaced by its name. Concurrent calls create it once. */
export async function makePartition(
  client: pg.ClientBase,
  parent: string,
  name: string,
  from: number,
  to: number,
  further: readonly string[],
): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`select pg_advisory_xact_lock(hashtext('partition'), hashtext($1))`, [name]);
    const { rows } = await client.query('select to_regclass($1) is not null as there', [name]);
    if (!rows[0]?.there) {
      await client.query(`create table ${name} (like ${parent} including defaults including storage)`);
      for (const statement of further) await client.query(statement.replace('%', name));
      await client.query(`alter table ${parent} attach partition ${name} for values from (${from}) to (${to})`);
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
