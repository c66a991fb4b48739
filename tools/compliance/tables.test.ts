import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { claimsOf, complianceTables } from './tables.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

it('reads the notes of a test file with the test that follows', () => {
  const source =
    "// meets: cra-annex-i I.2d, I.2f\nit('refuses', () => {});\n// meets: isa-18.2 5 states\nconst x = 1;";
  expect(claimsOf('a.test.ts', source)).toEqual([
    { standard: 'cra-annex-i', id: 'I.2d', file: 'a.test.ts', test: 'refuses' },
    { standard: 'cra-annex-i', id: 'I.2f', file: 'a.test.ts', test: 'refuses' },
    { standard: 'isa-18.2', id: '5 states', file: 'a.test.ts', test: '' },
  ]);
});

it('finds every claim of the tables in a test or a file, and the pages as they would be written', () => {
  const { pages, problems } = complianceTables(root);
  expect(problems).toEqual([]);
  const folder = join(root, 'docs/compliance');
  const stored = Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
  expect(stored, 'run npm run compliance').toEqual(pages);
});
