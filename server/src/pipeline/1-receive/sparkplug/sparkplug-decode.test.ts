import { deflateSync, gzipSync } from 'node:zlib';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import fc from 'fast-check';
import sparkplugPayload from 'sparkplug-payload';
import type { UMetric } from 'sparkplug-payload/lib/sparkplugbpayload.js';
import { describe, expect, it } from 'vitest';
import { indexLayout } from '../../fill-frame.ts';
import { ALARM, ALARM_SENT, SENT, STATE_SENT } from '../../types.ts';
import { FrameRefusal } from '../frame-refusal.ts';
import { metric } from '../testing/metric.ts';
import { readSparkplugBirth, type SparkplugBirth } from './sparkplug-birth.ts';
import { readSparkplugData } from './sparkplug-data.ts';
import { decodeSparkplug, encodeRebirth } from './sparkplug-payload.ts';

const sparkplug = sparkplugPayload.get('spBv1.0');
if (!sparkplug) throw new Error('sparkplug-payload knows no spBv1.0');

/** An independent encoder (protobufjs). */
const encode = (metrics: UMetric[], more: object = {}): Uint8Array =>
  sparkplug.encodePayload({ timestamp: 1_700_000_000_000, metrics, seq: 0, ...more });
const text = (value: string) => ({ type: 'String' as const, value });
const birthOf = (metrics: UMetric[]): SparkplugBirth => readSparkplugBirth(decodeSparkplug(encode(metrics)));
const dataOf = (birth: SparkplugBirth, metrics: UMetric[], more: object = {}) => {
  const layout = indexLayout({ ...birth.birth.layout, layoutId: 1 });
  return readSparkplugData(decodeSparkplug(encode(metrics, more)), birth, layout);
};
const bearing: UMetric = {
  name: 'Temperature/Head bearing left',
  alias: 7,
  type: 'Double',
  value: 41.5,
  properties: { id: text('4.4000'), unit: text('C'), alarm: { type: 'Boolean', value: true }, state: text('Absolute') },
};

