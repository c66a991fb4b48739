import { createServer, type Server } from 'node:net';
import { Aedes } from 'aedes';
import mqtt from 'mqtt';
import sparkplugPayload from 'sparkplug-payload';
import { afterEach, describe, expect, it } from 'vitest';
import { createLog } from '../../../platform/log.ts';
import { eventually } from '../../../platform/testing/eventually.ts';
import { catalogOf, noon, someBirth, TestPipeline } from '../../testing/test-device.ts';
import { UnknownNodes } from '../sparkplug/unknown-nodes.ts';
import { ExternalMqttAdapter } from './external-mqtt-adapter.ts';
import { silenceMs } from './external-sessions.ts';

const sparkplug = sparkplugPayload.get('spBv1.0');
if (!sparkplug) throw new Error('sparkplug-payload knows no spBv1.0');

const open: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const stop of open.splice(0).reverse()) await stop();
});

/** An external broker that speaks only MQTT 3.1.1 and keeps sessions. */
async function broker() {
  const aedes = new Aedes();
  await aedes.listen();
  const server: Server = createServer(aedes.handle);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  open.push(() => new Promise<void>((done) => aedes.close(() => server.close(() => done()))));
  const address = server.address();
  return `mqtt://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}

async function external(bounds: { open?: number } = {}) {
  const url = await broker();
  const bench = await new TestPipeline().start();
  const unknown = new UnknownNodes();
  const adapter = new ExternalMqttAdapter({
    intake: bench.pipeline,
    catalog: catalogOf(bench.devices),
    clock: {
      now: () => bench.clock.now(),
      after: (ms, fn) => (ms < 60_000 ? later(ms, fn) : bench.clock.after(ms, fn)),
    },
    log: createLog('silent'),
    unknown,
    sparkplug: { hostId: 'tocsin', reorderMs: 2_000 },
    url,
    clientId: 'tocsin-test',
    bounds: { firstRetryMs: 50, ...bounds },
  });
  adapter.start();
  open.push(() => adapter.stop());
  await eventually(() => expect(adapter.metrics.connected).toBe(true));
  const client = await mqtt.connectAsync(url, { reconnectPeriod: 0 });
  open.push(() => client.endAsync(true));
  const say = (topic: string, body: object, more: object = {}) =>
    client.publishAsync(topic, JSON.stringify(body), { qos: 1, ...more });
  const edge = (topic: string, payload: object) =>
    client.publishAsync(`spBv1.0/Plant/${topic}`, Buffer.from(sparkplug?.encodePayload(payload) ?? []), { qos: 1 });
  return { url, bench, adapter, unknown, client, say, edge };
}
function later(ms: number, fn: () => void): () => void {
  const timer = setTimeout(fn, Math.min(ms, 200));
  return () => clearTimeout(timer);
}

describe('an external broker', () => {
  it('falls back to 3.1.1, publishes the host as online and counts unreadable messages', async () => {
    const { adapter, client, say, bench, unknown } = await external();
    expect(adapter.json.connection.metrics.version).toBe(4);
    const state = new Promise((resolve) =>
      client.once('message', (_topic, text) => resolve(JSON.parse(String(text)).online)),
    );
    await client.subscribeAsync('spBv1.0/STATE/tocsin');
    expect(await state).toBe(true);
    await say('tocsin/v1/NOBODY/birth', someBirth(noon));
    await say('tocsin/v1/LEG1/data', { ts: noon, v: [1, 2, 0] });
    await client.publishAsync('tocsin/v1/LEG1/data', 'x'.repeat(300_000), { qos: 1 });
    await eventually(() => expect(bench.pipeline.refused).toEqual({ no_birth: 1, limit: 1 }));
    expect(unknown.list().map(({ edge, convention }) => [edge, convention])).toEqual([['NOBODY', 'json']]);
  });

  it('acknowledges after the commit: a frame not stored when the connection broke is redelivered and stored once', async () => {
    const { adapter, say, bench, client } = await external();
    await say('tocsin/v1/LEG1/birth', someBirth(noon));
    await eventually(() => expect(bench.frameWriter.layouts.size).toBe(1));
    bench.frameWriter.atOnce = false;
    await say('tocsin/v1/leg1/data', { ts: noon, seq: 1, v: [1, 2, 0] });
    await eventually(() => expect(bench.frameWriter.entries).toHaveLength(1));
    // The process dies before its commit: nothing is stored, and another connection takes over.
    bench.frameWriter.giveUp();
    // Accept immediately: the message may be redelivered before the test has seen the new connection.
    bench.frameWriter.atOnce = true;
    await eventually(() => expect(adapter.json.connection.metrics.connects).toBe(2));
    await eventually(() => expect(bench.frameWriter.frames).toHaveLength(1));
    await say('tocsin/v1/leg1/data', { ts: noon + 1, seq: 2, v: [3, 2, 0] });
    await eventually(() => expect(bench.frameWriter.frames.map((frame) => frame.seq)).toEqual([1, 2]));
    expect(client.connected).toBe(true);
  });

  it('stops reading at the limit of unacknowledged messages, and loses none', async () => {
    const { adapter, say, bench } = await external({ open: 8 });
    await say('tocsin/v1/LEG1/birth', someBirth(noon));
    await eventually(() => expect(bench.frameWriter.layouts.size).toBe(1));
    bench.frameWriter.atOnce = false;
    const count = 100;
    const sent = Promise.all(
      Array.from({ length: count }, (_, seq) => say('tocsin/v1/LEG1/data', { ts: noon + seq, seq, v: [seq, 2, 0] })),
    );
    await eventually(() => expect(adapter.json.connection.metrics.paused).toBeGreaterThan(0));
    expect(bench.frameWriter.entries.length).toBeLessThanOrEqual(8);
    bench.frameWriter.commit();
    bench.frameWriter.atOnce = true;
    await sent;
    await eventually(() => expect(bench.frameWriter.frames).toHaveLength(count));
    expect(bench.frameWriter.frames.map((frame) => frame.seq)).toEqual(Array.from({ length: count }, (_, i) => i));
    expect(adapter.json.connection.metrics.maxOpen).toBeLessThanOrEqual(8);
  });

  it('accepts a will a little older than the birth as a death, but not the will of a former session', async () => {
    const { say, bench } = await external();
    await say('tocsin/v1/LEG1/birth', someBirth(noon, { rbe: true }));
    await say('tocsin/v1/LEG1/data', { ts: noon, seq: 1, values: { '4.4000': 1 } });
    await say('tocsin/v1/LEG1/death', { ts: noon - 3_600_000 });
    await say('tocsin/v1/LEG1/data', { ts: noon + 1, seq: 2, values: { '4.4000': 2 } });
    await eventually(() => expect(bench.frameWriter.frames).toHaveLength(2));
    expect(bench.types()).toEqual([]);
    await say('tocsin/v1/LEG1/death', { ts: noon - 500 });
    await eventually(() => expect(bench.types()).toEqual(['device_offline']));
  });

  it('marks a by-exception device offline after an hour of silence without a death', async () => {
    const { say, bench } = await external();
    await say('tocsin/v1/LEG1/birth', someBirth(noon, { rbe: true }));
    await say('tocsin/v1/LEG1/data', { ts: noon, seq: 1, values: { '4.4000': 1 } });
    await eventually(() => expect(bench.frameWriter.frames).toHaveLength(1));
    bench.pass(silenceMs - 120_000);
    expect(bench.types()).toEqual([]);
    bench.pass(600_000);
    await eventually(() => expect(bench.types()).toEqual(['device_offline']));
  });

  it('acts as a Sparkplug host: requests missing births, and reads births, data, and deaths by bdSeq', async () => {
    const { edge, bench, client, adapter } = await external();
    const heard: string[] = [];
    client.on('message', (topic) => heard.push(topic));
    await client.subscribeAsync('spBv1.0/Plant/NCMD/#');
    const metric = (value: number, at: number) => ({
      name: 'Temperature/Head',
      alias: 1,
      type: 'Double',
      value,
      timestamp: at,
    });
    await edge('DDATA/GW/LEG1', { timestamp: noon, seq: 9, metrics: [metric(1, noon)] });
    await eventually(() => expect(heard).toEqual(['spBv1.0/Plant/NCMD/GW']));
    const bdSeq = (value: number) => ({ name: 'bdSeq', type: 'UInt64', value });
    await edge('NBIRTH/GW', { timestamp: noon, seq: 0, metrics: [bdSeq(4)] });
    await edge('DBIRTH/GW/LEG1', { timestamp: noon, seq: 1, metrics: [metric(40, noon)] });
    await edge('DDATA/GW/LEG1', { timestamp: noon + 1, seq: 2, metrics: [metric(41, noon + 1)] });
    await eventually(() => expect(bench.frameWriter.frames.map((frame) => frame.values[0])).toEqual([40, 41]));
    await edge('NDEATH/GW', { timestamp: noon, metrics: [bdSeq(3)] });
    await edge('NDEATH/GW', { timestamp: noon, metrics: [bdSeq(4)] });
    await eventually(() => expect(bench.types()).toEqual(['device_offline']));
    expect(adapter.sparkplug.metrics.staleDeaths).toBe(1);
  });
});
