import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ModbusReading, RegisterMap } from '@tocsin/contract/modbus';
import { stateTexts } from '@tocsin/contract/status';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ALARM, ALARM_SENT } from '../../types.ts';
import { type Answered, fieldOf, readingsOf, readModbus } from './modbus-decode.ts';
import { ModbusNetworks, splitAddress } from './modbus-line.ts';
import { planOf } from './modbus-map.ts';

const shipped = join(import.meta.dirname, '..', '..', '..', '..', 'modbus-maps');
const mapOf = (name: string) => RegisterMap.parse(JSON.parse(readFileSync(join(shipped, `${name}.json`), 'utf8')));
const one = (sensors: object[], more: object = {}, map: object = {}) =>
  RegisterMap.parse({ name: 'm', title: 'M', about: '', groups: [{ id: '1', name: 'G', sensors, ...more }], ...map });
const sensor = (at: number, more: object = {}) => ({
  id: `s${at}`,
  name: 'S',
  type: 'NUMERIC',
  value: { fn: 3, at, as: 'u16' },
  ...more,
});
const answer = (fn: 1 | 2 | 3 | 4, at: number, words: number[] | null): Answered => ({
  block: { fn, at, count: words?.length ?? 1 },
  words,
});

describe('a register map', () => {
  it('refuses unknown keys, duplicate sensor ids, and addresses beyond 65535', () => {
    expect(() => one([sensor(0, { adress: 1 })])).toThrow();
    expect(() => one([{ ...sensor(0), value: { fn: 5, at: 0, as: 'u16' } }])).toThrow();
    expect(() => planOf(one([sensor(0), { ...sensor(1), id: 's0' }]))).toThrow('Sensor 1.s0 is listed twice');
    expect(() => planOf(one([{ ...sensor(0), id: 'a b' }]))).toThrow("'a b' is no sensor id");
    expect(() => planOf(one([{ ...sensor(65_535), value: { fn: 3, at: 65_535, as: 'u32' } }]))).toThrow(
      'beyond address 65535',
    );
    expect(() => planOf(one([{ id: 'x', name: 'X', type: 'BOOL' }]))).toThrow('reads nothing');
    expect(() => planOf(one([{ id: 'x', name: 'X', type: 'BOOL', value: { fn: 1, at: 0, as: 'u16' } }]))).toThrow(
      "as 'bit'",
    );
  });

  it('reads adjacent registers in one request of at most 125, across gaps of at most 8', () => {
    const at = (...places: number[]) =>
      planOf(one(places.map((place) => sensor(place)))).blocks.map(({ at, count }) => [at, count]);
    expect(at(0, 1, 9)).toEqual([[0, 10]]);
    expect(at(0, 10)).toEqual([
      [0, 1],
      [10, 1],
    ]);
    const long = Array.from({ length: 300 }, (_, i) => i);
    expect(at(...long)).toEqual([
      [0, 125],
      [125, 125],
      [250, 50],
    ]);
  });

  it('repeats a group with shifted addresses and bits', () => {
    const field = { fn: 4 as const, at: 10, as: 'bit' as const, bit: 14, stride: 1 };
    const { sensors, placed } = planOf(
      one([{ id: '{n}1', name: 'Node {n}', type: 'BOOL', value: field }], {
        id: '{n}',
        repeat: { count: 3, first: 7 },
      }),
    );
    expect(sensors.map((s) => `${s.groupId}.${s.sensorId} ${s.name}`)).toEqual([
      '7.71 Node 7',
      '8.81 Node 8',
      '9.91 Node 9',
    ]);
    expect(placed.map(({ value }) => [value?.at, value?.bit])).toEqual([
      [10, 14],
      [10, 15],
      [11, 0],
    ]);
  });

  it.each(readdirSync(shipped).map((file) => file.slice(0, -5)))(
    '%s is shipped whole, and says what of it is certain',
    (name) => {
      const map = mapOf(name);
      expect(map.name).toBe(name);
      expect(planOf(map).sensors.length).toBeGreaterThan(3);
      expect(map.about).toMatch(map.ours ? /^Ours/ : /Assumed/);
    },
  );
});

