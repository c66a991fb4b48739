import sparkplug from 'sparkplug-payload';
import { describe, expect, it } from 'vitest';
import type { SimFrame, SimGroup } from './shape.ts';
import { SparkplugMetrics } from './testing/sparkplug-metrics.ts';
import { commandsIn, encodePayload } from './testing/sparkplug-payload.ts';

const independent = sparkplug.get('spBv1.0');
if (!independent) throw new Error('sparkplug-payload knows no spBv1.0');

const groups: readonly SimGroup[] = [
  {
    id: '4',
    name: 'Temperature',
    sensors: [
      { id: '4000', name: 'Head bearing left', type: 'NUMERIC', unit: 'C' },
      { id: '4001', name: 'Head bearing right', type: 'NUMERIC', unit: 'C' },
    ],
  },
  { id: '3', name: 'Alignment:Tail', sensors: [{ id: '3000', name: 'Touchswitch', type: 'BOOL', unit: '' }] },
];
const frame = (over: Partial<SimFrame>): SimFrame => ({
  at: 1_000,
  ts: 1_700_000_000_123,
  boot: 1,
  seq: 0,
  v: [41.5, null, 1],
  alarm: [],
  state: {},
  ...over,
});

describe('a Sparkplug payload, read by an independent decoder', () => {
  it('is a complete birth with names, aliases, types, nulls and properties', () => {
    const metrics = new SparkplugMetrics(groups, 1).birth(frame({ alarm: [0], state: { 0: 'Absolute' } }));
    const read = independent.decodePayload(encodePayload({ timestamp: 1_700_000_000_123, seq: 7, metrics }));
    expect(Number(read.seq)).toBe(7);
    expect(read.metrics?.map((m) => [m.name, Number(m.alias), m.type, m.value])).toEqual([
      ['Temperature/Head bearing left', 1, 'Double', 41.5],
      ['Temperature/Head bearing right', 2, 'Double', null],
      ['Alignment:Tail/Touchswitch', 3, 'Boolean', true],
    ]);
    expect(read.metrics?.[0]?.properties).toMatchObject({
      id: { value: '4.4000' },
      alarm: { value: true },
      state: { value: 'Absolute' },
      unit: { value: 'C' },
    });
  });

  it('contains only changes, by alias', () => {
    const metrics = new SparkplugMetrics(groups, 1);
    metrics.birth(frame({}));
    const changed = metrics.changes(frame({ v: [41.5, null, 0], alarm: [2], state: { 2: 'Misaligned' } }));
    expect(changed.map((m) => [m.name, m.alias, m.value])).toEqual([[undefined, 3, 0]]);
    expect(metrics.changes(frame({ v: [41.5, null, 0], alarm: [2], state: { 2: 'Misaligned' } }))).toEqual([]);
  });

  it('marks stored frames as historical', () => {
    const metrics = new SparkplugMetrics(groups, 1).historical(frame({}));
    const read = independent.decodePayload(encodePayload({ timestamp: 1, metrics }));
    expect(read.metrics?.every((m) => m.isHistorical)).toBe(true);
  });

  it('understands the rebirth command of another implementation', () => {
    const command = independent.encodePayload({
      timestamp: 1,
      metrics: [{ name: 'Node Control/Rebirth', type: 'Boolean', value: true }],
    });
    expect(commandsIn(command)).toEqual(['Node Control/Rebirth']);
  });
});
