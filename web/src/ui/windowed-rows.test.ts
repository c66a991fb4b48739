import { expect, test } from 'vitest';
import { renderedRows } from './windowed-rows.tsx';

const range = { startIndex: 100, endIndex: 102, overscan: 1, count: 200 };

test('renders the range with its margin', () => {
  expect(renderedRows(range, null)).toEqual([99, 100, 101, 102, 103]);
});

test('keeps the focused row in its place, before or after the range', () => {
  expect(renderedRows(range, 7)).toEqual([7, 99, 100, 101, 102, 103]);
  expect(renderedRows(range, 199)).toEqual([99, 100, 101, 102, 103, 199]);
  expect(renderedRows(range, 101)).toEqual([99, 100, 101, 102, 103]);
});

test('drops a focused row that the list no longer has', () => {
  expect(renderedRows(range, 200)).toEqual([99, 100, 101, 102, 103]);
});
