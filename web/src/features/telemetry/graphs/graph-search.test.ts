import { expect, test } from 'vitest';
import { graphSearch } from './graph-search.ts';

const day = 86_400_000;

test.each([
  ['an end before its start', { start: 2, end: 1 }],
  ['no end', { start: 2 }],
  ['words', { start: 'a', end: 'b' }],
  ['more than 93 days', { start: 0, end: 94 * day }],
  ['an unknown period', { earlier: 'century' }],
  ['a word for its device', { device: 'leg' }],
  ['a device that cannot be', { device: -1 }],
])('an address with %s shows the usual graphs', (_what, search) => {
  expect(graphSearch(search)).toEqual({});
});

test('an address contains its device, a range, a zoom in it and an earlier period', () => {
  const search = { device: 7, start: 0, end: day, from: 1_000, to: 2_000, earlier: 'week' };
  expect(graphSearch({ ...search, other: 1 })).toEqual(search);
  expect(graphSearch({ scale: 'hour' })).toEqual({ scale: 'hour' });
  expect(graphSearch({ scale: 'decade' })).toEqual({});
});
