import { PayloadMap, type PayloadValue } from '@tocsin/contract/payload-map';
import type { StoredPayloadMap } from '@tocsin/contract/payload-maps';
import { describe, expect, it } from 'vitest';
import {
  canBeTime,
  draftOf,
  emptyMap,
  followed,
  idOfPath,
  leavesOf,
  measuredIn,
  pressed,
  pressedIn,
  problemsOf,
  senderIn,
  timedBy,
  treeOf,
  unitOf,
  withAlarm,
  wordsOf,
} from './model.ts';

const body =
  '{"deviceInfo":{"devEui":"a840"},"time":"2026-11-27T16:41:14Z","object":{"temperature":61.4,"fan on":true}}';
const lines = treeOf(body) ?? [];
const leaves = leavesOf(lines);

describe('the tree of a message', () => {
  it('has a line for each object and value, with the path that finds it', () => {
    expect(lines.map(({ depth, path, entries }) => [depth, path, entries])).toEqual([
      [0, 'deviceInfo', 1],
      [1, 'deviceInfo.devEui', 0],
      [0, 'time', 0],
      [0, 'object', 2],
      [1, 'object.temperature', 0],
      [1, "object['fan on']", 0],
    ]);
  });

  it('of what is no JSON is none, and a plain number is one value', () => {
    expect(treeOf('{')).toBeNull();
    expect(leavesOf(treeOf('61.4') ?? [])).toMatchObject([{ path: '$', value: 61.4 }]);
  });

  it('of a huge message ends after 500 lines', () => {
    expect(treeOf(JSON.stringify(Array.from({ length: 2_000 }, (_, i) => i)))).toHaveLength(500);
  });
});

describe('pressing a value', () => {
  it('maps it by its type, and takes it back', () => {
    const [temperature] = leaves.filter(({ name }) => name === 'temperature');
    if (!temperature) throw new Error('no leaf');
    const rows = pressed(temperature, []);
    expect(rows).toMatchObject([
      { path: 'object.temperature', id: 'temperature', name: 'Temperature', type: 'NUMERIC' },
    ]);
    expect(pressed(temperature, rows)).toEqual([]);
  });

  it('gives ids that differ and are valid', () => {
    expect(idOfPath("a['fan on']", [])).toBe('fan-on');
    expect(idOfPath('b.t', ['t', 't-2'])).toBe('t-3');
    const values = leaves.reduce<PayloadValue[]>((rows, leaf) => [...pressed(leaf, rows)], []);
    expect(problemsOf({ ...emptyMap('A'), kinds: [{ values }] }).size).toBe(0);
  });
});

describe('a copy of a shipped map', () => {
  const map = PayloadMap.parse({
    name: 'ChirpStack v4',
    kinds: [
      {
        topic: 'application/+/device/{id}/event/up',
        values: [{ path: 'object.*', group: 'values', id: '{key}', name: '{key}', type: 'auto' }],
      },
    ],
  });

  it('names each key of the sample, and leaves the topic to the map it came from', () => {
    const [kind] = draftOf(map, leaves, true).kinds;
    expect(kind?.topic).toBeUndefined();
    expect(kind?.values.map(({ path, type }) => [path, type])).toEqual([
      ['object.temperature', 'NUMERIC'],
      ["object['fan on']", 'BOOL'],
    ]);
  });

  it('keeps the keys as they come without a sample', () => {
    expect(draftOf(map, [], false)).toEqual(map);
  });
});

it.each([
  ['2026-11-27T16:41:14Z', 'iso'],
  [1_795_797_674, 's'],
  [1_795_797_674_208, 'ms'],
  [1_795_797_674_208_000, 'us'],
  ['1795797674208331264', 'ns'],
] as const)('a time of %s counts %s', (value, unit) => {
  expect(unitOf(value)).toBe(unit);
});

it.each([
  ['object.temperature', 61.4, '°C'],
  ['temperature', 61.4, ''],
  ['temp_f', 142, '°F'],
  ['motorTempC', 40, '°C'],
  ['t_c', 40, '°C'],
  ['bearingtemp_1_c', 40, '°C'],
  ['bearing_degC', 40, '°C'],
  ['battery_v', 3.6, 'V'],
  ['supplyVoltage_V', 24, 'V'],
  ['current_c', 12, ''],
  ['voltage_c', 230, ''],
  ['phaseC', 230, ''],
  ['zone_f', 1, ''],
  ['phase_v', 1, ''],
  ['batch_v', 1, ''],
  ['object.battery', 96, '%'],
  ['object.battery', 3.6, ''],
  ['speed_rpm', 1480, 'rpm'],
  ['c', 1, ''],
  ['object.temperature', 'high', ''],
] as const)('%s of %s is measured in %s', (path, value, unit) => {
  expect(measuredIn({ path, name: path.split('.').at(-1) ?? '', depth: 0, value })).toBe(unit);
});

it('finds what a message calls its device', () => {
  const map = { ...emptyMap('m'), kinds: [{ device: 'deviceInfo.devEui', values: [] }] };
  const found = leavesOf(treeOf('{"deviceInfo":{"devEui":"a84041b2c1d5e3f7"}}') ?? []);
  expect([senderIn(map, found), senderIn(map, []), senderIn(emptyMap('m'), found)]).toEqual([
    'a84041b2c1d5e3f7',
    '',
    '',
  ]);
});

