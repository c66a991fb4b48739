import { expect, test } from 'vitest';
import { lastAlarmText } from './last-alarm.ts';

const zone = 'America/Denver';
const now = Date.parse('2026-11-22T09:14:00Z');
const last = (iso: string, ended: string | null) => ({ at: iso, ended_at: ended, sensor_name: null });
const at = (iso: string, ended: string | null = null) =>
  lastAlarmText({ last_alarm: last(iso, ended), last_warning: null }, now, zone);

test("says today and yesterday by the site's clock, with how long it lasted, and else the day", () => {
  expect(at('2026-11-22T08:46:00Z', '2026-11-22T08:46:40Z')).toBe('last alarm today 01:46, 40 s');
  expect(at('2026-11-22T03:42:00Z')).toBe('last alarm yesterday 20:42');
  expect(at('2026-11-19T03:42:00Z')).toMatch(/^last alarm .*18/);
});

test('names the last warning of a device that had no alarm', () => {
  const last_warning = last('2026-11-22T08:46:00Z', '2026-11-22T08:46:40Z');
  expect(lastAlarmText({ last_alarm: null, last_warning }, now, zone)).toBe('last warning today 01:46, 40 s');
});

test('says that there is none, and nothing before it is known', () => {
  expect(lastAlarmText({ last_alarm: null, last_warning: null }, now, zone)).toBe('no alarm on record');
  expect(lastAlarmText(undefined, now, zone)).toBe('');
});
