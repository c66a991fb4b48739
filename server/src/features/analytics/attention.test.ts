import { describe, expect, it } from 'vitest';
import { answersOf, ratesOf } from './attention.ts';

const minute = 60_000;
const window = 10 * minute;

describe('rates', () => {
  it('are empty without a window, and count nothing as flood', () => {
    expect(ratesOf([], { from: 0, to: window }, 0)).toMatchObject({ flood_share: 0 });
    expect(ratesOf([], { from: 0, to: window }, -1).steps.map(({ windows }) => windows)).toEqual([0, 0, 0, 0, 0]);
  });

  it('count each window of the span up to now once, by the number of alarms that began in it', () => {
    const times = [0, window - 1, window, ...Array.from({ length: 10 }, (_, n) => 3 * window + n)];
    const { steps, flood_share } = ratesOf(times, { from: 0, to: 100 * window }, 5 * window);
    expect(steps).toEqual([
      { least: 0, most: 0, windows: 2, share: 40 },
      { least: 1, most: 1, windows: 1, share: 20 },
      { least: 2, most: 5, windows: 1, share: 20 },
      { least: 6, most: 9, windows: 0, share: 0 },
      { least: 10, most: null, windows: 1, share: 20 },
    ]);
    expect(flood_share).toBe(20);
  });
});

describe('time to acknowledge', () => {
  const zone = 'America/Denver';
  const starts = ['06:00', '14:00', '22:00'];
  /** A wall time of 20 November in Denver, UTC-7. */
  const at = (hours: number, minutes = 0) => Date.UTC(2026, 10, 20, hours + 7, minutes);
  const event = (begin: number, afterSeconds: number | null, needs = true, goal: number | null = null) => ({
    at: begin,
    needs_acknowledgement: needs,
    acknowledged_at: afterSeconds === null ? null : begin + afterSeconds * 1_000,
    respond_within_minutes: goal,
  });

  it('is counted for the shift of the beginning on the site’s clock; the night belongs to the last shift', () => {
    const rows = [event(at(5, 59), 60), event(at(6), 10), event(at(6, 1), 30), event(at(7), 20), event(at(23), null)];
    expect(answersOf(rows, starts, zone)).toEqual([
      {
        from: '06:00',
        to: '14:00',
        count: 3,
        unacknowledged: 0,
        median_seconds: 20,
        slow_seconds: 30,
        goal_seconds: null,
      },
      {
        from: '14:00',
        to: '22:00',
        count: 0,
        unacknowledged: 0,
        median_seconds: null,
        slow_seconds: null,
        goal_seconds: null,
      },
      {
        from: '22:00',
        to: '06:00',
        count: 2,
        unacknowledged: 1,
        median_seconds: 60,
        slow_seconds: 60,
        goal_seconds: null,
      },
    ]);
  });

  it('leaves out what needs none, and is never negative', () => {
    const [first] = answersOf([event(at(8), 5, false), event(at(8), -5)], starts, zone);
    expect(first).toMatchObject({ count: 1, median_seconds: 0 });
  });

  it('stands beside the time to respond of what has one', () => {
    const rows = [event(at(8), 5, true, 15), event(at(8), 5, true, 60), event(at(8), 5, true, 15), event(at(8), 5)];
    expect(answersOf(rows, starts, zone).map(({ goal_seconds }) => goal_seconds)).toEqual([900, null, null]);
  });
});
