import { noResponse } from '@tocsin/contract/responses';
import { simpleConditions } from '@tocsin/contract/rule-conditions';
import type { SensorNames } from '@tocsin/contract/sensors';
import { expect, test } from 'vitest';
import {
  changedNames,
  draftOf,
  errorsOf,
  invalidatesWarnings,
  isComplete,
  isTypeChanged,
  matching,
  rowsOf,
  tooLong,
  typeOf,
  wasOf,
  withKind,
} from './model.ts';

const names: SensorNames = {
  groups: [
    {
      id: '4',
      name: 'Temperature',
      sensors: [
        { id: '4.4000', name: 'T1', label: 'Head bearing left' },
        { id: '4.4001', name: 'T2', label: '' },
      ],
    },
    { id: '5', name: 'Plug', sensors: [{ id: '5.5000', name: 'P1', label: '' }] },
  ],
  degrees: null,
  networks: null,
  version: 1,
};

test('posts only changed names, including emptied ones', () => {
  expect(changedNames(names, { '4.4000': '', '4.4001': 'Tail', '5.5000': '' })).toEqual({
    '4.4000': '',
    '4.4001': 'Tail',
  });
  expect(changedNames(names, { '4.4000': ' Head bearing left ' })).toEqual({});
});

test('a changed value of a rule says what it was, also after a limit was tried in a graph', () => {
  const stored = {
    ...noResponse,
    ...simpleConditions,
    id: 16,
    sensor_id: '4.4000',
    name: 'T1',
    sign: '>' as const,
    value: 95,
    delay_seconds: 60,
    unit: 'C',
    is_known: true,
    cannot_evaluate_since: null,
    sentence: '',
  };
  expect(wasOf(stored, draftOf(stored, 0))).toBeNull();
  expect(wasOf(stored, draftOf({ ...stored, value: 71 }, 0))).toBe('95 °C');
  expect(wasOf(undefined, draftOf(stored, 2))).toBeNull();
});

test('61 characters are too long, 60 are not', () => {
  expect([...tooLong({ a: 'x'.repeat(61), b: 'x'.repeat(60) })]).toEqual(['a']);
});

test('a search keeps the sensors that match by group, name or label', () => {
  const words = (sensor: { readonly name: string; readonly label: string }) => `${sensor.name} ${sensor.label}`;
  expect(matching(names.groups, 'bearing', words).map((group) => group.sensors.length)).toEqual([1]);
  expect(matching(names.groups, 'plug', words).map((group) => group.name)).toEqual(['Plug']);
});

test('a row without sensor, condition, value or delay is incomplete; a delay of 0 is valid', () => {
  const empty = {
    key: 1,
    sensor: null,
    sign: null,
    value: null,
    delay: null,
    response: noResponse,
    conditions: simpleConditions,
  };
  expect(errorsOf(empty)).toEqual({ sensor: true, sign: true, value: true, delay: true });
  const full = {
    key: 1,
    sensor: '4.4000',
    sign: '>' as const,
    value: 0,
    delay: 0,
    response: noResponse,
    conditions: simpleConditions,
  };
  expect(isComplete(full)).toBe(true);
  expect(rowsOf([full])).toEqual([
    { sensor_id: '4.4000', sign: '>', value: 0, delay_seconds: 0, ...simpleConditions, ...noResponse },
  ]);
});

test('a difference without its other sensor, and a condition without a state, are incomplete', () => {
  const full = { key: 1, sensor: '4.4000', sign: '>' as const, value: 0, delay: 0, response: noResponse };
  const conditions = withKind(simpleConditions, 'difference');
  expect(errorsOf({ ...full, conditions })).toEqual({ reference: true });
  const gate = { sensor_id: '5.5000', sign: null, value: null, state: '', for_seconds: 0, unit: null };
  expect(errorsOf({ ...full, conditions: { ...simpleConditions, only_while: gate } })).toEqual({ gate: true });
});

test('another kind clears what it does not use', () => {
  const difference = { ...withKind(simpleConditions, 'difference'), reference: '4.4001', absolute: true };
  expect(withKind(difference, 'rise')).toEqual({ ...simpleConditions, kind: 'rise', window_seconds: 600 });
});

test('a new k requires the warnings again, a new unit alone does not', () => {
  const sensor = {
    id: '33.33000',
    name: 'Level',
    group_name: 'CLI',
    type: 'NUMERIC' as const,
    unit: 'mA',
    k_value: 1,
    c_value: 0,
    since: null,
    warnings: 2,
  };
  const draft = typeOf(sensor);
  expect(isTypeChanged(sensor, draft)).toBe(false);
  expect(invalidatesWarnings(sensor, { ...draft, unit: '%' })).toBe(false);
  expect(invalidatesWarnings(sensor, { ...draft, k: 6.25 })).toBe(true);
  expect(invalidatesWarnings({ ...sensor, warnings: 0 }, { ...draft, k: 6.25 })).toBe(false);
});
