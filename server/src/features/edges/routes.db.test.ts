import { EdgeConfiguration } from '@tocsin/contract/edge-exchange';
import { DeviceId } from '@tocsin/contract/ids';
import { PayloadMap } from '@tocsin/contract/payload-map';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../access/testing.ts';
import { drivenClock } from '../../platform/clock.ts';
import { createEncryption } from '../../platform/encryption.ts';
import { createLog } from '../../platform/log.ts';
import { digestWith } from '../../platform/salted-digest.ts';
import { isSignedBy, signingKey } from '../../platform/signing-key.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import {
  type MadeSite,
  makeDevice,
  makeSite,
  makeUser,
  type SignedIn,
  signedIn,
} from '../../platform/testing/factories.ts';
import { createCatalog, encryptCode, loadCatalogRows, setEdge } from '../devices/index.ts';
import { type ConfigurationDependencies, Configurations } from './configuration.ts';
import { Edges } from './edges.ts';
import { createHeard } from './heard.ts';
import { addEdgeRoutes } from './routes.ts';
import { loadEdgeKeys } from './store.ts';

const database = testDatabase();
const clock = drivenClock(Date.now());
const encryption = createEncryption('a secret of at least thirty-two characters', 'device codes');
const edges = new Edges();
const key = signingKey('a secret of at least thirty-two characters', 'edges');
const catalog = createCatalog({
  clock,
  log: createLog('silent'),
  loadRows: (scope) => loadCatalogRows(database.db, scope),
  loadSettings: async () => new Map(),
});
const said: { deviceId: number | null; content: string }[] = [];
const payloadMaps = new Map<number, NonNullable<ReturnType<ConfigurationDependencies['payloadMaps']['byId']>>>();
let configurations: Configurations;
let heard: ReturnType<typeof createHeard>['heard'];
let gap: ReturnType<typeof createHeard>['gap'];
let api: TestApi;
let root: SignedIn;
let site: MadeSite;
beforeAll(async () => {
  const { db } = database;
  const catalogChanged = catalog.changed;
  const mapFor = () => {
    throw new Error('nothing is polled');
  };
  configurations = new Configurations({
    db,
    clock,
    catalog,
    encryption,
    signingKey: key,
    mapFor,
    payloadMaps: { byId: (id) => payloadMaps.get(id) },
  });
  ({ heard, gap } = createHeard({
    db,
    clock,
    log: createLog('silent'),
    edges,
    configurations,
    administered: async ({ deviceId, content }) => void said.push({ deviceId, content }),
  }));
  api = await testApi(
    db,
    (a) => addEdgeRoutes(a, { db, clock, edges, configurations, signingKey: key, setEdge, catalogChanged }),
    {
      clock,
    },
  );
  root = await signedIn(api.http, db, await makeUser(db, { is_superuser: true }), new Date(clock.now()));
  await catalog.start();
});
beforeEach(async () => {
  site = await makeSite(database.db);
});
afterAll(async () => {
  await api.http.close();
  catalog.stop();
});

const url = (rest = '') => `/api/v1/locations/${site.id}/edges/${rest}`;
const make = async (title = 'Head house') => (await root.post(url(), { title })).json();
const claim = (code: string, own: string) =>
  api.http.inject({ method: 'POST', url: '/api/v1/edge/claim/', payload: { code, key: own } });
const keyOf = (letter: string) => letter.repeat(43);
/** A device whose code is 'code'. */
const makeReal = async (siteId: number) => {
  const serial_number = `SN-edge-${siteId}`;
  const { cipher, hash } = encryptCode(encryption, serial_number, 'code');
  const unit = { serial_number, code_cipher: cipher, code_hash: hash, device_type: '0300' };
  await database.db.insertInto('device_registry').values(unit).execute();
  const { id } = await makeDevice(database.db, { site_id: siteId, serial_number });
  return DeviceId.parse(id);
};

