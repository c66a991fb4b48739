import type pg from 'pg';

/** A day in UTC, which has no summer time. */
export const dayMs = 86_400_000;
/** The UTC day's begin. */
export const dayOf = (ts: number): number => Math.floor(ts / dayMs) * dayMs;

async function partitionsOf(client: pg.ClientBase, parent: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = $1::regclass and not i.inhdetachpending order by 1`,
    [parent],
  );
  return rows.map((row) => row.name);
}

/** Partitions of `frame`, by the day's beginning. */
export async function frameDays(client: pg.ClientBase): Promise<Set<number>> {
  const names = await partitionsOf(client, 'frame');
  return new Set(
    names.map((name) =>
      Date.UTC(Number(name.slice(6, 10)), Number(name.slice(10, 12)) - 1, Number(name.slice(12, 14))),
    ),
  );
}

/** Makes the day's partition. Attached rather than created in place: that does not lock out who is writing. */
export async function makeFrameDay(client: pg.ClientBase, day: number): Promise<void> {
  await makePartition(client, 'frame', frameDayName(day), day, day + dayMs, [
    // A row of 1,000 doubles fits beside its neighbours only out of line; compressing doubles gains nothing.
    'alter table % set (toast_tuple_target = 8160, autovacuum_vacuum_insert_threshold = 1000000)',
  ]);
}

/** The table of a day of frames; `day` is its first millisecond in UTC. */
export const frameDayName = (day: number): string =>
  `frame_${new Date(day).toISOString().slice(0, 10).replaceAll('-', '')}`;

/** The first moment of the month, and of the next one. */
export function monthOf(t0: number): { from: number; to: number; name: string } {
  const date = new Date(t0);
  const from = Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
  const to = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
  return { from, to, name: new Date(from).toISOString().slice(0, 7).replace('-', '') };
}

/** The months that there are, and where each ends (unix milliseconds, no longer part of it). */
export async function monthPartitions(
  client: pg.ClientBase,
  table: 'chunk' | 'slots',
): Promise<{ name: string; to: number }[]> {
  const names = await partitionsOf(client, table);
  return names.map((name) => {
    const digits = name.slice(-6);
    return { name, to: Date.UTC(Number(digits.slice(0, 4)), Number(digits.slice(4))) };
  });
}

/** One that stands already is left as it is. */
export async function makeMonth(client: pg.ClientBase, table: 'chunk' | 'slots', t0: number): Promise<void> {
  const month = monthOf(t0);
  await makePartition(client, table, `${table}_${month.name}`, month.from, month.to, []);
}

/** `%` in `further` is the partition's name. Two who make the same one: the second finds it there. */
async function makePartition(
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
