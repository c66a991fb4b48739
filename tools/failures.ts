import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** What is read of Vitest's JSON report. */
export interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly title: string;
      readonly fullName: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

interface Failure {
  readonly message?: string;
}
interface Spec {
  readonly title: string;
  readonly file: string;
  readonly ok: boolean;
  readonly tests: readonly {
    readonly status: string;
    readonly results: readonly { readonly error?: Failure }[];
  }[];
}
export interface Suite {
  readonly specs?: readonly Spec[];
  readonly suites?: readonly Suite[];
}
/** What is read of Playwright's JSON report. */
export interface PlaywrightReport {
  readonly suites: readonly Suite[];
  readonly errors: readonly Failure[];
  readonly stats: Readonly<Record<'expected' | 'flaky' | 'unexpected' | 'skipped', number>>;
}

export interface Counted {
  readonly passed: number;
  readonly failed: number;
  readonly skipped?: number;
}

/**
 * The failed tests of a Vitest or Playwright report, and those that passed only on a retry: one line each with the
 * first line of the error, so that the end of a long run tells what to look at. `retryFile` is the Vitest report of the
 * second try of files that failed; it may be missing.
 */
export function failuresIn(file: string, retryFile?: string): string[] {
  if (!existsSync(file)) return [`${file}: no report was written`];
  const report: VitestReport | PlaywrightReport = JSON.parse(readFileSync(file, 'utf8'));
  return 'testResults' in report ? ofVitest(report.testResults, passedIn(retryFile)) : ofPlaywright(report);
}

/** The files, from the current folder, in which a test of a Vitest report failed. */
export function failedFiles(file: string): string[] {
  if (!existsSync(file)) return [];
  const { testResults }: VitestReport = JSON.parse(readFileSync(file, 'utf8'));
  return testResults.filter(hasFailed).map(({ name }) => relative('.', name));
}

/**
 * Counts of a Vitest report. A file that failed and has results in `retryFile` counts as it ended there; without a
 * report one failure is counted.
 */
export function vitestCount(file: string, retryFile?: string): Required<Counted> {
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 };
  const { testResults }: VitestReport = JSON.parse(readFileSync(file, 'utf8'));
  const retried = new Map(resultsOf(retryFile).map((result) => [result.name, result]));
  const last = testResults.map((result) => (hasFailed(result) && retried.get(result.name)) || result);
  const tests = last.flatMap(({ assertionResults }) => assertionResults);
  const count = (status: string): number => tests.filter((test) => test.status === status).length;
  // A file that failed before its tests has no failed test.
  const broken = last.filter(
    (result) => hasFailed(result) && result.assertionResults.every(({ status }) => status !== 'failed'),
  );
  const passed = count('passed');
  const failed = count('failed') + broken.length;
  // A test that this machine can't run (an ordinary user can't try what only root does) is said, not hidden.
  return { passed, failed, skipped: tests.length - passed - count('failed') };
}

const hasFailed = (result: VitestReport['testResults'][number]): boolean =>
  result.status === 'failed' || result.assertionResults.some(({ status }) => status === 'failed');

function resultsOf(file: string | undefined): VitestReport['testResults'] {
  if (file === undefined || !existsSync(file)) return [];
  const { testResults }: VitestReport = JSON.parse(readFileSync(file, 'utf8'));
  return testResults;
}

/** Whether the file, and in it the test if one is named, passed in a report. */
function passedIn(file: string | undefined): (path: string, fullName?: string) => boolean {
  const results = new Map(resultsOf(file).map((result) => [result.name, result]));
  return (path, fullName) => {
    const result = results.get(path);
    if (!result) return false;
    if (fullName === undefined) return !hasFailed(result);
    return result.assertionResults.some((test) => test.fullName === fullName && test.status === 'passed');
  };
}

/** The first line of an error's message and the first lines of what a comparison found missing or too many. */
const firstLines = (text: string | undefined): string => {
  const [line, ...rest] = stripVTControlCharacters(text ?? '').split('\n');
  if (!line) return '';
  const differences = rest
    .filter((one) => /^[+-] /.test(one) && !/^(?:- Expected|\+ Received) /.test(one))
    .map((one) => one.replace(/\s+/g, ' ').trim());
  const all = differences.length === 0 ? '' : `: ${differences.join(' ').slice(0, 600)}`;
  return `: ${line.slice(0, 300)}${all}`;
};

const ofVitest = (files: VitestReport['testResults'], hasPassedAgain: ReturnType<typeof passedIn>): string[] =>
  files.filter(hasFailed).flatMap(({ name: path, message, assertionResults }) => {
    const name = relative('.', path);
    const outcome = (fullName?: string): string =>
      hasPassedAgain(path, fullName) ? 'passed when tried again' : 'failed';
    const failed = assertionResults.filter((test) => test.status === 'failed');
    // A file that failed before its tests has no failed test.
    if (failed.length === 0) return [`${name} ${outcome()}${firstLines(message)}`];
    return failed.map(
      (test) => `${name} › ${test.fullName} ${outcome(test.fullName)}${firstLines(test.failureMessages?.[0])}`,
    );
  });

const specsOf = (suite: Suite): Spec[] => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];

const outcomes: Readonly<Record<string, string>> = { flaky: 'passed when tried again', skipped: 'was skipped' };

function ofPlaywright({ suites, errors }: PlaywrightReport): string[] {
  const bad = suites
    .flatMap(specsOf)
    .flatMap((spec) => spec.tests.map((test) => ({ spec, test })))
    .filter(({ test }) => test.status !== 'expected')
    .map(({ spec, test }) => {
      const error = test.results.find((one) => one.error)?.error?.message;
      return `${spec.file} › ${spec.title} ${outcomes[test.status] ?? 'failed'}${firstLines(error)}`;
    });
  return [...bad, ...errors.map((error) => `outside the tests${firstLines(error.message)}`)];
}
