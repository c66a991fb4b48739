import { defaultShiftStarts } from '@tocsin/contract/handover';
import { expect, it } from 'vitest';
import { momentOf, shiftAt, spanAt } from './shifts.ts';

const denver = 'America/Denver';
const at = (text: string): number => Date.parse(text);
const spanOf = (starts: readonly string[], zone: string, moment: string): string[] => {
  const { from, to, previous } = shiftAt(starts, zone, at(moment));
  return [previous, from, to].map((ms) => new Date(ms).toISOString().slice(0, 16));
};

it('refuses a moment that lies ahead or before 2000', () => {
  const now = at('2026-11-20T12:00:00Z');
  expect(() => momentOf('2026-11-20T12:00:01Z', now)).toThrow('This shift has not begun.');
  expect(() => momentOf('0002-01-01T00:00:00Z', now)).toThrow('Choose a time after the year 2000.');
  expect(momentOf(undefined, now)).toBe(now);
});

it('finds the shift by the clock of the site, the night before 06:00 included', () => {
  expect(spanOf(defaultShiftStarts, denver, '2026-11-20T13:30:00Z')).toEqual([
    '2026-11-20T05:00',
    '2026-11-20T13:00',
    '2026-11-20T21:00',
  ]);
  expect(spanOf(defaultShiftStarts, denver, '2026-11-20T12:59:59Z')).toEqual([
    '2026-11-19T21:00',
    '2026-11-20T05:00',
    '2026-11-20T13:00',
  ]);
});

it('is a whole day with one start', () => {
  expect(spanOf(['07:30'], 'UTC', '2026-11-20T07:29:59Z')).toEqual([
    '2026-11-18T07:30',
    '2026-11-19T07:30',
    '2026-11-20T07:30',
  ]);
});

it('is an hour shorter or longer through the nights in which clocks change', () => {
  const hours = (moment: string): number => {
    const { from, to } = shiftAt(defaultShiftStarts, denver, at(moment));
    return (to - from) / 3_600_000;
  };
  expect(hours('2026-03-08T08:00:00Z')).toBe(7);
  expect(hours('2026-11-01T08:30:00Z')).toBe(9);
});

it('joins a start that the clock skips with the one it moves to', () => {
  // 02:30 does not exist on this night, and means 03:30.
  const { from, to } = shiftAt(['02:30', '03:30'], denver, at('2026-03-08T10:00:00Z'));
  expect((to - from) / 3_600_000).toBe(23);
});

it('finds the day and the week from the first shift, a change of clocks and a Monday before its first shift included', () => {
  const of = (span: 'day' | 'week', moment: string): string[] => {
    const { from, to, previous } = spanAt(span, defaultShiftStarts, denver, at(moment));
    return [previous, from, to].map((ms) => new Date(ms).toISOString().slice(0, 16));
  };
  expect(of('day', '2026-11-20T12:59:59Z')).toEqual(['2026-11-18T13:00', '2026-11-19T13:00', '2026-11-20T13:00']);
  // Clocks went back on 1 November: that day had 25 hours.
  expect(of('day', '2026-11-01T12:00:00Z')).toEqual(['2026-10-30T12:00', '2026-10-31T12:00', '2026-11-01T13:00']);
  expect(of('week', '2026-11-20T20:00:00Z')).toEqual(['2026-11-09T13:00', '2026-11-16T13:00', '2026-11-23T13:00']);
  expect(of('week', '2026-11-23T12:59:59Z')).toEqual(['2026-11-09T13:00', '2026-11-16T13:00', '2026-11-23T13:00']);
  expect(of('week', '2026-11-23T13:00:00Z')).toEqual(['2026-11-16T13:00', '2026-11-23T13:00', '2026-11-30T13:00']);
});
