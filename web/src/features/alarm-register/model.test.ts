import type { RegisterEntry } from '@tocsin/contract/alarm-register';
import { noResponse } from '@tocsin/contract/responses';
import { expect, it } from 'vitest';
import { shortened, toldOf, writesOf } from './model.ts';

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

it('tells alarms of a kind without a text in one row for all devices of a type, and others alone', () => {
  const all = [
    entry('Ambient 1'),
    entry('Speed', { rule_id: 3, rule: 'Below 90 %' }),
    entry('Ambient 2'),
    entry('Ambient 1', { device_id: 2, device: 'Leg 2' }),
    entry('Ambient 1', { device_id: 3, device: 'Pit' }),
    entry('Ambient 1', { device_id: 4, device: 'Bins' }),
    entry('Bearing 1', { what_to_do: 'Stop' }),
    entry('Bearing 2', { what_to_do: 'Stop' }),
    entry('Spare 1', { is_unused: true }),
    entry('Spare 2', { is_unused: true }),
  ];
  const typeOf = (device: number): string | undefined => ['', 'leg', 'leg', 'pit'][device];
  expect(toldOf(all, typeOf).map(({ kind, all: own }) => [kind, own.length])).toEqual([
    ['Ambient', 3],
    ['Speed', 1],
    ['Ambient 1', 1],
    ['Ambient 1', 1],
    ['Bearing 1', 1],
    ['Bearing 2', 1],
    ['Spare', 2],
  ]);
});

it('has alarms with a text in sight below the first rows without one', () => {
  const names = ['A', 'B', 'C', 'D', 'E', 'F', 'G'];
  const told = toldOf([...names.map((name) => entry(name)), entry('H', { what_to_do: 'Stop' })], () => 'leg');
  expect(shortened(told).map(({ kind, all, isMore }) => [kind, all.length, isMore])).toEqual([
    ...['A', 'B', 'C', 'D', 'E'].map((name) => [name, 1, undefined]),
    ['F', 2, true],
    ['H', 1, undefined],
  ]);
  expect(shortened(told.slice(1))).toEqual(told.slice(1));
});

it('writes a text at each device, and leaves what is empty as it is', () => {
  const all = [entry('Ambient 1'), entry('Ambient 2'), entry('Ambient 1', { device_id: 2 })];
  const response = { what_to_do: 'Look' };
  expect(writesOf(all, { ...response, consequence: ' ' })).toEqual([
    { device: 1, responses: { '4.Ambient 1': response, '4.Ambient 2': response } },
    { device: 2, responses: { '4.Ambient 1': response } },
  ]);
});
