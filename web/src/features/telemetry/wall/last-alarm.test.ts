import { expect, test } from 'vitest';
import { lastAlarmText } from './last-alarm.ts';

const zone = 'America/Denver';
const now = Date.parse('2026-11-22T09:14:00Z');
const at = (iso: string, ended: string | null = null) =>
  lastAlarmText({ at: iso, ended_at: ended, sensor_name: null }, now, zone);

test("says today and yesterday by the site's clock, with how long it lasted, and else the day", () => {
  expect(at('2026-11-22T08:46:00Z', '2026-11-22T08:46:40Z')).toBe('last alarm today 01:46, 40 s');
  expect(at('2026-11-22T03:42:00Z')).toBe('last alarm yesterday 20:42');
  expect(at('2026-11-19T03:42:00Z')).toMatch(/^last alarm .*18/);
});

test('says that there is none, and nothing before it is known', () => {
  expect(lastAlarmText(null, now, zone)).toBe('no alarm on record');
  expect(lastAlarmText(undefined, now, zone)).toBe('');
});
