#!/usr/bin/env node
// Maps lines of the specification (docs/spec) to tests, from the tests' own annotations, into .cache/coverage.md.
//   // spec: administration 7 POST locations/
//   it('answers 201 with the whole site', ...)
// An annotation names document, section and the call, route, text or rule. Fails on an annotation that no test follows or
// whose document or section is not in docs/spec, on a test file that no runner takes, on a skipped or focused test, and on
// a line of coverage-required.mjs, people-texts.mjs or coverage-calls.mjs that no test names or the specification lacks,
// and on a test that docs/proof/security-findings.md names and nobody wrote.
// `--check` writes no file. `--ran FOLDER` also fails if a mapped test is not among those that passed by the reports of
// that folder (the last step of tools/test.mjs); `--short` leaves out the tests that only
// `npm test -- --thorough` runs (thorough-tests.mjs).
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { calls, callTable } from './coverage-calls.mjs';
import { hasRun, passedTests } from './coverage-ran.mjs';
import { required } from './coverage-required.mjs';
import { peopleTexts } from './people-texts.mjs';
import { missingFindings } from './security-findings.mjs';
import { readSpecification } from './specification.mjs';
import { isThoroughTest } from './thorough-tests.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const specification = readSpecification(join(root, 'docs/spec'));
const documents = ['administration', 'monitoring', 'visual-dashboard', 'decisions'];
const taken = [/\.test\.tsx?$/, /^e2e\/.*\.spec\.ts$/];
const begins = /^\s*(?:it|test)(?:\.(?:each|for))?[.(`]/;
/** @type {string[]} */
const problems = [];
/** @type {import('./coverage-calls.mjs').Row[]} */
const rows = [];

/**
 * @param {string} folder
 * @returns {Generator<string>}
 */
function* walk(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === 'node_modules' || entry.name === 'dist' || entry.name.startsWith('.')) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(path);
    else if (/\.(test|spec)\.tsx?$/.test(entry.name)) yield path;
  }
}

/** @param {string} line */
const indentOf = (line) => line.length - line.trimStart().length;

/**
 * The line of the test that a note speaks of: right below it, the first of the block below it, or that in whose body it
 * stands; -1 for none.
 * @param {readonly string[]} lines
 * @param {number} note
 */
function testOf(lines, note) {
  let next = note + 1;
  while (next < lines.length && /^\s*(\/\/.*)?$/.test(lines[next])) next++;
  if (begins.test(lines[next] ?? '')) return next;
  if (/^\s*describe(?:\.(?:each|for))?[.(`]/.test(lines[next] ?? ''))
    return lines.findIndex((line, index) => index > next && begins.test(line));
  return lines.findLastIndex(
    (line, index) => index < note && begins.test(line) && indentOf(line) < indentOf(lines[note]),
  );
}

/**
 * @param {readonly string[]} lines
 * @param {number} from
 */
