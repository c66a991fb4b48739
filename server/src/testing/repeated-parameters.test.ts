import { expect, it } from 'vitest';
import { allEndpoints } from './all-endpoints.ts';

// meets: owasp-asvs-5 V15.3.7
it('a parameter that is written twice is refused, never read as one of both, unless it is a list', async () => {
  const taken: string[] = [];
  let tried = 0;
  for (const { method, path, query } of await allEndpoints()) {
    if (!query || !('shape' in query)) continue;
    for (const [name, field] of Object.entries(query.shape as Record<string, typeof query>)) {
      tried++;
      for (const twice of [
        ['1', '2'],
        ['true', 'true'],
        ['2026-01-02', '2026-01-03'],
      ]) {
        const { success, data } = field.safeParse(twice);
        if (success && !Array.isArray(data)) taken.push(`${method} ${path} ${name}: ${JSON.stringify(data)}`);
      }
    }
  }
  expect(tried).toBeGreaterThan(100);
  expect(taken).toEqual([]);
});
