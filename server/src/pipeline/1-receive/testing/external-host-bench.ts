import { randomInt } from 'node:crypto';
import mqtt, { type IClientOptions } from 'mqtt';
import type { Packet } from 'mqtt-packet';
import sparkplugPayload from 'sparkplug-payload';
import type { UMetric, UPayload } from 'sparkplug-payload/lib/sparkplugbpayload.js';
import { expect } from 'vitest';
import { createLog } from '../../../platform/log.ts';
import { eventually } from '../../../platform/testing/eventually.ts';
import { catalogOf, noon, TestPipeline } from '../../testing/test-device.ts';
import { ExternalMqttAdapter } from '../mqtt/external-mqtt-adapter.ts';
import { UnknownNodes } from '../sparkplug/unknown-nodes.ts';
import { metric } from './metric.ts';
import { RecordingProxy } from './recording-proxy.ts';

const codec = sparkplugPayload.get('spBv1.0');
if (!codec) throw new Error('sparkplug-payload knows no spBv1.0');
/** An independent encoder and decoder. */
export const sparkplug: NonNullable<typeof codec> = codec;

/** Where a broker listens without a password, and what it speaks. */
export interface Broker {
  readonly host: string;
  readonly port: number;
}

/** Beyond the timers that pass by themselves: only the test's clock ends it. */
export const reorderMs = 60_000;

/** What another process of the same installation has in common with the first. */
export interface Again {
  readonly bench: TestPipeline;
  readonly clientId: string;
}

/** A host application before a broker, with every packet between them on record. */
export async function externalHost(broker: Broker, open: (() => Promise<unknown>)[], again: Partial<Again> = {}) {
  const mark = randomInt(36 ** 6, 36 ** 7).toString(36);
  const bench = again.bench ?? (await new TestPipeline({ udfId: `X${mark}` }).start());
  const proxy = new RecordingProxy(broker);
  const url = await proxy.start();
  open.push(() => proxy.stop());
  const unknown = new UnknownNodes();
  const hostId = `host-${mark}`;
  const clientId = again.clientId ?? `tocsin-${mark}`;
  const adapter = new ExternalMqttAdapter({
    intake: bench.pipeline,
    catalog: catalogOf(bench.devices),
    // Retries pass by themselves; the pipeline's deadlines and the reorder time by the test's clock.
    clock: {
      now: () => bench.clock.now(),
      after: (ms, fn) => (ms < reorderMs ? soon(fn) : bench.clock.after(ms, fn)),
    },
    log: createLog('silent'),
    unknown,
    url,
    clientId,
    sparkplug: { hostId, reorderMs },
    bounds: { firstRetryMs: 20 },
  });
  let stopped: Promise<void> | null = null;
  const stop = (): Promise<void> => {
    stopped ??= adapter.stop();
    return stopped;
  };
  adapter.start();
  open.push(stop);
  const direct = `mqtt://${broker.host}:${broker.port}`;
  const client = async (options: IClientOptions = {}) => {
    const one = await mqtt.connectAsync(direct, { reconnectPeriod: 0, ...options });
    open.push(() => one.endAsync(true));
    one.on('error', () => {});
    return one;
  };
  const group = `Plant${mark}`;
  const edge = await client();
  const say = (topic: string, payload: UPayload | { timestamp: number; metrics: UMetric[] }) =>
    edge.publishAsync(`spBv1.0/${group}/${topic}`, Buffer.from(sparkplug.encodePayload(payload as UPayload)), {
      qos: 1,
    });
  return {
    adapter,
    bench,
    client,
    clientId,
    device: bench.device.udfId ?? '',
    group,
    proxy,
    say,
    stateTopic: `spBv1.0/STATE/${hostId}`,
    stop,
    online: () => eventually(() => expect(adapter.state).toBe('ok')),
    /** The newest connection of the host application that was accepted. */
    host: () => proxy.of(`${clientId}-host`).findLast((one) => one.packets.some(({ packet }) => isWelcome(packet))),
  };
}

const isWelcome = (packet: Packet): boolean =>
  packet.cmd === 'connack' && (packet.returnCode ?? 0) === 0 && (packet.reasonCode ?? 0) === 0;

function soon(fn: () => void): () => void {
  const timer = setTimeout(fn, 50);
  return () => clearTimeout(timer);
}

export const bdSeq = (value: number): UMetric => ({ name: 'bdSeq', type: 'UInt64', value });
export const bearing = (value: number): UMetric =>
  metric({ name: 'Temperature/Head', alias: 1, type: 'Double', value, timestamp: noon });
export const byAlias = (value: number, timestamp: number): UMetric =>
  metric({ alias: 1, type: 'Double', value, timestamp });
