import { describe, expect, it } from 'vitest';
import {
  DeviceStatus,
  DocumentStatus,
  inactiveStates,
  isStale,
  severityOfDevice,
  severityOrder,
  severityRank,
  unscannedStates,
} from './status.ts';
import { texts } from './texts/status.ts';

describe('status words', () => {
  it('have a word and a rank for every severity, alarm being the worst', () => {
    expect(Object.keys(texts.severities).sort()).toEqual([...severityOrder].sort());
    expect(severityRank('alarm')).toBe(0);
    expect(severityRank('disabled')).toBe(severityOrder.length - 1);
  });

  it('give every device status a severity, in the order of severity', () => {
    expect(DeviceStatus.options.map((status) => severityOfDevice[status])).toEqual([
      'ok',
      'warning',
      'alarm',
      'not-scanned',
    ]);
    for (const status of DocumentStatus.options) expect(DeviceStatus.options).toContain(status);
  });

  it('keep deliberately inactive sensors apart from those that could not be read', () => {
    expect([...inactiveStates].filter((text) => unscannedStates.has(text))).toEqual([]);
    expect(unscannedStates.has('Sensor Not Scanned by T500')).toBe(true);
    expect(unscannedStates.has('Not read')).toBe(true);
    expect(inactiveStates.has('System Selected Profile 0')).toBe(true);
  });
});

it('goes stale after twice the usual interval, not before 10 s', () => {
  expect(isStale(0, 20_000, 10_000)).toBe(false);
  expect(isStale(0, 20_001, 10_000)).toBe(true);
  expect(isStale(0, 10_000, 1_000)).toBe(false);
  expect(isStale(0, 10_001, 1_000)).toBe(true);
  expect(isStale(null, 9_999_999, 2_000)).toBe(false);
});
