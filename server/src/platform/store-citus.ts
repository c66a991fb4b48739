import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

type Client = Pick<pg.ClientBase, 'query'>;

/**
 * What `distribute` spreads over Citus's workers by device_id: what grows with the number of frames. Every other table
 * stays on the coordinator. `citus.test.ts` holds each statement of ours to Citus's rules for them.
 */
export const distributedTables = [
  'device_latest',
  'device_layout',
  'rule_window',
  'frame',
  'frame_late',
  'frame_bundle',
  'frame_bundle_late',
  'chunk',
  'slots',
] as const;

/** Whether the database has the extension. */
export async function isCitus(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(`select from pg_extension where extname = 'citus'`);
  return (rowCount ?? 0) > 0;
}

/** The extension's version, and how many workers may hold shards. */
export async function clusterOf(client: Client) {
  const { rows } = await client.query<{ version: string; major: number; workers: number }>(
    `select extversion as version, split_part(extversion, '.', 1)::int as major,
       (select count(*)::int from pg_dist_node where isactive and shouldhaveshards and noderole = 'primary') as workers
     from pg_extension where extname = 'citus'`,
  );
  return rows[0] ?? { version: '', major: 0, workers: 0 };
}

/** Moves a table's rows to the workers, beside those of the first one. */
export async function distributeTable(client: Client, table: string, first: string): Promise<void> {
  await client.query(`select create_distributed_table($1, 'device_id', colocate_with => $2)`, [
    table,
    table === first ? 'none' : first,
  ]);
  await client.query('select truncate_local_data_after_distributing_table($1)', [table]);
}

/** Names of the tables that are distributed. */
export async function listDistributed(client: Client): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select logicalrelid::text as name from pg_dist_partition where partmethod = 'h'`,
  );
  return new Set(rows.map(({ name }) => name));
}

/**
 * Whether the workers have ended every transaction that had ended when this was called. The coordinator commits first:
 * if a worker dies before it hears of it, what was acknowledged stays invisible there until Citus recovers it. What
 * draws conclusions from missing frames asks this first. On a plain PostgreSQL always true.
 */
export async function areWorkersSettled(client: Client): Promise<boolean> {
  if (!(await isCitus(client))) return true;
  const first = await listPrepared(client);
  for (let tries = 0, open = first; tries < 5; tries++) {
    if (![...open].some((gid) => first.has(gid))) return true;
    await sleep(50);
    open = await listPrepared(client);
  }
  return false;
}

/** Waits for it, for a reader that cannot come again. */
export async function untilWorkersSettled(client: Client): Promise<void> {
  while (!(await areWorkersSettled(client))) await sleep(500);
}

async function listPrepared(client: Client): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ success: boolean; result: string }>(
    `select success, result from run_command_on_all_nodes(
       $$select coalesce(string_agg(gid, ' '), '') from pg_prepared_xacts where database = current_database()$$)`,
  );
  const silent = rows.find(({ success }) => !success);
  if (silent) throw new Error(`A worker of the cluster does not answer: ${silent.result}`);
  return new Set(rows.flatMap(({ result }) => result.split(' ').filter(Boolean)));
}

/** How many rows these tables have, as PostgreSQL's statistics say. */
export async function estimateRows(client: Client, tables: readonly string[]): Promise<number> {
  const counted = `select coalesce(sum(n_live_tup), 0)::bigint as n from pg_stat_all_tables where schemaname = 'public'`;
  if (!(await isCitus(client))) {
    const { rows } = await client.query<{ n: number }>(`${counted} and relname = any ($1)`, [tables]);
    return rows[0]?.n ?? 0;
  }
  const { rows } = await client.query<{ n: number }>(
    `select coalesce(sum(result::bigint) filter (where success), 0) as n from run_command_on_all_nodes($1)`,
    [`${counted} and relname ~ '^(${tables.join('|')})_\\d+$'`],
  );
  return rows[0]?.n ?? 0;
}
