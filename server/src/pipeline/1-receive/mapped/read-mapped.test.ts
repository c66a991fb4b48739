import { PayloadMap } from '@tocsin/contract/payload-map';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { indexLayout } from '../../fill-frame.ts';
import { ALARM, ALARM_SENT, type IndexedLayout, SENT } from '../../types.ts';
import { FrameRefusal } from '../frame-refusal.ts';
import { compileMap } from './compiled-map.ts';
import { type Arrival, parseMapped, readMapped } from './read-mapped.ts';

const at = Date.UTC(2026, 10, 27, 16, 41, 14);
const live: Arrival = { at, how: 'live' };
type Input = z.input<typeof PayloadMap>;
type Value = Input['kinds'][number]['values'][number];

const bearing: Value = { path: 'object.temperature', group: 'fan', id: 'bearing', name: 'Bearing', type: 'NUMERIC' };
const mapOf = (values: Value[], over: Partial<Input> = {}, kind: Partial<Input['kinds'][number]> = {}) =>
  compileMap(PayloadMap.parse({ name: 'A map', kinds: [{ values, ...kind }], ...over }));

function read(
  map: ReturnType<typeof mapOf>,
  body: unknown,
  layout: IndexedLayout | null = null,
  arrival = live,
  open = true,
) {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  return readMapped(map, null, parseMapped(bytes), arrival, layout, open);
}
const layoutAfter = ({ birth }: ReturnType<typeof read>): IndexedLayout | null =>
  birth && indexLayout({ ...birth.layout, layoutId: 1 });

/** One frame as values by path: number, state text, A for a set alarm, a for a cleared one. */
function told(map: ReturnType<typeof mapOf>, body: unknown, arrival = live) {
  const result = read(map, body, null, arrival);
  const layout = layoutAfter(result);
  const frame = result.data.frames[0];
  if (!layout || !frame) throw new Error('no frame');
  return layout.paths.map((path, i) => {
    const flag = frame.flags[i] ?? 0;
    const alarm = (flag & ALARM_SENT) === 0 ? '' : flag & ALARM ? ' A' : ' a';
    const state = frame.stateAt.includes(i) ? ` '${frame.stateText[frame.stateAt.indexOf(i)]}'` : '';
    return `${path} ${(flag & SENT) === 0 ? '-' : frame.values[i]}${state}${alarm}`;
  });
}

describe('a value that is named by its topic', () => {
  const named: Value = { path: '$', key: '{topic}', group: 'values', id: '{key}', name: '{key}', type: 'auto' };
  it.each([
    ['of the filter of a shipped map', 'plain/{udf}/+'],
    ['of a copy, which has no filter', undefined],
  ])('takes the last level, with the topic %s', (_, topic) => {
    const map = mapOf([named], {}, topic === undefined ? {} : { topic });
    const levels = ['plain', 'FAN2', 'temperature'];
    const { birth } = readMapped(map, levels, parseMapped(Buffer.from('61.4')), live, null, true);
    expect(birth?.layout.sensors.map(({ name }) => name)).toEqual(['temperature']);
  });
});

describe('what a map refuses', () => {
  it.each([
    ['not JSON', '{"object":', 'not valid JSON'],
    ['another encoding', Buffer.from('{"unit":"\xb0C"}', 'latin1').toString('latin1'), 'No value of the map'],
    ['nothing of the map', { other: 1 }, 'No value of the map'],
    ['33 levels', `${'['.repeat(33)}1${']'.repeat(33)}`, '32 deep'],
    ['more than 256 KiB', { object: { temperature: 1 }, text: 'x'.repeat(256 * 1024) }, '256 KiB'],
    ['a million keys', `{${Array.from({ length: 20_000 }, (_, i) => `"${i}":1`).join(',')}}`, 'More than 10000 values'],
  ])('%s', (_, body, text) => {
    expect(() => read(mapOf([bearing]), body)).toThrow(text);
  });

  it('more than 1,000 values of one moment', () => {
    const map = mapOf([{ path: '$.*', group: 'all', id: '{key}', name: '{key}', type: 'auto' }]);
    const body = Object.fromEntries(Array.from({ length: 1_001 }, (_, i) => [`k${i}`, i]));
    expect(() => read(map, body)).toThrow('More than 1000 values of one moment');
  });

  it('paths that look at more than 20,000 places', () => {
    const star: Value = { path: '$.*.*', group: 'all', id: '{key}', name: '{key}', type: 'auto' };
    const map = mapOf(Array.from({ length: 100 }, (_, i) => ({ ...star, group: `g${i}` })));
    const body = Array.from({ length: 30 }, () => Array.from({ length: 30 }, () => []));
    expect(() => read(map, body)).toThrow('20000 places');
  });

  it.each([
    ['missing', undefined, 'iso', 'time: there is no time'],
    ['a local text without a zone', '2026-11-27T16:41:14', 'iso', 'time: the time has no offset; give the map a zone'],
    ['a number where a text is meant', 1_795_797_674_208, 'iso', 'time: the time is no text'],
    ['a day that does not exist', '2026-02-31T00:00:00Z', 'iso', 'time: not a time'],
    ['a text where a number is meant', '2026-11-27T16:41:14Z', 'ms', 'time: the time is a text; choose ISO 8601'],
    ['beyond all time', 1e300, 's', 'time: the time is out of range'],
  ] as const)('a time that is %s', (_, time, unit, text) => {
    const map = mapOf([bearing], {}, { time: { path: 'time', unit } });
    expect(() => read(map, { object: { temperature: 1 }, time })).toThrow(text);
  });
});

