import { DeviceId, SiteId } from '@tocsin/contract/ids';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../access/testing.ts';
import { addWaitingRoutes } from '../features/payload-maps/index.ts';
import { httpAdapter } from '../pipeline/1-receive/http/http-adapter.ts';
import type { Catalog, CatalogDevice } from '../pipeline/catalog.ts';
import { catalogOf, someDevice, TestPipeline } from '../pipeline/testing/test-device.ts';
import { createLog } from '../platform/log.ts';
import { testDatabase } from '../platform/testing/database.ts';
import {
  type MadeSite,
  makeDevice,
  makeSite,
  makeUser,
  type SignedIn,
  signedIn,
} from '../platform/testing/factories.ts';
import { type Mapped, startPayloadMaps } from './payload-maps.ts';

const database = testDatabase();
let bench: TestPipeline;
let http: FastifyInstance;
let api: TestApi;
let mapped: Mapped;
let site: MadeSite;
let other: MadeSite;
let manager: SignedIn;

const chirpstack = (over: object = {}, eui = 'a84041b2c1d5e3f7') => ({
  time: new Date(bench.clock.now()).toISOString(),
  deviceInfo: { devEui: eui, deviceName: 'dust-fan-2' },
  object: { temperature: 61.4, ...over },
});
const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
const post = (url: string, payload: unknown, authorization = basic(`gateway-${site.id}`, 'secret')) =>
  http.inject({
    method: 'POST',
    url,
    headers: { authorization, 'content-type': 'application/json' },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });
const gateway = '/api/v1/ingest/mapped/';
const mapId = (name: string) => [...mapped.maps.all()].find((map) => map.name === name)?.id ?? 0;

/** Puts a device into the catalog, as the devices feature does after a commit. */
async function add(over: Partial<CatalogDevice> & { sender_id?: string; udf_id?: string }): Promise<CatalogDevice> {
  const { sender_id = null, udf_id = null, ...more } = over;
  const row = await makeDevice(database.db, {
    site_id: site.id,
    sender_id,
    udf_id,
    created_at: new Date(bench.clock.now()),
  });
  const place = { siteId: SiteId.parse(site.id), senderId: sender_id, udfId: udf_id, addedAt: bench.clock.now() };
  const device = someDevice({ id: DeviceId.parse(row.id), serialNumber: `SN-${row.id}`, ...place, ...more });
  bench.devices.set(device.id, device);
  return device;
}

beforeAll(async () => {
  const { db } = database;
  bench = await new TestPipeline({}, Date.now()).start();
  bench.devices.clear();
  site = await makeSite(db);
  other = await makeSite(db);
  const catalog: Catalog = {
    ...catalogOf(bench.devices),
    bySender: (siteId, sender) =>
      [...bench.devices.values()].find(
        (d) => d.siteId === siteId && d.senderId?.toLowerCase() === sender.toLowerCase(),
      ),
  };
  const log = createLog('silent');
  const { clock, pipeline } = bench;
  mapped = await startPayloadMaps(
    {
      db,
      clock,
      log,
      secret: 'x'.repeat(40),
      intake: pipeline,
      catalog,
      offlineAfterMs: (id) => pipeline.offlineAfter(id),
    },
    { add: () => {} },
  );
  http = Fastify();
  http.setValidatorCompiler(() => () => true);
  http.setSerializerCompiler(() => JSON.stringify);
  await http.register(
    httpAdapter({
      intake: pipeline,
      catalog,
      clock,
      mapped: mapped.intake,
      checkDevice: (serialNumber) => {
        const device = catalog.bySerialNumber(serialNumber);
        return device ? { kind: 'ok', deviceId: device.id } : { kind: 'wrong' };
      },
      checkGateway: (user, password) => {
        const one = [site, other].find(({ id }) => user === `gateway-${id}`);
        return one && password === 'secret'
          ? { kind: 'ok', siteId: SiteId.parse(one.id), clientId: one.clientId }
          : { kind: 'wrong' };
      },
    }),
  );
  const { waiting, propose, replay } = mapped;
  api = await testApi(db, (a) => addWaitingRoutes(a, { db, waiting, propose, replay }), { clock });
  manager = await signedIn(api.http, db, await makeUser(db, { on: { [site.id]: 'Manager' } }), new Date(clock.now()));
});
afterAll(async () => {
  mapped.maps.stop();
  await http.close();
  await api.http.close();
});

