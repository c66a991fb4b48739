import { noResponse } from '@tocsin/contract/responses';
import { expect, it } from 'vitest';
import {
  type Conditions,
  differencesOf,
  digestOf,
  entriesOf,
  heatOf,
  isMissing,
  selected,
  withUnused,
} from './rules.ts';

const rule = { ...noResponse, id: 5, text: 'Above 65 °C for 60 s', priority: 'high' } as const;
const sensor = { ...noResponse, path: '4.4000', name: 'Head bearing', what_to_do: 'Stop the leg', rules: [rule] };
const device = { id: 7, title: 'Leg 1', sensors: [sensor] };
const entries = entriesOf([device]);

it("lists each sensor's own alarm and each rule with what applies to it", () => {
  expect(entries).toMatchObject([
    { rule: null, priority: null, what_to_do: 'Stop the leg' },
    { rule: 'Above 65 °C for 60 s', priority: 'high', what_to_do: 'Stop the leg' },
  ]);
});

it('puts what says nothing of what to do first, and finds names and texts without accents', () => {
  const empty = { ...noResponse, path: '4.4001', name: 'Túnel', what_to_do: ' ', rules: [] };
  const all = entriesOf([{ ...device, sensors: [sensor, empty] }]);
  const paths = (query: object) =>
    selected(all, { q: '', missing: false, missing_first: false, ...query }).map(({ sensor_id }) => sensor_id);
  expect(all.map(isMissing)).toEqual([false, false, true]);
  expect(paths({})).toEqual(['4.4000', '4.4000', '4.4001']);
  expect(paths({ missing_first: true })).toEqual(['4.4001', '4.4000', '4.4000']);
  expect(paths({ missing: true })).toEqual(['4.4001']);
  expect([paths({ q: 'tunel' }), paths({ q: 'STOP the' }), paths({ q: 'stop', missing: true })]).toEqual([
    ['4.4001'],
    ['4.4000', '4.4000'],
    [],
  ]);
});

it('asks for no text of what is unused and puts it last; of what is missing, limits of ours come first', () => {
  const bare = { ...noResponse, rules: [] };
  const unused = { ...bare, path: '8.8000', name: 'Spare 1' };
  const own = { ...bare, path: '4.4001', name: 'Ambient 1' };
  const limited = { ...bare, path: '4.4002', name: 'Level', rules: [{ ...noResponse, id: 6, text: 'Above 90 %' }] };
  const all = entriesOf(withUnused([{ ...device, sensors: [unused, sensor, own, limited] }], new Set(['7.8.8000'])));
  expect(all.filter(isMissing).map((one) => one.sensor)).toEqual(['Ambient 1', 'Level', 'Level']);
  const order = selected(all, { q: '', missing: false, missing_first: true });
  expect(order.map((one) => `${one.sensor} ${one.rule ?? ''}`.trim())).toEqual([
    'Level Above 90 %',
    'Ambient 1',
    'Level',
    'Head bearing Above 65 °C for 60 s',
    'Head bearing',
    'Spare 1',
  ]);
});

it('takes an input for unused that is called spare and has no rule, and no sensor whose name only begins so', () => {
  const named = (name: string, over: object = {}) => ({ ...noResponse, path: `8.${name}`, name, rules: [], ...over });
  const names = [
    'Spare 1',
    'spare',
    'Not fitted 12',
    'Nicht belegt',
    'Réserve 2',
    'Spare fan bearing',
    'Reserve bin level',
  ];
  const sensors = [...names.map((name) => named(name)), named('Spare 3', { rules: [rule] })];
  const [found] = withUnused([{ ...device, sensors }], new Set());
  expect(found?.sensors.map(({ isUnused }) => isUnused === true)).toEqual([
    true,
    true,
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});

it('puts what is in alarm before what is in warning, whatever it is called, and a priority before both', () => {
  const of = (path: string, priority: 'critical' | null = null) => ({
    ...noResponse,
    path,
    name: path === '4.1' ? 'Tail bearing' : 'Abflusssonde',
    priority,
    isTemperature: path === '5.2',
    rules: [],
  });
  const all = entriesOf([{ ...device, sensors: [of('4.1'), of('4.2'), of('5.2'), of('4.3', 'critical')] }]);
  const query = { q: '', missing: false, missing_first: true };
  const order = (conditions?: Conditions) => selected(all, query, conditions).map(({ sensor_id }) => sensor_id);
  expect(order()).toEqual(['4.3', '4.1', '4.2', '5.2']);
  expect(order(heatOf([{ ...device, sensors: [of('4.1'), of('5.2')] }]))).toEqual(['4.3', '5.2', '4.1', '4.2']);
  expect(
    order(
      new Map([
        ['7.4.2', 'warning'],
        ['7.5.2', 'alarm'],
        ['8.4.1', 'alarm'],
      ]),
    ),
  ).toEqual(['4.3', '5.2', '4.2', '4.1']);
});

it('finds nothing in equal lists, whose digests are equal too', () => {
  expect(differencesOf(entries, structuredClone(entries))).toEqual([]);
  expect(digestOf(structuredClone(entries))).toBe(digestOf(entries));
});

it('names what was added, changed with both values, and removed', () => {
  const fresh = entriesOf([
    {
      ...device,
      sensors: [
        { ...sensor, respond_within_minutes: 10, rules: [] },
        { ...noResponse, path: '4.4001', name: 'Tail bearing', rules: [] },
      ],
    },
  ]);
  expect(differencesOf(entries, fresh)).toMatchObject([
    { kind: 'changed', entry: { rule: null }, changes: [{ field: 'respond_within_minutes', old: '', new: '10' }] },
    { kind: 'added', entry: { sensor: 'Tail bearing' } },
    { kind: 'removed', entry: { rule: 'Above 65 °C for 60 s' } },
  ]);
  expect(digestOf(fresh)).not.toBe(digestOf(entries));
});
