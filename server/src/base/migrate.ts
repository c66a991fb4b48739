import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Logger, runMigrations } from 'graphile-worker';
import type pg from 'pg';
import type { Log } from './log.ts';

/** The folder of the forward-only files. */
export const migrationsFolder = join(import.meta.dirname, '..', '..', 'migrations');

/** The data is of a newer version than this code, or a file that was applied has changed since. */
export class MigrationError extends Error {}

export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** One number for all of us on a database: two servers that start together migrate one after the other. */
const advisoryLock = 7_406_201;

export function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(file)) throw new MigrationError(`${file} is not a migration's name`);
      const sql = readFileSync(join(folder, file), 'utf8');
      return { name: file.slice(0, -4), sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

function refuseUnknown(files: readonly Migration[], names: Iterable<string>): void {
  const known = new Set(files.map((file) => file.name));
  for (const name of names) {
    if (!known.has(name))
      throw new MigrationError(`The data is of a newer Tocsin (${name} is unknown here): start the newer version`);
  }
}

/** What is still to be applied. Throws where going on would harm the data. */
export function pending(files: readonly Migration[], applied: ReadonlyMap<string, string>): Migration[] {
  refuseUnknown(files, applied.keys());
  for (const { name, checksum } of files) {
    const then = applied.get(name);
    if (then !== undefined && then !== checksum)
      throw new MigrationError(`${name} was changed after it was applied: add a new migration instead`);
  }
  return files.filter((file) => !applied.has(file.name));
}

export interface MigrateOptions {
  readonly folder?: string;
  /** Only these: a restore brings the database first to what the backup was of. */
  readonly only?: ReadonlySet<string>;
}

/** Brings the database to this version and returns the names applied. */
export async function migrate(pool: pg.Pool, log: Log, options: MigrateOptions = {}): Promise<string[]> {
  const { folder = migrationsFolder, only } = options;
  const files = readMigrations(folder);
  if (only) refuseUnknown(files, only);
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [advisoryLock]);
    const all = pending(files, await appliedMigrations(client));
    const todo = only ? all.filter((file) => only.has(file.name)) : all;
    // The jobs' own tables come first: our migrations and transactions may name them.
    await runMigrations({ pgPool: pool, logger: silent });
    for (const migration of todo) await apply(client, migration, log);
    return todo.map((migration) => migration.name);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [advisoryLock]).catch(() => {});
    // Not back into the pool: its statement_timeout differs.
    client.release(true);
  }
}

/** What `serve` beside others asks: the names that `migrate` would apply. */
export async function pendingMigrations(pool: pg.Pool, folder = migrationsFolder): Promise<string[]> {
  const client = await pool.connect();
  try {
    return pending(readMigrations(folder), await appliedMigrations(client)).map((migration) => migration.name);
  } finally {
    client.release();
  }
}

async function appliedMigrations(client: pg.PoolClient): Promise<Map<string, string>> {
  await client.query(
    `create table if not exists migration
       (name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
  );
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migration');
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

async function apply(client: pg.PoolClient, migration: Migration, log: Log): Promise<void> {
  await client.query('begin');
  try {
    await client.query(migration.sql);
    await client.query('insert into migration (name, checksum) values ($1, $2)', [migration.name, migration.checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw new MigrationError(
      `${migration.name} could not be applied: ${error instanceof Error ? error.message : error}`,
      {
        cause: error,
      },
    );
  }
  log.info('Migrated', { migration: migration.name });
}

const silent = new Logger(() => () => {});