describe('times', () => {
  it.each([
    ['ms', 1_795_797_674_208, null, 1_795_797_674_208],
    ['s', 1_795_797_674.208, null, 1_795_797_674_208],
    ['s', '1795797674', null, 1_795_797_674_000],
    ['us', 1_795_797_674_208_999, null, 1_795_797_674_208],
    ['ns', '1795797674208331264', null, 1_795_797_674_208],
    ['iso', '2026-11-27T16:41:14.208331264Z', null, Date.UTC(2026, 10, 27, 16, 41, 14, 208)],
    ['iso', '2026-11-27 10:41:14-0600', null, Date.UTC(2026, 10, 27, 16, 41, 14)],
    ['iso', '2026-11-27T10:41:14', 'America/Chicago', Date.UTC(2026, 10, 27, 16, 41, 14)],
    // 02:30 does not exist on the day the clocks go forward, and is there twice on the day they go back.
    ['iso', '2026-03-08T02:30:00', 'America/Chicago', Date.UTC(2026, 2, 8, 8, 30)],
    ['iso', '2026-11-01T01:30:00', 'America/Chicago', Date.UTC(2026, 10, 1, 6, 30)],
  ] as const)('%s %s in zone %s', (unit, time, zone, expected) => {
    const map = mapOf([bearing], zone ? { zone } : {}, { time: { path: 'time', unit } });
    expect(read(map, { object: { temperature: 1 }, time }).data.frames[0]?.ts).toBe(expected);
  });

  it('is the arrival without a path', () => {
    expect(read(mapOf([bearing]), { object: { temperature: 1 } }).data.frames[0]).toMatchObject({
      ts: at,
      historical: false,
    });
  });

  it('is unknown when a broker kept a message without a time: it is late, and its alarms are told once', () => {
    const body = { object: { temperature: 1 }, time: at };
    const queued: Arrival = { at, how: 'queued' };
    const [kept] = read(mapOf([bearing]), body, null, queued).data.frames;
    expect(kept).toMatchObject({ historical: true, tellsAlarms: true });
    const timed = mapOf([bearing], {}, { time: { path: 'time', unit: 'ms' } });
    expect(read(timed, body, null, queued).data.frames[0]).toMatchObject({ historical: false });
  });

  it('gives each moment of a list its own', () => {
    const map = mapOf(
      [{ path: 'v', group: 'g', id: 'a', name: 'A', type: 'NUMERIC' }],
      {},
      { moments: '$[*]', time: { path: 't', unit: 'ms' } },
    );
    const { frames, single } = read(map, [
      { t: at - 20, v: 1 },
      { t: at - 10, v: 2 },
      { t: at - 10, v: 3 },
    ]).data;
    expect(frames.map(({ ts, values }) => [ts, values[0]])).toEqual([
      [at - 20, 1],
      [at - 10, 3],
    ]);
    expect(single).toBe(false);
  });
});

