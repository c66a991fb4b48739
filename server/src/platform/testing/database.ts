import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { createScratchDatabase, dropScratchDatabase, type ScratchDatabase } from './scratch-postgres.ts';

export type TestDatabase = ScratchDatabase;

/**
 * A fresh, migrated database for the calling test file (or `describe`), dropped afterwards. Use it in `*.db.test.ts`
 * and `*.scenario.test.ts`: `const database = testDatabase()`, then `database.db`, `database.pool` inside tests.
 */
export function testDatabase(): TestDatabase {
  let opened: TestDatabase | null = null;
  const now = (): TestDatabase => {
    if (!opened) throw new Error('the database exists only from beforeAll to afterAll');
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
    get connections() {
      return now().connections;
    },
    close: () => now().close(),
  };
}

/** The same without hooks, for tests that need several; drop it with `dropTestDatabase`. */
export function createTestDatabase(template = 'tocsin'): Promise<TestDatabase> {
  return createScratchDatabase(inject('postgres'), template);
}

export function dropTestDatabase(database: TestDatabase): Promise<void> {
  return dropScratchDatabase(inject('postgres'), database);
}

/** Resolves once a statement in the pool's own database waits for a lock, so that a race is in the desired state. */
export async function untilLockAwaited(pool: pg.Pool): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rowCount) return;
    await sleep(5);
  }
}