describe('the edges of a site', () => {
  it('are made, changed and removed only by people who may add devices there', async () => {
    const stranger = await signedIn(api.http, database.db, await makeUser(database.db, { is_oem: false }));
    expect((await stranger.post(url(), { title: 'Mine' })).statusCode).toBe(404);
    expect((await stranger.get(url())).statusCode).toBe(404);
    expect((await root.post(url(), { title: '  ' })).statusCode).toBe(400);
    expect((await root.patch(url('99/'), { title: 'None' })).statusCode).toBe(404);
    expect((await root.delete(url('99/'))).statusCode).toBe(404);
  });

  it('are claimed by a code once; the same key may repeat it, another may not', async () => {
    const { id, code, state } = await make();
    expect(state).toBe('waiting');
    expect((await claim('not a code', keyOf('a'))).json()).toHaveProperty('code');
    const claimed = await claim(code, keyOf('a'));
    expect(claimed.json()).toEqual({
      id,
      title: 'Head house',
      location: expect.stringMatching(/^Site /),
      public_key: key.publicKey,
    });
    expect((await claim(code, keyOf('a'))).statusCode).toBe(200);
    expect((await claim(code, keyOf('b'))).statusCode).toBe(400);
    expect(edges.check(`Edge ${id}.${keyOf('a')}`)).toEqual({ id, siteId: site.id });
    expect(edges.check(`Edge ${id}.${keyOf('b')}`)).toBeNull();
    expect(edges.check(undefined)).toBeNull();
    const listed = (await root.get(url())).json();
    expect(JSON.stringify(listed)).not.toContain(code);
    expect(listed.results[0]).toMatchObject({ id, state: 'silent', code_expires_at: null });
    const { rows } = await database.pool.query(
      "select coalesce(new::text, '') as new from audit where subject = 'edge'",
    );
    expect(rows.length).toBeGreaterThanOrEqual(2);
    expect(JSON.stringify(rows)).not.toContain(code);
  });

  it('change hands by a new code, which ends the key before', async () => {
    const { id, code } = await make();
    await claim(code, keyOf('a'));
    const again = await root.post(url(`${id}/code/`), {});
    expect(edges.check(`Edge ${id}.${keyOf('a')}`)).not.toBeNull();
    await claim(again.json().code, keyOf('b'));
    expect(edges.check(`Edge ${id}.${keyOf('a')}`)).toBeNull();
    edges.restore(await loadEdgeKeys(database.db));
    expect(edges.check(`Edge ${id}.${keyOf('b')}`)).not.toBeNull();
    await root.delete(url(`${id}/`));
    expect(edges.check(`Edge ${id}.${keyOf('b')}`)).toBeNull();
  });

  it('own devices of their site, each of one edge, until the device leaves the site', async () => {
    const [first, second] = [await make('First'), await make('Second')];
    const device = await makeReal(site.id);
    const elsewhere = await makeDevice(database.db);
    expect((await root.patch(url(`${first.id}/`), { devices: [elsewhere.id] })).statusCode).toBe(400);
    const owned = await root.patch(url(`${first.id}/`), { devices: [device], title: 'Renamed' });
    expect(owned.json()).toMatchObject({ title: 'Renamed', devices: [{ id: device }] });
    expect(catalog.byId(device)?.edgeId).toBe(first.id);
    expect((await root.patch(url(`${second.id}/`), { devices: [device] })).json()).toHaveProperty('devices');
    const other = await makeSite(database.db);
    await database.db.updateTable('device').set({ site_id: other.id }).where('id', '=', device).execute();
    await catalog.changed({ kind: 'all' });
    expect(catalog.byId(device)?.edgeId).toBeNull();
    // When it belonged to the edge is known, also after it came back and the edge was removed from it.
    const client = (await database.db.selectFrom('site').select('client_id').where('id', '=', site.id).execute())[0];
    const [time, ...others] = catalog.byId(device)?.edgeTimes ?? [];
    expect(others).toEqual([]);
    expect(time).toEqual({
      edge: first.id,
      client: client?.client_id,
      from: expect.any(Number),
      until: expect.any(Number),
    });
    expect(time?.until).toBeGreaterThanOrEqual(time?.from ?? Number.NaN);
    await database.db.updateTable('device').set({ site_id: site.id }).where('id', '=', device).execute();
    await root.patch(url(`${second.id}/`), { devices: [device] });
    expect(catalog.byId(device)?.edgeTimes).toMatchObject([{ edge: second.id, until: null }, { edge: first.id }]);
    await root.delete(url(`${second.id}/`));
    await catalog.changed({ kind: 'all' });
    expect(catalog.byId(device)).toMatchObject({ edgeId: null, edgeTimes: [{ edge: first.id }] });
  });
});

