import { expect, test } from 'vitest';
import type { EventSpan } from './event-spans.ts';
import { marksOf } from './marks.ts';
import type { GraphName } from './queries.ts';

const warning = (path: string | null, from: number): EventSpan => ({ path, from, to: from + 10, type: 'warning_on' });
const graph = (path: string): GraphName => ({ path, name: path, group: '' });
const limit = (path: string) => ({ path, sign: '>', value: 65, text: '65' });

test('gives a graph the warnings and limits of its own sensors, and a node those of all its sensors', () => {
  const marks = marksOf(
    [graph('7.1.100'), graph('7.2')],
    [warning('7.1.100', 1), warning('7.2.5', 2), warning('7.22.5', 3), warning(null, 4)],
    [limit('7.2.5'), limit('7.1.1000')],
    new Map(),
  );
  expect(marks.get('7.1.100')).toEqual({ warnings: [warning('7.1.100', 1)], limits: [] });
  expect(marks.get('7.2')).toEqual({ warnings: [warning('7.2.5', 2)], limits: [limit('7.2.5')] });
});

test("keeps the identity of a graph's marks while only another graph changes", () => {
  const graphs = [graph('7.1.1'), graph('7.1.2')];
  const before = marksOf(graphs, [warning('7.1.1', 1)], [], new Map());
  const after = marksOf(graphs, [warning('7.1.1', 1), warning('7.1.2', 5)], [], before);
  expect(after.get('7.1.1')).toBe(before.get('7.1.1'));
  expect(after.get('7.1.2')?.warnings.length).toBe(1);
});

test('does not show alarms as warnings, and leaves out graphs without marks', () => {
  expect(marksOf([graph('7.1.1')], [{ path: '7.1.1', from: 1, to: 2, type: 'alarm_on' }], [], new Map()).size).toBe(0);
});

test('gives the graph of a bare id all marks, because only its points identify the sensor', () => {
  expect(marksOf([graph('100')], [warning('7.1.100', 1)], [], new Map()).get('100')?.warnings.length).toBe(1);
});

test('gives a chart of several sensors the marks of all of them', () => {
  const pack: GraphName = { ...graph('C 0'), members: [graph('7.1.1'), graph('7.1.2')] };
  const marks = marksOf([pack], [warning('7.1.1', 1), warning('7.1.3', 2)], [limit('7.1.2')], new Map());
  expect(marks.get('C 0')).toEqual({ warnings: [warning('7.1.1', 1)], limits: [limit('7.1.2')] });
});
