import { expect, test } from 'vitest';
import type { EventSpan } from './event-spans.ts';
import { marksOf } from './marks.ts';

const warning = (path: string | null, from: number): EventSpan => ({ path, from, to: from + 10, type: 'warning_on' });
const limit = (path: string) => ({ path, sign: '>', value: 65, text: '65' });

test('gives a graph the warnings and limits of its own sensors, and a node those of all its sensors', () => {
  const marks = marksOf(
    ['7.1.100', '7.2'],
    [warning('7.1.100', 1), warning('7.2.5', 2), warning('7.22.5', 3), warning(null, 4)],
    [limit('7.2.5'), limit('7.1.1000')],
    new Map(),
  );
  expect(marks.get('7.1.100')).toEqual({ warnings: [warning('7.1.100', 1)], limits: [] });
  expect(marks.get('7.2')).toEqual({ warnings: [warning('7.2.5', 2)], limits: [limit('7.2.5')] });
});

test("keeps the identity of a graph's marks while only another graph changes", () => {
  const graphs = ['7.1.1', '7.1.2'];
  const before = marksOf(graphs, [warning('7.1.1', 1)], [], new Map());
  const after = marksOf(graphs, [warning('7.1.1', 1), warning('7.1.2', 5)], [], before);
  expect(after.get('7.1.1')).toBe(before.get('7.1.1'));
  expect(after.get('7.1.2')?.warnings.length).toBe(1);
});

test('does not show alarms as warnings, and leaves out graphs without marks', () => {
  expect(marksOf(['7.1.1'], [{ path: '7.1.1', from: 1, to: 2, type: 'alarm_on' }], [], new Map()).size).toBe(0);
});

test('gives the graph of a bare id all marks, because only its points identify the sensor', () => {
  expect(marksOf(['100'], [warning('7.1.100', 1)], [], new Map()).get('100')?.warnings.length).toBe(1);
});
