import { Socket } from 'node:net';
import { DeviceId, SiteId } from '@tocsin/contract/ids';
import type { IClientOptions, MqttClient } from 'mqtt';
import sparkplugPayload from 'sparkplug-payload';
import type { UMetric } from 'sparkplug-payload/lib/sparkplugbpayload.js';
import { afterEach, describe, expect, it } from 'vitest';
import { createLog } from '../../../platform/log.ts';
import { eventually } from '../../../platform/testing/eventually.ts';
import { catalogOf, noon, someDevice, TestPipeline } from '../../testing/test-device.ts';
import { confirmMs } from '../sparkplug/sparkplug-host.ts';
import { UnknownNodes } from '../sparkplug/unknown-nodes.ts';
import { connectTo } from '../testing/connect.ts';
import { metric } from '../testing/metric.ts';
import { MqttAdapter } from './mqtt-adapter.ts';

const sparkplug = sparkplugPayload.get('spBv1.0');
if (!sparkplug) throw new Error('sparkplug-payload knows no spBv1.0');
const encode = sparkplug.encodePayload;

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of open.splice(0).reverse()) await stop();
});

/** The adapter of a plant with device LEG1, LEG2 at the same site, and FAR at another site. */
async function adapter() {
  const bench = await new TestPipeline().start();
  const { devices, device } = bench;
  const more = (id: number, udfId: string, siteId: number) => {
    const one = someDevice({ id: DeviceId.parse(id), udfId, serialNumber: `SN${id}`, siteId: SiteId.parse(siteId) });
    devices.set(one.id, one);
  };
  more(8, 'LEG2', device.siteId);
  more(9, 'FAR', 99);
  const unknown = new UnknownNodes();
  const mqttAdapter = new MqttAdapter({
    intake: bench.pipeline,
    catalog: catalogOf(devices),
    checkDevice: (serial, code) =>
      serial === 'SN7' && code === 'secret' ? { kind: 'ok', deviceId: device.id } : { kind: 'wrong' },
    checkGateway: (user, code) =>
      user === 'gateway-3' && code === 'gate' ? { kind: 'ok', siteId: device.siteId } : { kind: 'wrong' },
    clock: bench.clock,
    log: createLog('silent'),
    sparkplug: { hostId: 'tocsin', reorderMs: 2_000 },
    host: '127.0.0.1',
    port: 0,
    tls: null,
    unknown,
  });
  const port = await mqttAdapter.start();
  open.push(() => mqttAdapter.stop(500));
  const connect = (options: IClientOptions = {}): Promise<MqttClient> => connectTo(port, open, options);
  const gateway = (options: IClientOptions = {}) => connect({ username: 'gateway-3', password: 'gate', ...options });
  return { bench, mqttAdapter, unknown, connect, gateway };
}

const say = (client: MqttClient, topic: string, seq: number | undefined, metrics: UMetric[], at = noon) =>
  client.publishAsync(
    `spBv1.0/Plant/${topic}`,
    Buffer.from(encode({ timestamp: at, metrics, ...(seq === undefined ? {} : { seq }) })),
    {
      qos: 1,
    },
  );
const bdSeq = (value: number): UMetric => ({ name: 'bdSeq', type: 'UInt64', value });
const bearing = (value: number, more: object = {}): UMetric =>
  metric({ name: 'Temperature/Head', alias: 1, type: 'Double', value, ...more });
const byAlias = (value: number, timestamp = noon): UMetric => metric({ alias: 1, type: 'Double', value, timestamp });
const will = (edge: string, seq: number) => ({
  topic: `spBv1.0/Plant/NDEATH/${edge}`,
  payload: Buffer.from(encode({ timestamp: noon, metrics: [bdSeq(seq)] })),
  qos: 1 as const,
});
/** Resolves when the connection ends. */
const closed = (client: MqttClient) => new Promise<void>((resolve) => client.once('close', () => resolve()));
/** Collects the messages an edge node receives: rebirth requests. */
async function commands(client: MqttClient, edge: string): Promise<string[]> {
  const heard: string[] = [];
  client.on('message', (topic) => heard.push(topic));
  await client.subscribeAsync(`spBv1.0/Plant/NCMD/${edge}`, { qos: 1 });
  return heard;
}

