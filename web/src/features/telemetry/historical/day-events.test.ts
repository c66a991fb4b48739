import { describe, expect, it } from 'vitest';
import { countsByDay, dayEventsOf, hoursOf, shiftDay, shiftMonth, weeksOf } from './day-events.ts';

const row = {
  id: 1,
  date_created: '2026-11-20T06:30:00.000Z',
  event_type: 'alarm_on' as const,
  sensor_name: 'Head bearing left',
  content: 'Absolute',
  is_active: false,
  duration: 90,
  test: false,
};

describe('events of a device', () => {
  it('leave out ends, administration and maintenance tests', () => {
    const rows = [
      { ...row, id: 2, event_type: 'alarm_off' as const },
      { ...row, id: 3, event_type: 'device_administration' as const },
      { ...row, id: 4, test: true },
    ];
    expect(dayEventsOf(rows, 0)).toEqual([]);
  });

  it('last as long as they were active, and until now while they are', () => {
    const at = Date.parse(row.date_created);
    const [cleared] = dayEventsOf([row], at + 3_600_000);
    expect(cleared).toMatchObject({ at, until: at + 90_000, kind: 'alarm' });
    const [active] = dayEventsOf([{ ...row, duration: null, is_active: true }], at + 3_600_000);
    expect(active?.until).toBe(at + 3_600_000);
  });

  it('come oldest first', () => {
    const late = { ...row, id: 2, date_created: '2026-11-20T05:00:00.000Z' };
    expect(dayEventsOf([row, late], 0).map(({ id }) => id)).toEqual([2, 1]);
  });

  it('count on the day of the site on which they began', () => {
    const events = dayEventsOf([row, { ...row, id: 2, event_type: 'warning_on' as const }], 0);
    expect([...countsByDay(events, 'America/Chicago')]).toEqual([['2026-11-20', { alarm: 1, warning: 1, offline: 0 }]]);
    expect([...countsByDay(events, 'America/Anchorage').keys()]).toEqual(['2026-11-19']);
  });
});

describe('the calendar', () => {
  it('begins its weeks on Monday', () => {
    const weeks = weeksOf('2026-11');
    expect(weeks).toHaveLength(6);
    expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01']);
    expect(weeks[5]).toEqual(['2026-11-30', null, null, null, null, null, null]);
    expect(weeksOf('2027-02')).toHaveLength(4);
  });

  it('handles year ends and leap days', () => {
    expect([shiftMonth('2026-12', 1), shiftMonth('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
    expect([shiftDay('2028-02-28', 1), shiftDay('2026-03-01', -1)]).toEqual(['2028-02-29', '2026-02-28']);
  });
});

describe('the strip of a day', () => {
  const from = Date.parse('2026-11-20T06:00:00Z');
  const day = { from, to: from + 86_400_000 };
  const minute = 60_000;
  it('shows the hours of its events, and the whole day where there are none', () => {
    const events = dayEventsOf([{ ...row, date_created: new Date(from + 665 * minute).toISOString() }], 0);
    expect(hoursOf(events, day)).toEqual({ from: from + 660 * minute, to: from + 720 * minute, step: 10 * minute });
    expect(hoursOf([], day)).toEqual({ ...day, step: 180 * minute });
  });
  it('stays within the day where an event lasts longer', () => {
    const events = dayEventsOf([{ ...row, date_created: new Date(from - minute).toISOString(), duration: 90 }], 0);
    expect(hoursOf(events, day)).toMatchObject({ from, to: from + 60 * minute });
    const open = dayEventsOf([{ ...row, is_active: true, duration: null }], day.to + minute);
    expect(hoursOf(open, day).to).toBe(day.to);
  });
});