describe('reading registers', () => {
  const f = (as: string, order: string, more: object = {}) => ({ fn: 3, at: 0, as, order, ...more }) as never;

  it('reads every word and byte order', () => {
    const orders = { ABCD: [0x4228, 0xf5c3], CDAB: [0xf5c3, 0x4228], BADC: [0x2842, 0xc3f5], DCBA: [0xc3f5, 0x2842] };
    for (const [order, words] of Object.entries(orders))
      expect(fieldOf(f('f32', order), [answer(3, 0, words)]), order).toBe(42.24);
    expect(fieldOf(f('i32', 'ABCD'), [answer(3, 0, [0xffff, 0xfffe])])).toBe(-2);
    expect(fieldOf(f('u32', 'CDAB'), [answer(3, 0, [0x0001, 0x0002])])).toBe(131_073);
    expect(fieldOf(f('i64', 'DCBA'), [answer(3, 0, [0xfeff, 0xffff, 0xffff, 0xffff])])).toBe(-2);
    expect(fieldOf(f('f64', 'ABCD'), [answer(3, 0, [0x4045, 0x1eb8, 0x51eb, 0x851f])])).toBe(42.24);
  });

  it("reads an infinite float as no value, also on the device's page", () => {
    const plan = planOf(one([{ ...sensor(0), value: { fn: 3, at: 0, as: 'f32' } }]));
    for (const words of [
      [0x7f80, 0],
      [0xff80, 0],
      [0x7fc0, 0],
    ]) {
      const answers = [answer(3, 0, words)];
      expect([...readModbus(plan, answers, 1).values]).toEqual([Number.NaN]);
      expect(ModbusReading.safeParse(readingsOf(plan, answers)[0]).data?.value).toBeNull();
    }
  });

  it('reads bytes, bit fields, scaling, sentinels and enumerations', () => {
    const words = [answer(3, 0, [0x2d0a, 0b1011_0000, 65_436, 32_767])];
    expect(fieldOf(f('hi8', 'ABCD'), words)).toBe(0x2d);
    expect(fieldOf(f('lo8', 'ABCD'), words)).toBe(10);
    expect(fieldOf(f('bits', 'ABCD', { at: 1, bit: 4, count: 3 }), words)).toBe(0b011);
    const plan = planOf(
      one([
        {
          ...sensor(0),
          value: { fn: 3, at: 0, as: 'hi8' },
          state: { fn: 3, at: 0, as: 'hi8', texts: { 45: 'Misaligned top' } },
          alarm: { fn: 3, at: 0, as: 'hi8', when: [45] },
        },
        { ...sensor(2), value: { fn: 3, at: 2, as: 'i16', scale: 0.1 } },
        {
          ...sensor(3),
          value: { fn: 3, at: 3, as: 'i16', none: [32_767] },
          state: { fn: 3, at: 3, as: 'u16', texts: {} },
        },
      ]),
    );
    const frame = readModbus(plan, words, 1);
    expect([...frame.values]).toEqual([45, -10, Number.NaN]);
    expect(frame.stateText).toEqual(['Misaligned top', '', 'Code 32767']);
    expect([...frame.flags].map((flag) => flag & ALARM)).toEqual([ALARM, 0, 0]);
  });

  it('marks unanswered registers as not scanned, and shows raw words beside decoded readings', () => {
    const plan = planOf(one([sensor(0), sensor(100)]));
    const answers = [answer(3, 0, [0x00ff]), answer(3, 100, null)];
    const frame = readModbus(plan, answers, 1);
    expect([...frame.values]).toEqual([255, Number.NaN]);
    expect(frame.stateText).toEqual(['', stateTexts.notRead]);
    expect(readingsOf(plan, answers).map(({ raw, value, state }) => [raw, value, state])).toEqual([
      ['3:0 00ff', 255, ''],
      ['3:100 -', null, stateTexts.notRead],
    ]);
  });

  it('decodes any registers into a frame with a finite number or no value for each sensor', () => {
    const plans = readdirSync(shipped)
      .map((file) => file.replace('.json', ''))
      .map((name) => planOf(mapOf(name)));
    const words = fc.array(fc.integer({ min: 0, max: 65_535 }), { minLength: 125, maxLength: 125 });
    fc.assert(
      fc.property(fc.constantFrom(...plans), words, fc.nat(3), (plan, some, missing) => {
        const answers = plan.blocks.map((block, i) => ({
          block,
          words:
            i % 4 === missing
              ? null
              : Array.from(
                  { length: block.count },
                  (_, k) => (some[(k + i) % 125] ?? 0) & (block.fn <= 2 ? 1 : 65_535),
                ),
        }));
        const frame = readModbus(plan, answers, 1);
        expect(frame.values).toHaveLength(plan.sensors.length);
        for (const value of frame.values) expect(value).not.toBe(Number.POSITIVE_INFINITY);
      }),
      { numRuns: Number(process.env.RUNS ?? 100) },
    );
  }, 600_000);
});