describe('a gateway of a site', () => {
  it('is refused without its password, above 256 KiB, and with what is no JSON', async () => {
    expect((await post(gateway, {}, basic(`gateway-${site.id}`, 'wrong'))).statusCode).toBe(401);
    expect((await post(gateway, 'x'.repeat(256 * 1024 + 1))).statusCode).toBe(413);
    expect((await post(gateway, '{"deviceInfo":')).statusCode).toBe(400);
  });

  it('speaks for the devices of its site alone, found by their sender id without regard to case', async () => {
    await add({ sender_id: 'A84041B2C1D5E3F7', payloadMapId: mapId('ChirpStack v4') });
    const taken = await post(gateway, chirpstack());
    expect([taken.statusCode, taken.json()]).toEqual([
      200,
      { accepted: 1, duplicates: 0, rejected_values: 0, unknown: 0 },
    ]);
    expect((await post(gateway, chirpstack())).json()).toMatchObject({ accepted: 0, duplicates: 1 });
    const elsewhere = await post(gateway, chirpstack(), basic(`gateway-${other.id}`, 'secret'));
    expect([elsewhere.statusCode, elsewhere.json()]).toEqual([
      202,
      { accepted: 0, duplicates: 0, rejected_values: 0, unknown: 1, waiting: true },
    ]);
  });

  it('gets 200 for what is no reading, such as a join', async () => {
    const { statusCode, body } = await post(gateway, { deviceInfo: { devEui: 'a84041b2c1d5e3f7' }, devAddr: '01' });
    expect([statusCode, JSON.parse(body)]).toMatchObject([200, { accepted: 0, notice: expect.any(String) }]);
  });
});

describe('an unknown sender', () => {
  const list = (who = manager) => who.get(`/api/v1/locations/${site.id}/waiting/`);

  it('waits with its messages, encrypted, for people who may add devices there', async () => {
    const engineer = await signedIn(
      api.http,
      database.db,
      await makeUser(database.db, { on: { [site.id]: 'Engineer' } }),
      new Date(bench.clock.now()),
    );
    for (const temperature of [20, 21]) {
      bench.pass(1_000);
      await post(gateway, chirpstack({ temperature }, 'b000000000000001'));
    }
    expect((await list(engineer)).statusCode).toBe(403);
    const { results } = (await list()).json();
    expect(results[0]).toMatchObject({
      sender: 'b000000000000001',
      device: null,
      why: 'No device has this id',
      proposed_map: { name: 'ChirpStack v4' },
    });
    expect(results[0].times).toHaveLength(2);
    expect(results[0].last_message).toContain('"temperature":21');
    const { rows } = await database.pool.query(
      "select body::text from waiting_message where sender = 'b000000000000001'",
    );
    expect(rows[0].body).not.toContain(Buffer.from('temperature').toString('hex'));
  });

  it('is read again once it is added: all but the newest message as history, and the newest live', async () => {
    const device = await add({ sender_id: 'B000000000000001', payloadMapId: mapId('ChirpStack v4') });
    const late = bench.frameWriter.late.length;
    const replayed = await manager.post(`/api/v1/devices/${device.id}/replay/`, {});
    expect(replayed.json()).toEqual({ taken: 2, refused: 0, reason: '' });
    expect(bench.frameWriter.late.length - late).toBe(1);
    const document = JSON.parse(bench.pipeline.document(device.id) ?? '');
    expect(document.groups[0].sensors[0]).toMatchObject({ Name: 'temperature', Value: 21 });
    expect((await list()).json().results.map(({ sender }: { sender: string }) => sender)).not.toContain(
      'b000000000000001',
    );
    expect((await manager.post(`/api/v1/devices/${device.id}/replay/`, {})).json()).toMatchObject({ taken: 0 });
  });

  it('keeps 20 messages, and all senders 1,000', async () => {
    const at = bench.clock.now();
    const note = { siteId: site.id, deviceId: null, topic: null, bytes: Buffer.from('{}'), at, queued: false, why: '' };
    for (let i = 0; i < 25; i++) await mapped.waiting.keep({ ...note, sender: i % 2 ? 'many' : 'Many' });
    expect((await list()).json().results[0].times).toHaveLength(20);
    const kept = Array.from({ length: 1_100 }, (_, i) => mapped.waiting.keep({ ...note, sender: `s${i}` }));
    await Promise.all(kept);
    for (let i = 0; i < 900; i++) await mapped.waiting.keep({ ...note, sender: `t${i}` });
    const { rows } = await database.pool.query('select count(*)::int as n from waiting_message');
    expect(rows[0].n).toBe(1_000);
    await database.pool.query('delete from waiting_message');
  });
});

