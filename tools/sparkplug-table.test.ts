import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const text = readFileSync('docs/sparkplug.md', 'utf8');
const rowsOf = (heading: string): string[][] => {
  const [, section = ''] = text.split(`\n## ${heading}\n`);
  const [table = ''] = section.split('\n## ');
  const lines = table.split('\n').filter((line) => line.startsWith('| '));
  return lines.slice(1).map((line) => line.slice(2, -2).split(' | '));
};
const assertions = rowsOf('Assertions');
const tests = rowsOf('Tests');
const namesIn = (cell: string): string[] => cell.match(/\b[EB]\d+\b/g) ?? [];

it('names tests that exist, in their files', () => {
  expect(tests.length).toBeGreaterThan(20);
  for (const [, file = '', name = ''] of tests) {
    const source = readFileSync(file.replaceAll('`', ''), 'utf8');
    expect(source, name).toContain(`it('${name}'`);
  }
});

it('refers to listed tests only, and to each of them or in its text', () => {
  const listed = tests.map(([id = '']) => id);
  const used = assertions.flatMap(([, , embedded = '', external = '']) => [...namesIn(embedded), ...namesIn(external)]);
  expect(used.filter((id) => !listed.includes(id))).toEqual([]);
  expect(new Set(assertions.map(([id]) => id)).size).toBe(assertions.length);
});

it('counts what is tested on each broker as the table does', () => {
  const count = (column: 2 | 3): string => {
    const cells = assertions.map((row) => row[column] ?? '');
    const refused = cells.filter((cell) => cell.includes('not followed')).length;
    const tested = cells.filter((cell) => namesIn(cell).length > 0).length;
    return `${tested} tested, ${cells.length - tested - refused} do not apply, ${refused} not followed`;
  };
  expect(text).toContain(`of ${assertions.length} assertions`);
  expect(text).toContain(`| embedded | ${count(2)} |`);
  expect(text).toContain(`| external | ${count(3)} |`);
});
