import { shippedTypes } from '@tocsin/contract/device-type';
import type { Device } from '@tocsin/contract/devices';
import { expect, test } from 'vitest';
import {
  activeByDevice,
  cardSeverity,
  emptyDevice,
  formOf,
  foundDevices,
  inputOf,
  patchOf,
  pollingState,
  proposedLimit,
  quietProposals,
  rhythmOf,
  saysOf,
  sortedDevices,
  titleLike,
  typeLike,
  unfitFor,
  unitOf,
  unproposed,
  whyNone,
} from './model.ts';

test('shows suspended before offline, and offline before the last known state', () => {
  expect(cardSeverity({ state: 'Suspended', status: 'Alarm' })).toBe('disabled');
  expect(cardSeverity({ state: 'Offline', status: 'Alarm' })).toBe('offline');
  expect(cardSeverity({ state: 'Active', status: 'Alarm' })).toBe('alarm');
});

test('an active device without data is not in alarm', () => {
  expect(cardSeverity({ state: 'Active', status: null })).toBe('ok');
});

const stored = {
  id: 4,
  version: 2,
  location: 7,
  title: 'Leg 1',
  serial_number: 'WD000123',
  code: 'secret',
  device_type: '0300',
  type: shippedTypes['0300'],
  shown_type: shippedTypes['0300'],
  ip_address: null,
  udf_id: 'LEG1',
  is_emulated_as: null,
} as unknown as Device;
const leg = shippedTypes['0300'];

// spec: administration 5 Device: ip_address optional, only for F500 and F500 UDF
test('sends only the fields that the chosen type has', () => {
  const form = { ...emptyDevice(7), title: 'A', ip_address: '10.0.0.7', udf_id: 'LEG1' };
  expect(inputOf(form, 7, shippedTypes['0300'])).toMatchObject({ udf_id: 'LEG1', ip_address: null });
  expect(inputOf(form, 7, shippedTypes.F500)).toMatchObject({ udf_id: null, ip_address: '10.0.0.7' });
  expect(inputOf(form, 7, shippedTypes['F500-UDF'])).toMatchObject({ udf_id: 'LEG1', ip_address: '10.0.0.7' });
});

test('an unchanged serial number does not replace the unit', () => {
  expect(patchOf(stored, { ...formOf(stored), title: 'Leg one' }, leg, false)).toEqual({
    id: 4,
    version: 2,
    title: 'Leg one',
    ip_address: null,
    udf_id: 'LEG1',
  });
});

test('a new serial number is sent with its code', () => {
  const exchange = { ...formOf(stored), serial_number: 'WD000999', code: 'other' };
  expect(patchOf(stored, exchange, leg, false)).toMatchObject({ serial_number: 'WD000999', code: 'other' });
});

test('emulation is sent only by people who may set it', () => {
  expect(patchOf(stored, { ...formOf(stored), is_emulated_as: 'F500' }, leg, false)).not.toHaveProperty(
    'is_emulated_as',
  );
  expect(patchOf(stored, { ...formOf(stored), is_emulated_as: 'F500' }, leg, true)).toMatchObject({
    is_emulated_as: 'F500',
  });
  expect(patchOf(stored, formOf(stored), leg, true)).toMatchObject({ is_emulated_as: null });
});

test('a search finds devices by title, address, serial number and displayed type, word by word', () => {
  const other = {
    ...stored,
    id: 5,
    title: 'Mill',
    udf_id: 'ML2',
    serial_number: 'WD000777',
    shown_type: shippedTypes.F500,
  } as Device;
  const ids = (text: string) => foundDevices([stored, other], text).map((device) => device.id);
  expect([ids('tower'), ids('LEG 000123'), ids('ml2'), ids('f500'), ids(' wd000 ')]).toEqual([
    [],
    [4],
    [5],
    [5],
    [4, 5],
  ]);
});

const active = (device_id: number, event_type: 'alarm_on' | 'warning_on', over = {}) => ({
  device_id,
  event_type,
  is_active: true,
  test: false,
  ...over,
});

test('counts active alarms and warnings by device, without tests and what has ended', () => {
  const counts = activeByDevice([
    active(1, 'alarm_on'),
    active(1, 'warning_on'),
    active(1, 'warning_on', { test: true }),
    active(2, 'alarm_on', { is_active: false }),
  ]);
  expect([...counts]).toEqual([[1, { alarms: 1, warnings: 1 }]]);
});

