import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { allEndpoints } from './all-endpoints.ts';

it('docs/api.md names the calls of each scope of service accounts as the contract does', async () => {
  const calls = new Map<string, Set<string>>();
  for (const { method, path, programs } of await allEndpoints()) {
    if (programs === undefined || programs === 'none' || programs === 'read' || programs === 'any') continue;
    const text = `\`${method} ${path.replace('/api/v1/', '').replaceAll(/:(\w+)/g, '{$1}')}\``;
    calls.set(programs, (calls.get(programs) ?? new Set()).add(text));
  }
  const docs = readFileSync(join(import.meta.dirname, '../../../docs/api.md'), 'utf8');
  const rows = docs.matchAll(/^\| `(\w+)` \| (.+) \|$/gm);
  const written = new Map([...rows].map(([, scope = '', list = '']) => [scope, list.split(', ').sort()]));
  expect(calls.size).toBe(7);
  for (const [scope, expected] of calls) expect(written.get(scope), scope).toEqual([...expected].sort());
});
