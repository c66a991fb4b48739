import { ClientId, SiteId } from '@tocsin/contract/ids';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NewPerson } from '../../access/accounts.ts';
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
import { eventFactory } from '../notifications/testing/notifications.ts';
import { addClientRoutes } from './index.ts';
import type { SeenDevice } from './standings.ts';

const database = testDatabase();
const clock = drivenClock(Date.now());
const contacts: NewPerson[] = [];
const seen: SeenDevice[] = [];
const needs = new Map<number, number>();
const needed: unknown[] = [];
const event = eventFactory(database, Date.now() - 600_000);
let api: TestApi;

beforeAll(async () => {
  const { db } = database;
  const placeContact = async (_trx: unknown, _clientId: number, contact: NewPerson) => ({
    count: contacts.push(contact),
  });
  api = await testApi(
    db,
    (a) =>
      addClientRoutes(a, {
        db,
        clock,
        placeContact,
        catalogChanged: async () => {},
        devices: () => seen,
        needsOf: async (scope) => {
          needed.push(scope);
          return new Map(needs);
        },
        remove: async () => {},
        restore: async () => {},
      }),
    {
      clock,
    },
  );
});
afterAll(async () => {
  await api.http.close();
});

const url = '/api/v1/clients/';
const person = async (over: UserOverrides = {}): Promise<SignedIn> =>
  await signedIn(api.http, database.db, await makeUser(database.db, over), new Date(clock.now()));
const staff = () => person({ is_accounts_management: true });
let numbers = 50_000;
const form = (over: object = {}) => ({
  number: ++numbers,
  company: 'Prairie Grain',
  address: 'Road 7',
  phone: '204',
  full_name: 'Ann Vole',
  email: 'ann@example.com',
  ...over,
});
const audit = (client: number) =>
  database.db.selectFrom('audit').selectAll().where('client_id', '=', client).orderBy('id').execute();
const companies = (answer: { json(): { results: { company: string }[] } }) =>
  answer.json().results.map((c) => c.company);

describe('the list of clients', () => {
  // spec: decisions 3 Clients page: operator staff, account managers (their own), people of several clients
  // spec: administration 7 GET clients/?limit&offset list
  // spec: administration 7 GET clients/{id}/
  it('is for operator staff, account managers and people of several clients, each with theirs', async () => {
    const a = await makeClient(database.db, { company: 'Zeta list' });
    const b = await makeClient(database.db, { company: 'alpha list' });
    const site = await makeSite(database.db, { client_id: b.id });
    expect((await (await person({ on: { [site.id]: 'Manager' } })).get(url)).statusCode).toBe(403);
    expect(companies(await (await person({ client: a.id, manages: true })).get(url))).toEqual(['Zeta list']);
    expect(companies(await (await person({ client: a.id, on: { [site.id]: 'User' } })).get(url))).toEqual([
      'alpha list',
      'Zeta list',
    ]);
    expect(companies(await (await staff()).get(`${url}?q=%20LIST%20`))).toEqual(['alpha list', 'Zeta list']);
    const manager = await person({ client: a.id, manages: true });
    expect((await manager.get(`${url}${a.id}/`)).json()).toMatchObject({ id: a.id, company: 'Zeta list' });
    expect((await manager.get(`${url}${b.id}/`)).statusCode).toBe(404);
  });

  // spec: administration 7 GET clients/?q search
  // spec: administration 2.4 Client list: COMPANY sortable, 20 rows per page
  it('is found by any column, in any order, page by page', async () => {
    for (const n of [1, 2, 3])
      await makeClient(database.db, { company: `Paged ${n}`, phone: `555-000${n}`, address: 'x%y' });
    const calls = await staff();
    expect(companies(await calls.get(`${url}?q=555-0002`))).toEqual(['Paged 2']);
    expect(companies(await calls.get(`${url}?q=x%25y&ordering=-company&limit=2&offset=1`))).toEqual([
      'Paged 2',
      'Paged 1',
    ]);
    expect((await calls.get(`${url}?q=x%25y&limit=1`)).json().count).toBe(3);
    expect((await calls.get(`${url}?q=x_y`)).json().count).toBe(0);
    expect((await calls.get(`${url}?ordering=logo`)).statusCode).toBe(400);
  });
});

