import { afterAll, beforeAll, inject } from 'vitest';
import { createScratchDatabase, dropScratchDatabase, type ScratchDatabase } from './scratch-postgres.ts';

export type TestDatabase = ScratchDatabase;

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
export function createTestDatabase(template = 'tocsin'): Promise<TestDatabase> {
  return createScratchDatabase(inject('postgres'), template);
}

export function dropTestDatabase(database: TestDatabase): Promise<void> {
  return dropScratchDatabase(inject('postgres'), database);
}
