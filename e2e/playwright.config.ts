import { defineConfig } from '@playwright/test';

// Without a graphics card, software painting is cheaper than software GPU emulation.
const args = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'];
const executablePath = process.env.TOCSIN_CHROMIUM;

/** Journeys in a real Chromium against a real server; run by tools/browser-tests.ts, which locates the Chromium. */
export default defineConfig({
  testDir: '.',
  // `npm test` runs the journeys; `.ci/run` both (docs/decisions/1360-journeys-and-thorough-checks.md).
  projects: [
    { name: 'journeys', testMatch: '**/e2e/*.spec.ts' },
    { name: 'thorough', testMatch: '**/e2e/thorough/*.spec.ts' },
  ],
  outputDir: '../.cache/browser',
  globalSetup: './global-setup.ts',
  // These only end what hangs on an overloaded machine: no journey measures time with them.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  // Each journey creates its own plant, and mostly waits for the page.
  fullyParallel: true,
  workers: 3,
  forbidOnly: true,
  // CI repeats a failed journey once, so that a machine that stalls does not refuse a change; its report names it as flaky.
  retries: process.env.CI ? 1 : 0,
  use: {
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
    viewport: { width: 1440, height: 1000 },
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    // Motion costs CPU time, so journeys about it enable it (presses, schemas-live, landing-*).
    contextOptions: { reducedMotion: 'reduce' },
    // No page lives long enough to benefit from V8's optimizing compilers.
    launchOptions: { executablePath, args: [...args, '--js-flags=--no-opt,--no-maglev'] },
    // Recording costs a third of the run time, so it is enabled by TOCSIN_TRACE=1 when one fails.
    trace: process.env.TOCSIN_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
});
