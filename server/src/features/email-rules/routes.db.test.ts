import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadPerson, loadUser } from '../../access/store.ts';
import { type TestApi, testApi } from '../../access/testing.ts';
import { drivenClock } from '../../platform/clock.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import {
  makeClient,
  makeDevice,
  makeSite,
  makeUser,
  type SignedIn,
  signedIn,
  type UserOverrides,
} from '../../platform/testing/factories.ts';
import { addEmailRuleRoutes, loadEmailRule, mailedSites, makeFirstRule } from './index.ts';

const database = testDatabase();
const clock = drivenClock(Date.now());
let api: TestApi;

beforeAll(async () => {
  const { db } = database;
  const loaders = { 'email-rule': (id: number) => loadEmailRule(db, (user) => loadUser(db, user))(id) };
  api = await testApi(db, (a) => addEmailRuleRoutes(a, { db, clock, loadPerson: (id) => loadPerson(db, id) }), {
    clock,
    loaders,
  });
});
afterAll(async () => {
  await api.http.close();
});

const url = '/api/v1/notification-settings/';
const person = async (over: UserOverrides = {}): Promise<SignedIn> =>
  await signedIn(api.http, database.db, await makeUser(database.db, over), new Date(clock.now()));
const rule = (over: object = {}) => ({
  delivery_method: 'Email',
  event_type: 'alarm',
  contact_when: 0,
  all_devices: true,
  ...over,
});
const audit = (id: number) =>
  database.db.selectFrom('audit').selectAll().where('subject_id', '=', String(id)).orderBy('id').execute();

describe('e-mail rules', () => {
  // spec: decisions 3 everyone has own rules; account managers see and change those of their client's people
  // spec: administration 7 GET notification-settings/{id}/
  // spec: administration 7 DELETE notification-settings/{id}/
  it('are personal; an account manager sees and changes those of the client, another user does not', async () => {
    const site = await makeSite(database.db);
    const owner = await person({ on: { [site.id]: 'User' } });
    const created = (await owner.post(url, rule())).json();
    const manager = await person({ client: site.clientId, manages: true });
    const engineer = await person({ on: { [site.id]: 'Engineer' } });
    const stranger = await person({ manages: true });
    for (const calls of [engineer, stranger]) {
      expect((await calls.get(`${url}${created.id}/`)).statusCode).toBe(404);
      expect((await calls.patch(`${url}${created.id}/`, { is_active: false })).statusCode).toBe(404);
      expect((await calls.delete(`${url}${created.id}/`)).statusCode).toBe(404);
    }
    expect((await engineer.get(`${url}?user=all`)).statusCode).toBe(403);
    expect((await engineer.post(url, rule({ user: owner.userId }))).statusCode).toBe(403);
    expect((await manager.get(url)).json().count).toBe(0);
    expect((await manager.get(`${url}?user=all`)).json().results.map((r: { id: number }) => r.id)).toEqual([
      created.id,
    ]);
    expect((await manager.patch(`${url}${created.id}/`, { is_active: false })).json().is_active).toBe(false);
    expect((await manager.post(url, rule({ user: owner.userId }))).json().user.id).toBe(owner.userId);
    expect((await manager.post(url, rule({ user: stranger.userId }))).statusCode).toBe(400);
    expect((await manager.delete(`${url}${created.id}/`)).statusCode).toBe(204);
    expect((await audit(created.id)).map((row) => row.action)).toEqual(['create', 'change', 'remove']);
  });

  // spec: administration 7 POST notification-settings/
  it('name only devices that their owner may see, and keep one that is lost as without access', async () => {
    const { db } = database;
    const device = await makeDevice(db, { title: 'Leg 1' });
    const hidden = await makeDevice(db, { site_id: (await makeSite(db, { client_id: device.clientId })).id });
    const foreign = await makeDevice(db);
    const owner = await person({ on: { [device.siteId]: 'User' } });
    for (const id of [hidden.id, foreign.id, 999_999])
      expect((await owner.post(url, rule({ all_devices: false, devices: [id] }))).json()).toEqual({
        devices: ['Please select All Devices or select one of devices!'],
      });
    const created = await owner.post(url, rule({ all_devices: false, devices: [device.id] }));
    expect(created.statusCode).toBe(201);
    expect(created.json()).toMatchObject({
      delivery_method: 'Email',
      periodical: false,
      x: null,
      contact: created.json().user.email,
      devices: [{ id: device.id, title: 'Leg 1', location: device.siteId, no_access: false }],
    });
    await db.updateTable('membership').set({ has_access: false }).where('user_id', '=', owner.userId).execute();
    const later = await owner.patch(`${url}${created.json().id}/`, { event_type: 'warning' });
    expect(later.json()).toMatchObject({ event_type: 'warning', devices: [{ id: device.id, no_access: true }] });
  });

  // spec: administration 7 PATCH notification-settings/{id}/
  it('are validated completely when a field changes, also sent as {id, data}, and check the version', async () => {
    const owner = await person();
    const { id } = (await owner.post(url, rule())).json();
    const patch = (body: object) => owner.patch(`${url}${id}/`, body);
    expect((await patch({ contact_when: 2 })).json()).toEqual({ x: ['X must be at least 1'] });
    expect((await patch({ id, data: { contact_when: 2, x: 10 } })).json()).toMatchObject({ x: 10, periodical: true });
    expect((await patch({ event_type: 'power_up' })).json()).toMatchObject({ contact_when: 0, x: null });
    expect((await patch({ all_devices: false })).json()).toHaveProperty('devices');
    expect((await patch({ is_active: false, version: 1 })).statusCode).toBe(409);
    expect((await patch({ user: 1, client_id: 1 })).json().user.id).toBe(owner.userId);
  });

  // spec: administration 7 GET notification-settings/ list with limit, offset, search
  it('are found by address or device, page by page', async () => {
    const device = await makeDevice(database.db, { title: 'Boot pulley' });
    const other = await makeDevice(database.db, { site_id: device.siteId, title: 'Head' });
    const owner = await person({ on: { [device.siteId]: 'User' } });
    await owner.post(url, rule({ all_devices: false, devices: [device.id] }));
    await owner.post(
      url,
      rule({
        all_devices: false,
        devices: [other.id],
        send_to_alternative: true,
        alternative_contact: 'boot@example.com',
      }),
    );
    await owner.post(url, rule({ event_type: 'test' }));
    const count = async (query: string) => (await owner.get(`${url}?${query}`)).json().count;
    expect(await count('search=boot')).toBe(3);
    expect(await count('search=boot@')).toBe(1);
    expect(await count('search=head')).toBe(2);
    expect((await owner.get(`${url}?limit=1&offset=2`)).json()).toMatchObject({
      count: 3,
      results: [{ event_type: 'test' }],
    });
  });

  it('belong to the selected client', async () => {
    const root = await person({ is_superuser: true });
    expect((await root.post(url, rule())).json()).toEqual({ non_field_errors: ['please select a client first'] });
    const client = await makeClient(database.db);
    const header = { headers: { 'x-tocsin-selection': `${client.id},,` } };
    expect((await root.post(url, rule(), header)).json().client).toBe(client.id);
  });
});

