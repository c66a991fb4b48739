import type { DeviceId } from '@tocsin/contract/ids';
import type { IClientOptions, MqttClient } from 'mqtt';
import sparkplugPayload from 'sparkplug-payload';
import type { UMetric } from 'sparkplug-payload/lib/sparkplugbpayload.js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '../../base/log.ts';
import { catalogOf, LineBench, noon, someDevice } from '../../line/testing/bench-device.ts';
import { MqttDoor } from './mqtt-door.ts';
import { confirmMs } from './sparkplug-host.ts';
import { reorderMs } from './sparkplug-sequence.ts';
import { connectTo } from './testing/connect.ts';
import { UnknownNodes } from './unknown-nodes.ts';

// Real sockets on a machine that others use too.
vi.setConfig({ testTimeout: 30_000 });
const patience = { timeout: 15_000, interval: 20 };
const sparkplug = sparkplugPayload.get('spBv1.0');
if (!sparkplug) throw new Error('sparkplug-payload knows no spBv1.0');
const encode = sparkplug.encodePayload;

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of open.splice(0).reverse()) await stop();
});

/** The door of a plant with one device LEG1, and LEG2 at the same site and FAR at another. */
async function door() {
  const bench = await new LineBench().start();
  const { devices, device } = bench;
  const more = (id: number, udfId: string, siteId: number) => {
    const one = someDevice({ id: id as DeviceId, udfId, serialNumber: `SN${id}`, siteId: siteId as never });
    devices.set(one.id, one);
  };
  more(8, 'LEG2', device.siteId);
  more(9, 'FAR', 99);
  const unknown = new UnknownNodes();
  const mqttDoor = new MqttDoor({
    intake: bench.line,
    catalog: catalogOf(devices),
    checkDevice: (serial, code) =>
      serial === 'SN7' && code === 'secret' ? { kind: 'ok', deviceId: device.id } : { kind: 'wrong' },
    checkGateway: (user, code) =>
      user === 'gateway-3' && code === 'gate' ? { kind: 'ok', siteId: device.siteId } : { kind: 'wrong' },
    clock: bench.clock,
    log: createLog('silent'),
    host: '127.0.0.1',
    port: 0,
    tls: null,
    unknown,
  });
  const port = await mqttDoor.start();
  open.push(() => mqttDoor.stop(500));
  const connect = (options: IClientOptions = {}): Promise<MqttClient> => connectTo(port, open, options);
  const gateway = (options: IClientOptions = {}) => connect({ username: 'gateway-3', password: 'gate', ...options });
  return { bench, mqttDoor, unknown, connect, gateway };
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
  ({ name: 'Temperature/Head', alias: 1, type: 'Double', value, ...more }) as UMetric;
const byAlias = (value: number, timestamp = noon): UMetric =>
  ({ alias: 1, type: 'Double', value, timestamp }) as UMetric;
const will = (edge: string, seq: number) => ({
  topic: `spBv1.0/Plant/NDEATH/${edge}`,
  payload: Buffer.from(encode({ timestamp: noon, metrics: [bdSeq(seq)] })),
  qos: 1 as const,
});
const closed = (client: MqttClient, withinMs = 10_000) =>
  new Promise<boolean>((resolve) => {
    client.once('close', () => resolve(true));
    setTimeout(() => resolve(false), withinMs).unref();
  });
/** What an edge node is told: rebirth requests. */
async function commands(client: MqttClient, edge: string): Promise<string[]> {
  const heard: string[] = [];
  client.on('message', (topic) => heard.push(topic));
  await client.subscribeAsync(`spBv1.0/Plant/NCMD/${edge}`, { qos: 1 });
  return heard;
}

describe('Sparkplug through the embedded broker', () => {
  it("refuses a wrong gateway credential, and disconnects a device that speaks for another's id", async () => {
    const { connect, gateway, bench } = await door();
    await expect(gateway({ password: 'wrong' })).rejects.toThrow(/[Nn]ot authorized/);
    await expect(gateway({ keepalive: 0 })).rejects.toThrow();
    for (const topic of ['NBIRTH/LEG2', 'DBIRTH/any/LEG2', 'DBIRTH/any/nobody']) {
      const client = await connect();
      const gone = closed(client);
      void say(client, topic, 0, [bdSeq(0), bearing(1)]).catch(() => {});
      expect(await gone, topic).toBe(true);
    }
    expect(bench.keep.layouts.size).toBe(0);
  });

  it("drops what a gateway says of another site's device and of nobody's, notes both, and takes the rest", async () => {
    const { gateway, bench, unknown } = await door();
    const client = await gateway();
    await say(client, 'NBIRTH/GW', 0, [bdSeq(0)]);
    await say(client, 'DBIRTH/GW/FAR', 1, [bearing(1)]);
    await say(client, 'DBIRTH/GW/NOBODY', 2, [bearing(1)]);
    await say(client, 'DBIRTH/GW/leg2', 3, [bearing(41.5)]);
    await say(client, 'DDATA/GW/leg2', 4, [byAlias(42, noon + 1)]);
    expect(bench.keep.frames.map((frame) => frame.values[0])).toEqual([41.5, 42]);
    expect([...bench.keep.boards.keys()]).toEqual([8]);
    expect(unknown.list().map(({ edge, device, why, siteId }) => [edge, device, why, siteId])).toEqual([
      ['GW', 'NOBODY', 'unknown', 3],
      ['GW', 'FAR', 'other-site', 3],
    ]);
  });

  it('lets an edge node hear the host and its own commands, and nothing of others', async () => {
    const { connect } = await door();
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

  it('tells who listens that the host goes, before the connection does', async () => {
    const { connect, mqttDoor } = await door();
    const client = await connect();
    const told: unknown[] = [];
    client.on('message', (_topic, payload) => told.push(JSON.parse(payload.toString())));
    await client.subscribeAsync('spBv1.0/STATE/tocsin', { qos: 1 });
    const gone = closed(client);
    await mqttDoor.stop(500);
    expect(await gone).toBe(true);
    expect(told).toEqual([
      { online: true, timestamp: noon },
      { online: false, timestamp: noon },
    ]);
  });

  it('asks for a rebirth when data comes before a birth, once, and reads by the aliases of that birth', async () => {
    const { connect, bench } = await door();
    const client = await connect();
    const heard = await commands(client, 'LEG1');
    await say(client, 'NDATA/LEG1', 4, [byAlias(1)]);
    await say(client, 'NDATA/LEG1', 5, [byAlias(2)]);
    await vi.waitFor(() => expect(heard).toEqual(['spBv1.0/Plant/NCMD/LEG1']), patience);
    expect(bench.line.refused).toEqual({ no_birth: 2 });
    await say(client, 'NBIRTH/LEG1', 0, [bdSeq(0), bearing(40)]);
    await say(client, 'NDATA/LEG1', 1, [byAlias(41.5, noon + 1)]);
    expect(bench.keep.frames.map((frame) => frame.values[0])).toEqual([40, 41.5]);
    expect(bench.line.reportsByException(bench.device.id)).toBe(true);
  });

  it('waits for an overtaken message, and asks for a rebirth when one stays away', async () => {
    const { connect, bench, mqttDoor } = await door();
    const client = await connect();
    const heard = await commands(client, 'LEG1');
    await say(client, 'NBIRTH/LEG1', 0, [bdSeq(0), bearing(40)]);
    const second = say(client, 'NDATA/LEG1', 2, [byAlias(42, noon + 2)]);
    await say(client, 'NDATA/LEG1', 1, [byAlias(41, noon + 1)]);
    await second;
    expect(bench.keep.frames.map((frame) => frame.values[0])).toEqual([40, 41, 42]);
    const afterGap = say(client, 'NDATA/LEG1', 4, [byAlias(44, noon + 4)]);
    await vi.waitFor(() => expect(mqttDoor.figures.pendingBytes).toBeGreaterThan(0), patience);
    expect(heard).toEqual([]);
    bench.pass(reorderMs);
    await afterGap;
    await vi.waitFor(() => expect(heard).toHaveLength(1), patience);
    expect(bench.keep.frames.map((frame) => frame.values[0])).toEqual([40, 41, 42, 44]);
    expect(mqttDoor.sparkplug.figures.gaps).toBe(1);
  });

  it('acknowledges after the commit', async () => {
    const { connect, bench } = await door();
    const client = await connect();
    await say(client, 'NBIRTH/LEG1', 0, [bdSeq(0), bearing(40)]);
    bench.keep.atOnce = false;
    let acknowledged = false;
    const sent = say(client, 'NDATA/LEG1', 1, [byAlias(41, noon + 1)]).then(() => {
      acknowledged = true;
    });
    await vi.waitFor(() => expect(bench.keep.entries).toHaveLength(1), patience);
    expect(acknowledged).toBe(false);
    bench.keep.commit();
    await sent;
  });

  it('takes the death of its newest birth and ignores a stale one', async () => {
    const { gateway, bench, mqttDoor } = await door();
    const client = await gateway({ will: will('GW', 1) });
    await say(client, 'NBIRTH/GW', 0, [bdSeq(1)]);
    await say(client, 'DBIRTH/GW/LEG1', 1, [bearing(40)]);
    await say(client, 'NDEATH/GW', undefined, [bdSeq(0)]);
    expect(mqttDoor.sparkplug.figures.staleDeaths).toBe(1);
    expect(bench.types()).toEqual([]);
    client.stream.destroy();
    await vi.waitFor(() => expect(bench.types()).toEqual(['device_offline']), patience);
    expect(bench.keep.events[0]?.content).toBe('Death message');
  });

  it('keeps a silent device online as long as its gateway lives, and tells its own death', async () => {
    const { gateway, bench } = await door();
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

  it('counts a device as dead that its edge node does not birth again', async () => {
    const { gateway, bench } = await door();
    const client = await gateway();
    await say(client, 'NBIRTH/GW', 0, [bdSeq(1)]);
    await say(client, 'DBIRTH/GW/LEG1', 1, [bearing(40)]);
    await say(client, 'DBIRTH/GW/LEG2', 2, [bearing(40)]);
    await say(client, 'NBIRTH/GW', 0, [bdSeq(1)], noon + 1);
    await say(client, 'DBIRTH/GW/LEG2', 1, [bearing(40)], noon + 1);
    bench.pass(confirmMs);
    const told = () => bench.keep.events.map(({ type, deviceId }) => [type, deviceId]);
    await vi.waitFor(() => expect(told()).toEqual([['device_offline', 7]]), patience);
  });

  it('takes history without moving what is live', async () => {
    const { connect, bench } = await door();
    const client = await connect();
    await say(client, 'NBIRTH/LEG1', 0, [bdSeq(0), bearing(40)]);
    const old = Array.from(
      { length: 500 },
      (_, i) => ({ ...byAlias(i, noon - 60_000 + i * 10), isHistorical: true }) as UMetric,
    );
    await say(client, 'NDATA/LEG1', 1, old);
    await say(client, 'NDATA/LEG1', 2, old.toReversed());
    expect(bench.keep.late).toHaveLength(500);
    expect(JSON.parse(bench.line.document(bench.device.id) ?? '{}').groups[0].sensors[0].Value).toBe(40);
    expect(bench.types()).toEqual([]);
  });

  it('ends a revoked gateway at once', async () => {
    const { gateway, mqttDoor, bench } = await door();
    const client = await gateway();
    const gone = closed(client);
    mqttDoor.endGateway(bench.device.siteId);
    expect(await gone).toBe(true);
  });
});