describe('a device with its own credential', () => {
  const send = (device: CatalogDevice, body: unknown) =>
    post(`/api/v1/ingest/${device.udfId}/mapped/`, body, basic(device.serialNumber, 'code'));

  it('waits with its messages while its type has no map, and they are read when it has one', async () => {
    const device = await add({ udf_id: 'FAN2', payloadMapId: null });
    const refused = await send(device, { payload: { temperature: 20 } });
    expect(refused.json()).toMatchObject({ accepted: 0, notice: 'The type of this device has no payload map' });
    const { results } = (await manager.get(`/api/v1/locations/${site.id}/waiting/`)).json();
    expect(results[0]).toMatchObject({ device: { id: device.id }, why: 'The type of this device has no payload map' });
    const one = await manager.get(`/api/v1/locations/${site.id}/waiting/messages/?device=${device.id}`);
    expect(one.json()).toMatchObject({ count: 1, results: [{ body: '{"payload":{"temperature":20}}' }] });
    bench.devices.set(device.id, { ...device, payloadMapId: mapId('Node-RED payload') });
    expect((await manager.post(`/api/v1/devices/${device.id}/replay/`, {})).json()).toMatchObject({ taken: 1 });
    expect((await send(device, { payload: { temperature: 21 } })).json()).toMatchObject({ accepted: 1 });
  });

  it('is told the path of what is wrong, and the message is kept', async () => {
    const device = await add({ udf_id: 'FAN3', payloadMapId: mapId('ChirpStack v4') });
    const refused = await send(device, { ...chirpstack(), time: '2026-11-27 16:41' });
    expect([refused.statusCode, refused.json()]).toEqual([
      400,
      { non_field_errors: ['time: the time has no offset; give the map a zone'] },
    ]);
    const { results } = (await manager.get(`/api/v1/locations/${site.id}/waiting/`)).json();
    expect(results[0]).toMatchObject({
      device: { id: device.id },
      why: 'time: the time has no offset; give the map a zone',
    });
  });

  it('tells an alarm of an old newest message once, marked late', async () => {
    const device = await add({ udf_id: 'FAN4', payloadMapId: null });
    const map = mapped.maps.byId(mapId('Node-RED payload'));
    await send(device, { payload: { temperature: 99 } });
    bench.pass(3_600_000);
    bench.devices.set(device.id, { ...device, payloadMapId: map?.id ?? null });
    const frames = bench.frameWriter.frames.length;
    expect((await manager.post(`/api/v1/devices/${device.id}/replay/`, {})).json()).toMatchObject({ taken: 1 });
    // Nothing of it is live.
    expect(bench.frameWriter.frames.length).toBe(frames);
  });
});