describe('values', () => {
  const object = (raw: unknown) => ({ object: { temperature: raw } });

  it.each([
    ['scaled without invented decimals', { scale: 0.1, offset: -40 }, 613, 'fan.bearing 21.3'],
    ['a number in quotes', {}, ' 61.4 ', 'fan.bearing 61.4'],
    ['a number in brackets', {}, '[61.4]', 'fan.bearing 61.4'],
    ['a decimal comma, which is none', {}, '61,4', "fan.bearing NaN 'Bad value'"],
    ['an object, which is none', {}, {}, "fan.bearing NaN 'Bad value'"],
    ['null', {}, null, 'fan.bearing NaN'],
    ['a number that means none', { none: [65_535] }, 65_535, 'fan.bearing NaN'],
    ['a word that has a text', { states: { ERR: 'Open circuit' } }, 'err', "fan.bearing NaN 'Open circuit'"],
    ['a contact as a word', { type: 'BOOL' as const }, 'ON', 'fan.bearing 1'],
    ['a state as a word', { type: 'ENUM' as const }, 'running', "fan.bearing NaN 'running'"],
    ['a state as a code', { type: 'ENUM' as const, states: { '2': 'Stopped' } }, 2, "fan.bearing 2 'Stopped'"],
  ])('%s', (_, over, raw, expected) => {
    expect(told(mapOf([{ ...bearing, ...over }]), object(raw))).toEqual([expected]);
  });

  it('reads bare words for no number as bad values', () => {
    expect(told(mapOf([bearing]), '{"object":{"temperature":-nan(ind)}}')).toEqual(["fan.bearing NaN 'Bad value'"]);
  });

  it('of bad quality are none; the next good one ends the state', () => {
    const map = mapOf([{ ...bearing, quality: { path: 'q', good: ['good', 192] } }]);
    expect(told(map, { ...object(61.4), q: 'Uncertain' })).toEqual(["fan.bearing NaN 'Bad quality'"]);
    expect(told(map, { ...object(61.4), q: 192 })).toEqual(["fan.bearing 61.4 ''"]);
    expect(told(map, object(61.4))).toEqual(["fan.bearing 61.4 ''"]);
  });

  it('that are not in a message keep their age, or have none by the choice of the map', () => {
    const two: Value[] = [bearing, { ...bearing, path: 'object.battery', id: 'battery', name: 'Battery' }];
    expect(told(mapOf(two), object(1))).toEqual(['fan.bearing 1', 'fan.battery -']);
    expect(told(mapOf(two, { missing: 'none' }), object(1))).toEqual(['fan.bearing 1', 'fan.battery NaN']);
  });
});

describe('alarms', () => {
  const flag: Value = { ...bearing, alarm: { path: 'alarm', when: [true, 'HIGH', 3] }, none: [65_535] };
  it.each([
    ['a set flag', { object: { temperature: 1 }, alarm: true }, 'fan.bearing 1 A'],
    ['a word', { object: { temperature: 1 }, alarm: 'high' }, 'fan.bearing 1 A'],
    ['a code', { object: { temperature: 1 }, alarm: 3 }, 'fan.bearing 1 A'],
    ['another word', { object: { temperature: 1 }, alarm: 'ok' }, 'fan.bearing 1 a'],
    ['a flag without a value', { alarm: true }, 'fan.bearing - A'],
    ['no flag', { object: { temperature: 1 } }, 'fan.bearing 1'],
    ['a set flag beside no value', { object: { temperature: 65_535 }, alarm: true }, 'fan.bearing NaN A'],
    // Nothing says that the alarm has ended.
    ['a cleared flag beside no value', { object: { temperature: 65_535 }, alarm: false }, 'fan.bearing NaN'],
    ['a cleared flag beside null', { object: { temperature: null }, alarm: false }, 'fan.bearing NaN'],
    [
      'a cleared flag beside a bad value',
      { object: { temperature: 'x' }, alarm: false },
      "fan.bearing NaN 'Bad value'",
    ],
  ])('%s', (_, body, expected) => {
    expect(told(mapOf([flag]), body)).toEqual([expected]);
  });

  it('are read from the value itself without a path, but never from none', () => {
    const map = mapOf([{ ...bearing, type: 'ENUM', alarm: { when: ['plugged'] }, none: ['n/a'] }]);
    expect(told(map, { object: { temperature: 'Plugged' } })).toEqual(["fan.bearing NaN 'Plugged' A"]);
    expect(told(map, { object: { temperature: 'clear' } })).toEqual(["fan.bearing NaN 'clear' a"]);
    expect(told(map, { object: { temperature: 'n/a' } })).toEqual(['fan.bearing NaN']);
  });
});

