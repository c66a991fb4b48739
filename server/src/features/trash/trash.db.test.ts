import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../access/testing.ts';
import { deleteHistory } from '../../history/retain/delete-history.ts';
import type { By } from '../../platform/audit.ts';
import { drivenClock } from '../../platform/clock.ts';
import { createEncryption } from '../../platform/encryption.ts';
import { createLog } from '../../platform/log.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import {
  makeDevice,
  makeSite,
  makeUser,
  type SignedIn,
  signedIn,
  type UserOverrides,
} from '../../platform/testing/factories.ts';
import { createThrottle } from '../../platform/throttle.ts';
import { addClientRoutes, deleteRemovedClients, markClientsRemoved } from '../clients/index.ts';
import { addDeviceRoutes, deleteRemovedDevice, markDevicesRemoved } from '../devices/index.ts';
import { addSiteRoutes, deleteRemovedSites, markSitesRemoved } from '../sites/index.ts';
import { createPurge, createTrash, type TrashScope } from './index.ts';

const database = testDatabase();
const clock = drivenClock(Date.now());
const day = 24 * 3_600_000;
const schemas = new Map<number, string>();
const scopes: TrashScope[] = [];
const publishedChanges: string[] = [];
let api: TestApi;

beforeAll(async () => {
  const { db } = database;
  const catalogChanged = async (scope: TrashScope) => {
    scopes.push(scope);
  };
  const administered = async ({ content }: { content: string }) => {
    publishedChanges.push(content);
  };
  const schemasUsing = async (_db: unknown, ids: readonly number[]) =>
    ids.flatMap((id) => (schemas.has(id) ? [{ name: schemas.get(id) ?? '' }] : []));
  const trash = createTrash({
    db,
    clock,
    schemasUsing,
    catalogChanged,
    administered,
    markRemoved: { client: markClientsRemoved, site: markSitesRemoved, device: markDevicesRemoved },
  });
  const of = (kind: 'client' | 'site' | 'device') => ({
    remove: (id: number, by: By, cascade: boolean) => trash.remove(kind, id, by, cascade),
    restore: (id: number, by: By) => trash.restore(kind, id, by),
  });
  const none = { all: () => [], byId: () => undefined, byUdfId: () => undefined, bySerialNumber: () => undefined };
  const shared = { db, clock, catalogChanged, administered, deviceSummary: () => undefined };
  const modbus = { maps: [], check: () => {}, mapFor: noMap, polling: () => null };
  const publicAddresses = {
    publicUrl: 'http://localhost',
    mqtt: { kind: 'embedded', port: 1883, tlsPort: null },
  } as const;
  const outOfService = { record: async () => ({ old: null, new: {} }), clear: async () => null };
  const encryption = createEncryption('a secret of at least thirty-two characters', 'device codes');
  api = await testApi(
    db,
    (a) => {
      const standing = { devices: () => [], needsOf: async () => new Map() };
      addClientRoutes(a, { ...shared, ...standing, ...of('client'), placeContact: async () => ({}) });
      addSiteRoutes(a, { ...shared, ...of('site'), outOfService, catalog: none, mailedSites: async () => new Set() });
      addDeviceRoutes(a, {
        ...shared,
        ...of('device'),
        outOfService,
        encryption,
        publicAddresses,
        modbus,
        importPiece: () => Promise.reject(new Error('nothing is imported here')),
        takeTemplate: async () => null,
        throttle: createThrottle(db, clock),
        mostOpenDevices: 1_000,
      });
    },
    { clock },
  );
});
afterAll(async () => {
  await api.http.close();
});
beforeEach(() => {
  scopes.length = 0;
  publishedChanges.length = 0;
  schemas.clear();
});

const noMap = (): never => {
  throw new Error('nobody is polled here');
};

const person = async (over: UserOverrides = {}): Promise<SignedIn> =>
  await signedIn(api.http, database.db, await makeUser(database.db, over), new Date(clock.now()));
const plant = async () => {
  const device = await makeDevice(database.db, { title: 'Leg 1' });
  await makeDevice(database.db, { site_id: device.siteId, title: 'Leg 2' });
  const urls = {
    client: `/api/v1/clients/${device.clientId}/`,
    site: `/api/v1/locations/${device.siteId}/`,
    device: `/api/v1/devices/${device.id}/`,
  };
  return { device, urls };
};
const removed = async (table: 'client' | 'site' | 'device', id: number) =>
  (await database.db.selectFrom(table).select('removed_at').where('id', '=', id).executeTakeFirst())?.removed_at ??
  null;
