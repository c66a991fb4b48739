import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** What is read of Vitest's JSON report. */
export interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
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

/**
 * The failed tests of a Vitest or Playwright report, and those that passed only on a retry: one line each with the
 * first line of the error, so that the end of a long run tells what to look at.
 */
export function failuresIn(file: string): string[] {
  if (!existsSync(file)) return [`${file}: no report was written`];
  const report: VitestReport | PlaywrightReport = JSON.parse(readFileSync(file, 'utf8'));
  return 'testResults' in report ? ofVitest(report.testResults) : ofPlaywright(report);
}

const firstLine = (text: string | undefined): string => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the colours of a terminal begin with one.
  const line = (text ?? '').replace(/\u001b\[[\d;]*m/g, '').split('\n', 1)[0];
  return line ? `: ${line.slice(0, 300)}` : '';
};

const ofVitest = (files: VitestReport['testResults']): string[] =>
  files.flatMap(({ name: path, status, message, assertionResults }) => {
    const name = relative('.', path);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    // A file that failed before its tests has no failed test.
    if (status === 'failed' && failed.length === 0) return [`${name} failed${firstLine(message)}`];
    return failed.map((test) => `${name} › ${test.fullName} failed${firstLine(test.failureMessages?.[0])}`);
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
      return `${spec.file} › ${spec.title} ${outcomes[test.status] ?? 'failed'}${firstLine(error)}`;
    });
  return [...bad, ...errors.map((error) => `outside the tests${firstLine(error.message)}`)];
}