describe('a new client', () => {
  // spec: administration 5 Client: number, company, address, phone, full name, email required
  // spec: administration 5 Client: email valid, emergency email valid if given
  it('requires every field with the texts of the specification', async () => {
    const calls = await staff();
    expect((await calls.post(url, { number: '' })).json()).toEqual({
      number: ['Please input your number'],
      company: ['Please input your company'],
      address: ['Please input your address'],
      phone: ['Please input your phone number'],
      full_name: ['Please input your name'],
      email: ['Please input your Email Address!'],
    });
    expect((await calls.post(url, form({ email: 'ann', alternative_email: 'bob' }))).json()).toEqual({
      email: ['The input is not valid E-mail!'],
      alternative_email: ['The input is not valid E-mail!'],
    });
  });

  // spec: decisions 3 create and delete clients: operator staff
  // spec: administration 7 POST clients/
  // spec: administration 7 GET clients/get-next-number/
  it('is made by operator staff only, under a number of its own, with its contact person', async () => {
    const manager = await person({ manages: true });
    expect((await manager.post(url, form())).statusCode).toBe(403);
    expect((await manager.get(`${url}get-next-number/`)).statusCode).toBe(403);
    const calls = await staff();
    await makeClient(database.db, { number: 60_000 });
    const { number } = (await calls.get(`${url}get-next-number/`)).json();
    expect(number).toBe(60_001);
    const created = await calls.post(url, form({ number: String(number) }));
    expect(created.statusCode).toBe(201);
    expect(created.json()).toMatchObject({
      number,
      company: 'Prairie Grain',
      is_active: true,
      is_2fa_required: false,
      logo: null,
    });
    expect(contacts.at(-1)).toMatchObject({ full_name: 'Ann Vole', email: 'ann@example.com' });
    expect((await calls.post(url, form({ number }))).json()).toEqual({
      number: ['This account number is already in use'],
    });
    expect((await calls.get(`${url}get-next-number/`)).json().number).toBe(number + 1);
    expect(await audit(created.json().id)).toMatchObject([{ action: 'create', old: null, new: { number } }]);
    const both = await Promise.all([
      calls.post(url, form({ number: number + 1 })),
      calls.post(url, form({ number: number + 1 })),
    ]);
    expect(both.map((answer) => answer.statusCode).sort()).toEqual([201, 400]);
    // Above the last number that there is there is none.
    await makeClient(database.db, { number: 2_147_483_647 });
    expect((await calls.get(`${url}get-next-number/`)).json()).toEqual({ number: number + 2 });
  });
});

describe('how clients stand', () => {
  it('says it in one query for all of them, the worst first, only of what the reader sees', async () => {
    const [quiet, alarmed, silent] = await Promise.all(
      ['A quiet', 'B alarmed', 'C silent'].map(async (company) => {
        const client = await makeClient(database.db, { company: `Standing ${company}` });
        const site = await makeSite(database.db, { client_id: client.id });
        return await makeDevice(database.db, { site_id: site.id });
      }),
    );
    if (!quiet || !alarmed || !silent) throw new Error('no device');
    const hidden = await makeDevice(database.db, {
      site_id: (await makeSite(database.db, { client_id: quiet.clientId })).id,
    });
    await event(alarmed);
    await event(alarmed, { type: 'warning_on' });
    await event(hidden);
    const at = clock.now() - 5_000;
    seen.push(
      ...[quiet, alarmed, silent, hidden].map(({ clientId, siteId }) => ({
        clientId: ClientId.parse(clientId),
        siteId: SiteId.parse(siteId),
        isSuspended: false,
        isOnline: clientId !== silent.clientId,
        lastSeenAt: at,
      })),
    );
    needs.set(silent.clientId, 3);
    const list = async (calls: SignedIn, query: string) =>
      (await calls.get(`${url}?q=standing&${query}`)).json().results as {
        id: number;
        standing?: { alarms: number; needs: number | null };
      }[];
    const oem = await person({ is_oem: true });
    expect((await list(oem, '')).map(({ standing }) => standing)).toEqual([undefined, undefined, undefined]);
    expect(needed).toEqual([]);
    const shown = await list(oem, 'ordering=worst&standing=true');
    expect(shown.map(({ id, standing }) => [id, standing?.alarms])).toEqual([
      [alarmed.clientId, 1],
      [quiet.clientId, 1],
      [silent.clientId, 0],
    ]);
    expect(shown[2]?.standing).toEqual({
      alarms: 0,
      warnings: 0,
      unacknowledged: 0,
      cleared: 0,
      devices: 1,
      offline: 1,
      last_frame_at: new Date(at).toISOString(),
      needs: null,
    });
    const [second] = await list(oem, 'ordering=worst&standing=true&needs=true&limit=1&offset=2');
    expect([second?.id, second?.standing?.needs]).toEqual([silent.clientId, 3]);
    expect(needed).toEqual([{ kind: 'some', clientIds: [silent.clientId], siteIds: [] }]);
    // A person of some sites knows nothing of the other one's alarm.
    const user = await person({ on: { [quiet.siteId]: 'User', [silent.siteId]: 'User' } });
    expect(await list(user, 'standing=true&needs=true')).toMatchObject([
      { standing: { alarms: 0, devices: 1, needs: 0 } },
      { standing: { alarms: 0, devices: 1, needs: 3 } },
    ]);
    expect(needed.at(-1)).toEqual({ kind: 'some', clientIds: [], siteIds: [quiet.siteId, silent.siteId] });
  });

  it('counts what is not acknowledged as the bell does: whatever needs it, and what came late only after its back-fill', async () => {
    const client = await makeClient(database.db, { company: 'Bell alike' });
    const site = await makeSite(database.db, { client_id: client.id });
    const device = await makeDevice(database.db, { site_id: site.id });
    const calls = await person({ is_oem: true });
    const standing = async () => (await calls.get(`${url}?q=bell&standing=true`)).json().results[0]?.standing;
    await event(device);
    await event(device, { active: false });
    await event(device, { active: false, type: 'warning_on' });
    await event(device, { active: false, needs: false });
    await event(device, { active: false, late: true, at: clock.now() - 59_000 });
    expect(await standing()).toMatchObject({ alarms: 1, warnings: 0, unacknowledged: 3, cleared: 2 });
    await event(device, { active: false, late: true, at: clock.now() - 60_000 });
    expect(await standing()).toMatchObject({ unacknowledged: 4, cleared: 3 });
  });
});

