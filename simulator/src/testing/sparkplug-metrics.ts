import { sensorPathOf } from '@tocsin/contract/layout';
import type { SimFrame, SimGroup, SimSensor } from '../shape.ts';
import type { Metric, SparkplugType } from './sparkplug-payload.ts';

/** A sensor as a metric: `groupName/sensorName`, its ids in the property `id`. */
interface MetricDef {
  readonly name: string;
  readonly id: string;
  readonly sensor: SimSensor;
  readonly type: SparkplugType;
}

const typeOf = (sensor: SimSensor): SparkplugType =>
  sensor.type === 'NUMERIC' ? 'Double' : sensor.type === 'BOOL' ? 'Boolean' : 'Int32';

/** The metrics of one device over Sparkplug: all at its birth, changes afterwards. */
export class SparkplugMetrics {
  readonly #defs: readonly MetricDef[];
  readonly #firstAlias: number;
  #sent: readonly string[] = [];

  constructor(groups: readonly SimGroup[], firstAlias: number) {
    this.#firstAlias = firstAlias;
    this.#defs = groups.flatMap((group) =>
      group.sensors.map((sensor) => ({
        name: `${group.name}/${sensor.name}`,
        id: sensorPathOf(group.id, sensor.id),
        sensor,
        type: typeOf(sensor),
      })),
    );
  }

  birth(frame: SimFrame): Metric[] {
    this.#sent = this.#defs.map((_, i) => fingerprint(frame, i));
    return this.#defs.map((def, i) => ({
      ...this.#metric(frame, i),
      name: def.name,
      alias: this.#firstAlias + i,
      properties: { id: def.id, type: def.sensor.type, unit: def.sensor.unit, ...this.#flags(frame, i) },
    }));
  }

  /** The metrics that differ from those sent last. */
  changes(frame: SimFrame): Metric[] {
    const metrics: Metric[] = [];
    const fingerprints = this.#defs.map((_, i) => fingerprint(frame, i));
    for (const [i, text] of fingerprints.entries()) if (text !== this.#sent[i]) metrics.push(this.#metric(frame, i));
    this.#sent = fingerprints;
    return metrics;
  }

  /** A complete stored frame, marked as historical; the last sent values do not change. */
  historical(frame: SimFrame): Metric[] {
    return this.#defs.map((_, i) => ({ ...this.#metric(frame, i), historical: true }));
  }

  #metric(frame: SimFrame, i: number): Metric {
    const type = this.#defs[i]?.type ?? 'Double';
    const value = frame.v[i] ?? null;
    // A metric of a numeric type cannot carry a string, so a probe's invalid value is sent as NaN.
    const plain = typeof value === 'string' ? (type === 'Double' ? Number.NaN : null) : value;
    return { alias: this.#firstAlias + i, timestamp: frame.ts, type, value: plain, properties: this.#flags(frame, i) };
  }

  #flags(frame: SimFrame, i: number): Record<string, string | boolean> {
    const def = this.#defs[i];
    const text = frame.state[i] ?? def?.sensor.states?.[String(frame.v[i])] ?? '';
    return { alarm: frame.alarm.includes(i), state: text };
  }
}

const fingerprint = (frame: SimFrame, i: number): string =>
  `${frame.v[i]} ${frame.alarm.includes(i)} ${frame.state[i] ?? ''}`;