describe('a Sparkplug birth', () => {
  it('refuses bytes that are no payload, and a payload without a timestamp', () => {
    expect(() => decodeSparkplug(Buffer.from('{"ts": 1}'))).toThrow(FrameRefusal);
    expect(() => decodeSparkplug(Buffer.from([0x12, 0xff, 0x01]))).toThrow(/not a valid Sparkplug/);
    expect(() => readSparkplugBirth({ timestamp: null, seq: 0, metrics: [] })).toThrow(/ts is missing/);
  });

  // meets: owasp-asvs-5 V5.2.3
  it('is read compressed, up to a size limit', () => {
    const compressed = (body: Uint8Array): Uint8Array => {
      const writer = new BinaryWriter();
      writer.tag(4, WireType.LengthDelimited).string('SPBV1.0_COMPRESSED');
      writer.tag(5, WireType.LengthDelimited).bytes(body);
      return writer.finish();
    };
    const plain = encode([bearing]);
    expect(decodeSparkplug(compressed(gzipSync(plain)))).toEqual(decodeSparkplug(plain));
    expect(decodeSparkplug(compressed(deflateSync(plain)))).toEqual(decodeSparkplug(plain));
    expect(() => decodeSparkplug(compressed(gzipSync(Buffer.alloc(50_000_000))))).toThrow(/bytes when decompressed/);
    expect(() => decodeSparkplug(compressed(Buffer.from('no gzip')))).toThrow(/not a valid Sparkplug/);
  });

  it('refuses more sensors than a device may have', () => {
    const many = Array.from({ length: 1_001 }, (_, i) => ({ name: `g/${i}`, type: 'Int32' as const, value: i }));
    expect(() => birthOf(many)).toThrow(/More than 1000 sensors/);
  });

  it('counts data sets, templates, bytes and metrics listed twice, and accepts the rest', () => {
    const set = { numOfColumns: 1n, columns: ['a'], types: ['Int32'], rows: [[1]] };
    const { birth, refused } = birthOf([
      { name: 'g/set', type: 'DataSet', value: set as never },
      { name: 'g/template', type: 'Template', value: { isDefinition: false, metrics: [], parameters: [] } as never },
      { name: 'g/bytes', type: 'Bytes', value: new Uint8Array([1]) as never },
      { name: 'g/one', type: 'Int32', value: 1 },
      { name: 'g/one', type: 'Int32', value: 2 },
    ]);
    expect(refused).toBe(4);
    expect(birth.first?.rejected).toBe(4);
    expect(birth.layout.sensors.map((sensor) => sensor.sensorId)).toEqual(['one']);
  });

  it('reads ids, unit, alarm and state from the properties, and the first values', () => {
    const { birth, byAlias } = birthOf([bearing]);
    expect(birth.rbe).toBe(true);
    expect(birth.layout.groups).toEqual([{ id: '4', name: 'Temperature', meta: {} }]);
    expect(birth.layout.sensors).toEqual([
      { groupId: '4', sensorId: '4000', name: 'Head bearing left', type: 'NUMERIC', unit: 'C', states: {} },
    ]);
    expect([...byAlias]).toEqual([[7n, { path: '4.4000', datatype: 10 }]]);
    expect(birth.first?.values[0]).toBe(41.5);
    expect((birth.first?.flags[0] ?? 0) & ALARM).toBe(ALARM);
    expect(birth.first?.stateText).toEqual(['Absolute']);
  });

  it.each([
    [{ engUnit: text('°C') }, 'C'],
    [{ engUnit: text(' degF') }, 'F'],
    [{ engUnit: text('kPa') }, 'kPa'],
    [{ engUnit: text('°C'), unit: text('bar') }, 'bar'],
    [{ engUnit: { type: 'String' as const, value: null as never } }, ''],
    [{}, ''],
  ])('takes the unit from %j', (properties, unit) => {
    const { birth } = birthOf([{ name: 'Motor/Temp', type: 'Double', value: 61, properties }]);
    expect(birth.layout.sensors.map((sensor) => sensor.unit)).toEqual([unit]);
  });

  it('derives the same ids from names at every birth, and keeps sensors of a group together', () => {
    const metrics: UMetric[] = [
      { name: '12/Bearing', type: 'Float', value: 1 },
      { name: 'Head alignment/Links & rechts', type: 'Boolean', value: true },
      { name: '12/Contact', type: 'Boolean', value: false },
      { name: 'alone', type: 'UInt8', value: 3 },
      { name: 'bdSeq', type: 'UInt64', value: 1 },
      { name: 'Node Control/Rebirth', type: 'Boolean', value: false },
    ];
    const paths = (birth: SparkplugBirth) =>
      birth.birth.layout.sensors.map((s) => `${s.groupId}.${s.sensorId} ${s.type}`);
    expect(paths(birthOf(metrics))).toEqual(paths(birthOf(metrics)));
    expect(paths(birthOf(metrics))).toEqual([
      '12.Bearing NUMERIC',
      '12.Contact BOOL',
      expect.stringMatching(/^Head-alignment-[0-9a-f]{8}\.Links-rechts-[0-9a-f]{8} BOOL$/),
      'Metrics.alone NUMERIC',
    ]);
  });
});

