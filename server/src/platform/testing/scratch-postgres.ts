import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { connectionOf, type Database, openDatabase } from '../db.ts';
import { distribute } from '../distribute.ts';
import { type Binaries, findOlderBinaries } from '../embedded-postgres/binaries.ts';
import { type Address, EmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts';
import { createLog } from '../log.ts';
import { migrate } from '../migrate.ts';

export interface ScratchDatabase extends Database {
  readonly address: Address;
}

const memory = '/dev/shm';
const minMemoryBytes = 4_000_000_000;

/**
 * The parent of a scratch cluster's folder. In memory where enough is free, because a file system such as ext4 spends
 * more time on the files of databases that are created and dropped than the tests do on everything else.
 */
function scratchParent(): string {
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= minMemoryBytes ? memory : tmpdir();
}

/** Enough for the pools of many test files at once. */
const manyConnections = 'max_connections=300';

/**
 * A PostgreSQL for tests and benchmarks with a migrated database `tocsin`; its data is not durable. With the product's
 * own number of connections, a test of the whole product finds out when they do not suffice.
 */
export async function startScratchPostgres(
  connections: 'many' | 'as the product' = 'many',
  withCitus = false,
): Promise<{ readonly address: Address; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(scratchParent(), 'tocsin-test-'));
  const log = createLog('error');
  const citus = withCitus ? citusBinaries() : null;
  const postgres = new EmbeddedPostgres({
    folder: join(folder, 'postgres'),
    log,
    ...(citus ? { binaries: citus } : {}),
    // Durability is off, so that nothing waits for a disk.
    settings: [
      'fsync=off',
      'full_page_writes=off',
      'synchronous_commit=off',
      ...(connections === 'many' ? [manyConnections] : []),
      ...(citus ? ['shared_preload_libraries=citus', 'citus.shard_count=2'] : []),
    ],
  });
  const stop = async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const address = await postgres.start();
  const template = openDatabase(address, log);
  try {
    if (citus) await makeCluster(template.pool, address);
    await migrate(template.pool, log);
    if (citus) await distribute(template.pool, () => {});
  } catch (error) {
    await stop();
    throw error;
  } finally {
    await template.close();
  }
  // Citus keeps a session in each of its databases, and one that has sessions cannot be copied.
  if (citus)
    for (const statement of [
      `alter database ${address.database} allow_connections false`,
      `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${address.database}'`,
    ])
      await onServer(address, statement);
  return { address, stop };
}

/** The programs of a PostgreSQL that Citus is installed beside; null: there is none. */
export function citusBinaries(): Binaries | null {
  const major = [18, 17, 16, 15].find((one) => existsSync(`/usr/lib/postgresql/${one}/lib/citus.so`));
  return major === undefined ? null : findOlderBinaries(major);
}

/** The server is coordinator and only worker: its databases can be copied with their shards. */
async function makeCluster(pool: pg.Pool, { host, port }: Address): Promise<void> {
  await pool.query('create extension citus');
  await pool.query('select citus_set_coordinator_host($1, $2)', [host, port]);
  await pool.query(`select citus_set_node_property($1, $2, 'shouldhaveshards', true)`, [host, port]);
}

/** Creates a separate database; drop it with `dropScratchDatabase`. */
export async function createScratchDatabase(server: Address, template = 'tocsin'): Promise<ScratchDatabase> {
  const address = { ...server, database: `test_${randomBytes(8).toString('hex')}` };
  await onServer(server, `create database ${address.database} template ${template} strategy file_copy`);
  return { ...openDatabase(address, createLog('error')), address };
}

export async function dropScratchDatabase(server: Address, database: ScratchDatabase): Promise<void> {
  await database.close();
  await onServer(server, `drop database if exists ${database.address.database} with (force)`);
}

async function onServer(server: Address, statement: string): Promise<void> {
  const client = new pg.Client(connectionOf({ ...server, database: 'postgres' }));
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
