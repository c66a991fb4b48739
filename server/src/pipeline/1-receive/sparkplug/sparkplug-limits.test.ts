import { WireType } from '@bufbuild/protobuf/wire';
import { limits } from '@tocsin/contract/limits';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../../platform/testing/eventually.ts';
import { catalogOf, noon, TestPipeline } from '../../testing/test-device.ts';
import { compressed, doubleMetric, emptyProperties, payloadOfMetrics } from '../testing/worst-messages.ts';
import { SparkplugHost } from './sparkplug-host.ts';
import type { Verdict } from './sparkplug-host-dependencies.ts';
import type { Publisher } from './sparkplug-nodes.ts';
import { decodeSparkplug, decodeSparkplugInSteps, type SparkplugCost } from './sparkplug-payload.ts';
import { parseSparkplugTopic } from './sparkplug-topic.ts';
import { UnknownNodes } from './unknown-nodes.ts';

const most = limits.metricsPerMessage;
const refusal = (bytes: Uint8Array): unknown => {
  try {
    decodeSparkplug(bytes);
    return null;
  } catch (error) {
    return error;
  }
};

describe('a Sparkplug message beyond its limits', () => {
  it.each([
    ['plain', (bytes: Buffer) => bytes],
    ['compressed', compressed],
  ])('of metrics is refused before any of them is built: %s', (_, wrap) => {
    const empty = payloadOfMetrics(most + 1, () => {});
    expect(refusal(wrap(empty))).toMatchObject({ kind: 'limit', message: `More than ${most} metrics in a message` });
    // The first metric cannot be read; the count comes first.
    const broken = payloadOfMetrics(most + 1, (metric) => metric.tag(1, WireType.LengthDelimited).uint32(99));
    expect(refusal(wrap(broken))).toMatchObject({ kind: 'limit' });
    const cost: SparkplugCost = { metrics: 0, bytes: 0 };
    expect(() => decodeSparkplugInSteps(wrap(empty), cost).next()).toThrow();
    expect(cost.metrics).toBe(0);
    expect(cost.bytes).toBeGreaterThanOrEqual(empty.length);
  });

  it('of properties of a metric is refused', () => {
    const bytes = payloadOfMetrics(1, (metric) => emptyProperties(metric, 500_000));
    expect(refusal(compressed(bytes))).toMatchObject({ kind: 'limit' });
    expect(refusal(payloadOfMetrics(1, (metric) => emptyProperties(metric, limits.propertiesPerMetric)))).toBeNull();
  });

  it('of depth is never entered: data sets and templates are passed over whole', () => {
    const nested = (depth: number): Buffer => {
      let inner: Buffer = Buffer.alloc(0);
      // A template (field 18) whose metric is a template, and so on.
      for (let i = 0; i < depth; i++) {
        const body = inner;
        inner = payloadOfMetrics(1, (metric) => metric.tag(18, WireType.LengthDelimited).bytes(body));
      }
      return inner;
    };
    const { metrics } = decodeSparkplug(nested(500));
    expect(metrics).toMatchObject([{ value: { kind: 'unsupported' } }]);
    // Groups, which Sparkplug does not have, end at the reader's own depth.
    expect(refusal(Buffer.alloc(200_000, 0x0b))).toMatchObject({ kind: 'structure' });
  });

  it('of encoding is refused, and stores no replacement character', () => {
    const latin = payloadOfMetrics(1, (metric) => metric.tag(1, WireType.LengthDelimited).bytes(Buffer.from([0xb0])));
    expect(refusal(latin)).toMatchObject({ kind: 'structure' });
  });
});

/** The device LEG1 with a birth of one metric, by a host that decodes in slices. */
async function host() {
  const bench = await new TestPipeline().start();
  const sparkplugHost = new SparkplugHost({
    intake: bench.pipeline,
    catalog: catalogOf(bench.devices),
    clock: bench.clock,
    unknown: new UnknownNodes(),
    reorderMs: 0,
    nextSession: () => 1,
    send: () => {},
  });
  const publisher: Publisher = {
    key: 'one',
    identity: 'device:7',
    maxNodes: 8,
    mostChildren: 16,
    session: 1,
    siteId: null,
    mayPublishFor: () => true,
  };
  const answers: [string, Verdict][] = [];
  const say = (kind: 'NBIRTH' | 'NDATA' | 'NDEATH', name: string, bytes: Buffer): void => {
    const topic = parseSparkplugTopic(`spBv1.0/Plant/${kind}/LEG1`);
    if (topic) sparkplugHost.take(publisher, topic, bytes, (verdict) => answers.push([name, verdict]));
  };
  say('NBIRTH', 'birth', payloadOfMetrics(1, doubleMetric, noon));
  await eventually(() => expect(answers).toHaveLength(1));
  const latest = (): number | undefined => bench.frameWriter.frames.at(-1)?.values[0];
  return { bench, sparkplugHost, publisher, answers, say, latest };
}
const value = (metric: Parameters<typeof doubleMetric>[0], at: number) => doubleMetric(metric, 0, at);

describe('a Sparkplug message of 20,000 metrics', () => {
  it('is taken whole, in slices, and what follows of its publisher keeps its order', async () => {
    const { bench, answers, say, latest } = await host();
    say('NDATA', 'long', payloadOfMetrics(most, value, noon + 1));
    say(
      'NDATA',
      'after',
      payloadOfMetrics(1, (metric) => value(metric, 77), noon + 2),
    );
    // Neither is read in this turn of the event loop.
    expect(answers).toHaveLength(1);
    await eventually(() => expect(answers).toHaveLength(3));
    expect(answers.slice(1)).toEqual([
      ['long', 'done'],
      ['after', 'done'],
    ]);
    expect(bench.frameWriter.frames.slice(-2).map(({ values }) => values[0])).toEqual([most - 1, 77]);
    expect(latest()).toBe(77);
  });

  it('that is refused is counted for its device, and leaves its publisher as it was', async () => {
    const { bench, answers, say, latest } = await host();
    say('NDATA', 'too many', compressed(payloadOfMetrics(most + 1, value)));
    say(
      'NDATA',
      'after',
      payloadOfMetrics(1, (metric) => value(metric, 77), noon + 2),
    );
    await eventually(() => expect(answers).toHaveLength(3));
    expect(bench.pipeline.refused).toEqual({ limit: 1 });
    expect(latest()).toBe(77);
  });

  it('is not acknowledged when the connection ends before it was read', async () => {
    const { bench, sparkplugHost, answers, say } = await host();
    say('NDATA', 'long', payloadOfMetrics(most, value, noon + 1));
    say('NDATA', 'after', payloadOfMetrics(1, value, noon + 2));
    const before = bench.frameWriter.frames.length;
    sparkplugHost.connectionLost();
    expect(answers.slice(1)).toEqual([
      ['long', 'again'],
      ['after', 'again'],
    ]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(bench.frameWriter.frames).toHaveLength(before);
  });

  it('comes before the end of its session', async () => {
    const { bench, sparkplugHost, publisher, answers, say } = await host();
    say('NDATA', 'long', payloadOfMetrics(most, value, noon + 1));
    sparkplugHost.sessionEnded(publisher);
    await eventually(() => expect(answers).toHaveLength(2));
    expect(answers[1]).toEqual(['long', 'done']);
    expect(bench.frameWriter.frames.at(-1)?.values[0]).toBe(most - 1);
  });
});
