// The tests that docs/proof/security-findings.md names for each finding, and which of them are not there.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const fewestRows = 32;

/** The tests in the last column of a row: `file`: name<br>`file`: name. */
const testsOf = (row) =>
  row
    .replace(/ \|$/, '')
    .split(' | ')
    .at(-1)
    .split('<br>')
    .map((one) => /^`([\w/.-]+)`: (.+)$/.exec(one) ?? [one, '', ''])
    .map(([, file, name]) => ({ file, name }));

const quoted = (name) => [`'${name}'`, `"${name}"`, `'${name.replaceAll("'", "\\'")}'`];

function isThere(root, { file, name }) {
  if (name === '' || !existsSync(join(root, file))) return false;
  const source = readFileSync(join(root, file), 'utf8');
  return quoted(name).some((text) => source.includes(text));
}

/** What is missing from the page, one line each. */
export function missingFindings(root) {
  const page = readFileSync(join(root, 'docs/proof/security-findings.md'), 'utf8');
  const rows = page.split('\n').filter((line) => line.startsWith('| ') && !/^\| (?:#|finding) /.test(line));
  const problems = rows.length < fewestRows ? ['docs/proof/security-findings.md has lost findings of the review'] : [];
  for (const row of rows)
    for (const test of testsOf(row))
      if (!isThere(root, test))
        problems.push(
          `docs/proof/security-findings.md names '${test.name}' of ${test.file || row}, which is not there`,
        );
  return problems;
}
