import { expect, test } from 'vitest';
import { liveTicks, sections } from './model.ts';

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

test('the live sign has a dot for each missed frame', () => {
  expect(liveTicks([0, 2_000, 6_000, 8_000], 2_000, 9_000)).toEqual([true, true, false, true, true]);
  expect(liveTicks([0], 2_000, 10_000)).toEqual([true, false, false, false]);
  expect(liveTicks([0], 2_000, 3_000)).toEqual([true]);
});
