import type { Notification } from '@tocsin/contract/live';
import { describe, expect, it } from 'vitest';
import { overviewSpan, siteLanes } from './site-lanes.ts';

const hour = 3_600_000;
const now = Date.parse('2026-11-20T20:00:00Z');

describe('the span of the overview', () => {
  it('is the last day for what ends now, however short', () => {
    expect(overviewSpan({ from: now - hour, to: now }, now)).toEqual({ from: now - 24 * hour, to: now });
  });
  it('is the day around an older range, and never ends after now', () => {
    const at = now - 100 * hour;
    expect(overviewSpan({ from: at, to: at + 2 * hour }, now)).toEqual({ from: at - 11 * hour, to: at + 13 * hour });
    expect(overviewSpan({ from: now - 3 * hour, to: now - hour }, now).to).toBe(now);
  });
  it('is the range itself when that is longer than a day', () => {
    const week = { from: now - 168 * hour, to: now };
    expect(overviewSpan(week, now)).toEqual(week);
  });
});

describe('the lanes of the overview', () => {
  const device = (id: number, title: string) => ({ id, title });
  const row = (id: number, device_id: number, event_type: Notification['event_type']): Notification =>
    ({
      id,
      device_id,
      event_type,
      date_created: new Date(now - hour).toISOString(),
      duration: 60,
      is_active: false,
      full_sensor_id: `${device_id}.4.1`,
      forebear_pk: null,
    }) as Notification;
  const span = { from: now - 24 * hour, to: now };

  it('begin with the shown device; alarms come before warnings, offline times and quiet devices', () => {
    const devices = [device(1, 'Leg 10'), device(2, 'Leg 2'), device(3, 'Pit'), device(4, 'Bin'), device(5, 'Dryer')];
    const rows = [row(1, 3, 'warning_on'), row(2, 4, 'alarm_on'), row(3, 1, 'device_offline')];
    const { lanes, others } = siteLanes(devices, 5, rows, span);
    expect(lanes.map(({ title }) => title)).toEqual(['Dryer', 'Bin', 'Pit', 'Leg 10', 'Leg 2']);
    expect(lanes[1]?.spans).toEqual([{ from: now - hour, to: now - hour + 60_000, path: '4.4.1', type: 'alarm_on' }]);
    expect(others).toBe(0);
  });
  it('are five at most, the others are counted', () => {
    const devices = Array.from({ length: 100 }, (_, index) => device(index + 1, `Device ${index + 1}`));
    const { lanes, others } = siteLanes(devices, 70, [], span);
    expect(lanes.map(({ device: id }) => id)).toEqual([70, 1, 2, 3, 4]);
    expect(others).toBe(95);
  });
});
