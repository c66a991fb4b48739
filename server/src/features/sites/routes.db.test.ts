import { DeviceId, SiteId } from '@tocsin/contract/ids';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../access/testing.ts';
import type { Administration, CatalogDevice, DeviceSummary } from '../../pipeline/catalog.ts';
import { drivenClock } from '../../platform/clock.ts';
import { testDatabase, untilLockAwaited } from '../../platform/testing/database.ts';
import {
  makeClient,
  makeDevice,
  makeSite,
  makeUser,
  type SignedIn,
  signedIn,
  type UserOverrides,
} from '../../platform/testing/factories.ts';
import { addSiteRoutes } from './index.ts';

const database = testDatabase();
const clock = drivenClock(Date.UTC(2026, 10, 20, 12));
const administrations: Administration[] = [];
const mailed = new Set<number>();
const devices: Partial<CatalogDevice>[] = [];
const summaries = new Map<number, DeviceSummary>();
let api: TestApi;

beforeAll(async () => {
  api = await testApi(database.db, (a) =>
    addSiteRoutes(a, {
      db: database.db,
      clock,
      catalog: {
        all: () => devices as CatalogDevice[],
        byId: () => undefined,
        byUdfId: () => undefined,
        bySerialNumber: () => undefined,
      },
      deviceSummary: (id) => summaries.get(id),
      outOfService: { record: async () => ({ old: null, new: {} }), clear: async () => null },
      mailedSites: async () => mailed,
      catalogChanged: async () => {},
      remove: async () => {},
      restore: async () => {},
      administered: async (what) => {
        administrations.push(what);
      },
    }),
  );
});
afterAll(async () => {
  await api.http.close();
});

const person = async (over: UserOverrides = {}): Promise<SignedIn> =>
  await signedIn(api.http, database.db, await makeUser(database.db, over));
const at = (client: number, site: number | '' = '') => ({ headers: { 'x-tocsin-selection': `${client},${site},` } });
const titles = (answer: { json(): { results: { title: string }[] } }) => answer.json().results.map((s) => s.title);
const valid = { title: 'North', address: 'Rural road 7', timezone: 'America/Winnipeg' };
const auditOf = (site: number) =>
  database.db.selectFrom('audit').selectAll().where('site_id', '=', site).orderBy('id').execute();

describe('a site added while its client is removed', () => {
  it('is refused: it would lie in nothing', async () => {
    const client = await makeClient(database.db);
    const manager = await person({ client: client.id, manages: true });
    let answer: ReturnType<SignedIn['post']> | undefined;
    await database.db.transaction().execute(async (trx) => {
      const going = trx.selectFrom('client').select('id').where('id', '=', client.id);
      await going.forUpdate().execute();
      answer = manager.post('/api/v1/locations/', valid, at(client.id));
      // Its rule finds the client still there; then it waits for this transaction.
      await untilLockAwaited(database.pool);
      await trx.updateTable('client').set({ removed_at: new Date() }).where('id', '=', client.id).execute();
    });
    expect((await answer)?.statusCode).toBe(404);
    const sites = await database.db.selectFrom('site').select('id').where('client_id', '=', client.id).execute();
    expect(sites).toEqual([]);
  });
});