function nameOfTest(lines, from) {
  const text = lines.slice(from, from + 30).join('\n');
  const named = /(?:it|test)(?:\.(?:each|for)[\s\S]*?\]\s*(?:as const)?\s*,?\s*\))?\s*\(\s*(['"`])([\s\S]*?)\1/.exec(
    text,
  );
  return named ? named[2].replaceAll(/\s+/g, ' ') : 'a table of cases';
}

for (const path of ['contract', 'server', 'web', 'simulator', 'e2e', 'bench'].flatMap((f) => [
  ...walk(join(root, f)),
])) {
  const file = relative(root, path);
  const lines = readFileSync(path, 'utf8').split('\n');
  if (!taken.some((pattern) => pattern.test(file))) problems.push(`${file}: no runner takes this test file`);
  lines.forEach((line, index) => {
    if (/\b(?:it|test|describe)\.(?:skip|only|todo|fixme)\b/.test(line))
      problems.push(`${file}:${index + 1}: skipped or focused`);
    const note = /^\s*\/\/ spec: (\S+) (\S+) (.+)$/.exec(line);
    if (!note) return;
    const next = testOf(lines, index);
    if (next < 0) {
      problems.push(`${file}:${index + 1}: no test follows '${note[0].trim()}'`);
      return;
    }
    if (!documents.includes(note[1])) problems.push(`${file}:${index + 1}: unknown document '${note[1]}'`);
    else if (!specification.has(note[1], note[2]))
      problems.push(`${file}:${index + 1}: docs/spec/${note[1]}.md has no section ${note[2]}`);
    rows.push({ document: note[1], section: note[2], what: note[3].trim(), file, test: nameOfTest(lines, next) });
  });
}

rows.sort(
  (a, b) =>
    documents.indexOf(a.document) - documents.indexOf(b.document) ||
    a.section.localeCompare(b.section, 'en', { numeric: true }) ||
    a.what.localeCompare(b.what, 'en'),
);
for (const [document, section, lines] of required)
  for (const line of lines)
    if (!rows.some((row) => row.document === document && row.section === section && row.what.startsWith(line)))
      problems.push(`no test is tied to ${document}.md ${section} '${line}'`);
problems.push(...missingFindings(root));
const ranAt = process.argv.indexOf('--ran');
if (ranAt > 0) {
  const passed = passedTests(root, join(root, process.argv[ranAt + 1] ?? ''));
  if (passed === null) problems.push('no report of a run to hold the map against');
  const isInRun = (/** @type {string} */ file) => !process.argv.includes('--short') || !isThoroughTest(file);
  for (const row of rows)
    if (passed !== null && isInRun(row.file) && !hasRun(passed.get(row.file), row.test))
      problems.push(`${row.file}: '${row.test}', tied to ${row.document} ${row.section}, did not run and pass`);
}
/** @param {string} text */
const cell = (text) => text.replaceAll('|', '\\|');
let page = '# Specification to tests\n\nGenerated by `npm run coverage` from the `// spec:` lines of the tests.\n';
for (const document of documents) {
  const own = rows.filter((row) => row.document === document);
  if (own.length === 0) continue;
  page += `\n## ${document} (${own.length})\n\n| section | line | test | file |\n|---|---|---|---|\n`;
  for (const row of own) page += `| ${row.section} | ${cell(row.what)} | ${cell(row.test)} | ${row.file} |\n`;
}

// The specification describes the screen, so a journey that sees the text is listed before a server test.
/** @param {{ readonly file: string }} row */
const sees = (row) => (row.file.startsWith('e2e/') ? 0 : row.file.startsWith('web/') ? 1 : 2);
page += `\n## Texts of administration 5 and 8 about people (${peopleTexts.length})\n\n| section | where | text | test | file |\n|---|---|---|---|---|\n`;
for (const [section, where, text] of peopleTexts) {
  if (!specification.says('administration', section, text))
    problems.push(`docs/spec/administration.md ${section} does not say '${text}'`);
  const [first] = rows
    .filter((row) => row.document === 'administration' && row.section === section && row.what === text)
    .sort((a, b) => sees(a) - sees(b));
  if (!first || sees(first) > 1)
    problems.push(`no test of the screen names the text '${text}' of administration.md ${section}`);
  page += `| ${section} | ${where} | ${cell(text)} | ${cell(first?.test ?? 'none')} | ${first?.file ?? ''} |\n`;
}

for (const call of calls)
  if (!specification.says('visual-dashboard', '7', call.replace(/^[A-Z]+ |^WebSocket /, '')))
    problems.push(`docs/spec/visual-dashboard.md 7 has no call '${call}'`);
const table = callTable(rows, cell);
page += table.page;
problems.push(...table.problems);
if (!process.argv.includes('--check')) {
  const target = join(root, '.cache/coverage.md');
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, page);
}
for (const problem of problems) console.error(problem);
console.log(
  `specification map: ${rows.length} lines tied to tests${problems.length ? `, ${problems.length} problems` : ''}`,
);
process.exit(problems.length ? 1 : 0);
