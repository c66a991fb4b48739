import { expect, test } from 'vitest';
import { liveTicks, packRows, sections } from './model.ts';

const group = (id: string, name: string, ...paths: readonly string[]) => ({ id, name, active: true, paths });

test('shows groups in the specified order, unknown ones after them by id, equal names together', () => {
  const result = sections([
    group('40', 'Zebra', 'z'),
    group('9', 'Aux', 'a'),
    group('21', 'System', '21.21000'),
    group('4', 'Temperature', 't'),
    group('18', 'System', '18.18000'),
    group('1', 'Speed', 's'),
  ]);
  expect(result.map((section) => section.name)).toEqual(['System', 'Speed', 'Temperature', 'Aux', 'Zebra']);
  expect(result[0]?.paths).toEqual(['18.18000', '21.21000']);
});

test('lets groups share a row while there are enough columns, in order, never split', () => {
  expect(packRows([7, 3, 2, 2, 6, 1, 2, 4], 7)).toEqual([
    [{ section: 0, span: 7 }],
    [
      { section: 1, span: 3 },
      { section: 2, span: 2 },
      { section: 3, span: 2 },
    ],
    [
      { section: 4, span: 6 },
      { section: 5, span: 1 },
    ],
    [
      { section: 6, span: 2 },
      { section: 7, span: 4 },
    ],
  ]);
});

test('gives a group larger than a row its own rows, and leaves out empty ones', () => {
  expect(packRows([5, 0, 1], 3)).toEqual([[{ section: 0, span: 3 }], [{ section: 2, span: 1 }]]);
});

test('the live sign has a dot for each missed frame', () => {
  expect(liveTicks([0, 2_000, 6_000, 8_000], 2_000, 9_000)).toEqual([true, true, false, true, true]);
  expect(liveTicks([0], 2_000, 10_000)).toEqual([true, false, false, false]);
  expect(liveTicks([0], 2_000, 3_000)).toEqual([true]);
});