describe('the configuration of an edge', () => {
  it('is signed, numbered by its changes, and has digests in place of codes', async () => {
    const { id } = await make();
    const device = await makeReal(site.id);
    await root.patch(url(`${id}/`), { devices: [device] });
    const signed = await configurations.newerThan(id, 0);
    const { text = '', signature = '' } = signed ?? {};
    expect(isSignedBy(key.publicKey, text, signature)).toBe(true);
    expect(isSignedBy(key.publicKey, text.replace('Head', 'Tail'), signature)).toBe(false);
    const first = EdgeConfiguration.parse(JSON.parse(text));
    expect(text).not.toContain('"code"}');
    const stored = first.devices[0]?.code ?? { salt: '', digest: '' };
    expect(digestWith('code', stored.salt).toString('base64')).toBe(stored.digest);
    expect(await configurations.newerThan(id, first.number)).toBeNull();
    // Nothing changed: the same number and text, from another process too.
    configurations.changed(id);
    expect(await configurations.newerThan(id, first.number)).toBeNull();
    await root.patch(url(`${id}/`), { title: 'Tail' });
    const second = await configurations.newerThan(id, first.number);
    expect(EdgeConfiguration.parse(JSON.parse(second?.text ?? ''))).toMatchObject({
      number: first.number + 1,
      edge: { title: 'Tail' },
      devices: [{ code: stored }],
    });
  });
});

describe('devices with a payload map', () => {
  const health = (version: string) => ({
    version,
    ...(version === '2.0.0' ? {} : { maps: [] }),
    started_at: 0,
    queue_records: 0,
    queue_bytes: 0,
    queue_bound_bytes: 1,
    oldest_at: null,
    is_full: false,
    missed_polls: 0,
    refused_records: 0,
    damaged_records: 0,
    memory_bytes: 1,
    clock_offset_ms: 0,
    sessions: 0,
    adapters: { http_port: 8090, mqtt_port: null, polled_devices: 0 },
    notifies: false,
  });
  const mapped = async () => {
    const device = await makeReal(site.id);
    const { rows } = await sql<{ id: number }>`insert into payload_map (owner, client_id, name, created_at)
      values ('client', ${site.clientId}, ${`Dust ${site.id}`}, now()) returning id`.execute(database.db);
    const id = rows[0]?.id ?? 0;
    await sql`insert into device_type (client_id, code, label, owner, enters, claim, payload_map_id)
      values (${site.clientId}, ${`DUST-${site.id}`}, 'Dust', 'client', 'push', 'open', ${id})`.execute(database.db);
    await sql`update device set device_type = ${`DUST-${site.id}`}, sender_id = 'A840' where id = ${device}`.execute(
      database.db,
    );
    const map = PayloadMap.parse({
      name: 'Dust',
      kinds: [{ values: [{ path: 't', group: '1', id: '1', name: 'T', type: 'NUMERIC' }] }],
    });
    payloadMaps.set(id, { id, version: 4, savedAt: 17, isSaved: true, map });
    await catalog.changed({ kind: 'all' });
    return { device, id, map };
  };

  it('are not given to an edge of 2.0.0, which is named where it has some', async () => {
    const { id, code } = await make();
    await claim(code, keyOf('a'));
    const known = edges.check(`Edge ${id}.${keyOf('a')}`);
    if (!known) throw new Error('not claimed');
    const { device } = await mapped();
    await heard(known, { health: health('2.0.0'), configuration: 0 });
    const refused = await root.patch(url(`${id}/`), { devices: [device] });
    expect([refused.statusCode, refused.json().devices[0]]).toEqual([
      400,
      expect.stringContaining('Update the edge to 3.0.0'),
    ]);
    await heard(known, { health: health('3.0.0'), configuration: 0 });
    clock.advanceTo(clock.now() + 6_000);
    await heard(known, { health: health('3.0.0'), configuration: 0 });
    expect((await root.patch(url(`${id}/`), { devices: [device] })).json()).toMatchObject({ asks_for: null });
    clock.advanceTo(clock.now() + 6_000);
    await heard(known, { health: health('2.0.0'), configuration: 0 });
    expect((await root.get(url())).json().results[0]).toMatchObject({ asks_for: '3.0.0' });
  });

  it('come with their map, its version and their sender id; what an edge of 2.0.0 reads is as before', async () => {
    const { id } = await make();
    const { device, id: mapId, map } = await mapped();
    await root.patch(url(`${id}/`), { devices: [device] });
    const { text = '' } = (await configurations.newerThan(id, 0)) ?? {};
    const configuration = EdgeConfiguration.parse(JSON.parse(text));
    expect(configuration.maps).toEqual([{ id: mapId, version: 4, saved_at: 17, is_saved: true, map }]);
    expect(configuration.devices[0]).toMatchObject({ payload_map: mapId, sender_id: 'A840', device_type: '0300' });
    await root.patch(url(`${id}/`), { devices: [] });
    const without = (await configurations.newerThan(id, configuration.number))?.text ?? '';
    expect(JSON.parse(without)).not.toHaveProperty('maps');
  });
});

