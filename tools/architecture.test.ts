import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8');

it('docs/architecture.md lists every feature of the server', () => {
  const [, table = ''] = /## The features\n([\s\S]*?)\n## /.exec(text) ?? [];
  const missing = readdirSync(join(root, 'server/src/features')).filter((name) => !table.includes(`\`${name}\``));
  expect(missing).toEqual([]);
});

it('docs/architecture.md names files that exist', () => {
  const named = [...text.matchAll(/`((?:server|web|contract)\/[^`]+\.(?:ts|tsx|sql))`/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