test('orders devices by name as numbers, by the worst state, and by the longest silence', () => {
  const device = (id: number, title: string, over = {}) => ({
    id,
    title,
    state: 'Active' as const,
    status: 'OK' as const,
    last_seen: '2026-11-23T12:00:00Z',
    ...over,
  });
  const devices = [
    device(1, 'Leg 10'),
    device(2, 'Leg 2', { state: 'Offline', last_seen: '2026-11-22T12:00:00Z' }),
    device(3, 'Leg 3', { status: 'Alarm' }),
    device(4, 'Leg 4', { status: 'Alarm' }),
    device(5, 'Leg 5', { state: 'Offline', last_seen: null }),
  ];
  const counts = activeByDevice([active(3, 'alarm_on'), active(4, 'alarm_on'), active(4, 'alarm_on')]);
  const ids = (order: 'name' | 'worst' | 'silent') => sortedDevices(devices, order, counts).map(({ id }) => id);
  expect(ids('name')).toEqual([2, 3, 4, 5, 1]);
  expect(ids('worst')).toEqual([4, 3, 2, 5, 1]);
  expect(ids('silent')).toEqual([5, 2, 3, 4, 1]);
});

const limitOf = (values: readonly number[], unit = 'kPa', since = 0) =>
  proposedLimit(
    { length: values.length, times: Float64Array.from(values.keys()), values: Float64Array.from(values) },
    unit,
    since,
  );

test('a proposed limit needs ten values, and is above all of them by a fifth or twice their span', () => {
  expect(limitOf([1, 2, 3])).toBeNull();
  expect(limitOf(new Array(10).fill(0))).toBeNull();
  expect(limitOf(new Array(10).fill(28.6))).toBe(35);
  expect(limitOf([...new Array(9).fill(20), 60, Number.NaN])).toBe(140);
  expect(limitOf(new Array(12).fill(-10))).toBe(-8);
  expect(limitOf(new Array(12).fill(0.0123))).toBe(0.015);
});

test('a proposed limit counts what the unit allows since the sensor is read as now, and is itself allowed', () => {
  const fine = new Array<number>(10).fill(40);
  expect(limitOf([-1.19e34, 2e34, ...fine, 1e-30], 'C')).toBe(48);
  expect(limitOf(new Array(12).fill(-1.19e34), 'C')).toBeNull();
  // Read in another order until then, with values that the unit allows too.
  expect(limitOf([150, 150, ...fine], 'C', 2)).toBe(48);
  expect(limitOf([150, ...fine], 'C', 2)).toBeNull();
  expect(limitOf(new Array(10).fill(190), 'C')).toBeNull();
  expect(limitOf(new Array(10).fill(190), 'rpm')).toBe(230);
});

test('a proposed limit that would have warned is raised above what it warned of, until it would not have', async () => {
  const proposal = (path: string, value: number, unit = 'C') => ({
    row: { sensor_id: path, sign: '>' as const, value, delay_seconds: 60 },
    name: path,
    unit,
  });
  // The highest values of the day; each rule warns once above its limit.
  const peaks: Readonly<Record<string, number>> = { quiet: 30, loud: 61.2, absurd: 248 };
  const tries: number[] = [];
  const result = await quietProposals(
    [proposal('quiet', 40), proposal('loud', 48), proposal('absurd', 200)],
    async (rows) => {
      tries.push(rows.length);
      return rows.map(({ sensor_id, value }) => {
        const peak = peaks[sensor_id] ?? 0;
        const warned = peak > Number(value);
        const spans = warned ? [{ from: 0, to: 1, extreme: peak }] : [];
        return { count: spans.length, spans, total_ms: 0, nearest_miss: null, unevaluated_ms: 0 };
      });
    },
  );
  expect(result.map(({ row, run }) => [row.value, run.count])).toEqual([
    [40, 0],
    [65, 0],
    [200, 1],
  ]);
  expect(tries).toEqual([3, 3]);
  expect(await quietProposals([], () => Promise.reject(new Error('not asked')))).toEqual([]);
});

test('nothing is proposed for the air around a machine', () => {
  const air = (name: string, unit = 'C') => unfitFor({ name, type: 'NUMERIC', unit });
  for (const name of ['Ambient 1', 'Pit air', 'Outside temperature', 'Umgebung', 'Lufttemperatur'])
    expect(air(name), name).toBe('ambient');
  expect([air('Head bearing left'), air('Air pressure', 'kPa'), air('Hair cutter'), air('Fairing')]).toEqual(
    new Array(4).fill(null),
  );
});

test('a device is refused from the beginning where its site has no networks, unless it is of a shipped type', () => {
  const none = { networks: null, are_needed: true };
  const own = { owner: 'operator' } as const;
  expect([pollingState('waiting', own, none), pollingState(undefined, own, none)]).toEqual(['refused', 'refused']);
  expect(pollingState('polling', own, none)).toBe('polling');
  expect(pollingState('waiting', { owner: 'shipped' }, none)).toBe('waiting');
  expect(pollingState('waiting', own, { networks: null, are_needed: false })).toBe('waiting');
  expect(pollingState('waiting', own, { networks: ['10.0.0.0/8'], are_needed: true })).toBe('waiting');
  expect(pollingState('waiting', own, undefined)).toBe('waiting');
});

