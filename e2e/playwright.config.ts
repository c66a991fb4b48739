import { defineConfig } from '@playwright/test';

// Without a graphics card, software rendering is cheaper than an emulated GPU.
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
  // Timeouts only end journeys that hang on an overloaded machine; none measures time with them.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  // Each journey creates its own plant, and mostly waits for the page.
  fullyParallel: true,
  workers: 3,
  forbidOnly: true,
  // CI retries a failed journey once, because a machine may stall; its report lists it as flaky.
  retries: process.env.CI ? 1 : 0,
  use: {
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
    viewport: { width: 1440, height: 1000 },
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    // Motion costs CPU time, so journeys about it enable it (presses, schemas-live, landing-*).
    contextOptions: { reducedMotion: 'reduce' },
    // No page is open long enough to benefit from V8's optimizing compilers.
    launchOptions: { executablePath, args: [...args, '--js-flags=--no-opt,--no-maglev'] },
    // Recording costs a third of the run time, so it is enabled by TOCSIN_TRACE=1 when one fails.
    trace: process.env.TOCSIN_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
});
