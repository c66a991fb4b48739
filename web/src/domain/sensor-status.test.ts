import { expect, test } from 'vitest';
import { type SensorReading, sensorStatus, summary, wordOf } from './sensor-status.ts';

const reading = (over: Partial<SensorReading> = {}): SensorReading => ({
  type: 'NUMERIC',
  value: 41.5,
  status: 'OK',
  alarm: false,
  state: 'OK',
  ...over,
});
const fine = { online: true, stale: false };

test('alarm takes precedence over warning, and remains while the device is offline', () => {
  expect(sensorStatus(reading({ alarm: true, status: 'WARNING' }), fine)).toBe('alarm');
  expect(sensorStatus(reading({ alarm: true }), { online: false, stale: true })).toBe('alarm');
});

test('a stale value or one of an offline device is never OK', () => {
  expect(sensorStatus(reading(), { online: true, stale: true })).toBe('stale');
  expect(sensorStatus(reading(), { online: false, stale: false })).toBe('offline');
  expect(sensorStatus(reading({ value: null }), fine)).toBe('no-data');
});

test('a state that is only a word has data, unless the word says that it counts for nothing', () => {
  const state = (text: string) => reading({ type: 'ENUM', value: null, state: text });
  expect(sensorStatus(state('FAULT'), fine)).toBe('ok');
  expect(sensorStatus(state('FAULT'), { online: true, stale: true })).toBe('stale');
  expect([wordOf(state('FAULT')), wordOf(state('OK'))]).toEqual(['FAULT', 'OK']);
  for (const text of ['', 'N/A', 'Bad value', 'Bad quality', 'Stale'])
    expect(sensorStatus(state(text), fine)).toBe('no-data');
  expect(sensorStatus(reading({ value: null, state: 'Open circuit' }), fine)).toBe('no-data');
});

test('distinguishes a lost node, a sensor not scanned and one outside the profile', () => {
  expect(sensorStatus(reading({ value: null, state: 'Lost Communication Between T500 and node' }), fine)).toBe('lost');
  expect(sensorStatus(reading({ value: null, status: 'Not Scanned' }), fine)).toBe('not-scanned');
  expect(sensorStatus(reading({ value: null, state: 'System Selected Profile 0' }), fine)).toBe('disabled');
});

test('an IE-Node with status N/A is normal', () => {
  expect(sensorStatus(reading({ status: 'N/A' }), fine)).toBe('ok');
});

test('a contact is shown as a word, a missing value with its reason', () => {
  expect(wordOf({ ...reading({ value: 1, state: 'Misaligned' }), type: 'BOOL' })).toBe('Misaligned');
  expect(wordOf({ ...reading({ value: 0, state: '' }), type: 'BOOL' })).toBe('Off');
  expect(wordOf({ ...reading({ value: null, state: 'Open circuit' }), type: 'NUMERIC' })).toBe('Open circuit');
  expect(wordOf({ ...reading({ value: null, state: '' }), type: 'NUMERIC' })).toBe('No data');
  expect(wordOf({ ...reading(), type: 'NUMERIC' })).toBeNull();
});

test('summarizes a group, worst first', () => {
  expect(summary(['ok', 'stale', 'alarm', 'alarm'])).toEqual({ worst: 'alarm', text: '2 alarms, 1 stale' });
  expect(summary(['ok', 'disabled'])).toEqual({ worst: 'ok', text: '' });
});
