import { createServer, type Server } from 'node:net';
import { Aedes } from 'aedes';
import mqtt from 'mqtt';
import sparkplugPayload from 'sparkplug-payload';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '../../base/log.ts';
import { catalogOf, LineBench, noon, someBirth } from '../../line/testing/bench-device.ts';
import { silenceMs } from './external-sessions.ts';
import { ExternalMqttDoor } from './mqtt-external.ts';
import { UnknownNodes } from './unknown-nodes.ts';

// Real sockets on a machine that others use too.
vi.setConfig({ testTimeout: 30_000 });
const patience = { timeout: 15_000, interval: 20 };
const sparkplug = sparkplugPayload.get('spBv1.0');
if (!sparkplug) throw new Error('sparkplug-payload knows no spBv1.0');

const open: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const stop of open.splice(0).reverse()) await stop();
});

/** Somebody else's broker, which speaks 3.1.1 alone and keeps sessions. */
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
  const bench = await new LineBench().start();
  const unknown = new UnknownNodes();
  const door = new ExternalMqttDoor({
    intake: bench.line,
    catalog: catalogOf(bench.devices),
    clock: {
      now: () => bench.clock.now(),
      after: (ms, fn) => (ms < 60_000 ? later(ms, fn) : bench.clock.after(ms, fn)),
    },
    log: createLog('silent'),
    unknown,
    url,
    clientId: 'tocsin-test',
    bounds: { firstRetryMs: 50, ...bounds },
  });
  door.start();
  open.push(() => door.stop());
  await vi.waitFor(() => expect(door.figures.connected).toBe(true), patience);
  const client = await mqtt.connectAsync(url, { reconnectPeriod: 0 });
  open.push(() => client.endAsync(true));
  const say = (topic: string, body: object, more: object = {}) =>
    client.publishAsync(topic, JSON.stringify(body), { qos: 1, ...more });
  const edge = (topic: string, payload: object) =>
    client.publishAsync(`spBv1.0/Plant/${topic}`, Buffer.from(sparkplug?.encodePayload(payload) ?? []), { qos: 1 });
  return { url, bench, door, unknown, client, say, edge };
}
function later(ms: number, fn: () => void): () => void {
  const timer = setTimeout(fn, Math.min(ms, 200));
  return () => clearTimeout(timer);
}