const actions = async (subject: string, id: number) =>
  (
    await database.db
      .selectFrom('audit')
      .select('action')
      .where('subject', '=', subject)
      .where('subject_id', '=', String(id))
      .orderBy('id')
      .execute()
  ).map((row) => row.action);

describe('removing', () => {
  // spec: decisions 3 who may remove: clients operator staff, sites any Manager of the client, devices their Manager
  it('is refused to people without the right', async () => {
    const { device, urls } = await plant();
    const engineer = await person({ on: { [device.siteId]: 'Engineer' } });
    for (const url of [urls.client, urls.site, urls.device])
      expect((await engineer.delete(`${url}?cascade=true`)).statusCode, url).toBe(403);
    const account = await person({ client: device.clientId, manages: true });
    expect((await account.delete(`${urls.client}?cascade=true`)).statusCode).toBe(403);
    expect((await (await person({ manages: true })).delete(urls.device)).statusCode).toBe(404);
  });

  // spec: decisions 8 removing what has others below it answers 409 with what is there, unless cascade
  // spec: administration 7 DELETE clients/{id}/
  // spec: administration 7 DELETE locations/{id}/
  // spec: administration 7 DELETE devices/{id}/
  it('answers 409 with the contents, and removes them with cascade=true', async () => {
    const { device, urls } = await plant();
    schemas.set(device.id, 'Leg room');
    const root = await person({ is_superuser: true });
    const site = await root.delete(urls.site);
    expect(site.statusCode).toBe(409);
    expect(site.json()).toMatchObject({ sites: 0, devices: 2, schemas: ['Leg room'] });
    expect(site.json().detail).toMatch(/has 2 devices, used by the schema 'Leg room'$/);
    const client = await root.delete(urls.client);
    expect(client.json()).toMatchObject({ sites: 1, devices: 2 });
    expect((await root.delete(urls.device)).json().detail).toBe("Leg 1 is used by the schema 'Leg room'");
    expect((await root.delete(`${urls.site}?cascade=true`)).statusCode).toBe(204);
    for (const url of [urls.site, urls.device]) expect((await root.get(url)).statusCode).toBe(404);
    expect((await root.delete(urls.site)).statusCode).toBe(404);
    expect(scopes).toEqual([{ kind: 'site', id: device.siteId }]);
    expect(await actions('site', device.siteId)).toEqual(['remove']);
    expect(await actions('device', device.id)).toEqual(['remove']);
    expect((await root.delete(urls.client)).statusCode).toBe(204);
  });

  it('refuses the people of a removed client at once', async () => {
    const { device, urls } = await plant();
    const engineer = await person({ on: { [device.siteId]: 'Engineer' } });
    expect((await engineer.get(urls.device)).statusCode).toBe(200);
    const root = await person({ is_superuser: true });
    await root.delete(`${urls.client}?cascade=true`);
    expect((await engineer.get(urls.device)).statusCode).toBe(401);
    await root.post(`${urls.client}restore/`);
    expect((await engineer.get(urls.device)).statusCode).toBe(200);
  });

  it('of one device is in the site’s log', async () => {
    const { device, urls } = await plant();
    const manager = await person({ on: { [device.siteId]: 'Manager' } });
    expect((await manager.delete(urls.device)).statusCode).toBe(204);
    expect(publishedChanges).toEqual([expect.stringContaining("Device 'Leg 1' removed by ")]);
    expect(scopes).toEqual([{ kind: 'devices', ids: [device.id] }]);
  });
});

