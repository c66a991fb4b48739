import { expect, test } from 'vitest';
import { spread } from './line-ends.ts';

test('labels stand at the ends of their lines where there is space', () => {
  expect(spread([100, 20, 180], 20, 280)).toEqual([90, 10, 170]);
});

test('labels of lines that end together are moved apart in the order of the lines, and stay within the chart', () => {
  expect(spread([50, 50, 52], 20, 280)).toEqual([40, 60, 80]);
  expect(spread([275, 278], 20, 280)).toEqual([240, 260]);
  expect(spread([2, 3], 20, 280)).toEqual([0, 20]);
});

test('a hidden line has its label last', () => {
  expect(spread([Number.POSITIVE_INFINITY, 10], 20, 100)).toEqual([80, 0]);
});
