import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../db.ts';
import { type Address, EmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts';
import { createLog } from '../log.ts';
import { migrate } from '../migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: Address;
  }
}

/** Vitest's globalSetup of the rings that need a database: one embedded PostgreSQL a run, its database `tocsin` migrated. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-test-'));
  const log = createLog('error');
  const postgres = new EmbeddedPostgres({
    folder: join(folder, 'postgres'),
    log,
    // Nothing here must last, so nothing waits for a disk.
    settings: ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'max_connections=300'],
  });
  const end = async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const address = await postgres.start();
  const template = openDatabase(address, log);
  try {
    await migrate(template.pool, log);
  } catch (error) {
    await end();
    throw error;
  } finally {
    await template.close();
  }
  project.provide('postgres', address);
  return end;
}
