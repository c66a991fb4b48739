import { expect, it } from 'vitest';
import { foundText } from './found-text.ts';

it('says how many records are listed, and that there may be later ones at the limit', () => {
  const found = [1, 9_999, 10_000].map((count) => foundText(count, 10_000));
  expect(found).toEqual(['1 record', '9999 records', 'First 10,000 records']);
  expect(foundText(0, 10_000)).toContain('Choose one');
});
