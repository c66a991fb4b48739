import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, runMigrations } from 'graphile-worker';
import type pg from 'pg';
import { begunRestore } from './backup/store-catalog.ts';
import type { Log } from './log.ts';

/** Folder of the forward-only migration files. */
export const migrationsFolder = join(import.meta.dirname, '..', '..', 'migrations');

/** The schema of an earlier version as one file, for databases that have nothing yet. */
const baselineFile = join(import.meta.dirname, '..', '..', 'baseline.sql');

/** The data was written by a newer version, or an applied file has changed. */
export class MigrationError extends Error {}

export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
  /**
   * Code with this migration and all earlier ones works on a database that has the given one too; null: no earlier code
   * does.
   */
  readonly worksWith: string | null;
}
/** A migration as recorded in the database. */
export interface Applied {
  readonly checksum: string;
  readonly worksWith: string | null;
}

/** One advisory lock per database: two servers that start together migrate one after the other. */
const advisoryLock = 7_406_201;

/** Files from this number on state what they work with, which rolling upgrades and rollbacks rely on. */
const sayFrom = '0800';
const says = /^-- works with: (?:(\d{4}-[a-z0-9-]+)|nothing before)\n/;

function worksWithOf(file: string, sql: string): string | null {
  const said = says.exec(sql);
  if (!said && file >= sayFrom)
    throw new MigrationError(`${file} must begin with '-- works with: <an earlier migration>' or 'nothing before'`);
  return said?.[1] ?? null;
}

/** The folder's files in order. */
export function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(file)) throw new MigrationError(`${file} is not a migration's name`);
      const sql = readFileSync(join(folder, file), 'utf8');
      const checksum = createHash('sha256').update(sql).digest('hex');
      return { name: file.slice(0, -4), sql, checksum, worksWith: worksWithOf(file, sql) };
    });
}

function refuseUnknown(files: readonly Migration[], names: Iterable<string>): void {
  const known = new Set(files.map((file) => file.name));
  for (const name of names) {
    if (!known.has(name))
      throw new MigrationError(`The data is of a newer Tocsin (${name} is unknown here): start the newer version`);
  }
}

/**
 * Migrations to apply. Throws when continuing would harm the data. A newer migration that works with this version is
 * allowed: an old process may start during a rolling upgrade or a rollback.
 */
export function pending(files: readonly Migration[], applied: ReadonlyMap<string, Applied>): Migration[] {
  const known = new Set(files.map((file) => file.name));
  const isHarmless = (worksWith: string | null) => worksWith !== null && known.has(worksWith);
  refuseUnknown(
    files,
    [...applied].filter(([, { worksWith }]) => !isHarmless(worksWith)).map(([name]) => name),
  );
  for (const { name, checksum } of files) {
    const then = applied.get(name)?.checksum;
    if (then !== undefined && then !== checksum)
      throw new MigrationError(`${name} was changed after it was applied: add a new migration instead`);
  }
  return files.filter((file) => !applied.has(file.name));
}

interface Baseline {
  readonly sql: string;
  /** The newest migration that it stands for. */
  readonly upTo: string;
}

function readBaseline(): Baseline {
  const sql = readFileSync(baselineFile, 'utf8');
  const upTo = /^-- replaces: everything up to (\d{4}-[a-z0-9-]+)\n/.exec(sql)?.[1];
  if (upTo === undefined) throw new MigrationError('baseline.sql does not say which migrations it replaces');
  return { sql, upTo };
}

/** Whether the version that applied what is there could not work with the database after `todo`. */
const isOneWay = (todo: readonly Migration[], applied: ReadonlyMap<string, Applied>): boolean =>
  todo.some(({ worksWith }) => worksWith === null || !applied.has(worksWith));

export interface MigrateOptions {
  readonly folder?: string;
  /** Every migration by itself, also in a new database. */
  readonly withoutBaseline?: boolean;
  /** Only these, one by one: a restore first brings the database to the backup's version. */
  readonly only?: ReadonlySet<string>;
  /** Lock timeout of a statement: while it waits, all later users of that table wait behind it. */
  readonly lockMs?: number;
  /** How long a migration is retried when others hold what it needs. */
  readonly patienceMs?: number;
  /** Runs before migrations of stored data that earlier versions cannot read afterwards; a failure stops them. */
  readonly beforeOneWay?: (pool: pg.Pool, newestApplied: string) => Promise<void>;
}

/**
 * Brings the database to this version and returns the names applied. A migration that would block running processes
 * backs off and retries for two minutes; one that cannot be applied changes nothing.
 */