describe('an external broker', () => {
  it('falls back to 3.1.1, tells the host as online and counts what it can not read', async () => {
    const { door, client, say, bench, unknown } = await external();
    expect(door.figures.version).toBe(4);
    const state = new Promise((resolve) =>
      client.once('message', (_topic, text) => resolve(JSON.parse(String(text)).online)),
    );
    await client.subscribeAsync('spBv1.0/STATE/tocsin');
    expect(await state).toBe(true);
    await say('tocsin/v1/NOBODY/birth', someBirth(noon));
    await say('tocsin/v1/LEG1/data', { ts: noon, v: [1, 2, 0] });
    await client.publishAsync('tocsin/v1/LEG1/data', 'x'.repeat(300_000), { qos: 1 });
    await vi.waitFor(() => expect(bench.line.refused).toEqual({ no_birth: 1, limit: 1 }), patience);
    expect(unknown.list().map(({ edge, convention }) => [edge, convention])).toEqual([['NOBODY', 'json']]);
  });

  it('acknowledges after the commit: what was not stored when the line broke comes again and is stored once', async () => {
    const { door, say, bench, client } = await external();
    await say('tocsin/v1/LEG1/birth', someBirth(noon));
    await vi.waitFor(() => expect(bench.keep.layouts.size).toBe(1), patience);
    bench.keep.atOnce = false;
    await say('tocsin/v1/leg1/data', { ts: noon, seq: 1, v: [1, 2, 0] });
    await vi.waitFor(() => expect(bench.keep.entries).toHaveLength(1), patience);
    // The process dies before its commit: nothing of it is stored, another connection takes over.
    bench.keep.giveUp();
    // At once: the message may come again before the test has seen the new connection.
    bench.keep.atOnce = true;
    await vi.waitFor(() => expect(door.figures.connects).toBe(2), patience);
    await vi.waitFor(() => expect(bench.keep.frames).toHaveLength(1), patience);
    await say('tocsin/v1/leg1/data', { ts: noon + 1, seq: 2, v: [3, 2, 0] });
    await vi.waitFor(() => expect(bench.keep.frames.map((frame) => frame.seq)).toEqual([1, 2]), patience);
    expect(client.connected).toBe(true);
  });

  it('holds at most so many unacknowledged messages, then stops reading, and loses none', async () => {
    const { door, say, bench } = await external({ open: 8 });
    await say('tocsin/v1/LEG1/birth', someBirth(noon));
    await vi.waitFor(() => expect(bench.keep.layouts.size).toBe(1), patience);
    bench.keep.atOnce = false;
    const count = 100;
    const sent = Promise.all(
      Array.from({ length: count }, (_, seq) => say('tocsin/v1/LEG1/data', { ts: noon + seq, seq, v: [seq, 2, 0] })),
    );
    await vi.waitFor(() => expect(door.figures.paused).toBeGreaterThan(0), patience);
    expect(bench.keep.entries.length).toBeLessThanOrEqual(8);
    bench.keep.commit();
    bench.keep.atOnce = true;
    await sent;
    await vi.waitFor(() => expect(bench.keep.frames).toHaveLength(count), patience);
    expect(bench.keep.frames.map((frame) => frame.seq)).toEqual(Array.from({ length: count }, (_, i) => i));
    expect(door.figures.mostOpen).toBeLessThanOrEqual(8);
  });

  it('takes a will for a death though it is a little older than its birth, but not one of a former session', async () => {
    const { say, bench } = await external();
    await say('tocsin/v1/LEG1/birth', someBirth(noon, { rbe: true }));
    await say('tocsin/v1/LEG1/data', { ts: noon, seq: 1, values: { '4.4000': 1 } });
    await say('tocsin/v1/LEG1/death', { ts: noon - 3_600_000 });
    await say('tocsin/v1/LEG1/data', { ts: noon + 1, seq: 2, values: { '4.4000': 2 } });
    await vi.waitFor(() => expect(bench.keep.frames).toHaveLength(2), patience);
    expect(bench.types()).toEqual([]);
    await say('tocsin/v1/LEG1/death', { ts: noon - 500 });
    await vi.waitFor(() => expect(bench.types()).toEqual(['device_offline']), patience);
  });

  it('calls a by-exception device offline after an hour of silence when no death came', async () => {
    const { say, bench } = await external();
    await say('tocsin/v1/LEG1/birth', someBirth(noon, { rbe: true }));
    await say('tocsin/v1/LEG1/data', { ts: noon, seq: 1, values: { '4.4000': 1 } });
    await vi.waitFor(() => expect(bench.keep.frames).toHaveLength(1), patience);
    bench.pass(silenceMs - 120_000);
    expect(bench.types()).toEqual([]);
    bench.pass(600_000);
    await vi.waitFor(() => expect(bench.types()).toEqual(['device_offline']), patience);
  });

  it('is a Sparkplug host there too: a rebirth for an unknown birth, births, data, a death by bdSeq', async () => {
    const { edge, bench, client, door } = await external();
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
    await vi.waitFor(() => expect(heard).toEqual(['spBv1.0/Plant/NCMD/GW']), patience);
    const bdSeq = (value: number) => ({ name: 'bdSeq', type: 'UInt64', value });
    await edge('NBIRTH/GW', { timestamp: noon, seq: 0, metrics: [bdSeq(4)] });
    await edge('DBIRTH/GW/LEG1', { timestamp: noon, seq: 1, metrics: [metric(40, noon)] });
    await edge('DDATA/GW/LEG1', { timestamp: noon + 1, seq: 2, metrics: [metric(41, noon + 1)] });
    await vi.waitFor(() => expect(bench.keep.frames.map((frame) => frame.values[0])).toEqual([40, 41]), patience);
    await edge('NDEATH/GW', { timestamp: noon, metrics: [bdSeq(3)] });
    await edge('NDEATH/GW', { timestamp: noon, metrics: [bdSeq(4)] });
    await vi.waitFor(() => expect(bench.types()).toEqual(['device_offline']), patience);
    expect(door.sparkplug.figures.staleDeaths).toBe(1);
  });
});
