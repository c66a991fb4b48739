import { expect, test } from 'vitest';
import type { Columns } from './columns.ts';
import { stateSpans, usualState } from './state-spans.ts';

type Point = readonly [at: number, text: string, value: number, alarm?: boolean, other?: number];
const texts = ['', 'Open', 'Closed', 'Blocked'];
const columnsOf = (points: readonly Point[], slots = false): Columns => ({
  times: Float64Array.from(points, ([at]) => at),
  values: Float64Array.from(points, ([, , value]) => value),
  low: slots ? Float64Array.from(points, ([, , value, , other]) => Math.min(value, other ?? value)) : null,
  high: slots ? Float64Array.from(points, ([, , value, , other]) => Math.max(value, other ?? value)) : null,
  flags: Uint8Array.from(points, ([, , , alarm]) => (alarm ? 1 : 0)),
  states: Uint16Array.from(points, ([, text]) => texts.indexOf(text)),
  texts,
});
const brief = (points: readonly Point[], gaps: Parameters<typeof stateSpans>[1] = [], slots = false) =>
  stateSpans(columnsOf(points, slots), gaps, 10).map(({ from, to, text, alarm, mixed }) =>
    [from, to, text, ...(alarm ? ['alarm'] : []), ...(mixed ? ['mixed'] : [])].join(' '),
  );

test('joins equal neighbours, and the last one holds for the usual time', () => {
  expect(
    brief([
      [0, 'Open', -1],
      [10, 'Open', -1],
      [20, 'Closed', 1],
    ]),
  ).toEqual(['0 20 Open', '20 30 Closed']);
  expect(brief([])).toEqual([]);
});

test('an alarm is a state of its own, even with the same text', () => {
  expect(
    brief([
      [0, 'Blocked', 1],
      [10, 'Blocked', 1, true],
    ]),
  ).toEqual(['0 10 Blocked', '10 20 Blocked alarm']);
});

test('states without a text differ by their values', () => {
  expect(
    brief([
      [0, '', -1],
      [10, '', 1],
      [20, '', 1],
    ]),
  ).toEqual(['0 10 ', '10 30 ']);
});

test('no state is drawn into a gap, or joined across one', () => {
  const gaps = [{ from: 12, to: 50, reason: 'offline' }];
  expect(
    brief(
      [
        [0, 'Open', -1],
        [10, 'Open', -1],
        [50, 'Open', -1],
      ],
      gaps,
    ),
  ).toEqual(['0 12 Open', '50 60 Open']);
});

test('a slot with another state in it is marked', () => {
  const points: readonly Point[] = [
    [0, 'Closed', -1],
    [10, 'Closed', -1, false, 1],
    [20, 'Closed', -1],
  ];
  expect(brief(points, [], true)).toEqual(['0 10 Closed', '10 20 Closed mixed', '20 30 Closed']);
});

test('the usual state is the one with the longest time', () => {
  const spans = stateSpans(
    columnsOf([
      [0, 'Open', -1],
      [5, 'Closed', 1],
      [40, 'Open', -1],
    ]),
    [],
    10,
  );
  expect(usualState(spans)).toBe('Closed');
  expect(usualState([])).toBeNull();
});