describe('keys', () => {
  const any: Value = { path: '$.*', group: 'all', id: '{key}', name: 'Tag {key}', type: 'auto' };
  const map = mapOf([any]);

  it('become sensors while the map is open, and never fewer', () => {
    const first = read(map, { a: 1, b: true });
    const layout = layoutAfter(first);
    expect(layout?.sensors.map(({ sensorId, name, type }) => [sensorId, name, type])).toEqual([
      ['a', 'Tag a', 'NUMERIC'],
      ['b', 'Tag b', 'BOOL'],
    ]);
    expect(read(map, { b: false }, layout).birth).toBeNull();
    expect(layoutAfter(read(map, { 'Ölstand 1': 'low' }, layout))?.sensors.map(({ name }) => name)).toEqual([
      'Tag a',
      'Tag b',
      'Tag Ölstand 1',
    ]);
  });

  it('are counted once it is locked', () => {
    const layout = layoutAfter(read(map, { a: 1 }));
    const { birth, data } = read(map, { a: 2, b: 3 }, layout, live, false);
    expect(birth).toBeNull();
    expect(data.frames[0]).toMatchObject({ rejected: 1 });
    expect(data.frames[0]?.values[0]).toBe(2);
  });

  it('keep their type: a value of another one is bad', () => {
    const layout = layoutAfter(read(map, { a: 1 }));
    expect(read(map, { a: 'text' }, layout).data.frames[0]).toMatchObject({ stateText: ['Bad value'], rejected: 1 });
  });

  it('of prototypes are names like others', () => {
    const result = read(map, '{"__proto__": 1, "constructor": 2}');
    expect(layoutAfter(result)?.sensors.map(({ sensorId }) => sensorId)).toEqual(['__proto__', 'constructor']);
  });

  it('of a map that lost an entry are taken away by the new version alone', () => {
    const layout = layoutAfter(read(mapOf([bearing, any]), { object: { temperature: 1 }, a: 1 }));
    const { birth } = read(mapOf([bearing]), { object: { temperature: 2 } }, layout);
    expect(birth?.layout.sensors.map(({ sensorId }) => sensorId)).toEqual(['bearing']);
  });
});

describe('any map and any message', () => {
  const names = fc.constantFrom('a', 'b', 'c', 'object', '__proto__');
  const steps = fc.array(
    fc.oneof(
      names.map((name) => `['${name}']`),
      fc.constantFrom('[*]', '[0]', '[-1]'),
    ),
    { maxLength: 4 },
  );
  const values = fc.array(
    fc.record({
      steps,
      type: fc.constantFrom('NUMERIC' as const, 'BOOL' as const, 'ENUM' as const),
      alarm: fc.option(fc.constant<Value['alarm']>({ when: [true, 'x', 1] }), { nil: undefined }),
    }),
    { minLength: 1, maxLength: 5 },
  );
  const maps = values.map((list) =>
    mapOf(
      list.map(({ steps: path, type, alarm }, i): Value => {
        const isMany = path.includes('[*]');
        return {
          path: `$${path.join('')}`,
          group: `g${i}`,
          id: isMany ? '{key}' : 'x',
          name: isMany ? '{key}' : 'x',
          type: isMany ? 'auto' : type,
          ...(alarm ? { alarm } : {}),
        };
      }),
    ),
  );
  const bodies = fc.oneof(
    fc.json({ maxDepth: 6 }),
    fc.string(),
    fc.jsonValue({ maxDepth: 3 }).map((v) => JSON.stringify({ object: v, a: v })),
  );

  it('gives frames of the layout, or a refusal; the layout never shrinks, and the same message changes nothing more', () => {
    fc.assert(
      fc.property(maps, bodies, bodies, (map, one, two) => {
        let layout: IndexedLayout | null = null;
        for (const body of [one, two, two]) {
          try {
            const result = read(map, body, layout);
            const next: IndexedLayout | null = layoutAfter(result) ?? layout;
            for (const path of layout?.paths ?? []) expect(next?.paths).toContain(path);
            for (const frame of result.data.frames) expect(frame.values).toHaveLength(next?.sensors.length ?? 0);
            layout = next;
            expect(read(map, body, layout).birth).toBeNull();
          } catch (error) {
            if (!(error instanceof FrameRefusal)) throw error;
          }
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
