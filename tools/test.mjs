#!/usr/bin/env node
// `npm test`: types, lint, import rules, unit, database, scenario and browser tests. `--ci` adds the integration tests
// against external services and the short form of each proof, and makes the journeys in the machine's whole Chromium, with
// the window around each page. Ends on 'N passed, N failed'.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { failuresIn } from './failures.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);
const ci = process.argv.includes('--ci');
const out = '.cache/test';
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
// Every process of the run loads much of the same code: what one has compiled the next ones take.
process.env.NODE_COMPILE_CACHE ??= resolve('.cache/compile');
const started = Date.now();
let passed = 0;
let failed = 0;
let skipped = 0;
/** What to look at, said again at the end: of a long run only the end may be kept. */
const look = [];

function command(args, env = {}) {
  return new Promise((done) => {
    const child = spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } });
    child.on('error', () => done(1));
    child.on('exit', (code) => done(code ?? 1));
  });
}

async function step(name, args, { env, count, report } = {}) {
  const from = Date.now();
  const code = await command(args, env);
  const counted = count?.() ?? { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
  passed += counted.passed;
  failed += counted.failed;
  if (code !== 0 && counted.failed === 0) failed += 1;
  if (report) look.push(...failuresIn(report));
  else if (code !== 0) look.push(`${name} failed`);
  console.log(`-- ${name}: ${code === 0 ? 'ok' : 'FAILED'} in ${((Date.now() - from) / 1000).toFixed(1)} s`);
  return code;
}

const vitestCount = (file) => () => {
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const report = JSON.parse(readFileSync(file, 'utf8'));
  // A test that this machine can't run (an ordinary user can't try what only root does) is said, not hidden.
  skipped += report.numPendingTests;
  return { passed: report.numPassedTests, failed: report.numFailedTests };
};
const playwrightCount = (file) => () => {
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const { stats } = JSON.parse(readFileSync(file, 'utf8'));
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + stats.skipped };
};
const vitest = (name, projects) =>
  step(
    name,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...projects.flatMap((p) => ['--project', p]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${out}/${projects[0]}.json`,
    ],
    {
      count: vitestCount(`${out}/${projects[0]}.json`),
      report: `${out}/${projects[0]}.json`,
    },
  );

const build = () =>
  step('page build', [
    '--input-type=module',
    '-e',
    "import('./tools/build-web.mjs').then((m) => m.buildWeb(process.cwd()))",
  ]);
const unit = () => vitest('unit tests', ['unit']);

await step('types', ['node_modules/tsc7/bin/tsc', '-b']);
await step('lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '--diagnostic-level=error', '.']);
await step('import rules', [
  'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
  '--config',
  '.dependency-cruiser.cjs',
  'contract/src',
  'server/src',
  'web/src',
  'simulator',
  'e2e',
  'bench',
]);
await step('specification map', ['tools/coverage.mjs', '--check']);
// The unit tests wait a good deal, which the build makes use of.
await Promise.all([unit(), build()]);
await vitest('database tests', ['db']);
await vitest('scenario tests', ['scenario']);
await step('browser tests', ['tools/browser-tests.mjs', `${out}/browser.json`, ...(ci ? ['--whole'] : [])], {
  // With CI set a journey that failed is tried once more (e2e/playwright.config.ts).
  env: ci ? { CI: '1' } : {},
  count: playwrightCount(`${out}/browser.json`),
  report: `${out}/browser.json`,
});
await step('each mapped test ran', ['tools/coverage.mjs', '--ran', out]);
if (ci) {
  await step('dependency audit', ['tools/audit.mjs']);
  await vitest('integration tests (external PostgreSQL, NATS, Mosquitto)', ['external']);
  await step('short proofs', ['tools/proof.mjs', '--short']);
}
for (const line of look) console.log(`-- ${line}`);
console.log(`-- all in ${((Date.now() - started) / 1000).toFixed(0)} s`);
console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
process.exit(failed === 0 ? 0 : 1);
