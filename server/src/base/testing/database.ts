import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { connectionOf, type Database, openDatabase } from '../db.ts';
import type { Address } from '../embedded-postgres/embedded-postgres.ts';
import { createLog } from '../log.ts';

export interface TestDatabase extends Database {
  readonly address: Address;
}

/**
 * A fresh, migrated database for the test file (or `describe`) that calls it; gone afterwards. Use it in `*.db.test.ts`
 * and `*.scenario.test.ts`: `const database = testDatabase()`, then `database.db`, `database.pool` inside tests.
 */
export function testDatabase(): TestDatabase {
  let opened: TestDatabase | null = null;
  const now = (): TestDatabase => {
    if (!opened) throw new Error('the database is there from beforeAll to afterAll');
    return opened;
  };
  beforeAll(async () => {
    opened = await createTestDatabase();
  });
  afterAll(async () => {
    if (opened) await dropTestDatabase(opened);
    opened = null;
  });
  return {
    get db() {
      return now().db;
    },
    get pool() {
      return now().pool;
    },
    get address() {
      return now().address;
    },
    close: () => now().close(),
  };
}

/** The same without hooks, for tests that need several; give it back by `dropTestDatabase`. */
export async function createTestDatabase(template = 'tocsin'): Promise<TestDatabase> {
  const server = inject('postgres');
  const address = { ...server, database: `test_${randomBytes(8).toString('hex')}` };
  await onServer(server, `create database ${address.database} template ${template} strategy file_copy`);
  return { ...openDatabase(address, createLog('error')), address };
}

export async function dropTestDatabase(database: TestDatabase): Promise<void> {
  await database.close();
  await onServer(inject('postgres'), `drop database if exists ${database.address.database} with (force)`);
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