describe('what an edge says', () => {
  it('is stored as its health and shown with its state', async () => {
    const { id, code } = await make();
    await claim(code, keyOf('a'));
    const known = edges.check(`Edge ${id}.${keyOf('a')}`);
    if (!known) throw new Error('not claimed');
    const health = {
      version: '2.0.0',
      started_at: clock.now(),
      queue_records: 12,
      queue_bytes: 4_000,
      queue_bound_bytes: 8_000,
      oldest_at: clock.now() - 60_000,
      is_full: false,
      missed_polls: 0,
      refused_records: 0,
      damaged_records: 0,
      memory_bytes: 1,
      clock_offset_ms: 3,
      sessions: 1,
      adapters: { http_port: 8090, mqtt_port: null, polled_devices: 2 },
      notifies: true,
    };
    await heard(known, { health, configuration: 0 });
    expect((await root.get(url())).json().results[0]).toMatchObject({ state: 'behind', health });
    clock.advanceTo(clock.now() + 6_000);
    await heard(known, { health: { ...health, is_full: true }, configuration: 0 });
    expect((await root.get(url())).json().results[0].state).toBe('full');
    clock.advanceTo(clock.now() + 31_000);
    expect((await root.get(url())).json().results[0].state).toBe('silent');
  });

  it('of devices that are not its own is refused, counted and shown', async () => {
    const { id, code } = await make();
    await claim(code, keyOf('a'));
    const known = edges.check(`Edge ${id}.${keyOf('a')}`);
    if (!known) throw new Error('not claimed');
    await heard(known, { health: undefined, configuration: 0, refusedItems: 3 });
    await heard(known, { health: undefined, configuration: 0, refusedItems: 0 });
    await heard(known, { health: undefined, configuration: 0, refusedItems: 4 });
    expect((await root.get(url())).json().results[0].refused_items).toBe(7);
  });

  it('after a silence of more than a minute, is shown with that time as an outage', async () => {
    const { id, code } = await make();
    await claim(code, keyOf('a'));
    const known = edges.check(`Edge ${id}.${keyOf('a')}`);
    if (!known) throw new Error('not claimed');
    const from = clock.now();
    await heard(known, { health: undefined, configuration: 0 });
    clock.advanceTo(from + 50_000);
    await heard(known, { health: undefined, configuration: 0 });
    expect((await root.get(url())).json().results[0].outages).toEqual([]);
    clock.advanceTo(from + 150_000);
    await heard(known, { health: undefined, configuration: 0 });
    expect((await root.get(url())).json().results[0].outages).toEqual([
      { from: new Date(from + 50_000).toISOString(), to: new Date(from + 150_000).toISOString(), late_events: null },
    ]);
  });

  it('names a gap of missed polls once, however often it is sent', async () => {
    const { id, code } = await make();
    await claim(code, keyOf('a'));
    const known = edges.check(`Edge ${id}.${keyOf('a')}`);
    if (!known) throw new Error('not claimed');
    const device = await makeReal(site.id);
    await root.patch(url(`${id}/`), { devices: [device] });
    const item = { n: 17, d: device, k: 'gap', from: clock.now() - 90_000, to: clock.now(), polls: 9 } as const;
    said.length = 0;
    await gap(known, item);
    await gap(known, item);
    expect(said).toEqual([{ deviceId: device, content: 'Edge Head house had no room: 9 polls missed' }]);
    expect((await root.get(url())).json().results[0].gaps).toMatchObject([{ device: { id: device }, polls: 9 }]);
  });
});

// Last: a day ends every session.
describe('a code that nobody used', () => {
  it('works for a day', async () => {
    const { code } = await make();
    clock.advanceTo(clock.now() + 24 * 3_600_000 + 1);
    expect((await claim(code, keyOf('a'))).statusCode).toBe(400);
  });
});
