import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { failedFiles, failuresIn, vitestCount } from './failures.ts';

const folder = mkdtempSync(join(tmpdir(), 'tocsin-failures-'));
const written = (name: string, report: unknown): string => {
  writeFileSync(join(folder, name), JSON.stringify(report));
  return join(folder, name);
};

test('a report that was not written is a failure', () => {
  expect(failuresIn('no-such.json')).toEqual(['no-such.json: no report was written']);
});

test('names what failed in Vitest, and a file that failed before its tests', () => {
  const report = written('unit.json', {
    testResults: [
      {
        name: resolve('server/a.test.ts'),
        status: 'failed',
        message: '',
        assertionResults: [
          { status: 'passed', fullName: 'is well' },
          {
            status: 'failed',
            fullName: 'is not',
            failureMessages: ['\u001b[31mAssertionError: 1 is 2\u001b[39m\n  at x'],
          },
        ],
      },
      { name: resolve('server/b.test.ts'), status: 'failed', message: 'No such module', assertionResults: [] },
    ],
  });
  expect(failuresIn(report)).toEqual([
    'server/a.test.ts › is not failed: AssertionError: 1 is 2',
    'server/b.test.ts failed: No such module',
  ]);
});

test('names what failed in Playwright, and what passed only on retry', () => {
  const spec = (title: string, status: string, message?: string) => ({
    title,
    file: 'a.spec.ts',
    tests: [{ status, results: message ? [{ error: { message } }, {}] : [{}] }],
  });
  const suites = [
    {
      specs: [spec('is well', 'expected')],
      suites: [{ specs: [spec('sways', 'flaky', 'Timed out\nat x'), spec('falls', 'unexpected', 'No such row')] }],
    },
  ];
  expect(failuresIn(written('browser.json', { suites, errors: [] }))).toEqual([
    'a.spec.ts › sways passed when tried again: Timed out',
    'a.spec.ts › falls failed: No such row',
  ]);
});

test('names what a comparison found other than expected', () => {
  const message = [
    '\u001b[2mexpect(\u001b[22mreceived).toEqual(expected) // deep equality',
    '',
    '- Expected  - 1',
    '+ Received  + 2',
    '',
    '- Array []',
    '+ Array [',
    '+   "/sites: Overdue since",',
    '  ]',
  ].join('\n');
  const spec = {
    title: 'is equal',
    file: 'a.spec.ts',
    tests: [{ status: 'unexpected', results: [{ error: { message } }] }],
  };
  expect(failuresIn(written('equal.json', { suites: [{ specs: [spec] }], errors: [] }))).toEqual([
    'a.spec.ts › is equal failed: expect(received).toEqual(expected) // deep equality: - Array [] + Array [ + "/sites: Overdue since",',
  ]);
});

test('a file that passes when CI tries it again counts as passed, and is named', () => {
  const path = resolve('server/a.test.ts');
  const failed = { status: 'failed', fullName: 'sways', failureMessages: ['Timed out'] };
  const passed = { status: 'passed', fullName: 'is well' };
  const skipped = { status: 'pending', fullName: 'needs root' };
  const first = written('first.json', {
    testResults: [
      { name: path, status: 'failed', message: '', assertionResults: [passed, failed, skipped] },
      { name: resolve('server/b.test.ts'), status: 'failed', message: 'No such module', assertionResults: [] },
      { name: resolve('server/c.test.ts'), status: 'passed', message: '', assertionResults: [passed] },
    ],
  });
  const retry = written('retry.json', {
    testResults: [
      {
        name: path,
        status: 'passed',
        message: '',
        assertionResults: [passed, { ...failed, status: 'passed' }, skipped],
      },
      { name: resolve('server/b.test.ts'), status: 'failed', message: 'No such module', assertionResults: [] },
    ],
  });
  expect(failedFiles(first)).toEqual(['server/a.test.ts', 'server/b.test.ts']);
  expect(vitestCount(first)).toEqual({ passed: 2, failed: 2, skipped: 1 });
  expect(vitestCount(first, retry)).toEqual({ passed: 3, failed: 1, skipped: 1 });
  expect(failuresIn(first, retry)).toEqual([
    'server/a.test.ts › sways passed when tried again: Timed out',
    'server/b.test.ts failed: No such module',
  ]);
});
