import { readdirSync } from 'node:fs';
import type { EndpointSpec } from '@tocsin/contract/endpoint';
import { expect, it } from 'vitest';

const contract = new URL('../../../contract/src/', import.meta.url);
const modules = readdirSync(contract).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));

it('an empty PATCH changes nothing: no default fills in an omitted field', async () => {
  const filled: string[] = [];
  let calls = 0;
  for (const name of modules) {
    const { endpoints = {} }: { endpoints?: Readonly<Record<string, EndpointSpec>> } = await import(
      /* @vite-ignore */ `@tocsin/contract/${name.slice(0, -3)}`
    );
    for (const { method, path, body } of Object.values(endpoints)) {
      if (method !== 'PATCH') continue;
      calls++;
      const parsed = body?.safeParse({});
      const values = parsed?.success && parsed.data instanceof Object ? Object.values(parsed.data) : [];
      // An object of what was named (a drawing) is empty as well.
      if (values.some((value) => value !== undefined && JSON.stringify(value) !== '{}')) filled.push(path);
    }
  }
  expect(calls).toBeGreaterThan(8);
  expect(filled).toEqual([]);
});