describe('addresses', () => {
  it('are checked against the networks, also IPv4 inside IPv6', () => {
    const networks = new ModbusNetworks(['10.0.0.0/8', 'fc00::/7']);
    expect(['10.1.2.3', '::ffff:10.1.2.3', 'fd00::1'].map((address) => networks.allows(address))).toEqual([
      true,
      true,
      true,
    ]);
    expect(
      ['127.0.0.1', '8.8.8.8', '::1', '::ffff:127.0.0.1', 'plc.example'].some((address) => networks.allows(address)),
    ).toBe(false);
  });

  it('consist of a host, or a host and a port', () => {
    expect(splitAddress('plc-1.local', 502)).toEqual({ host: 'plc-1.local', port: 502 });
    expect(splitAddress('10.0.0.7:1502', 502)).toEqual({ host: '10.0.0.7', port: 1502 });
    expect(splitAddress('[fd00::1]:1502', 502)).toEqual({ host: 'fd00::1', port: 1502 });
  });
});

describe('an alarm register', () => {
  const plan = planOf(
    one([
      sensor(0, { alarm: { fn: 3, at: 1, as: 'u16', none: [65_535] } }),
      { id: 'a', name: 'A', type: 'BOOL', alarm: { fn: 3, at: 1, as: 'u16', none: [65_535] } },
    ]),
  );
  const read = (words: number[] | null) => {
    const frame = readModbus(plan, [answer(3, 0, words)], 1);
    return {
      alarm: [...frame.flags].map((flag) => flag & (ALARM | ALARM_SENT)),
      values: [...frame.values],
      isComplete: frame.isComplete,
    };
  };

  it('with the code for none has no value and no alarm, and says nothing about an open one', () => {
    expect(read([20, 65_535])).toEqual({ alarm: [0, 0], values: [20, Number.NaN], isComplete: false });
    expect(read([20, 1])).toEqual({
      alarm: [ALARM | ALARM_SENT, ALARM | ALARM_SENT],
      values: [20, 1],
      isComplete: true,
    });
    expect(read([20, 0])).toEqual({ alarm: [ALARM_SENT, ALARM_SENT], values: [20, 0], isComplete: true });
  });

  it('that was not answered says nothing about an open one', () => {
    expect(read(null)).toEqual({ alarm: [0, 0], values: [Number.NaN, Number.NaN], isComplete: false });
  });
});

it.each([
  [613, 0.1, -40, 21.3],
  [3, 0.1, 0, 0.3],
  [1_234, 0.01, 0, 12.34],
  [7, 2.5, 0.25, 17.75],
  [-411, 0.1, 0, -41.1],
  [5, 1 / 3, 0, 5 * (1 / 3)],
])('a register of %d x %d + %d reads %d', (raw, scale, offset, expected) => {
  const plan = planOf(
    one([{ id: 'x', name: 'X', type: 'NUMERIC', value: { fn: 3, at: 0, as: 'i16', scale, offset } }]),
  );
  expect(readModbus(plan, [answer(3, 0, [raw & 0xffff])], 1).values[0]).toBe(expected);
});