describe('Sparkplug data', () => {
  const birth = birthOf([
    bearing,
    { name: 'Speed/Head', alias: 0, type: 'Int16', value: 0 },
    { name: 'System/State', alias: 9, type: 'String', value: 'Running' },
  ]);

  it('refuses metrics missing from its birth, and does not read an absent alias as 0', () => {
    expect(() => dataOf(birth, [metric({ alias: 99, type: 'Double', value: 1 })])).toThrow(/None of its metrics/);
    expect(() => dataOf(birth, [{ name: 'nowhere', type: 'Double', value: 1 }])).toThrow(/None of its metrics/);
    const { frames } = dataOf(birth, [
      metric({ alias: 0, type: 'Int16', value: -5 }),
      { name: 'x', type: 'Int8', value: 1 },
    ]);
    expect(frames[0]?.values[1]).toBe(-5);
    expect(frames[0]?.rejected).toBe(1);
  });

  it('reads NaN as a bad value and keeps its alarm flag', () => {
    const properties = { alarm: { type: 'Boolean' as const, value: true } };
    const { frames } = dataOf(birth, [metric({ alias: 7, type: 'Double', value: Number.NaN, properties })]);
    expect(frames[0]?.stateText).toEqual(['Bad value']);
    expect((frames[0]?.flags[0] ?? 0) & (ALARM | ALARM_SENT)).toBe(ALARM | ALARM_SENT);
    expect(frames[0]?.rejected).toBe(1);
  });

  it('leaves omitted properties unchanged, and reads null, negative numbers and texts', () => {
    const { frames } = dataOf(birth, [
      metric({ alias: 7, type: 'Double', isNull: true, value: null }),
      metric({ alias: 0, type: 'Int16', value: -300 }),
      metric({ alias: 9, type: 'String', value: 'Stopped' }),
    ]);
    expect([...(frames[0]?.values ?? [])]).toEqual([Number.NaN, -300, Number.NaN]);
    expect((frames[0]?.flags[0] ?? 0) & (SENT | STATE_SENT | ALARM_SENT)).toBe(SENT);
    expect(frames[0]?.stateText).toEqual(['Stopped']);
  });

  it('makes one frame for each capture time, with historical metrics in separate frames', () => {
    const at = (timestamp: number, value: number, isHistorical = false) =>
      metric({ alias: 7, type: 'Double', value, timestamp, isHistorical });
    const { frames, single } = dataOf(birth, [at(1_000, 1, true), at(2_000, 2, true), at(3_000, 3)]);
    expect(single).toBe(false);
    expect(frames.map((frame) => [frame.ts, frame.historical, frame.values[0]])).toEqual([
      [1_000, true, 1],
      [2_000, true, 2],
      [3_000, false, 3],
    ]);
  });
});

it('encodes a rebirth request that an independent decoder reads', () => {
  const { metrics } = sparkplug.decodePayload(encodeRebirth(1_700_000_000_000));
  expect(metrics?.map(({ name, type, value }) => [name, type, value])).toEqual([
    ['Node Control/Rebirth', 'Boolean', true],
  ]);
});

describe('arbitrary bytes', () => {
  const runs = Number(process.env.RUNS ?? 2_000);
  const known = birthOf([bearing]);
  const layout = indexLayout({ ...known.birth.layout, layoutId: 1 });
  const survive = (bytes: Uint8Array): void => {
    try {
      const payload = decodeSparkplug(bytes);
      for (const read of [() => readSparkplugBirth(payload), () => readSparkplugData(payload, known, layout)]) {
        try {
          read();
        } catch (error) {
          if (!(error instanceof FrameRefusal)) throw error;
        }
      }
    } catch (error) {
      if (!(error instanceof FrameRefusal)) throw error;
    }
  };

  it('are accepted or refused, and never crash the decoder', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), survive), { numRuns: runs });
  }, 600_000);

  /** Fields with every number and wire type, nested: almost a payload, where decoders are most likely to fail. */
  const field = fc.record({
    number: fc.integer({ min: 1, max: 20 }),
    wire: fc.constantFrom(
      WireType.Varint,
      WireType.Bit64,
      WireType.LengthDelimited,
      WireType.Bit32,
      WireType.StartGroup,
    ),
    integer: fc.bigInt({ min: 0n, max: 0xffff_ffff_ffff_ffffn }),
    real: fc.double(),
    bytes: fc.uint8Array({ maxLength: 30 }),
  });
  type Field = typeof field extends fc.Arbitrary<infer F> ? F : never;
  const write = (
    writer: BinaryWriter,
    { number, wire, integer, real, bytes }: Field,
    inner: readonly Field[],
  ): void => {
    writer.tag(number, wire);
    if (wire === WireType.Varint) writer.uint64(integer);
    else if (wire === WireType.Bit64) writer.double(real);
    else if (wire === WireType.Bit32) writer.fixed32(Number(integer & 0xffff_ffffn));
    else if (wire === WireType.LengthDelimited && inner.length === 0) writer.bytes(bytes);
    else if (wire === WireType.LengthDelimited) {
      writer.fork();
      for (const each of inner) write(writer, each, []);
      writer.join();
    }
  };

  it('that resemble a payload never crash the decoder either', () => {
    const nearly = fc.array(fc.tuple(field, fc.array(field, { maxLength: 6 })), { maxLength: 8 });
    fc.assert(
      fc.property(nearly, fc.boolean(), (fields, cut) => {
        const writer = new BinaryWriter();
        for (const [one, inner] of fields) write(writer, one, inner);
        const bytes = writer.finish();
        survive(cut ? bytes.subarray(0, Math.floor(bytes.length / 2)) : bytes);
      }),
      { numRuns: runs },
    );
  }, 600_000);
});

