import type { Action } from '@tocsin/simulator/action';
import { describe, expect, test } from 'vitest';
import { playScan } from './testing/simulated.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const startMs = Date.UTC(2026, 8, 1);
/** The scan runs at half past one in the night. */
const night = (day: number): number => day * dayMs + 1.5 * hourMs;

const faultAt = 14 * dayMs + 9 * hourMs;

describe('a healthy device', () => {
  test.each([
    ['0300', 4811],
    ['0300', 77],
    ['0005', 5],
    ['0006', 6],
  ] as const)('of type %s gives no suspicion in any of 35 nights (seed %i)', (type, seed) => {
    const play = playScan({ type, seed, startMs, days: 35 });
    for (let day = 1; day <= 35; day++) expect(play.until(night(day)).suspicions).toEqual([]);
  });
});

test('a machine that stands still beside running ones gives no suspicion', () => {
  const steps = [{ atMs: 3 * dayMs, action: { do: 'report', sensor: '32.32001', value: 0 } as const }];
  const play = playScan({ type: '0005', seed: 5, startMs, days: 12, steps });
  for (let day = 1; day <= 12; day++) expect(play.until(night(day)).suspicions).toEqual([]);
});

describe('a simulated fault is found within two nights', () => {
  const fault = (action: Action) => {
    const play = playScan({ type: '0300', seed: 4811, startMs, days: 17, steps: [{ atMs: faultAt, action }] });
    expect(play.until(faultAt - hourMs).suspicions).toEqual([]);
    return play.until(night(16)).suspicions;
  };

  test('a bearing probe that keeps its last value', () => {
    const [found, ...others] = fault({ do: 'freeze', sensor: '4.4003' });
    expect(others).toEqual([]);
    expect(found?.path).toBe('4.4003');
    expect(found?.evidence.kind).toBe('flat');
  });
  test('a head speed that keeps its last value', () => {
    expect(fault({ do: 'freeze', sensor: '1.1000' }).map(({ path }) => path)).toEqual(['1.1000']);
  });
  test('a bearing probe that hangs in the air', () => {
    const [found, ...others] = fault({ do: 'detach', sensor: '4.4000' });
    expect(others).toEqual([]);
    expect(found?.path).toBe('4.4000');
    expect(found?.evidence.kind).toBe('start');
    expect(found?.evidence.starts).toBeGreaterThanOrEqual(3);
  });
  test('a bearing probe on the terminals of another', () => {
    const [found, ...others] = fault({ do: 'copy', sensor: '4.4003', of: '4.4000' });
    expect(others).toEqual([]);
    expect(found?.path).toBe('4.4003');
    expect(found?.evidence.kind).toBe('copy');
    expect(found?.evidence.neighbours.map(({ path }) => path)).toEqual(['4.4000']);
  });
  test.each([-999, 85, 3276.7])('a broken probe that sends %d', (value) => {
    const [found, ...others] = fault({ do: 'report', sensor: '4.4001', value });
    expect(others).toEqual([]);
    expect(found?.path).toBe('4.4001');
    expect(found?.evidence).toMatchObject({ kind: 'sentinel', value });
  });
});
