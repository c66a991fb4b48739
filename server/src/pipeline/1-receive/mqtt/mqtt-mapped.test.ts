import { DeviceId, SiteId } from '@tocsin/contract/ids';
import { PayloadMap } from '@tocsin/contract/payload-map';
import type { MqttClient } from 'mqtt';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../platform/clock.ts';
import { createLog } from '../../../platform/log.ts';
import { catalogOf, someDevice, TestPipeline } from '../../testing/test-device.ts';
import { compileMap } from '../mapped/compiled-map.ts';
import { type KnownMaps, MappedIntake, type WaitingNote } from '../mapped/mapped-intake.ts';
import { connectTo } from '../testing/connect.ts';
import { MqttAdapter } from './mqtt-adapter.ts';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of open.splice(0).reverse()) await stop();
});

const value = { path: 'temperature', group: 'fan', id: 'bearing', name: 'Bearing', type: 'NUMERIC' as const };
const known = (id: number, topic: string | null, over: { clientId?: number; registry?: boolean } = {}) => ({
  id,
  clientId: over.clientId ?? null,
  compiled: compileMap(PayloadMap.parse({ name: 'A map', kinds: [{ ...(topic ? { topic } : {}), values: [value] }] })),
  savedAt: 0,
  isSaved: false,
  isUsed: true,
  topics: topic ? [topic] : [],
});

/** A device of site 3 with a map, and a neighbour of another site. */
async function rig(prefixes: KnownMaps['prefixes'] = [], payloadMapId = 1) {
  const bench = await new TestPipeline({ payloadMapId, senderId: 'A840' }, Date.now()).start();
  const neighbour = someDevice({
    id: DeviceId.parse(8),
    siteId: SiteId.parse(4),
    serialNumber: 'SN8',
    udfId: 'LEG2',
    senderId: 'B840',
    payloadMapId: 1,
  });
  bench.devices.set(neighbour.id, neighbour);
  const maps = [known(1, 'plant/{id}/up'), known(2, 'own/{udf}'), known(3, null), known(4, 'v1/devices/me/telemetry')];
  const catalog = {
    ...catalogOf(bench.devices),
    bySender: (siteId: SiteId, sender: string) =>
      [...bench.devices.values()].find(
        (d) => d.siteId === siteId && d.senderId?.toLowerCase() === sender.toLowerCase(),
      ),
  };
  const kept: WaitingNote[] = [];
  const mapped = new MappedIntake({
    intake: bench.pipeline,
    catalog,
    maps: { byId: (id) => maps.find((map) => map.id === id), all: () => maps, prefixes },
    clock: systemClock,
    keep: async (note) => void kept.push(note),
  });
  return { bench, neighbour, catalog, kept, mapped };
}

async function broker(payloadMapId = 1) {
  const { bench, neighbour, catalog, kept, mapped } = await rig([], payloadMapId);
  const adapter = new MqttAdapter({
    intake: bench.pipeline,
    catalog,
    mapped,
    checkDevice: (serialNumber) =>
      serialNumber === 'SN7' ? { kind: 'ok', deviceId: bench.device.id } : { kind: 'wrong' },
    checkGateway: (user) =>
      user === 'gateway-3' ? { kind: 'ok', siteId: SiteId.parse(3), clientId: 2 } : { kind: 'wrong' },
    clock: systemClock,
    log: createLog('silent'),
    sparkplug: { hostId: 'tocsin', reorderMs: 2_000 },
    host: '127.0.0.1',
    port: 0,
    tls: null,
  });
  const port = await adapter.start();
  open.push(() => adapter.stop(500));
  const connect = (username: string): Promise<MqttClient> => connectTo(port, open, { username, keepalive: 30 });
  return { bench, neighbour, kept, connect };
}
const body = (temperature: number) => JSON.stringify({ temperature });
const closed = (client: MqttClient) => new Promise<void>((resolve) => client.once('close', () => resolve()));
const bearingOf = ({ bench }: { bench: TestPipeline }, id = bench.device.id) =>
  JSON.parse(bench.pipeline.document(id) ?? '{}').groups?.[0]?.sensors[0]?.Value;

