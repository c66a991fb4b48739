import type { TestProject } from 'vitest/node';
import type { Address } from '../embedded-postgres/embedded-postgres.ts';
import { startScratchPostgres } from './scratch-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: Address;
  }
}

/**
 * Vitest's globalSetup for projects with a database: one embedded PostgreSQL per run, with a migrated database
 * `tocsin`. With TOCSIN_TEST_CITUS=1 its tables of history are distributed by Citus.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { address, stop } = await startScratchPostgres('many', process.env.TOCSIN_TEST_CITUS === '1');
  project.provide('postgres', address);
  return stop;
}
