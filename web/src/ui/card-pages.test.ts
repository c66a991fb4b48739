import { expect, test } from 'vitest';
import { pageWithin } from './card-pages.tsx';

test('a page beyond the end of a shorter list becomes the last one', () => {
  expect(pageWithin(3, 60, 500)).toBe(3);
  expect(pageWithin(9, 60, 500)).toBe(9);
  expect(pageWithin(10, 60, 500)).toBe(9);
  expect(pageWithin(2, 60, 0)).toBe(1);
  expect(pageWithin(0, 60, 500)).toBe(1);
});