describe('Sparkplug through the embedded broker', () => {
  it("refuses a wrong gateway credential, and disconnects a device that publishes under another device's id", async () => {
    const { connect, gateway, bench } = await adapter();
    await expect(gateway({ password: 'wrong' })).rejects.toThrow(/[Nn]ot authorized/);
    await expect(gateway({ keepalive: 0 })).rejects.toThrow();
    for (const topic of ['NBIRTH/LEG2', 'DBIRTH/any/LEG2', 'DBIRTH/any/nobody']) {
      const client = await connect();
      const gone = closed(client);
      void say(client, topic, 0, [bdSeq(0), bearing(1)]).catch(() => {});
      await gone;
    }
    expect(bench.frameWriter.layouts.size).toBe(0);
  });

  it("drops and records a gateway's data for another site's device or an unknown device, and accepts the rest", async () => {
    const { gateway, bench, unknown } = await adapter();
    const client = await gateway();
    await say(client, 'NBIRTH/GW', 0, [bdSeq(0)]);
    await say(client, 'DBIRTH/GW/FAR', 1, [bearing(1)]);
    await say(client, 'DBIRTH/GW/NOBODY', 2, [bearing(1)]);
    await say(client, 'DBIRTH/GW/leg2', 3, [bearing(41.5)]);
    await say(client, 'DDATA/GW/leg2', 4, [byAlias(42, noon + 1)]);
    expect(bench.frameWriter.frames.map((frame) => frame.values[0])).toEqual([41.5, 42]);
    expect([...bench.frameWriter.deviceStates.keys()]).toEqual([8]);
    expect(unknown.list().map(({ edge, device, why, siteId }) => [edge, device, why, siteId])).toEqual([
      ['GW', 'NOBODY', 'unknown', 3],
      ['GW', 'FAR', 'other-site', 3],
    ]);
  });

  it("lets an edge node receive the host's state and its own commands, and nothing of others", async () => {
    const { connect } = await adapter();
    const client = await connect();
    const state = new Promise((resolve) =>
      client.once('message', (topic, text) => resolve([topic, JSON.parse(String(text))])),
    );
    await client.subscribeAsync('spBv1.0/STATE/tocsin', { qos: 1 });
    expect(await state).toEqual(['spBv1.0/STATE/tocsin', { online: true, timestamp: noon }]);
    await client.subscribeAsync('spBv1.0/Plant/NCMD/LEG1/#');
    for (const filter of ['spBv1.0/Plant/NCMD/LEG2', 'spBv1.0/Plant/NCMD/+', 'spBv1.0/Plant/DDATA/LEG1', 'spBv1.0/#'])
      await expect((await connect()).subscribeAsync(filter), filter).rejects.toThrow();
  });

  it('publishes that the host is offline before it closes connections', async () => {
    const { connect, mqttAdapter } = await adapter();
    const client = await connect();
    const published: unknown[] = [];
    client.on('message', (_topic, payload) => published.push(JSON.parse(payload.toString())));
    await client.subscribeAsync('spBv1.0/STATE/tocsin', { qos: 1 });
    const gone = closed(client);
    await mqttAdapter.stop(500);
    await gone;
    expect(published).toEqual([
      { online: true, timestamp: noon },
      { online: false, timestamp: noon },
    ]);
  });

  it('requests one rebirth when data arrives before a birth, and reads data by the aliases of that birth', async () => {
    const { connect, bench } = await adapter();
    const client = await connect();
    const heard = await commands(client, 'LEG1');
    await say(client, 'NDATA/LEG1', 4, [byAlias(1)]);
    await say(client, 'NDATA/LEG1', 5, [byAlias(2)]);
    await eventually(() => expect(heard).toEqual(['spBv1.0/Plant/NCMD/LEG1']));
    expect(bench.pipeline.refused).toEqual({ no_birth: 2 });
    await say(client, 'NBIRTH/LEG1', 0, [bdSeq(0), bearing(40)]);
    await say(client, 'NDATA/LEG1', 1, [byAlias(41.5, noon + 1)]);
    expect(bench.frameWriter.frames.map((frame) => frame.values[0])).toEqual([40, 41.5]);
    expect(bench.pipeline.reportsByException(bench.device.id)).toBe(true);
  });

  it('waits for a message that arrives out of order, and requests a rebirth when it is missing', async () => {
    const { connect, bench, mqttAdapter } = await adapter();
    const client = await connect();
    const heard = await commands(client, 'LEG1');
    await say(client, 'NBIRTH/LEG1', 0, [bdSeq(0), bearing(40)]);
    const second = say(client, 'NDATA/LEG1', 2, [byAlias(42, noon + 2)]);
    await say(client, 'NDATA/LEG1', 1, [byAlias(41, noon + 1)]);
    await second;
    expect(bench.frameWriter.frames.map((frame) => frame.values[0])).toEqual([40, 41, 42]);
    const afterGap = say(client, 'NDATA/LEG1', 4, [byAlias(44, noon + 4)]);
    await eventually(() => expect(mqttAdapter.metrics.pendingBytes).toBeGreaterThan(0));
    expect(heard).toEqual([]);
    bench.pass(2_000);
    await afterGap;
    await eventually(() => expect(heard).toHaveLength(1));
    expect(bench.frameWriter.frames.map((frame) => frame.values[0])).toEqual([40, 41, 42, 44]);
    expect(mqttAdapter.sparkplug.metrics.gaps).toBe(1);
  });

  it('acknowledges after the commit', async () => {
    const { connect, bench } = await adapter();
    const client = await connect();
    await say(client, 'NBIRTH/LEG1', 0, [bdSeq(0), bearing(40)]);
    bench.frameWriter.atOnce = false;
    let acknowledged = false;
    const sent = say(client, 'NDATA/LEG1', 1, [byAlias(41, noon + 1)]).then(() => {
      acknowledged = true;
    });
    await eventually(() => expect(bench.frameWriter.entries).toHaveLength(1));
    expect(acknowledged).toBe(false);
    bench.frameWriter.commit();
    await sent;
  });

  it('accepts the death of the newest birth and ignores a stale one', async () => {
    const { gateway, bench, mqttAdapter } = await adapter();
    const client = await gateway({ will: will('GW', 1) });
    await say(client, 'NBIRTH/GW', 0, [bdSeq(1)]);
    await say(client, 'DBIRTH/GW/LEG1', 1, [bearing(40)]);
    await say(client, 'NDEATH/GW', undefined, [bdSeq(0)]);
    expect(mqttAdapter.sparkplug.metrics.staleDeaths).toBe(1);
    expect(bench.types()).toEqual([]);
    client.stream.destroy();
    await eventually(() => expect(bench.types()).toEqual(['device_offline']));
    expect(bench.frameWriter.events[0]?.content).toBe('Death message');
  });

  it('takes the NDEATH will of a gateway whose connection is reset for the death of all its devices', async () => {
    const { gateway, bench, mqttAdapter } = await adapter();
    const client = await gateway({ will: will('GW', 1) });
    await say(client, 'NBIRTH/GW', 0, [bdSeq(1)]);
    await say(client, 'DBIRTH/GW/LEG1', 1, [bearing(40)]);
    await say(client, 'DBIRTH/GW/LEG2', 2, [bearing(40)]);
    const { stream } = client;
    if (!(stream instanceof Socket)) throw new Error('not a TCP connection');
    stream.resetAndDestroy();
    const notified = () => bench.frameWriter.events.map(({ type, deviceId, content }) => [type, deviceId, content]);
    await eventually(() =>
      expect(notified().sort()).toEqual([
        ['device_offline', 7, 'Death message'],
        ['device_offline', 8, 'Death message'],
      ]),
    );
    await eventually(() => expect(mqttAdapter.metrics.sessions).toBe(0));
    expect(mqttAdapter.sparkplug.metrics.staleDeaths).toBe(0);
  });

  it('keeps a silent device online while its gateway is connected, and records its own death', async () => {
    const { gateway, bench } = await adapter();
    const client = await gateway();
    await say(client, 'NBIRTH/GW', 0, [bdSeq(1)]);
    await say(client, 'DBIRTH/GW/LEG1', 1, [bearing(40)]);
    bench.pass(3_600_000);
    expect(bench.types()).toEqual([]);
    await say(client, 'DDEATH/GW/LEG1', 2, []);
    expect(bench.types()).toEqual(['device_offline']);
    await say(client, 'DBIRTH/GW/LEG1', 3, [bearing(41)], noon + 3_600_000);
    expect(bench.types()).toEqual(['device_offline', 'device_online']);
  });

  it('treats a device as dead when its edge node does not announce it again', async () => {
    const { gateway, bench } = await adapter();
    const client = await gateway();
    await say(client, 'NBIRTH/GW', 0, [bdSeq(1)]);
    await say(client, 'DBIRTH/GW/LEG1', 1, [bearing(40)]);
    await say(client, 'DBIRTH/GW/LEG2', 2, [bearing(40)]);
    await say(client, 'NBIRTH/GW', 0, [bdSeq(1)], noon + 1);
    await say(client, 'DBIRTH/GW/LEG2', 1, [bearing(40)], noon + 1);
    bench.pass(confirmMs);
    const storedEvents = () => bench.frameWriter.events.map(({ type, deviceId }) => [type, deviceId]);
    await eventually(() => expect(storedEvents()).toEqual([['device_offline', 7]]));
  });

  it('stores history without changing live values', async () => {
    const { connect, bench } = await adapter();
    const client = await connect();
    await say(client, 'NBIRTH/LEG1', 0, [bdSeq(0), bearing(40)]);
    const old = Array.from({ length: 500 }, (_, i) =>
      metric({ ...byAlias(i, noon - 60_000 + i * 10), isHistorical: true }),
    );
    await say(client, 'NDATA/LEG1', 1, old);
    await say(client, 'NDATA/LEG1', 2, old.toReversed());
    expect(bench.frameWriter.late).toHaveLength(500);
    expect(JSON.parse(bench.pipeline.document(bench.device.id) ?? '{}').groups[0].sensors[0].Value).toBe(40);
    expect(bench.types()).toEqual([]);
  });

  it('disconnects a revoked gateway immediately', async () => {
    const { gateway, mqttAdapter, bench } = await adapter();
    const client = await gateway();
    const gone = closed(client);
    mqttAdapter.endGateway(bench.device.siteId);
    await gone;
  });
});
