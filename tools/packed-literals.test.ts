import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'packed-literals-'));
afterAll(() => rmSync(folder, { recursive: true }));
const plugin = resolve('tools/lint/no-packed-literals.grit');
writeFileSync(join(folder, 'biome.json'), JSON.stringify({ plugins: [plugin] }));

/** What the lint prints about one file that has only this rule and the recommended ones. */
function lint(source: string): string {
  const file = join(folder, 'sample.tsx');
  writeFileSync(file, source);
  const biome = resolve('node_modules/@biomejs/biome/bin/biome');
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [biome, 'lint', '--diagnostic-level=error', `--config-path=${folder}`, file],
    { encoding: 'utf8' },
  );
  return `${stdout}${stderr}`;
}
const refusal = 'Write the members out';

it.each([
  ['an array', 'export const a = [1, ...[2, 3]];'],
  ['an object', 'export const a = { ...{ b: 1, c: 2 } };'],
  ['an argument list', 'console.info(...[1, 2]);'],
  ['an array, in brackets', 'export const a = [...([1, 2] as const)];'],
  ['the attributes of an element', 'export const a = <p {...{ id: 1 }} />;'],
  ['the parameters of a function', 'export const a = (...[b, c]: [number, number]) => b + c;'],
])('the lint refuses a literal spread into %s', (_, source) => {
  expect(lint(source)).toContain(refusal);
});

it('the lint accepts values, conditions and calls behind a spread', () => {
  const printed = lint(`
    export const a = (b: number[], c: { d?: number }) => ({
      ...c,
      ...(b.length > 0 ? { d: 1 } : {}),
      list: [...b, ...[1, 2].map((n) => n + 1)],
    });
  `);
  expect(printed).toContain('Checked 1 file');
  expect(printed).not.toContain(refusal);
});