export async function migrate(pool: pg.Pool, log: Log, options: MigrateOptions = {}): Promise<string[]> {
  const { folder = migrationsFolder, only, lockMs = 2_000, patienceMs = 120_000, beforeOneWay } = options;
  const files = readMigrations(folder);
  if (only) refuseUnknown(files, only);
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [advisoryLock]);
    if (!only && (await begunRestore(client))?.isLoaded === false)
      throw new MigrationError('A restore into this database has not been completed: call it again');
    const applied = await appliedMigrations(client);
    const all = pending(files, applied);
    const todo = only ? all.filter((file) => only.has(file.name)) : all;
    const newest = [...applied.keys()].sort().at(-1);
    if (newest !== undefined && isOneWay(todo, applied)) await beforeOneWay?.(pool, newest);
    // The jobs' own tables come first: our migrations and transactions may refer to them.
    await runMigrations({ pgPool: pool, logger: silent });
    await client.query(`set lock_timeout = ${lockMs}`);
    const isNew = applied.size === 0 && folder === migrationsFolder && only === undefined && !options.withoutBaseline;
    const skipped = isNew ? await applyBaseline(client, todo, log) : new Set();
    for (const migration of todo.filter((file) => !skipped.has(file)))
      await apply(client, migration, { log, patienceMs });
    return todo.map((migration) => migration.name);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [advisoryLock]).catch(() => {});
    // Not returned to the pool: its timeouts differ.
    client.release(true);
  }
}

/**
 * Migrates at a server's start. A lone server migrates by itself; with several, it refuses while others use the
 * database and names the command, so that the operator decides when to migrate.
 */
export async function migrateAtStart(
  pool: pg.Pool,
  log: Log,
  options: { readonly isLone: boolean } & Pick<MigrateOptions, 'folder' | 'beforeOneWay'>,
): Promise<void> {
  const { isLone, folder = migrationsFolder, ...rest } = options;
  const names = isLone ? [] : await pendingMigrations(pool, folder);
  const others = names.length > 0 ? await processesAtWork(pool) : 0;
  if (others > 0)
    throw new MigrationError(
      `${others} others work with this database, and it lacks ${names.join(', ')}: run 'npm run tocsin -- migrate' first`,
    );
  await migrate(pool, log, { folder, ...rest });
}

async function processesAtWork(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ there: boolean }>(`select to_regclass('process') is not null as there`);
  if (!rows[0]?.there) return 0;
  const { rows: counted } = await pool.query<{ n: number }>(
    'select count(*)::int as n from process where seen_until > now()',
  );
  return counted[0]?.n ?? 0;
}

/** The names of the migrations that `migrate` would apply. */
export async function pendingMigrations(pool: pg.Pool, folder = migrationsFolder): Promise<string[]> {
  const client = await pool.connect();
  try {
    return pending(readMigrations(folder), await appliedMigrations(client)).map((migration) => migration.name);
  } finally {
    client.release();
  }
}

async function appliedMigrations(client: pg.PoolClient): Promise<Map<string, Applied>> {
  await client.query(
    `create table if not exists migration
       (name text primary key, checksum text not null, applied_at timestamptz not null default now(), works_with text);
     alter table migration add column if not exists works_with text`,
  );
  const { rows } = await client.query<{ name: string; checksum: string; works_with: string | null }>(
    'select name, checksum, works_with from migration',
  );
  return new Map(rows.map(({ name, checksum, works_with: worksWith }) => [name, { checksum, worksWith }]));
}

/** Deadlock detected, lock not available: a retry may succeed. */
const contended = new Set(['40P01', '55P03']);

async function apply(
  client: pg.PoolClient,
  migration: Migration,
  { log, patienceMs }: { readonly log: Log; readonly patienceMs: number },
): Promise<void> {
  const until = Date.now() + patienceMs;
  for (;;) {
    try {
      await applyOnce(client, migration);
      break;
    } catch (error) {
      const isContended = error instanceof Error && 'code' in error && contended.has(String(error.code));
      if (!isContended || Date.now() >= until)
        throw new MigrationError(
          `${migration.name} could not be applied: ${error instanceof Error ? error.message : error}`,
          { cause: error },
        );
      log.info('A migration yields to running transactions and retries', {
        migration: migration.name,
        reason: error.message,
      });
      await sleep(200 + Math.random() * 300);
    }
  }
  log.info('Migrated', { migration: migration.name });
}

const applyOnce = (client: pg.PoolClient, migration: Migration): Promise<void> =>
  inOneTransaction(client, migration.sql, [migration]);

/** Runs the baseline, and records each migration that it replaces as applied. Returns them. */
async function applyBaseline(
  client: pg.PoolClient,
  files: readonly Migration[],
  log: Log,
): Promise<ReadonlySet<Migration>> {
  const { sql, upTo } = readBaseline();
  const replaced = files.filter(({ name }) => name <= upTo);
  await inOneTransaction(client, sql, replaced);
  log.info('Created the schema', { upTo });
  return new Set(replaced);
}

async function inOneTransaction(client: pg.PoolClient, sql: string, applied: readonly Migration[]): Promise<void> {
  await client.query('begin');
  try {
    await client.query(sql);
    await client.query(
      `insert into migration (name, checksum, works_with)
       select * from unnest($1::text[], $2::text[], $3::text[])`,
      [
        applied.map(({ name }) => name),
        applied.map(({ checksum }) => checksum),
        applied.map(({ worksWith }) => worksWith),
      ],
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

const silent = new Logger(() => () => {});
