// Which tests passed in a run, read from the JSON reports of Vitest and Playwright (tools/test.mjs).
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * Map of test file (from the root) to the titles that passed there; null when the run left no report.
 * @param {string} root
 * @param {string} folder
 */
export function passedTests(root, folder) {
  if (!existsSync(folder)) return null;
  /** @type {Map<string, string[]>} */
  const passed = new Map();
  /** @param {string} file @param {string} title */
  const add = (file, title) => passed.set(file, [...(passed.get(file) ?? []), title]);
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
    /** @type {Partial<import('./failures.ts').VitestReport & import('./failures.ts').PlaywrightReport>} */
    const report = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    for (const file of report.testResults ?? [])
      for (const test of file.assertionResults)
        if (test.status === 'passed') add(relative(root, file.name), test.title);
    /** @param {import('./failures.ts').Suite} suite */
    const suites = (suite) => {
      for (const spec of suite.specs ?? []) if (spec.ok) add(join('e2e', spec.file), spec.title);
      for (const inner of suite.suites ?? []) suites(inner);
    };
    for (const suite of report.suites ?? []) suites(suite);
  }
  return passed.size > 0 ? passed : null;
}

/**
 * Whether a title of the source, which may have places to fill ('%s', '$name'), is one of those that ran.
 * @param {readonly string[] | undefined} titles
 * @param {string} title
 */
export function hasRun(titles, title) {
  if (!titles) return false;
  if (title === 'a table of cases') return true;
  const text = title.replaceAll(/\\(.)/g, '$1');
  const pattern = text
    .split(/%[a-zA-Z#]|\$\{[^}]*\}|\$[\w.]+/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');
  const whole = new RegExp(`^${pattern}$`, 's');
  return titles.some((ran) => whole.test(ran.replaceAll(/\s+/g, ' ')));
}
