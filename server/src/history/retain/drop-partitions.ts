import type pg from 'pg';
import { dailyTables, dayName, daysOf } from '../../pipeline/4-persist/frame-partitions.ts';
import type { Log } from '../../platform/log.ts';
import { dayMs } from '../../platform/partitions.ts';
import { forgetDays } from '../archive/store.ts';
import { monthPartitions } from './partitions.ts';

/** Retention in days for frames and slots, from the settings. */
export interface Retention {
  readonly fullDays: number;
  readonly slotsDays: number;
}

/** Drops days of live frames whose hours are all in chunks, and months of chunks and slots past their retention. */
export async function dropOldPartitions(
  client: pg.PoolClient,
  retention: Retention,
  now: number,
  log: Log,
): Promise<string[]> {
  const due: { readonly name: string; readonly chunksBefore?: number }[] = [];
  for (const table of dailyTables)
    for (const day of await daysOf(client, table))
      if (await isWritten(client, day)) due.push({ name: dayName(table, day) });
  for (const [table, days] of [
    ['chunk', retention.fullDays],
    ['slots', retention.slotsDays],
  ] as const) {
    for (const month of await monthPartitions(client, table))
      if (month.to <= now - days * dayMs)
        due.push({ name: month.name, ...(table === 'chunk' && { chunksBefore: month.to }) });
  }
  const dropped: string[] = [];
  for (const { name, chunksBefore } of due) {
    const forget = async () => chunksBefore && (await forgetDays(client, { before: chunksBefore }, now));
    if (!(await dropTable(client, name, forget))) continue;
    dropped.push(name);
    log.info('Dropped a partition', { name });
  }
  return dropped;
}

/** Every device-hour of the day has its chunk, and no further frame can arrive. */
async function isWritten(client: pg.PoolClient, day: number): Promise<boolean> {
  const { rows } = await client.query<{ written: boolean }>(
    `select closed_until >= $2 and not exists (select from pending_hour where t0 >= $1 and t0 < $2) as written
     from history_closed`,
    [day, day + dayMs],
  );
  return rows[0]?.written ?? false;
}

/** Waits only briefly for users of the table: they have priority, and the next run tries again. */
async function dropTable(client: pg.PoolClient, name: string, forget: () => Promise<unknown>): Promise<boolean> {
  await client.query('begin');
  try {
    // Citus gives the second setting to its workers too.
    await client.query(`set local citus.propagate_set_commands = 'local'; set local lock_timeout = '300ms'`);
    await client.query(`drop table ${name}`);
    await forget();
    await client.query('commit');
    return true;
  } catch {
    await client.query('rollback');
    return false;
  }
}
