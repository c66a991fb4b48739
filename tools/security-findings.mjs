// The tests that docs/proof/security-findings.md, clients.md and cases.md name for each finding, and which of them do not exist.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {{ readonly file: string, readonly name: string }} NamedTest */

/** Pages of findings, and the number of rows that name tests. */
const pages = [
  { file: 'docs/proof/security-findings.md', fewestRows: 32 },
  { file: 'docs/proof/clients.md', fewestRows: 19 },
  { file: 'docs/proof/cases.md', fewestRows: 21 },
];

/**
 * The tests in the last column of a row: `file`: name<br>`file`: name.
 * @param {string} row
 * @returns {NamedTest[]}
 */
const testsOf = (row) => {
  const cell = row.replace(/ \|$/, '').split(' | ').at(-1) ?? '';
  return cell.split('<br>').map((one) => {
    const [, file = '', name = ''] = /^`([\w/.-]+)`: (.+)$/.exec(one) ?? [];
    return { file, name };
  });
};

/**
 * @param {string} root
 * @param {NamedTest} test
 */
function isThere(root, { file, name }) {
  if (name === '' || !existsSync(join(root, file))) return false;
  const source = readFileSync(join(root, file), 'utf8');
  return [`'${name}'`, `"${name}"`, `'${name.replaceAll("'", "\\'")}'`].some((text) => source.includes(text));
}

/**
 * What is missing from the pages, one line each.
 * @param {string} root
 * @returns {string[]}
 */
export const missingFindings = (root) => pages.flatMap((page) => missingOf(root, page));

/**
 * @param {string} root
 * @param {{ readonly file: string, readonly fewestRows: number }} page
 */
function missingOf(root, { file, fewestRows }) {
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  const rows = lines.filter(
    (line) => line.startsWith('| ') && line.includes(' | `') && !/^\| (?:#|finding) /.test(line),
  );
  const problems = rows.length < fewestRows ? [`${file} has lost findings of the review`] : [];
  for (const row of rows)
    for (const test of testsOf(row))
      if (!isThere(root, test)) problems.push(`${file} names a missing test: ${test.file || row}: '${test.name}'`);
  return problems;
}
