import { expect, test } from 'vitest';
import { isStale, standing, summary, type Told, wordOf } from './standing.ts';

const told = (over: Partial<Told> = {}): Told => ({ value: 41.5, status: 'OK', alarm: false, state: 'OK', ...over });
const fine = { online: true, stale: false };

test('alarm takes precedence over warning, and stays while the device is away', () => {
  expect(standing(told({ alarm: true, status: 'WARNING' }), fine)).toBe('alarm');
  expect(standing(told({ alarm: true }), { online: false, stale: true })).toBe('alarm');
});

test('a value that is old or of a device that is away is never OK', () => {
  expect(standing(told(), { online: true, stale: true })).toBe('stale');
  expect(standing(told(), { online: false, stale: false })).toBe('offline');
  expect(standing(told({ value: null }), fine)).toBe('no-data');
});

test('tells a lost node, a sensor not scanned and one outside the profile apart', () => {
  expect(standing(told({ value: null, state: 'Lost Communication Between T500 and node' }), fine)).toBe('lost');
  expect(standing(told({ value: null, status: 'Not Scanned' }), fine)).toBe('not-scanned');
  expect(standing(told({ value: null, state: 'System Selected Profile 0' }), fine)).toBe('disabled');
});

test('an IE-Node whose status is N/A is as it should be', () => {
  expect(standing(told({ status: 'N/A' }), fine)).toBe('ok');
});

test('goes stale after twice the usual interval', () => {
  expect(isStale(0, 4_000, 2_000)).toBe(false);
  expect(isStale(0, 4_001, 2_000)).toBe(true);
  expect(isStale(null, 9_999_999, 2_000)).toBe(false);
});

test('a contact is a word, a missing value says why', () => {
  expect(wordOf({ ...told({ value: 1, state: 'Misaligned' }), type: 'BOOL' })).toBe('Misaligned');
  expect(wordOf({ ...told({ value: 0, state: '' }), type: 'BOOL' })).toBe('Off');
  expect(wordOf({ ...told({ value: null, state: 'Open circuit' }), type: 'NUMERIC' })).toBe('Open circuit');
  expect(wordOf({ ...told({ value: null, state: '' }), type: 'NUMERIC' })).toBe('No data');
  expect(wordOf({ ...told(), type: 'NUMERIC' })).toBeNull();
});

test('sums a group up, worst first', () => {
  expect(summary(['ok', 'stale', 'alarm', 'alarm'])).toEqual({ worst: 'alarm', text: '2 alarms, 1 stale' });
  expect(summary(['ok', 'disabled'])).toEqual({ worst: 'ok', text: '' });
});
