import type { MaintenanceRecord } from '@tocsin/contract/maintenance';
import { describe, expect, it } from 'vitest';
import { clickOn, stageOf, testKindOf, timerShare, timerText } from './model.ts';

const record = (over: Partial<MaintenanceRecord> = {}): MaintenanceRecord => ({
  id: 1,
  test_id: 1,
  device_id: 1,
  device_name: 'Leg 1',
  serial_number: 'SN',
  sensor_id: '4.4001',
  current_sensor_id: '4.4001',
  sensor_name: 'Head',
  groupName: 'Temperature',
  comment: '',
  event_type: 'maintenance_expect_alarm_on',
  maintenance_time: '',
  started_at: '',
  performed_by: 'Eve',
  ...over,
});

// spec: monitoring 4 The timer shows 8 minutes minus elapsed
// spec: decisions 8 The timer shows 8:00 counting down and 'overtime' after it
describe('the timer', () => {
  it('counts from 8:00 down to 0:00, then shows overtime', () => {
    expect([0, 1, 999, 1_000, 61_000, 480_000, 480_001].map((ms) => timerText(1_000, 1_000 + ms))).toEqual([
      '8:00',
      '8:00',
      '8:00',
      '7:59',
      '6:59',
      '0:00',
      null,
    ]);
    expect(timerText(1_000, 0)).toBe('8:00');
    expect([0, 240_000, 600_000].map((ms) => timerShare(0, ms))).toEqual([1, 0.5, 0]);
  });
});

// spec: monitoring 4 Not allowed for sensor ids 18000 and 21000, and only one sensor at a time
describe('a click on a sensor', () => {
  it('starts, cancels, waits for the alarm to clear, or is restricted', () => {
    expect(clickOn('4.4001', null, false)).toBe('start');
    expect(clickOn('18.18000', null, false)).toBe('restricted');
    expect(clickOn('21.21000', null, false)).toBe('restricted');
    expect(clickOn('4.4002', record(), false)).toBe('restricted');
    expect(clickOn('4.4001', record(), false)).toBe('cancel');
    expect(clickOn('4.4001', record(), true)).toBe('in-alarm');
    expect(clickOn('4.4001', record({ event_type: 'maintenance_expect_alarm_off' }), false)).toBe('in-alarm');
  });
});

it('a sensor’s page goes from ready through alarm and clear to the comment', () => {
  expect(stageOf('4.4001', null, undefined)).toBe('ready');
  expect(stageOf('4.4001', record(), undefined)).toBe('cause');
  expect(stageOf('4.4001', record({ event_type: 'maintenance_expect_alarm_off' }), undefined)).toBe('clear');
  expect(stageOf('4.4001', null, record({ event_type: 'maintanance_succeeded' }))).toBe('comment');
  expect(stageOf('4.4002', record(), undefined)).toBe('ready');
});

it('knows what a sensor measures by its picture, its unit, and its group in a WDC4', () => {
  const sensor = (groupId: string, type: 'NUMERIC' | 'BOOL' | 'ENUM', unit = '') => ({ groupId, type, unit });
  expect(testKindOf(sensor('4', 'NUMERIC', 'C'), null, true)).toBe('temperature');
  expect(testKindOf(sensor('2', 'NUMERIC', 'F'), null, true)).toBe('temperature');
  expect(testKindOf(sensor('3', 'BOOL'), null, true)).toBe('alignment');
  expect(testKindOf(sensor('3', 'BOOL'), null, false)).toBe('contact');
  expect(testKindOf(sensor('3', 'BOOL'), 6, false)).toBe('plug');
  expect(testKindOf(sensor('1', 'NUMERIC', '%'), null, true)).toBe('speed');
  expect(testKindOf(sensor('1', 'NUMERIC', '%'), null, false)).toBe('other');
  expect(testKindOf(sensor('1', 'NUMERIC', '%'), 9, false)).toBe('level');
  expect(testKindOf(sensor('2', 'ENUM'), null, true)).toBe('state');
});