describe('changing a client', () => {
  // spec: administration 7 PATCH clients/{id}/
  it('is for operator staff and its account managers; the second of two editors gets 409', async () => {
    const client = await makeClient(database.db, { email: 'a@example.com' });
    const site = await makeSite(database.db, { client_id: client.id });
    const one = `${url}${client.id}/`;
    expect((await (await person({ on: { [site.id]: 'Manager' } })).patch(one, { phone: '1' })).statusCode).toBe(403);
    expect((await (await person({ manages: true })).patch(one, { phone: '1' })).statusCode).toBe(404);
    const manager = await person({ client: client.id, manages: true });
    expect((await manager.patch(one, { id: client.id, alternative_name: 'Bo', version: 1 })).json()).toMatchObject({
      alternative_name: 'Bo',
      version: 2,
    });
    expect((await manager.patch(one, { phone: '2', version: 1 })).statusCode).toBe(409);
    expect((await manager.patch(one, { phone: '' })).json()).toEqual({ phone: ['Please input your phone number'] });
    expect((await (await staff()).patch(one, { is_2fa_required: true })).json().is_2fa_required).toBe(true);
    // From now on the client's people have a second factor to set up first.
    expect((await manager.get(one)).statusCode).toBe(403);
    expect((await audit(client.id)).slice(0, 1).map((r) => [r.old, r.new])).toEqual([
      [{ alternative_name: '' }, { alternative_name: 'Bo' }],
    ]);
  });

  // spec: administration 7 POST clients/{id}/select/
  it('selecting one leaves the site and device of another behind', async () => {
    const site = await makeSite(database.db);
    const other = await makeClient(database.db);
    const calls = await person({ is_superuser: true, current_client: site.clientId, current_site: site.id });
    const selected = () =>
      database.db
        .selectFrom('users')
        .select(['current_client', 'current_site'])
        .where('id', '=', calls.userId)
        .executeTakeFirst();
    await calls.post(`${url}${site.clientId}/select/`);
    expect(await selected()).toEqual({ current_client: site.clientId, current_site: site.id });
    expect((await calls.post(`${url}${other.id}/select/`)).json().id).toBe(other.id);
    expect(await selected()).toEqual({ current_client: other.id, current_site: null });
  });
});

describe('a client’s logo', () => {
  const upload = (calls: SignedIn, client: number, bytes: Buffer) => {
    const boundary = 'xyz';
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.svg"\r\nContent-Type: image/svg+xml\r\n\r\n`;
    return api.http.inject({
      method: 'PUT',
      url: `${url}${client}/logo/`,
      headers: { authorization: `JWT ${calls.token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    });
  };

  // spec: decisions 8 PUT clients/{id}/logo/ multipart
  // meets: owasp-asvs-5 V3.2.1, V5.3.1
  it('is cleaned, public without active content, and removable', async () => {
    const client = await makeClient(database.db);
    const calls = await person({ client: client.id, manages: true });
    expect((await upload(calls, client.id, Buffer.from('hello'))).json()).toHaveProperty('file');
    expect((await upload(calls, client.id, Buffer.alloc(530 * 1024))).json()).toEqual({
      file: ['The logo must be at most 512 KiB'],
    });
    expect((await upload(await person(), client.id, Buffer.from('<svg/>'))).statusCode).toBe(404);
    const answer = await upload(calls, client.id, Buffer.from('<svg><script>1</script><path d="M0 0"/></svg>'));
    expect(answer.json().logo).toBe(`${url}${client.id}/logo/?v=2`);
    const shown = await api.http.inject(answer.json().logo);
    expect(shown.headers).toMatchObject({ 'content-type': 'image/svg+xml', 'x-content-type-options': 'nosniff' });
    expect(shown.headers['content-security-policy']).toContain("default-src 'none'");
    expect(shown.body).toBe('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"></path></svg>');
    expect((await calls.delete(`${url}${client.id}/logo/`)).statusCode).toBe(204);
    expect((await api.http.inject(`${url}${client.id}/logo/`)).statusCode).toBe(404);
    expect((await audit(client.id)).map((row) => row.action)).toEqual(['change', 'remove']);
  });
});