describe('the list of sites', () => {
  // spec: decisions 1 negative or non-numeric limit: 400
  it('refuses a negative limit and an unknown order', async () => {
    const calls = await person({ is_superuser: true });
    expect((await calls.get('/api/v1/locations/?limit=-1')).json()).toEqual({
      limit: ['Ensure this value is greater than or equal to 0.'],
    });
    expect((await calls.get('/api/v1/locations/?ordering=owner')).statusCode).toBe(400);
  });

  // spec: decisions 3 a client's people see only that client, and of its sites only those with has_access
  // spec: visual-dashboard 7 GET locations/ sites
  it('shows a person their sites only, an account manager all of the client, another tenant none', async () => {
    const { db } = database;
    const client = await makeClient(db);
    const a = await makeSite(db, { client_id: client.id, title: 'A' });
    await makeSite(db, { client_id: client.id, title: 'B' });
    await makeSite(db, { title: 'foreign' });
    expect(titles(await (await person({ on: { [a.id]: 'User' } })).get('/api/v1/locations/'))).toEqual(['A']);
    const manager = await person({ client: client.id, manages: true });
    expect(titles(await manager.get('/api/v1/locations/'))).toEqual(['A', 'B']);
    expect(titles(await manager.get('/api/v2/locations/?ordering=-title'))).toEqual(['B', 'A']);
    expect(titles(await manager.get('/api/v1/locations/?search=b'))).toEqual(['B']);
    expect(titles(await manager.get('/api/v1/locations/?search=%25'))).toEqual([]);
  });

  // spec: administration 7 GET locations/?limit=100&offset=0 with is_active true and ordering -date_created
  it('shows operator staff the selected client, or every client, newest first, page by page', async () => {
    const { db } = database;
    const client = await makeClient(db);
    for (const [title, day] of [
      ['old', 1],
      ['new', 3],
      ['middle', 2],
    ] as const)
      await makeSite(db, { client_id: client.id, title, created_at: new Date(Date.UTC(2030, 0, day)) });
    const staff = await person({ is_accounts_management: true });
    const url = '/api/v1/locations/?limit=100&offset=0&is_active=true&ordering=-date_created';
    expect(titles(await staff.get(url, at(client.id)))).toEqual(['new', 'middle', 'old']);
    expect(titles(await staff.get(url)).slice(0, 3)).toEqual(['new', 'middle', 'old']);
    const page = await staff.get('/api/v1/locations/?limit=1&offset=1&ordering=-date_created', at(client.id));
    expect(page.json()).toMatchObject({ count: 3, results: [{ title: 'middle', client: client.id }] });
  });

  it('lists removed sites for operator staff only', async () => {
    const { db } = database;
    const gone = await makeSite(db, { title: 'gone', removed_at: new Date(clock.now()) });
    const staff = await person({ is_superuser: true });
    expect(titles(await staff.get('/api/v1/locations/?removed=true', at(gone.clientId)))).toEqual(['gone']);
    expect(titles(await staff.get('/api/v1/locations/', at(gone.clientId)))).toEqual([]);
    const manager = await person({ client: gone.clientId, manages: true });
    expect((await manager.get('/api/v1/locations/?removed=true')).statusCode).toBe(403);
    expect((await manager.get(`/api/v1/locations/${gone.id}/`)).statusCode).toBe(404);
  });

  // spec: decisions 6 a site for which no active rule mails alarms says so on its card
  it("contains what its card needs: permissions, mails, and its devices' states", async () => {
    const { db } = database;
    const device = await makeDevice(db);
    const more = [
      device,
      await makeDevice(db, { site_id: device.siteId }),
      await makeDevice(db, { site_id: device.siteId }),
    ];
    devices.push(
      ...more.map((d, i) => ({
        id: DeviceId.parse(d.id),
        siteId: SiteId.parse(d.siteId),
        suspended: i === 2,
      })),
    );
    summaries.set(device.id, { online: true, status: 'Alarm', lastSeenAt: 1 });
    const engineer = await person({ on: { [device.siteId]: 'Engineer' } });
    const [site] = (await engineer.get('/api/v1/locations/')).json().results;
    expect(site).toMatchObject({
      can_edit: true,
      alarms_are_mailed: false,
      devices: { total: 3, alarm: 1, warning: 0, offline: 1, suspended: 1 },
    });
    mailed.add(device.siteId);
    expect((await engineer.get('/api/v1/locations/')).json().results[0].alarms_are_mailed).toBe(true);
  });
});

