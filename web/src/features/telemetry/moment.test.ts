import { expect, test } from 'vitest';
import { defaultMoment, momentText, parseMoment, timestampOf } from './moment.ts';

test('parses the moment of a historical address, and rejects anything else', () => {
  expect(parseMoment('2026-11-20&14:36')).toEqual({ date: '2026-11-20', time: '14:36' });
  expect(parseMoment('2026-11-20&14:36:00')).toEqual({ date: '2026-11-20', time: '14:36' });
  expect(parseMoment('2026-11-20')).toBeNull();
  expect(parseMoment('yesterday&noon')).toBeNull();
  expect(parseMoment('2026-13-45&10:00')).toBeNull();
  expect(parseMoment('2026-02-30&10:00')).toBeNull();
  expect(parseMoment('2026-11-20&24:61')).toBeNull();
});

test('sends seconds as :00', () => {
  expect(timestampOf({ date: '2026-11-20', time: '14:36' })).toBe('2026-11-20 14:36:00');
  expect(momentText({ date: '2026-11-20', time: '14:36' })).toBe('2026-11-20&14:36');
});

test('starts with the first of the month and the current time of the site', () => {
  expect(defaultMoment(Date.UTC(2026, 10, 20, 20, 36), 'America/Chicago')).toEqual({
    date: '2026-11-01',
    time: '14:36',
  });
});
