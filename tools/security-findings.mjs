// The tests that docs/proof/security-findings.md names for each finding, and which of them do not exist.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {{ readonly file: string, readonly name: string }} NamedTest */

const fewestRows = 32;

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
 * What is missing from the page, one line each.
 * @param {string} root
 * @returns {string[]}
 */
export function missingFindings(root) {
  const page = readFileSync(join(root, 'docs/proof/security-findings.md'), 'utf8');
  const rows = page.split('\n').filter((line) => line.startsWith('| ') && !/^\| (?:#|finding) /.test(line));
  const problems = rows.length < fewestRows ? ['docs/proof/security-findings.md has lost findings of the review'] : [];
  for (const row of rows)
    for (const test of testsOf(row))
      if (!isThere(root, test))
        problems.push(`docs/proof/security-findings.md names a missing test: ${test.file || row}: '${test.name}'`);
  return problems;
}