describe('a metric that shares its alias', () => {
  const twice: UMetric[] = [
    { name: 'Temp/Left', alias: 0, type: 'Double', value: 20 },
    { name: 'Temp/Right', alias: 0, type: 'Double', value: 90 },
  ];

  it('is found by its name, which wins over the alias', () => {
    const data = dataOf(birthOf(twice), [metric({ name: 'Temp/Left', alias: 0, type: 'Double', value: 21 })]);
    expect([...(data.frames[0]?.values ?? [])]).toEqual([21, Number.NaN]);
    const single = birthOf([{ name: 'a/b', alias: 1, type: 'Double', value: 1 }, ...twice]);
    const named = dataOf(single, [metric({ name: 'Temp/Right', alias: 1, type: 'Double', value: 7 })]);
    expect([...(named.frames[0]?.values ?? [])]).toEqual([Number.NaN, Number.NaN, 7]);
  });

  it('is not found by an alias that two metrics of a birth share', () => {
    expect(() => dataOf(birthOf(twice), [metric({ alias: 0, type: 'Double', value: 21 })])).toThrow(
      /None of its metrics/,
    );
  });
});

describe('a metric of another quality', () => {
  const quality = (value: number) => ({ Quality: { type: 'Int32' as const, value } });
  const born = birthOf([bearing]);

  it.each([
    [0, 'Bad quality'],
    [500, 'Stale'],
  ])('%d has no value and the state %s', (code, state) => {
    const sent: UMetric = { ...bearing, value: 80, properties: quality(code) };
    const [frame] = dataOf(born, [sent]).frames;
    expect([...(frame?.values ?? [])]).toEqual([Number.NaN]);
    expect(frame?.stateText).toEqual([state]);
    // Nothing is said about its alarm.
    expect((frame?.flags[0] ?? 0) & ALARM_SENT).toBe(0);
    const { first } = birthOf([sent]).birth;
    expect([first?.isComplete, (first?.flags[0] ?? 0) & (ALARM_SENT | ALARM)]).toEqual([false, 0]);
  });

  it('still has an alarm flag that counts, and 192 is good', () => {
    const alarm = { alarm: { type: 'Boolean' as const, value: true } };
    const [bad] = dataOf(born, [{ ...bearing, properties: { ...quality(0), ...alarm } }]).frames;
    expect((bad?.flags[0] ?? 0) & (ALARM_SENT | ALARM)).toBe(ALARM_SENT | ALARM);
    const [good] = dataOf(born, [{ ...bearing, value: 80, properties: quality(192) }]).frames;
    expect([...(good?.values ?? [])]).toEqual([80]);
  });
});

it('reads a birth whose metrics have times and whose payload has none', () => {
  const metrics = [1_700_000_000_000, 1_700_000_000_500].map((timestamp, i) =>
    metric({ name: `g/${i}`, type: 'Double', value: i, timestamp }),
  );
  const { timestamp: _, ...payload } = decodeSparkplug(encode(metrics));
  expect(readSparkplugBirth({ ...payload, timestamp: null }).birth.ts).toBe(1_700_000_000_500);
});
