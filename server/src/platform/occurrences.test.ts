import { expect, it } from 'vitest';
import { hasMoreThan } from './occurrences.ts';

it('counts characters up to a limit', () => {
  expect(hasMoreThan('a,b;c,d', ',;', 3)).toBe(false);
  expect(hasMoreThan('a,b;c,d', ',;', 2)).toBe(true);
  expect(hasMoreThan('', ',', 0)).toBe(false);
});
