import { expect, it } from 'vitest';
import { durationsWithin, durationText, extensionMinutes, lastDayOf, limitMinutes } from './model.ts';

const user = { permissions: ['device.see', 'device.open', 'device.shelve'] } as const;
const engineer = { permissions: [...user.permissions, 'device.edit'] } as const;

it("offers durations within the role's limit", () => {
  expect(limitMinutes(undefined)).toBe(480);
  expect(durationsWithin(limitMinutes(user))).toEqual([30, 60, 240, 480]);
  expect(durationsWithin(limitMinutes(engineer)).at(-1)).toBe(1440);
  expect(durationText(480)).toBe('8 h');
});

it('offers extensions that end later, within the limit from the first start', () => {
  const first = Date.UTC(2026, 10, 20, 12);
  const shelf = {
    ...user,
    first_from: new Date(first).toISOString(),
    until: new Date(first + 2 * 3_600_000).toISOString(),
  };
  expect(extensionMinutes(shelf, first + 3_600_000)).toEqual([240]);
  expect(extensionMinutes({ ...shelf, ...engineer }, first + 3_600_000)).toEqual([240, 480]);
});

it('draws what the sensor did in the last 24 hours, without its neighbours', () => {
  const now = Date.UTC(2026, 10, 22, 9);
  const row = (id: number, hoursAgo: number, duration: number | null, path = '4.4000') => ({
    id,
    event_type: 'alarm_on' as const,
    date_created: new Date(now - hoursAgo * 3_600_000).toISOString(),
    duration,
    full_sensor_id: `7.${path}`,
  });
  const rows = [
    row(1, 12, 3_600),
    row(2, 6, 23),
    row(3, 6, 23, '4.4001'),
    { ...row(4, 0.5, null), event_type: 'warning_on' as const },
  ];
  const { marks, text } = lastDayOf(rows, { sensor: '4.4000', node: null }, now);
  expect(marks.map(({ id, severity }) => [id, severity])).toEqual([
    [1, 'alarm'],
    [2, 'alarm'],
    [4, 'warning'],
  ]);
  expect(marks[0]?.left).toBe(50);
  expect(marks[0]?.width).toBeCloseTo(100 / 24);
  expect(text).toBe('2 alarms, 1 warning, none longer than 1 h');
  expect(lastDayOf(rows, { sensor: null, node: '4' }, now).marks).toHaveLength(4);
  expect(lastDayOf([], { sensor: null, node: null }, now).text).toBe('nothing');
});
