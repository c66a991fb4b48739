import { DeviceId, SiteId } from '@tocsin/contract/ids';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import sparkplugPayload from 'sparkplug-payload';
import type { UMetric } from 'sparkplug-payload/lib/sparkplugbpayload.js';
import { afterEach, describe, expect, it } from 'vitest';
import { createLog } from '../../../platform/log.ts';
import { eventually } from '../../../platform/testing/eventually.ts';
import { catalogOf, noon, someBirth, someDevice, TestPipeline } from '../../testing/test-device.ts';
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

/** Two devices of two clients, each with its own gateway. */
async function adapter() {
  const bench = await new TestPipeline().start();
  const far = someDevice({ id: DeviceId.parse(9), udfId: 'FAR', serialNumber: 'SN9', siteId: SiteId.parse(99) });
  bench.devices.set(far.id, far);
  const sites = new Map([
    ['gateway-3', bench.device.siteId],
    ['gateway-99', far.siteId],
  ]);
  const mqttAdapter = new MqttAdapter({
    intake: bench.pipeline,
    catalog: catalogOf(bench.devices),
    checkDevice: (serial) => {
      const device = [...bench.devices.values()].find(({ serialNumber }) => serialNumber === serial);
      return device ? { kind: 'ok', deviceId: device.id } : { kind: 'wrong' };
    },
    checkGateway: (user) => {
      const siteId = sites.get(user);
      return siteId === undefined ? { kind: 'wrong' } : { kind: 'ok', siteId };
    },
    clock: bench.clock,
    log: createLog('silent'),
    sparkplug: { hostId: 'tocsin', reorderMs: 2_000 },
    host: '127.0.0.1',
    port: 0,
    tls: null,
  });
  const port = await mqttAdapter.start();
  open.push(() => mqttAdapter.stop(500));
  const connect = (username: string, options: IClientOptions = {}) => connectTo(port, open, { username, ...options });
  return { bench, mqttAdapter, port, connect, far };
}

const bdSeq: UMetric = { name: 'bdSeq', type: 'UInt64', value: 0 };
const bearing: UMetric = metric({ name: 'Temperature/Head', alias: 1, type: 'Double', value: 40 });
const bytesOf = (seq: number, metrics: UMetric[]) => Buffer.from(encode({ timestamp: noon, seq, metrics }));
const say = (client: MqttClient, topic: string, seq: number, metrics: UMetric[] = [bdSeq]) =>
  client.publishAsync(`spBv1.0/${topic}`, bytesOf(seq, metrics), { qos: 1 });
const isClosed = (client: MqttClient) => new Promise<void>((resolve) => client.once('close', () => resolve()));

