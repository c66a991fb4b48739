import type { RegisterEntry } from '@tocsin/contract/alarm-register';
import { noResponse } from '@tocsin/contract/responses';
import { expect, it } from 'vitest';
import { toldOf } from './model.ts';

const entry = (sensor: string, over: Partial<RegisterEntry> = {}): RegisterEntry => ({
  ...noResponse,
  device_id: 1,
  device: 'Leg 1',
  sensor_id: `4.${sensor}`,
  sensor,
  rule_id: null,
  rule: null,
  ...over,
});

it('tells alarms of a kind without a text in one row, and others alone', () => {
  const all = [
    entry('Ambient 1'),
    entry('Speed', { rule_id: 3, rule: 'Below 90 %' }),
    entry('Ambient 2'),
    entry('Ambient 1', { device_id: 2, device: 'Leg 2' }),
    entry('Bearing 1', { what_to_do: 'Stop' }),
    entry('Bearing 2', { what_to_do: 'Stop' }),
    entry('Spare 1', { is_unused: true }),
    entry('Spare 2', { is_unused: true }),
  ];
  expect(toldOf(all).map(({ kind, all: own }) => [kind, own.length])).toEqual([
    ['Ambient', 2],
    ['Speed', 1],
    ['Ambient 1', 1],
    ['Bearing 1', 1],
    ['Bearing 2', 1],
    ['Spare', 2],
  ]);
});
