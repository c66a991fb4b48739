import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { connectionOf, type Database, openDatabase } from '../db.ts';
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
): Promise<{ readonly address: Address; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(scratchParent(), 'tocsin-test-'));
  const log = createLog('error');
  const postgres = new EmbeddedPostgres({
    folder: join(folder, 'postgres'),
    log,
    // Durability is off, so that nothing waits for a disk.
    settings: [
      'fsync=off',
      'full_page_writes=off',
      'synchronous_commit=off',
      ...(connections === 'many' ? [manyConnections] : []),
    ],
  });
  const stop = async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const address = await postgres.start();
  const template = openDatabase(address, log);
  try {
    await migrate(template.pool, log);
  } catch (error) {
    await stop();
    throw error;
  } finally {
    await template.close();
  }
  return { address, stop };
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