it('reads alarm words as they are written', () => {
  expect(wordsOf(' true, HIGH ,3,')).toEqual([true, 'HIGH', 3]);
  const row = withAlarm({ ...emptyRow(), alarm: { when: [1] } }, '');
  expect(row).not.toHaveProperty('alarm');
});

const emptyRow = () => ({
  path: 'a',
  group: 'g',
  id: 'a',
  name: 'A',
  type: 'NUMERIC' as const,
  unit: '',
  scale: 1,
  offset: 0,
  states: {},
  none: [],
});

describe('values that are alike, and times', () => {
  const message = leavesOf(treeOf('{"head":{"left":1},"boot":{"left":2},"left":3,"list":[{"v":4},{"v":5}]}') ?? []);
  it('whose names repeat take the name before, unless a person named them', () => {
    const namesOf = (...paths: string[]) =>
      paths
        .flatMap((path) => message.find((leaf) => leaf.path === path) ?? [])
        .reduce<readonly PayloadValue[]>((rows, leaf) => pressed(leaf, rows), [])
        .map(({ name }) => name);
    expect(namesOf('head.left', 'boot.left')).toEqual(['Head left', 'Boot left']);
    expect(namesOf('head.left', 'left')).toEqual(['Head left', 'Left']);
    expect(namesOf('list[0].v', 'list[1].v')).toEqual(['List 0 v', 'List 1 v']);
    const [head, boot] = message;
    if (!head || !boot) throw new Error('no leaf');
    const own = pressed(head, []).map((row) => ({ ...row, name: 'Bearing' }));
    expect(pressed(boot, own).map(({ name }) => name)).toEqual(['Bearing', 'Boot left']);
  });

  const leafOf = (value: string | number | boolean) => ({ path: 'at', name: 'at', depth: 0, value });
  it('are times where they can be: ISO texts, and counts of this century', () => {
    const all = [
      '2026-11-30T06:00:00Z',
      '2026-11-30',
      1_796_018_400,
      1_796_018_400_000,
      '1796018400',
      'running',
      true,
      61.4,
    ];
    expect(all.map((value) => canBeTime(leafOf(value)))).toEqual([true, true, true, true, true, false, false, false]);
  });

  it('as text become the time when they are pressed, and are no value then', () => {
    const leaf = leafOf('2026-11-30T06:00:00Z');
    const timed = pressedIn({ values: [] }, leaf);
    expect(timed).toEqual({ values: [], time: { path: 'at', unit: 'iso' } });
    expect(pressedIn(timed, leaf)).toEqual({ values: [] });
    expect(timedBy({ values: [...pressed(leaf, [])] }, 'at', leaf)).toEqual(timed);
  });
});

describe('the topics of a map', () => {
  const nowhere = { topic: null, sender: '' };
  const dryer = { topic: 'dryer/D7/temps', sender: '' };
  const topicOf = (map: PayloadMap) => map.kinds[0]?.topic;
  const storedAs = (topic: string, client: number | null) =>
    ({ client, map: { ...emptyMap('x'), kinds: [{ topic, values: [] }] } }) as unknown as StoredPayloadMap;

  it('follow the topic that was typed, with the place of the sender, until a person writes others', () => {
    const map = followed(emptyMap('x'), nowhere, dryer, []);
    expect(topicOf(map)).toBe('dryer/D7/temps');
    const named = followed(map, dryer, { ...dryer, sender: 'd7' }, []);
    expect(topicOf(named)).toBe('dryer/{id}/temps');
    expect(topicOf(followed(named, dryer, nowhere, []))).toBe('dryer/{id}/temps');
    expect(topicOf(followed(named, { ...dryer, sender: 'd7' }, nowhere, []))).toBeUndefined();
  });

  it('are the whole topic beside another map of the client, and none where a shared format leads', () => {
    const is = { ...dryer, sender: 'D7' };
    expect(topicOf(followed(emptyMap('x'), nowhere, is, [storedAs('dryer/{id}/temps', 2)]))).toBe('dryer/D7/temps');
    expect(topicOf(followed(emptyMap('x'), nowhere, is, [storedAs('dryer/{id}/temps', null)]))).toBeUndefined();
  });
});

describe('a limit among the alarm words', () => {
  const [leaf] = leavesOf(treeOf('{"temp": 61.4}') ?? []);
  if (!leaf) throw new Error('no leaf');
  const problemOf = (text: string, over: Partial<PayloadValue> = {}) => {
    const values = pressed(leaf, []).map((row) => withAlarm({ ...row, ...over }, text));
    return problemsOf({ ...emptyMap('A'), kinds: [{ values }] }).get(0);
  };

  it('of a number is refused, with the way to a limit', () => {
    for (const text of ['80', '> 80', '80 °C', 'HIGH, -3.5']) expect(problemOf(text)).toContain('warning rule');
  });

  it('is a code for a state, for a contact and beside a value; words are none', () => {
    expect(problemOf('HIGH, true')).toBeUndefined();
    expect(problemOf('2', { type: 'ENUM' })).toBeUndefined();
    expect(problemOf('1', { type: 'BOOL' })).toBeUndefined();
    expect(problemOf('1', { alarm: { path: 'fault', when: [true] } })).toBeUndefined();
  });
});
