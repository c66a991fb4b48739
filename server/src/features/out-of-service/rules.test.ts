import { describe, expect, it } from 'vitest';
import { reminderAtOrAfter, settle } from './rules.ts';

const zone = 'America/Chicago';
/** 06:00 in Chicago. */
const now = Date.UTC(2026, 9, 20, 11);
const at = (reviewAt: number): string => new Date(reviewAt).toISOString();
const review = (text: string, inZone = zone, when = now) => at(settle({ review_at: text }, inZone, when).reviewAt);

describe('a review date is refused', () => {
  it.each(['tomorrow', '2026-02-31', '2026-10-21T25:00:00Z', '999999999999999'])(
    'that is no time of the next 90 days: %s',
    (text) => {
      expect(() => settle({ review_at: text }, zone, now)).toThrow();
    },
  );
  it.each(['2026-10-19', '2026-10-20', '2026-10-20T11:00:00Z'])('in the past: %s', (text) => {
    expect(() => settle({ review_at: text }, zone, now)).toThrow('The review date must be in the future.');
  });
  it('more than 90 days ahead by the calendar of the site, also over a change of the clocks', () => {
    expect(review('2027-01-18')).toBe('2027-01-18T06:00:00.000Z');
    expect(review('2027-01-18 23:59:59')).toBe('2027-01-19T05:59:59.000Z');
    expect(() => settle({ review_at: '2027-01-19' }, zone, now)).toThrow('at most 90 days');
  });
});

describe('a review date', () => {
  it('is the beginning of the day at the site, before and after the clocks change', () => {
    expect(review('2026-10-31')).toBe('2026-10-31T05:00:00.000Z');
    expect(review('2026-11-02')).toBe('2026-11-02T06:00:00.000Z');
  });
  it('moves forward when the clocks skip it, and is the first of two', () => {
    const spring = Date.UTC(2027, 2, 1);
    expect(review('2027-03-14 02:30:00', zone, spring)).toBe('2027-03-14T08:30:00.000Z');
    expect(review('2026-11-01 01:30:00')).toBe('2026-11-01T06:30:00.000Z');
    // Midnight does not exist in Beirut on this day.
    expect(review('2027-03-28', 'Asia/Beirut', spring)).toBe('2027-03-27T22:00:00.000Z');
  });
  it('is in seven days when none is given, with no reason', () => {
    expect(settle({}, zone, now)).toEqual({ reason: '', reviewAt: Date.UTC(2026, 9, 27, 5) });
    expect(settle({ reason: null, review_at: null }, zone, now).reason).toBe('');
  });
});

describe('reminders', () => {
  it('come once a day at seven by the clock of the site, through both changes of the clocks', () => {
    const days = (from: number, count: number): string[] => {
      const out: string[] = [];
      for (let ms = from; out.length < count; ms = Date.parse(out.at(-1) ?? '') + 1)
        out.push(at(reminderAtOrAfter(ms, zone)));
      return out;
    };
    expect(days(Date.UTC(2026, 9, 31, 5), 3)).toEqual([
      '2026-10-31T12:00:00.000Z',
      '2026-11-01T13:00:00.000Z',
      '2026-11-02T13:00:00.000Z',
    ]);
    expect(days(Date.UTC(2027, 2, 13, 6), 3)).toEqual([
      '2027-03-13T13:00:00.000Z',
      '2027-03-14T12:00:00.000Z',
      '2027-03-15T12:00:00.000Z',
    ]);
  });
  it('come on the next morning when the review date lies later in the day', () => {
    expect(at(reminderAtOrAfter(Date.UTC(2026, 9, 20, 12, 1), zone))).toBe('2026-10-21T12:00:00.000Z');
    expect(at(reminderAtOrAfter(Date.UTC(2026, 9, 20, 12), zone))).toBe('2026-10-20T12:00:00.000Z');
  });
});
