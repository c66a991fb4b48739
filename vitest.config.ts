import { defineConfig } from 'vitest/config';
import { isShortRun, thoroughFiles, thoroughFolders } from './tools/thorough-tests.mjs';

const dbTests = ['**/*.db.test.ts'];
const scenarioTests = ['**/*.scenario.test.ts'];
const externalTests = ['**/*.external.test.ts'];
const ignored = ['**/node_modules/**', '**/.cache/**', '**/dist/**'];
const leftOut = isShortRun ? [...thoroughFiles, ...thoroughFolders.map((folder) => `${folder}**`)] : [];
// These only end a test that hangs, on a machine with six times the work it has room for: no test measures time by them.
const bounds = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  // Just inside the test's own, so that what did not come about is named.
  expect: { poll: { timeout: 170_000, interval: 20 } },
};

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
          exclude: [...ignored, ...leftOut, ...dbTests, ...scenarioTests, ...externalTests],
          environment: 'node',
          // They share nothing but modules, which most of the time would go into loading again for each file.
          isolate: false,
          ...bounds,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'db',
          setupFiles: ['tools/fast-check-seed.ts'],
          include: dbTests,
          exclude: [...ignored, ...leftOut],
          globalSetup: ['server/src/platform/testing/postgres-global.ts'],
          isolate: false,
          ...bounds,
          maxWorkers: 3,
        },
      },
      {
        test: {
          name: 'scenario',
          setupFiles: ['tools/fast-check-seed.ts'],
          include: scenarioTests,
          exclude: ignored,
          globalSetup: ['server/src/platform/testing/postgres-global.ts'],
          ...bounds,
          maxWorkers: 3,
        },
      },
      {
        test: {
          name: 'external',
          include: externalTests,
          exclude: ignored,
          ...bounds,
          maxWorkers: 1,
        },
      },
    ],
  },
});
