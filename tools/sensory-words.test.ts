import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const folder = resolve('contract/src/texts');

/** Every text of a catalogue; those of functions are called with placeholders. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value === 'function') {
    try {
      return textsIn((value as (...given: unknown[]) => unknown)(1, 2, 3, 4));
    } catch {
      return [];
    }
  }
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [];
};

const orders = /\b(press|click|tap|choose|select|see|use|open|drag|look at)\b/i;
const looks = /\b(red|green|yellow|amber|orange|grey|blue|round|square|left|right|top|bottom)\b/i;
/** What the words name stands beside them: an edge of a drawing, a side of a machine, a name of the field. */
const named =
  /\b(left|right) (bearing|side|belt|edge)|bearing (left|right)|right[- ]?(click|angle|s\b)|all rights|top of\b/i;

// meets: wcag-2.2-aa 1.3.3
it('tells nobody to press or find a thing by its colour, shape or place alone', async () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.includes('.test.'));
  const found: string[] = [];
  let read = 0;
  for (const name of files) {
    const module: { readonly texts?: unknown } = await import(join(folder, name));
    for (const text of textsIn(module.texts)) {
      read++;
      for (const sentence of text.split(/(?<=[.!?])\s/))
        if (orders.test(sentence) && looks.test(sentence) && !named.test(sentence)) found.push(`${name}: ${sentence}`);
    }
  }
  expect(read).toBeGreaterThan(3_000);
  expect(found).toEqual([]);
});