describe('restoring', () => {
  // spec: decisions 8 operator staff restore within 30 days
  it('brings back what was removed together, and nothing removed before', async () => {
    const { device, urls } = await plant();
    const root = await person({ is_superuser: true });
    const account = await person({ client: device.clientId, manages: true });
    await root.delete(urls.device);
    clock.advanceTo(clock.now() + 1_000);
    await root.delete(`${urls.client}?cascade=true`);
    expect((await account.post(`${urls.client}restore/`)).statusCode).toBe(401);
    expect((await root.post(`${urls.site}restore/`)).json()).toEqual({ detail: 'Restore the client first' });
    const list = (await root.get('/api/v1/clients/?removed=true')).json().results;
    expect(list.map((c: { id: number }) => c.id)).toContain(device.clientId);
    const answer = await root.post(`${urls.client}restore/`);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ id: device.clientId, removed_at: null });
    expect(await removed('site', device.siteId)).toBeNull();
    expect(await removed('device', device.id)).not.toBeNull();
    expect((await root.post(`${urls.device}restore/`)).json()).toMatchObject({ id: device.id });
    expect(await actions('device', device.id)).toEqual(['remove', 'restore']);
    expect((await root.post(`${urls.device}restore/`)).statusCode).toBe(404);
  });

  // spec: decisions 8 a serial number or udf_id in use again: 409 that names it
  it('names the serial number, udf_id or account number that is in use again', async () => {
    const { db } = database;
    const { device, urls } = await plant();
    const root = await person({ is_superuser: true });
    const row = await db.selectFrom('device').selectAll().where('id', '=', device.id).executeTakeFirstOrThrow();
    await root.delete(`${urls.client}?cascade=true`);
    const { number } = await db
      .selectFrom('client')
      .select('number')
      .where('id', '=', device.clientId)
      .executeTakeFirstOrThrow();
    const other = await makeSite(db);
    const again = await makeDevice(db, { site_id: other.id, serial_number: row.serial_number, title: 'Again' });
    await db
      .updateTable('client')
      .set({ number: 900_000 + number, company: 'Heir' })
      .where('id', '=', other.clientId)
      .execute();
    const answer = await root.post(`${urls.client}restore/`);
    expect(answer.statusCode).toBe(409);
    expect(answer.json().detail).toBe(`Serial number ${row.serial_number} is in use by Again`);
    await db
      .updateTable('device')
      .set({ serial_number: row.serial_number, udf_id: row.udf_id?.toLowerCase() ?? null })
      .where('id', '=', again.id)
      .execute();
    await db.updateTable('client').set({ number }).where('id', '=', other.clientId).execute();
    expect((await root.post(`${urls.client}restore/`)).json().conflicts).toHaveLength(2);
    await db.updateTable('device').set({ removed_at: new Date() }).where('id', '=', again.id).execute();
    expect((await root.post(`${urls.client}restore/`)).json().detail).toBe(
      `Account number ${number} is in use by Heir`,
    );
  });
});

describe('things removed more than 30 days ago', () => {
  // spec: decisions 8 then a job deletes the history; maintenance and audit rows stay with the names as text
  it('are deleted with their history; maintenance tests and audit stay', async () => {
    const { db, pool } = database;
    const { device, urls } = await plant();
    const root = await person({ is_superuser: true });
    const user = await makeUser(db, { on: { [device.siteId]: 'User' } });
    await pool.query(
      `insert into event values (1, 1, 1, $1, 1, 1, 'alarm_on', 'c', 's', 'Leg 1', null, null, null, 'x', null,
      null, null, true, false, true, false)`,
      [device.id],
    );
    await pool.query(`insert into frame_late values (1, 0, 0, 1, 1, $1, 1, '')`, [device.id]);
    await pool.query(
      `insert into maintenance_test values (1, 1, 1, 1, $1, 1, 1, 'c', 's', 'Leg 1', 'SN', '1', 'g', '1', 'n',
      'maintenance_canceled', null, 'Ann', '')`,
      [device.id],
    );
    await root.delete(`${urls.client}?cascade=true`);
    const purge = createPurge({
      db,
      clock,
      log: createLog('silent'),
      deleteHistory: (id) => deleteHistory(pool, id, clock.now()),
      deleteRemoved: { device: deleteRemovedDevice, sites: deleteRemovedSites, clients: deleteRemovedClients },
    });
    await purge();
    expect(await removed('device', device.id)).not.toBeNull();
    clock.advanceTo(clock.now() + 30 * day + 1);
    const later = await person({ is_superuser: true });
    expect((await later.post(`${urls.client}restore/`)).statusCode).toBe(404);
    await db
      .updateTable('users')
      .set({ created_at: new Date(clock.now() - 60 * day) })
      .execute();
    await purge();
    const left = async (table: string) =>
      (await pool.query(`select 1 from ${table} where device_id = $1`, [device.id])).rowCount;
    expect([await left('event'), await left('frame_late'), await left('maintenance_test')]).toEqual([0, 0, 1]);
    for (const [table, id] of [
      ['device', device.id],
      ['site', device.siteId],
      ['client', device.clientId],
    ] as const)
      expect(await db.selectFrom(table).select('id').where('id', '=', id).execute(), table).toEqual([]);
    expect(await db.selectFrom('users').select('id').where('id', '=', user.id).execute()).toEqual([]);
    expect(await db.selectFrom('users').select('id').where('id', '=', root.userId).execute()).toHaveLength(1);
    expect(await actions('device', device.id)).toEqual(['remove']);
  });
});