test('says once of each value why no limit is proposed: no unit, an unknown one, too few values, a rule, or none that follows', () => {
  const points = (value: number, length: number) => ({
    length,
    times: Float64Array.from(new Array(length).keys()),
    values: new Float64Array(length).fill(value),
  });
  const sensor = (unit: string, value = 40, length = 10, isRuled = false, type = 'NUMERIC') => ({
    name: `${unit} ${value}`,
    type,
    unit,
    isRuled,
    points: points(value, length),
  });
  const why = (...of: Parameters<typeof sensor>) => whyNone(sensor(...of), 0);
  expect(['C', '°C', 'PPM', 'kPa', 'mm/s', 'bar'].map((unit) => why(unit))).toEqual(new Array(6).fill('next'));
  expect(['', 'none', 'furlongs/fortnight'].map((unit) => why(unit))).toEqual(['noUnit', 'noUnit', 'unknownUnit']);
  expect([why('C', 40, 9), why('C', 0), why('C', 40, 10, true)]).toEqual(['tooFew', 'noLimit', 'ruled']);
  expect([why('Seconds'), why('h'), why('', 1, 10, false, 'BOOL')]).toEqual(['time', 'time', 'word']);
  const all = [
    sensor('', 1, 10, false, 'ENUM'),
    sensor('C', 1, 7),
    sensor('', 5),
    sensor('C', 2, 4),
    sensor('C', 3, 10, true),
    sensor('h', 9),
    sensor('bar', 6),
    sensor('', 0, 0, true, 'BOOL'),
  ];
  expect(unproposed(all, 0).map(({ why, names }) => [why, ...names])).toEqual([
    ['next', 'bar 6'],
    ['tooFew', 'C 1', 'C 2'],
    ['noUnit', ' 5'],
    ['ruled', 'C 3', ' 0'],
    ['word', ' 1'],
    ['time', 'h 9'],
  ]);
  expect(unproposed(all, 0)[1]?.soFar).toBe(4);
});

test('proposes the type of devices whose serial numbers begin alike, and none where they disagree', () => {
  const of = (serial_number: string, device_type: string) => ({ serial_number, device_type });
  const known = [
    of('WD4-1', '0300'),
    of('WD4-2', '0300'),
    of('F5-1', 'F500'),
    of('ETH-1', '0005'),
    of('ETH-2', '0006'),
  ];
  expect(['wd4-77', 'WD', 'ETH-9', 'XYZ-1'].map((serial) => typeLike(serial, known))).toEqual([
    '0300',
    undefined,
    undefined,
    undefined,
  ]);
});

test('reads serial number and code from a label, and nothing else as one', () => {
  expect(unitOf('TCN-0042:k7Qx-19 ')).toEqual({ serial_number: 'TCN-0042', code: 'k7Qx-19' });
  for (const other of ['https://tocsin.example/m/abc', 'TCN-0042', ':code', 'a b:c', 'a:b:c/d'])
    expect(unitOf(other)).toBeNull();
});

test('shows a waiting sender by the values of its message, whole or as far as they were kept', () => {
  const message = '{"time":"2026-11-29T13:26:32Z","fPort":2,"object":{"temperature":61.4,"on":true,"battery":96';
  expect(saysOf(message)).toBe('fPort 2, temperature 61.4, on true');
  expect(saysOf(`${message}}}`)).toBe('fPort 2, temperature 61.4, on true, battery 96');
  expect(saysOf('61.4')).toBe('61.4');
  expect(saysOf('word '.repeat(60))).toMatch(/word \.\.\.$/);
});

test('knows the rhythm of a sender from its third message on, whatever one gap was', () => {
  const times = [0, 10, 20, 90].map((s) => new Date(1e12 - s * 1_000).toISOString());
  expect(rhythmOf(times)).toBe(10_000);
  expect(rhythmOf(times.slice(0, 2))).toBeNull();
  expect(rhythmOf([0, 0, 0].map(() => new Date(1e12).toISOString()))).toBeNull();
});

test('a title is proposed for a unit: the next number of its type at the site, else its type and serial number', () => {
  const leg = (title: string, device_type = '0300') => ({ title, device_type });
  const wdc4 = { code: '0300', label: 'WDC4' };
  expect(titleLike('WD7', wdc4, [leg('Leg 2'), leg('Leg 10'), leg('Dryer'), leg('Node 40', '0005')])).toBe('Leg 11');
  expect(titleLike(' WD7 ', wdc4, [leg('Dryer')])).toBe('WDC4 WD7');
  expect([titleLike('WD7', undefined, []), titleLike('', wdc4, [leg('Leg 2')])]).toEqual(['WD7', '']);
});