describe('mapped topics of the embedded broker', () => {
  it("of a device are its map's with its own name; another name or map closes the connection", async () => {
    const it = await broker();
    const client = await it.connect('SN7');
    await client.publishAsync('plant/a840/up', body(20), { qos: 1 });
    expect(bearingOf(it)).toBe(20);
    for (const topic of ['plant/b840/up', 'own/LEG1']) {
      const other = await it.connect('SN7');
      const gone = closed(other);
      void other.publishAsync(topic, body(21), { qos: 1 }).catch(() => {});
      await gone;
    }
    expect([bearingOf(it), it.bench.frameWriter.frames.length]).toEqual([20, 1]);
  });

  it('of a device whose map is a copy without topics are those of other maps that name it or nobody', async () => {
    const it = await broker(3);
    const client = await it.connect('SN7');
    for (const [i, topic] of ['v1/devices/me/telemetry', 'plant/a840/up', 'own/LEG1'].entries()) {
      await client.publishAsync(topic, body(40 + i), { qos: 1 });
      expect(bearingOf(it)).toBe(40 + i);
    }
    for (const topic of ['plant/b840/up', 'own/LEG2', 'elsewhere']) {
      const other = await it.connect('SN7');
      const gone = closed(other);
      void other.publishAsync(topic, body(21), { qos: 1 }).catch(() => {});
      await gone;
    }
    expect(bearingOf(it)).toBe(42);
  });

  it('that nobody may use wait with the reason, for a device and for a gateway; reserved ones do not', async () => {
    const it = await broker();
    for (const [user, topic] of [
      ['SN7', 'dryer/D7/temps'],
      ['SN7', 'tocsin/v1/LEG2/data'],
      ['gateway-3', 'dryer/D7/temps'],
    ] as const) {
      const client = await it.connect(user);
      const gone = closed(client);
      void client.publishAsync(topic, body(21), { qos: 1 }).catch(() => {});
      await gone;
    }
    expect(it.kept.map(({ siteId, deviceId, sent, why }) => [siteId, deviceId, sent.topic, why])).toEqual([
      [3, it.bench.device.id, 'dryer/D7/temps', 'The connection was closed: its payload map has no such topic'],
      [3, null, 'dryer/D7/temps', 'The connection was closed: no payload map has this topic'],
    ]);
    expect(it.bench.pipeline.refused).toEqual({ unmapped: 1 });
  });

  it('of a gateway name devices of its site; a neighbour of another site and an unknown sender wait', async () => {
    const it = await broker();
    const client = await it.connect('gateway-3');
    await client.publishAsync('plant/A840/up', body(22), { qos: 1 });
    expect(bearingOf(it)).toBe(22);
    await client.publishAsync('plant/b840/up', body(23), { qos: 1 });
    await client.publishAsync('plant/c840/up', body(24), { qos: 1 });
    expect(bearingOf(it, it.neighbour.id)).toBeUndefined();
    expect(it.kept.map(({ siteId, sender, why }) => [siteId, sender, why])).toEqual([
      [3, 'b840', 'No device has this id'],
      [3, 'c840', 'No device has this id'],
    ]);
  });

  it('of a device with another map than the topic are counted at the device', async () => {
    const it = await broker();
    const client = await it.connect('gateway-3');
    await client.publishAsync('own/LEG1', body(25), { qos: 1 });
    expect(it.bench.pipeline.refused).toEqual({ unmapped: 1 });
    expect(it.kept).toMatchObject([{ deviceId: it.bench.device.id }]);
  });
});

describe('topics of an external broker', () => {
  const sent = (topic: string) => ({
    topic,
    bytes: Buffer.from(body(30)),
    arrival: { at: Date.now(), how: 'live' as const },
  });
  const take = (it: Awaited<ReturnType<typeof rig>>, topic: string) =>
    new Promise((resolve) => it.mapped.takeOfTopic(sent(topic), ({ kind }) => resolve(kind)));

  it('that belong to no site wait for operator staff, whoever they name', async () => {
    const it = await rig();
    expect(await take(it, 'plant/a840/up')).toBe('waiting');
    expect(it.kept).toMatchObject([{ siteId: null, sender: 'a840' }]);
    expect(it.mapped.subscriptions()).toEqual(['plant/+/up', 'own/+', 'v1/devices/me/telemetry']);
  });

  it('that begin as a site’s are looked up in that site alone, also by maps of everybody', async () => {
    const it = await rig([{ siteId: 3, clientId: 2, prefix: 'north/' }]);
    expect(it.mapped.subscriptions()).toContain('north/#');
    expect(await take(it, 'north/plant/a840/up')).toBe('stored');
    expect(bearingOf(it)).toBe(30);
    expect(await take(it, 'north/plant/b840/up')).toBe('waiting');
    expect(it.kept).toMatchObject([{ siteId: 3, sender: 'b840' }]);
  });

  it('never reach a device that needs no registry without the beginning of its site', async () => {
    const it = await rig();
    const device = { ...it.bench.device, payloadMapId: 2 };
    it.bench.devices.set(device.id, device);
    expect(await take(it, 'own/LEG1')).toBe('stored');
    it.bench.devices.set(device.id, { ...device, type: { ...device.type, claim: 'open' } });
    expect(await take(it, 'own/LEG1')).toBe('waiting');
  });
});