describe('whether a site’s alarms are mailed', () => {
  // spec: decisions 6 a site for which no active rule mails alarms says so on its card
  it('requires an active alarm rule of an active person with access, for all or one of its devices', async () => {
    const { db } = database;
    const device = await makeDevice(db);
    const site = device.siteId;
    const isMailed = async () => (await mailedSites(db, [site])).has(site);
    const owner = await makeUser(db, { on: { [site]: 'User' } });
    expect(await isMailed()).toBe(false);
    const id = await db.transaction().execute((trx) => makeFirstRule(trx, owner.id, device.clientId, new Date()));
    expect(await isMailed()).toBe(true);
    const calls = await signedIn(api.http, db, owner, new Date(clock.now()));
    const change = (body: object) => calls.patch(`${url}${id}/`, body);
    await change({ event_type: 'warning' });
    expect(await isMailed()).toBe(false);
    await change({ event_type: 'alarm', all_devices: false, devices: [device.id] });
    expect(await isMailed()).toBe(true);
    await change({ is_active: false });
    expect(await isMailed()).toBe(false);
    await change({ is_active: true });
    await db.updateTable('membership').set({ has_access: false }).where('user_id', '=', owner.id).execute();
    expect(await isMailed()).toBe(false);
    await db.updateTable('membership').set({ has_access: true }).where('user_id', '=', owner.id).execute();
    await db.updateTable('client_member').set({ is_active: false }).where('user_id', '=', owner.id).execute();
    expect(await isMailed()).toBe(false);
  });
});

describe('a client that asks for reasons', () => {
  it('refuses a removed or narrowed rule without one, and stores it in the audit log', async () => {
    const site = await makeSite(database.db);
    await database.db
      .updateTable('client')
      .set({ changes_need_reason: true })
      .where('id', '=', site.clientId)
      .execute();
    const owner = await person({ on: { [site.id]: 'User' } });
    const { id } = (await owner.post(url, rule())).json();
    const asked = { reason: ['This change loosens or removes a limit or rule. Say why.'] };
    const narrowed = await owner.patch(`${url}${id}/`, { event_type: 'warning' });
    expect([narrowed.statusCode, narrowed.json()]).toEqual([400, asked]);
    const removed = await owner.delete(`${url}${id}/`);
    expect([removed.statusCode, removed.json()]).toEqual([400, asked]);
    expect((await owner.patch(`${url}${id}/`, { event_type: 'warning', reason: 'Other shift' })).statusCode).toBe(200);
    expect((await owner.delete(`${url}${id}/?reason=Retired`)).statusCode).toBe(204);
    const rows = (await audit(id)).map((row) => [row.action, JSON.stringify(row.new)]);
    expect(rows.slice(1)).toEqual([
      ['change', expect.stringContaining('"reason":"Other shift"')],
      ['remove', expect.stringContaining('Retired')],
    ]);
  });
});
