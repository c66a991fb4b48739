import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/**
 * Which tests of a report by Vitest or Playwright failed, and which passed only when tried again: one line each, with the
 * first line of its error, so that the end of a long run says what to look at.
 */
export function failuresIn(file) {
  if (!existsSync(file)) return [`${file}: no report was written`];
  const report = JSON.parse(readFileSync(file, 'utf8'));
  return report.testResults ? ofVitest(report.testResults) : ofPlaywright(report);
}

const plain = (text) => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the colours of a terminal begin with one.
  const line = (text ?? '').replace(/\u001b\[[\d;]*m/g, '').split('\n', 1)[0];
  return line ? `: ${line.slice(0, 300)}` : '';
};

const ofVitest = (files) =>
  files.flatMap(({ name: path, status, message, assertionResults }) => {
    const name = relative('.', path);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    // A file that fell over before its tests has none that failed.
    if (status === 'failed' && failed.length === 0) return [`${name} failed${plain(message)}`];
    return failed.map((test) => `${name} › ${test.fullName} failed${plain(test.failureMessages?.[0])}`);
  });

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];

function ofPlaywright({ suites, errors }) {
  const bad = suites
    .flatMap(specsOf)
    .flatMap((spec) => spec.tests.map((test) => ({ spec, test })))
    .filter(({ test }) => test.status !== 'expected')
    .map(({ spec, test }) => {
      const error = test.results.find((one) => one.error)?.error?.message;
      const how = { flaky: 'passed when tried again', skipped: 'was skipped' }[test.status] ?? 'failed';
      return `${spec.file} › ${spec.title} ${how}${plain(error)}`;
    });
  return [...bad, ...errors.map((error) => `outside the tests${plain(error.message)}`)];
}