describe('other clients on the embedded broker', () => {
  it('cannot disconnect a device by using its client id, and do not inherit its stored session', async () => {
    const { connect, mqttAdapter } = await adapter();
    const stored = { clientId: 'plc-1', clean: false };
    const mine = await connect('SN7', stored);
    let lost = false;
    mine.on('close', () => {
      lost = true;
    });
    await mine.subscribeAsync('spBv1.0/STATE/tocsin', { qos: 1 });
    const theirs = mqtt.connect(`mqtt://127.0.0.1:${(mine.options as { port: number }).port}`, {
      username: 'SN9',
      password: 'secret',
      reconnectPeriod: 0,
      ...stored,
    });
    open.push(() => theirs.endAsync(true));
    const connack = await new Promise<{ sessionPresent: boolean }>((done) => theirs.once('connect', done));
    expect(connack.sessionPresent).toBe(false);
    await mine.publishAsync('tocsin/v1/LEG1/birth', JSON.stringify(someBirth(noon)), { qos: 1 });
    expect(lost).toBe(false);
    expect(mqttAdapter.metrics.sessions).toBe(2);
    // A device that connects again with its own id takes over its session, as MQTT requires.
    const gone = isClosed(mine);
    await connect('SN7', stored);
    await gone;
  });

  it('with the credentials and the client id of a device end each other, which its page says; it stays online', async () => {
    const { bench, connect } = await adapter();
    const will = { topic: 'tocsin/v1/LEG1/death', payload: Buffer.from('{}'), qos: 1 as const, retain: false };
    const publish = (client: MqttClient, kind: string, body: object) =>
      client.publishAsync(`tocsin/v1/LEG1/${kind}`, JSON.stringify(body), { qos: 1 });
    const notices = (): string[] =>
      JSON.parse(bench.pipeline.document(bench.device.id) ?? '{"notices":[]}').notices.map(
        ({ kind }: { readonly kind: string }) => kind,
      );
    let former: MqttClient | null = null;
    for (let n = 0; n < 6; n++) {
      const gone = former && isClosed(former);
      const unit: MqttClient = await connect('SN7', { clientId: 'leg', will });
      await gone;
      await publish(unit, 'birth', someBirth(noon + n * 1_000));
      former = unit;
    }
    await eventually(() => expect(notices()).toContain('shared'));
    expect(notices()).not.toContain('offline');
    expect(bench.pipeline.refused.shared).toBeGreaterThan(0);
  });

  it('with ever new client ids lose their own oldest connection, and no other client loses one', async () => {
    const { connect, mqttAdapter } = await adapter();
    const other = await connect('SN9', { clientId: 'id0' });
    let lost = false;
    other.on('close', () => {
      lost = true;
    });
    const first = await connect('SN7', { clientId: 'id0' });
    const gone = isClosed(first);
    for (let i = 1; i <= 16; i++) await connect('SN7', { clientId: `id${i}`, clean: false });
    await gone;
    await eventually(() => expect(mqttAdapter.metrics.sessions).toBe(17));
    expect(lost).toBe(false);
  });

  it('with a will of QoS 3 or an endless client id are rejected', async () => {
    const { connect, mqttAdapter, port } = await adapter();
    await expect(connect('SN7', { clientId: 'x'.repeat(2_000) })).rejects.toThrow();
    const { connect: tcp } = await import('node:net');
    const socket = tcp(port, '127.0.0.1');
    const text = (value: string) => Buffer.concat([Buffer.from([0, value.length]), Buffer.from(value)]);
    const body = Buffer.concat([
      text('MQTT'),
      Buffer.from([4, 0b1101_1110, 0, 60]),
      text('c'),
      text('tocsin/v1/LEG1/death'),
      text('{"ts":1}'),
      text('SN7'),
      text('secret'),
    ]);
    const answer: Buffer[] = [];
    socket.on('data', (bytes) => answer.push(bytes));
    const ended = new Promise((done) => socket.once('close', done));
    socket.write(Buffer.concat([Buffer.from([0x10, body.length]), body]));
    await ended;
    expect(Buffer.concat(answer)).toHaveLength(0);
    expect(mqttAdapter.metrics.sessions).toBe(0);
  });

  it('can neither read nor write where hosts publish their state', async () => {
    const { connect } = await adapter();
    const listener = await connect('SN9');
    const heard: string[] = [];
    listener.on('message', (topic) => heard.push(topic));
    await listener.subscribeAsync('spBv1.0/STATE/#', { qos: 1 });
    for (const topic of ['STATE/tocsin', 'STATE/NBIRTH/LEG1', 'STATE/NDATA/x']) {
      const client = await connect('SN7');
      const gone = isClosed(client);
      void say(client, topic, 0).catch(() => {});
      await gone;
    }
    await eventually(() => expect(heard).toEqual(['spBv1.0/STATE/tocsin']));
  });

  it("do not receive the commands of another client's edge node of the same name", async () => {
    const { connect } = await adapter();
    const [mine, theirs] = [await connect('gateway-3'), await connect('gateway-99')];
    const heard: string[] = [];
    for (const [name, client] of [
      ['mine', mine],
      ['theirs', theirs],
    ] as const) {
      client.on('message', () => heard.push(name));
      await client.subscribeAsync('spBv1.0/Plant/NCMD/GW/#', { qos: 1 });
    }
    await say(mine, 'Plant/NDATA/GW', 1, [bearing]);
    await eventually(() => expect(heard).toEqual(['mine']));
    await say(theirs, 'Plant/NDATA/GW', 1, [bearing]);
    await eventually(() => expect(heard).toEqual(['mine', 'theirs']));
  });

  it('with thousands of edge nodes use only their own limit, and get no acknowledgement', async () => {
    const { connect, bench, mqttAdapter, far } = await adapter();
    const flood = await connect('SN7');
    const gone = isClosed(flood);
    let acknowledged = 0;
    const count = (): void => {
      acknowledged++;
    };
    for (let i = 0; i < 100; i++) void say(flood, `Plant/NBIRTH/node${i}`, 0).then(count, () => {});
    await gone;
    expect(acknowledged).toBeLessThanOrEqual(8);
    expect(mqttAdapter.sparkplug.metrics.refusedNodes).toBeGreaterThan(0);
    const gateway = await connect('gateway-99');
    await say(gateway, 'Plant/NBIRTH/GW', 0);
    await say(gateway, 'Plant/DBIRTH/GW/FAR', 1, [bdSeq, bearing]);
    expect([...bench.frameWriter.deviceStates.keys()]).toEqual([far.id]);
  });
});