describe('adding a site', () => {
  // spec: administration 5 Site: title, address and timezone required, at most 255 characters
  // spec: administration 7 POST locations/
  // spec: administration 5 Site: full_name, mobile, email optional
  it('requires title, address and time zone with the texts of the specification', async () => {
    const manager = await person({ manages: true });
    const long = 'x'.repeat(256);
    expect((await manager.post('/api/v1/locations/', {})).json()).toEqual({
      title: ['Please input your title'],
      address: ['Please input your address'],
      timezone: ['Please select your timezone!'],
    });
    const answer = await manager.post('/api/v1/locations/', {
      title: long,
      address: long,
      timezone: 'Mars/Olympus',
      email: 'a@b\nBcc: all@example.com',
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({
      title: ['Ensure this field has no more than 255 characters'],
      address: ['Ensure this field has no more than 255 characters'],
      timezone: ['Please select your timezone!'],
      email: ['The input is not valid E-mail!'],
    });
  });

  // spec: decisions 3 add and remove sites: operator staff, account managers, Managers of any site of the client
  it('is refused to an Engineer, and makes a Manager who adds one its Manager', async () => {
    const site = await makeSite(database.db);
    const engineer = await person({ on: { [site.id]: 'Engineer' } });
    expect((await engineer.post('/api/v1/locations/', valid)).statusCode).toBe(403);
    const manager = await person({ on: { [site.id]: 'Manager' } });
    const added = await manager.post('/api/v1/locations/', valid);
    expect(added.statusCode).toBe(201);
    expect(added.json()).toMatchObject({
      ...valid,
      client: site.clientId,
      can_edit: true,
      is_active: true,
      version: 1,
    });
    expect(titles(await manager.get('/api/v1/locations/'))).toContain('North');
    expect(await auditOf(added.json().id)).toMatchObject([{ action: 'create', old: null, new: { title: 'North' } }]);
    expect(administrations.at(-1)).toMatchObject({ type: 'site_administration', siteId: added.json().id });
  });

  it('requires operator staff to select a client first', async () => {
    const staff = await person({ is_superuser: true });
    expect((await staff.post('/api/v1/locations/', valid)).statusCode).toBe(400);
    const client = await makeClient(database.db);
    expect((await staff.post('/api/v1/locations/', valid, at(client.id))).json().client).toBe(client.id);
  });
});

describe('changing a site', () => {
  // spec: decisions 8 two people editing the same thing: the second is told
  it('answers the second of two editors with the current document', async () => {
    const site = await makeSite(database.db, { title: 'First' });
    const engineer = await person({ on: { [site.id]: 'Engineer' } });
    const url = `/api/v1/locations/${site.id}/`;
    expect((await engineer.patch(url, { title: 'Mine', version: 1 })).json()).toMatchObject({
      title: 'Mine',
      version: 2,
    });
    const second = await engineer.patch(url, { title: 'Theirs', version: 1 });
    expect(second.statusCode).toBe(409);
    expect(second.json()).toMatchObject({ current: { title: 'Mine', version: 2 } });
  });

  // spec: administration 7 PATCH locations/{id}/
  // spec: administration 7 GET locations/{id}/
  // spec: administration 5 A site update sends title, address, full_name, email, mobile, timezone
  it('changes only what is sent, and records old and new', async () => {
    const site = await makeSite(database.db, { title: 'First', mobile: '1', address: 'Road' });
    const engineer = await person({ on: { [site.id]: 'Engineer' } });
    const url = `/api/v1/locations/${site.id}/`;
    expect((await engineer.patch(url, { title: '' })).json()).toEqual({ title: ['Please input your title'] });
    const answer = await engineer.patch(url, { id: site.id, mobile: '2', email: null, address: 'Road' });
    expect(answer.json()).toMatchObject({ title: 'First', mobile: '2', email: '' });
    expect((await engineer.get(url)).json()).toEqual(answer.json());
    expect(await auditOf(site.id)).toMatchObject([{ action: 'change', old: { mobile: '1' }, new: { mobile: '2' } }]);
    expect((await auditOf(site.id))[0]?.new).toEqual({ mobile: '2' });
    expect(administrations.at(-1)?.content).toContain('mobile');
  });

  it('takes coordinates in pairs within their ranges, and records them', async () => {
    const site = await makeSite(database.db);
    const engineer = await person({ on: { [site.id]: 'Engineer' } });
    const url = `/api/v1/locations/${site.id}/`;
    for (const wrong of [
      { latitude: 38 },
      { longitude: -97.9 },
      { latitude: null },
      { latitude: 38, longitude: null },
      { latitude: 90.1, longitude: 0 },
      { latitude: 0, longitude: -181 },
      { latitude: '38', longitude: 0 },
    ])
      expect((await engineer.patch(url, wrong)).statusCode).toBe(400);
    expect((await engineer.patch(url, { latitude: 38.06, longitude: -97.93 })).json()).toMatchObject({
      latitude: 38.06,
      longitude: -97.93,
    });
    expect((await auditOf(site.id)).at(-1)).toMatchObject({ old: { latitude: null }, new: { longitude: -97.93 } });
    expect((await engineer.patch(url, { mobile: '3' })).json().latitude).toBe(38.06);
    expect((await engineer.patch(url, { latitude: null, longitude: null })).json().latitude).toBeNull();
  });

  it('leaves no trace when nothing is different', async () => {
    const site = await makeSite(database.db, { title: 'Same' });
    const staff = await person({ is_superuser: true });
    const before = administrations.length;
    const answer = await staff.patch(`/api/v1/locations/${site.id}/`, { title: 'Same' });
    expect(answer.json().version).toBe(1);
    expect(await auditOf(site.id)).toEqual([]);
    expect(administrations).toHaveLength(before);
  });
});

describe('suspending a site', () => {
  // spec: administration 7 POST locations/{id}/suspend/ flips is_suspended
  it('is refused to an Engineer; a Manager flips it and back', async () => {
    const site = await makeSite(database.db);
    const url = `/api/v1/locations/${site.id}/suspend/`;
    expect((await (await person({ on: { [site.id]: 'Engineer' } })).post(url)).statusCode).toBe(403);
    const manager = await person({ on: { [site.id]: 'Manager' } });
    expect((await manager.post(url)).json()).toMatchObject({ is_suspended: true });
    expect((await manager.post(url)).json()).toMatchObject({ is_suspended: false });
    expect((await auditOf(site.id)).map((row) => row.action)).toEqual(['suspend', 'reactivate']);
  });
});

describe('selecting a site', () => {
  // spec: administration 7 POST locations/{id}/select/
  it('is the default of a tab without a selection of its own', async () => {
    const site = await makeSite(database.db);
    const calls = await person({ on: { [site.id]: 'User' } });
    expect((await calls.post(`/api/v1/locations/${(await makeSite(database.db)).id}/select/`)).statusCode).toBe(404);
    expect((await calls.post(`/api/v1/locations/${site.id}/select/`)).json()).toMatchObject({ id: site.id });
    const user = await database.db
      .selectFrom('users')
      .select(['current_client', 'current_site', 'current_device'])
      .where('id', '=', calls.userId)
      .executeTakeFirst();
    expect(user).toEqual({ current_client: site.clientId, current_site: site.id, current_device: null });
    expect((await auditOf(site.id)).map((row) => row.action)).toEqual(['select']);
  });
});

describe('time zones', () => {
  // spec: administration 7 GET timezones/
  it('are all that can be reckoned with, each with its offset now', async () => {
    const answer = (await (await person()).get('/api/v1/timezones/')).json();
    expect(answer.count).toBeGreaterThan(400);
    expect(answer.results).toContainEqual({
      name: 'America/Winnipeg',
      offset: '-06:00',
      title: 'America/Winnipeg (UTC-06:00)',
    });
    expect(answer.results[0]).toEqual({ name: 'UTC', offset: '+00:00', title: 'UTC (UTC)' });
  });
});
