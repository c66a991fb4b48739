import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Minimum duration of one iteration of an endless animation; more than three flashes a second need under 334 ms. */
const minMs = 334;

// meets: wcag-2.2-aa 2.3.1
it('nothing that repeats flashes more than three times a second', () => {
  const found: string[] = [];
  for (const file of globSync('**/*.css', { cwd: root })) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const [declaration] of text.matchAll(/animation(?:-duration)?:[^;}]*/g)) {
      if (!/infinite|iteration/.test(declaration)) continue;
      const times = [...declaration.matchAll(/([\d.]+)(ms|s)\b/g)].map(
        ([, n, unit]) => Number(n) * (unit === 's' ? 1000 : 1),
      );
      found.push(`${file}: ${Math.max(...times)}`);
      expect(Math.max(...times), `${file}: ${declaration}`).toBeGreaterThanOrEqual(minMs);
    }
  }
  expect(found.length).toBeGreaterThan(2);
});
