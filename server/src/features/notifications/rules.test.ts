import { expect, it } from 'vitest';
import type { Person } from '../../access/principal.ts';
import { parseTime } from '../../platform/zoned-time.ts';
import { acknowledgement, endOf } from './rules.ts';
import type { EventRecord } from './store.ts';

const ana = { kind: 'person', userId: 7, name: 'Ana Ruiz' } as Person;
const event = (over: Partial<EventRecord> = {}) =>
  ({
    type: 'alarm_on',
    acknowledged_by: null,
    acknowledged_at: null,
    acknowledged_comment: null,
    ...over,
  }) as EventRecord;

it('refuses what asks for nobody', () => {
  expect(() => acknowledgement(event({ type: 'alarm_off' }), ana, '', 1)).toThrow('Only alarms');
});

it('refuses a second acknowledgement without a comment', () => {
  expect(() => acknowledgement(event({ acknowledged_by: 'Ben', acknowledged_at: 5 }), ana, '', 9)).toThrow();
});

// spec: decisions 6 Acknowledge: who, when, text; a second one adds a comment
it('preserves the first person and appends the second one by name', () => {
  const first = acknowledgement(event(), ana, 'Looking', 5);
  expect(first).toEqual({ by: 'Ana Ruiz', userId: 7, at: 5, comment: 'Looking' });
  const second = acknowledgement(
    event({ acknowledged_by: 'Ben', acknowledged_at: 5, acknowledged_comment: 'Looking' }),
    ana,
    'Greased it',
    9,
  );
  expect(second).toMatchObject({ by: 'Ben', at: 5, comment: 'Looking\nAna Ruiz: Greased it' });
});

// spec: decisions 7 Times in queries are in the site's zone
it('a day that is the end of a range belongs to it whole, also when the clock changes on it', () => {
  const zone = 'America/Chicago';
  const hours = (day: string) => {
    const from = parseTime(day, zone) ?? 0;
    return ((endOf(from, day, zone) ?? 0) - from) / 3_600_000;
  };
  expect([hours('2026-11-01'), hours('2026-03-08'), hours('2026-06-15')]).toEqual([25, 23, 24]);
  const at = Date.UTC(2026, 5, 15, 17, 0, 3);
  expect(endOf(at, '2026-06-15 12:00:03', zone)).toBe(at + 1_000);
  expect(endOf(at, '2026-06-15T17:00:03.000Z', zone)).toBe(at + 1);
  expect(endOf(undefined, undefined, zone)).toBeUndefined();
});
