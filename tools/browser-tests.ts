#!/usr/bin/env node
// Runs the Playwright journeys in Chromium's headless shell (headless-shell.ts). With `--whole`, or without a headless
// shell, it uses a full Chromium that is installed or can be installed (e2e/harness/find-chromium.ts). TOCSIN_CHROMIUM
// names another one. Never skips.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium } from '@tocsin/e2e/find-chromium';
import { findHeadlessShell } from './headless-shell.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
// A first argument that ends in .json is the report's path; all others are passed to Playwright (specs, -g ...).
const words = process.argv.slice(2).filter((word) => word !== '--whole');
const isFull = process.argv.includes('--whole') || process.env.TOCSIN_CHROMIUM;
const report = words[0]?.endsWith('.json') ? words.shift() : undefined;
async function locate(): Promise<string> {
  return (isFull ? undefined : await findHeadlessShell()) ?? (await findChromium());
}
const chromium = await locate().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
console.log(`Chromium: ${chromium}`);
const run = spawnSync(
  process.execPath,
  [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--config',
    'e2e/playwright.config.ts',
    '--reporter',
    report ? 'list,json' : 'list',
    ...words,
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      TOCSIN_CHROMIUM: chromium,
      // Several servers start during the run; they share the compiled code.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? resolve(root, '.cache/compile'),
      ...(report ? { PLAYWRIGHT_JSON_OUTPUT_FILE: resolve(root, report) } : {}),
    },
  },
);
process.exit(run.status ?? 1);
