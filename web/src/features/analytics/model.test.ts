import { texts } from '@tocsin/contract/texts/analytics';
import { describe, expect, it } from 'vitest';
import {
  changeText,
  dayCount,
  daysBefore,
  labelled,
  monthDays,
  rangeOf,
  sameDaysBefore,
  shortName,
  spelled,
  verdictOf,
  wholeMonth,
} from './model.ts';

// spec: monitoring 4 Type chart: 'Alarm' is labelled 'Underspeed Alarm'; contact open and contact closed merge
it('names alarms in plain words and merges both edges of a contact', () => {
  const data = [
    { name: 'Alarm', count: 3 },
    { name: 'Contact Open', count: 2 },
    { name: 'Absolute', count: 9 },
    { name: 'contact closed', count: 5 },
  ];
  expect(labelled(data)).toEqual([
    { name: 'Absolute', count: 9, search: 'Absolute' },
    { name: 'Contact Changed', count: 7, search: 'Contact' },
    { name: 'Underspeed Alarm', count: 3, search: 'Alarm' },
  ]);
});

describe('the range', () => {
  // spec: monitoring 7 Analytics: from and to as 'D Mon YYYY' UTC strings plus device_id; loaded on page open from month start to today
  it("is this month up to today by the site's calendar, and is sent as D Mon YYYY", () => {
    const justBeforeMidnight = Date.UTC(2026, 10, 1, 4, 59);
    const days = monthDays(justBeforeMidnight, 'America/Chicago', 0);
    expect(days).toEqual({ from: '2026-10-01', to: '2026-10-31' });
    expect(rangeOf(days)).toEqual({ start: '1 Oct 2026', end: '31 Oct 2026' });
    expect(rangeOf({ ...days, to: null })).toBeNull();
    expect(spelled('2026-11-09')).toBe('9 Nov 2026');
  });

  it('of a month stands against the same days of the month before, as far as it has them', () => {
    const noon = Date.UTC(2026, 2, 30, 12);
    const march = monthDays(noon, 'America/Chicago', 0);
    expect(march).toEqual({ from: '2026-03-01', to: '2026-03-30' });
    expect(sameDaysBefore(march)).toEqual({ from: '2026-02-01', to: '2026-02-28' });
    expect(wholeMonth(march.to)).toEqual({ from: '2026-03-01', to: '2026-03-31' });
    const january = monthDays(noon, 'America/Chicago', 2);
    expect(january).toEqual({ from: '2026-01-01', to: '2026-01-31' });
    expect(sameDaysBefore(january)).toEqual({ from: '2025-12-01', to: '2025-12-31' });
    expect(sameDaysBefore({ from: '2026-11-01', to: '2026-11-27' })).toEqual({ from: '2026-10-01', to: '2026-10-27' });
  });

  it('is compared with the period of the same length before it', () => {
    const days = { from: '2026-03-01', to: '2026-03-10' };
    expect(dayCount(days)).toBe(10);
    expect(daysBefore(days)).toEqual({ from: '2026-02-19', to: '2026-02-28' });
    expect(daysBefore({ from: '2026-03-01', to: '2026-03-01' })).toEqual({ from: '2026-02-28', to: '2026-02-28' });
    expect(daysBefore({ from: null, to: '2026-03-01' })).toEqual({ from: null, to: null });
    expect([changeText(5, 2), changeText(2, 5), changeText(2, 2)]).toEqual(['+3', '−3', '0']);
  });
});

it('blames the rule for a sensor with nothing but warnings, even when that rule is no longer in force', () => {
  const place = { device_id: 7, device: 'Leg 1', sensor_id: '1', sensor_name: 'Head bearing left' };
  const verdict = (warnings: number, rule: { id: number; count: number } | null, count = 40) =>
    verdictOf({ standing: [], chattering: [] }, { ...place, count, share: 10, warnings, rule });
  const { verdict: says, next } = texts.bad;
  expect(verdict(40, { id: 3, count: 40 })).toEqual({ says: says.warnings(40), next: next.limit });
  expect(verdict(40, null)).toEqual({ says: says.warnings(40), next: next.cause });
  expect(verdict(34, { id: 3, count: 34 })).toEqual({ says: says.both(6, 34), next: next.cause });
  expect(verdict(0, null)).toEqual({ says: says.alarms, next: next.cause });
  expect(verdict(2, { id: 3, count: 2 }, 2)).toEqual({ says: says.few(2), next: next.cause });
});

it('shortens very long names', () => {
  expect(shortName('Head bearing left')).toBe('Head bearing left');
  expect(shortName(`${'word '.repeat(40)}`)).toBe('word word word word');
});
