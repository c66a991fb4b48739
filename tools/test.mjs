#!/usr/bin/env node
// `npm test`: types, lint, import rules, unit, database and scenario tests, and the browser journeys. `--thorough`, for
// .ci/run, adds the tests of thorough-tests.mjs and every look of axe. Ends on 'N passed, N failed'.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { needsNode24 } from './node-version.mjs';

needsNode24('npm test');
const { out, playwrightCount, Steps } = await import('./test-steps.ts');
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
// Every process of the run loads much of the same code: what one has compiled the next ones take.
process.env.NODE_COMPILE_CACHE ??= resolve('.cache/compile');
// `npm run ci` gives this to tools/openapi-check.ts.
process.env.OPENAPI_FILE ??= resolve(out, 'openapi.json');
const isThorough = process.argv.includes('--thorough');
// Read by e2e/harness/axe.ts and thorough-tests.mjs.
process.env.TOCSIN_TESTS = isThorough ? 'thorough' : 'short';
const steps = new Steps();

/** What reads the sources alone. */
async function looks() {
  const beside = { isBeside: true };
  // Several threads would only take turns with the other steps, and use half as much processor time again.
  await steps.step('types', ['node_modules/tsc7/bin/tsc', '-b', '--singleThreaded'], beside);
  const rules =
    '--config .dependency-cruiser.cjs contract/src machines/src server/src web/src simulator e2e bench tools'.split(
      ' ',
    );
  await steps.step('import rules', ['node_modules/dependency-cruiser/bin/dependency-cruiser.mjs', ...rules], beside);
  await steps.step('specification map', ['tools/coverage.mjs', '--check'], beside);
  await steps.step('lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '--diagnostic-level=error', '.'], beside);
  await steps.step('unused code', ['node_modules/knip/bin/knip.js', '--no-progress'], beside);
  await steps.step('file lengths', ['tools/file-lengths.ts'], beside);
}

async function journeys() {
  const build = "import('./tools/build-web.ts').then((m) => m.buildWeb(process.cwd()))";
  await steps.step('page build', ['--input-type=module', '-e', build], { isBeside: true });
  const report = `${out}/browser.json`;
  const projects = isThorough ? [] : ['--project=journeys'];
  await steps.step('browser tests', ['tools/browser-tests.ts', report, ...projects], {
    count: () => playwrightCount(report),
    report,
  });
}

// All at once, so that both cores are busy to the end: no test measures time.
await Promise.all([
  journeys(),
  looks(),
  (async () => {
    await steps.vitest('unit tests', ['unit'], { isBeside: true });
    await steps.vitest('database and scenario tests', ['db', 'scenario'], { isBeside: true });
  })(),
]);
await steps.step('each mapped test ran', ['tools/coverage.mjs', ...(isThorough ? [] : ['--short']), '--ran', out]);
const { passed, failed, skipped, failures } = steps;
writeFileSync(`${out}/summary.json`, JSON.stringify({ passed, failed, skipped, failures, isThorough }));
process.exit(steps.end());
