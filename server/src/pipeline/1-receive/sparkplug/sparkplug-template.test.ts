import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import sparkplugPayload from 'sparkplug-payload';
import type { UMetric } from 'sparkplug-payload/lib/sparkplugbpayload.js';
import { describe, expect, it } from 'vitest';
import { indexLayout } from '../../fill-frame.ts';
import { readSparkplugBirth } from './sparkplug-birth.ts';
import { readSparkplugData } from './sparkplug-data.ts';
import { decodeSparkplug } from './sparkplug-payload.ts';

const sparkplug = sparkplugPayload.get('spBv1.0');
if (!sparkplug) throw new Error('sparkplug-payload knows no spBv1.0');
const at = 1_700_000_000_000;
/** An independent encoder (protobufjs). */
const payloadOf = (metrics: UMetric[]) => decodeSparkplug(sparkplug.encodePayload({ timestamp: at, metrics, seq: 0 }));
const template = (name: string, metrics: UMetric[], over: object = {}): UMetric => ({
  name,
  type: 'Template',
  value: { isDefinition: false, templateRef: 'Motor', metrics, parameters: [], ...over } as never,
});
const motor = (speed: number, running: boolean): UMetric[] => [
  { name: 'speed', type: 'Double', value: speed, properties: { unit: { type: 'String', value: 'rpm' } } },
  { name: 'running', type: 'Boolean', value: running },
];
const definition = template('_types_/Motor', motor(0, false), { isDefinition: true, templateRef: undefined });

describe('template instances', () => {
  const birth = readSparkplugBirth(
    payloadOf([
      definition,
      { ...template('Line 1/Fan', motor(1_480, true)), alias: 7 },
      template('Pump', motor(900, false)),
    ]),
  );
  const layout = indexLayout({ ...birth.birth.layout, layoutId: 1 });
  const values = (metrics: UMetric[]) => {
    const [frame] = readSparkplugData(payloadOf(metrics), birth, layout).frames;
    return [...(frame?.values ?? [])];
  };

  it('are flattened to group, instance and member; definitions are no sensors and count as nothing', () => {
    expect(layout.groups.map(({ name }) => name)).toEqual(['Line 1', 'Pump']);
    expect(layout.sensors.map(({ name, type, unit }) => [name, type, unit])).toEqual([
      ['Fan/speed', 'NUMERIC', 'rpm'],
      ['Fan/running', 'BOOL', ''],
      ['speed', 'NUMERIC', 'rpm'],
      ['running', 'BOOL', ''],
    ]);
    expect([...(birth.birth.first?.values ?? [])]).toEqual([1_480, 1, 900, 0]);
    expect(birth.refused).toBe(0);
  });

  it('are sent by name or by alias, with the members that changed', () => {
    const [speed] = motor(1_500, true);
    if (!speed) throw new Error('no member');
    expect(values([template('Line 1/Fan', [speed])])).toEqual([1_500, Number.NaN, Number.NaN, Number.NaN]);
    const { name: _, ...byAlias } = { ...template('', [speed]), alias: 7 };
    expect(values([byAlias as UMetric])).toEqual([1_500, Number.NaN, Number.NaN, Number.NaN]);
  });

  it('of an unknown name or alias are counted', () => {
    const [frame] = readSparkplugData(
      payloadOf([template('Line 1/Other', motor(1, true)), template('Pump', motor(901, true))]),
      birth,
      layout,
    ).frames;
    expect(frame?.rejected).toBe(2);
    expect(frame?.values[2]).toBe(901);
  });

  it('within instances are flattened too', () => {
    const nested = readSparkplugBirth(payloadOf([template('Line 1/Drive', [template('motor', motor(1, true))])]));
    expect(nested.birth.layout.sensors.map(({ name }) => name)).toEqual(['Drive/motor/speed', 'Drive/motor/running']);
  });
});

describe('templates beyond a bound', () => {
  /** A metric whose template holds these bytes. */
  const holding = (inner: Uint8Array): Uint8Array => {
    const writer = new BinaryWriter();
    writer.tag(1, WireType.LengthDelimited).string('a');
    writer.tag(18, WireType.LengthDelimited).bytes(inner);
    return writer.finish();
  };
  const listOf = (metric: Uint8Array, times = 1): Uint8Array => {
    const writer = new BinaryWriter();
    for (let i = 0; i < times; i++) writer.tag(2, WireType.LengthDelimited).bytes(metric);
    return writer.finish();
  };

  it('are passed over more than 8 deep', () => {
    let metric = holding(new Uint8Array(0));
    for (let i = 0; i < 8; i++) metric = holding(listOf(metric));
    let [node] = decodeSparkplug(listOf(metric)).metrics;
    let depth = 0;
    for (; node?.template; depth++) node = node.template.metrics[0];
    expect([depth, node?.value]).toEqual([8, { kind: 'unsupported' }]);
  });

  it('count each member as a metric', () => {
    const empty = new BinaryWriter().tag(1, WireType.LengthDelimited).string('m').finish();
    expect(() => decodeSparkplug(listOf(holding(listOf(empty, 20_001))))).toThrow('More than 20000 metrics');
  });
});
