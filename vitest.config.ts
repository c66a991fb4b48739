import { defineConfig } from 'vitest/config';

const dbTests = ['**/*.db.test.ts'];
const scenarioTests = ['**/*.scenario.test.ts'];
const externalTests = ['**/*.external.test.ts'];
const ignored = ['**/node_modules/**', '**/.cache/**', '**/dist/**'];

// unit: pure and fast. db: real PostgreSQL. scenario: the whole line with simulated devices.
// external: against a PostgreSQL, NATS and Mosquitto that somebody else runs; CI only.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          setupFiles: ['tools/fast-check-seed.ts'],
          include: ['**/*.test.ts', '**/*.test.tsx'],
          exclude: [...ignored, ...dbTests, ...scenarioTests, ...externalTests],
          environment: 'node',
          // They share nothing but modules, which most of the time would go into loading again for each file.
          isolate: false,
          // Room for a machine that others use too: no test measures time by it.
          testTimeout: 30_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'db',
          setupFiles: ['tools/fast-check-seed.ts'],
          include: dbTests,
          exclude: ignored,
          globalSetup: ['server/src/base/testing/postgres-global.ts'],
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'scenario',
          setupFiles: ['tools/fast-check-seed.ts'],
          include: scenarioTests,
          exclude: ignored,
          globalSetup: ['server/src/base/testing/postgres-global.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'external',
          include: externalTests,
          exclude: ignored,
          testTimeout: 120_000,
          hookTimeout: 60_000,
          maxWorkers: 1,
        },
      },
    ],
  },
});
