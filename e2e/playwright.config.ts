import { defineConfig } from '@playwright/test';

// No graphics card here: painting by the processor itself is cheaper than a card made of software.
const args = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'];
const executablePath = process.env.TOCSIN_CHROMIUM;

/** Journeys in a real Chromium against a real server; run by tools/browser-tests.mjs, which finds the Chromium. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../.cache/browser',
  globalSetup: './global-setup.ts',
  // Room for a machine that others use too: no journey measures time by these.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  // Each journey makes a plant of its own, and most of its time is waiting for the page.
  fullyParallel: true,
  workers: 3,
  forbidOnly: true,
  // A shared machine may stand still for seconds: CI tries once more and its report names what needed it.
  retries: process.env.CI ? 1 : 0,
  // A ratio of two times is true only while nothing else runs: it comes last and alone (by itself: `--no-deps`).
  projects: [
    { name: 'journeys', testIgnore: '**/landing-speed.spec.ts' },
    {
      name: 'alone',
      testMatch: '**/landing-speed.spec.ts',
      dependencies: ['journeys'],
      use: { launchOptions: { executablePath, args } },
    },
  ],
  use: {
    // What can't be pressed or come within a minute will not within the test's nine.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    viewport: { width: 1440, height: 1000 },
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    // Motion is painted by the processor, for nobody. Journeys about it ask for it (presses, schemas-live, landing-*).
    contextOptions: { reducedMotion: 'reduce' },
    // No page lives long enough to earn back what V8's optimizing compilers cost.
    launchOptions: { executablePath, args: [...args, '--js-flags=--no-opt,--no-maglev'] },
    // Recording each journey costs a third of the run: asked for by TOCSIN_TRACE=1 when one fails.
    trace: process.env.TOCSIN_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
});
