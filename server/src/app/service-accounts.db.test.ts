import { type ProgramScope, programScopes } from '@tocsin/contract/access';
import { serviceLimits } from '@tocsin/contract/service-accounts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { comesFrom, findByServiceKey } from '../access/store-service-accounts.ts';
import { hashPassword } from '../features/accounts/index.ts';
import { testDatabase } from '../platform/testing/database.ts';
import {
  callsWith,
  makeClient,
  makeDevice,
  makeSite,
  makeUser,
  type SignedIn,
  signedIn,
} from '../platform/testing/factories.ts';
import { hashToken } from '../platform/tokens.ts';
import { startWalkApp, type WalkApp } from '../testing/role-walk/app.ts';

const database = testDatabase();
const password = 'Correct horse 9';
const path = '/api/v1/service-accounts/';
let app: WalkApp;
let password_hash: string;
let site: { readonly id: number; readonly clientId: number };
let [ann, ben, eve]: SignedIn[] = [];
beforeAll(async () => {
  app = await startWalkApp(database.db);
  password_hash = await hashPassword(password);
});
afterAll(() => app.stop());

const person = async (over: object): Promise<SignedIn> =>
  await signedIn(
    app.http,
    database.db,
    await makeUser(database.db, { password_hash, mailbox_verified_at: new Date(), ...over }),
  );
const people = (): readonly [SignedIn, SignedIn, SignedIn] => {
  if (!ann || !ben || !eve) throw new Error('nobody is signed in');
  return [ann, ben, eve];
};
beforeEach(async () => {
  site = await makeSite(database.db);
  const manages = { client: site.clientId, manages: true };
  ann = await person({ ...manages, first_name: 'Ann' });
  ben = await person({ ...manages, first_name: 'Ben' });
  eve = await person({ on: { [site.id]: 'Engineer' }, first_name: 'Eve' });
});

const makeAccount = async (by: SignedIn, scopes: readonly ProgramScope[], client: number | null = site.clientId) => {
  const answer = await by.post(path, { client, name: 'Provisioning', scopes, password });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().id as number;
};
const makeKey = async (by: SignedIn, id: number, over: object = {}) => {
  const answer = await by.post(`${path}${id}/keys/`, { days: 1, password, ...over });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json() as { id: number; token: string };
};
/** A program of Ann's client. */
const program = async (scopes: readonly ProgramScope[], by = people()[0], client: number | null = site.clientId) => {
  const id = await makeAccount(by, scopes, client);
  const { token } = await makeKey(by, id);
  return { id, token, calls: callsWith(app.http, token, 0) };
};
const status = async (calls: SignedIn, remoteAddress = '10.1.1.1') =>
  (await calls.get('/api/v1/locations/', { remoteAddress })).statusCode;

describe('making a service account', () => {
  it('is refused to everybody but account managers, without their password, and to programs', async () => {
    const [own, , engineer] = people();
    const body = { client: site.clientId, name: 'P', scopes: ['read'], password };
    expect((await engineer.post(path, body)).statusCode).toBe(403);
    expect((await own.post(path, { ...body, password: undefined })).statusCode).toBe(400);
    expect((await own.post(path, { ...body, client: null })).statusCode).toBe(403);
    expect((await own.post(path, { ...body, scopes: ['registry'] })).json()).toHaveProperty('scopes');
    const other = await makeClient(database.db);
    expect((await own.post(path, { ...body, client: other.id })).statusCode).toBe(404);
    const { calls } = await program(['plant', 'people']);
    expect((await calls.post(path, body)).statusCode).toBe(403);
  });

  it('gives keys that are shown once, kept as a hash, with an end and networks', async () => {
    const [own] = people();
    const id = await makeAccount(own, ['read']);
    const { token } = await makeKey(own, id, { addresses: ['10.1.0.0/16', 'fd00::/8'] });
    const { rows } = await sql<{ text: string }>`select k::text || a::text as text
      from service_key k join service_account a on a.id = k.account_id where a.id = ${id}`.execute(database.db);
    expect(rows[0]?.text).not.toContain(token);
    const listed = (await own.get(`${path}?client=${site.clientId}`)).json().results[0];
    expect(listed).toMatchObject({ id, scopes: ['read'], is_in_force: true, keys: [{ tail: token.slice(-4) }] });
    const calls = callsWith(app.http, token, 0);
    expect([await status(calls), await status(calls, '10.2.0.1'), await status(calls, '::ffff:10.1.2.3')]).toEqual([
      200, 401, 200,
    ]);
  });
});

it('an address list takes networks of both families, and no address where there is a list', () => {
  expect(comesFrom('', ['10.0.0.0/8'])).toBe(false);
  expect(comesFrom('fd00::7%eth0', ['fd00::/8'])).toBe(true);
  expect(comesFrom('10.0.0.1', ['fd00::/8'])).toBe(false);
  expect(comesFrom('', [])).toBe(true);
});

describe('a service account', () => {
  it('is refused with 401 once its key has ended or was revoked, and when nobody answers for it', async () => {
    const [own, second] = people();
    const { id, calls, token } = await program(['read']);
    expect(await status(calls)).toBe(200);
    await sql`update client_member set is_accounts_management = false where user_id = ${own.userId}`.execute(
      database.db,
    );
    expect(await status(calls)).toBe(401);
    expect((await second.get(`${path}?client=${site.clientId}`)).json().results[0].is_in_force).toBe(false);
    expect((await second.post(`${path}${id}/adopt/`, { password })).json()).toMatchObject({ is_in_force: true });
    expect(await status(calls)).toBe(200);
    await sql`update service_key set expires_at = now() - interval '1 second' where account_id = ${id}`.execute(
      database.db,
    );
    expect(await status(calls)).toBe(401);
    const { id: key, token: other } = await makeKey(second, id);
    expect(other).not.toBe(token);
    expect((await second.delete(`${path}${id}/keys/${key}/`)).statusCode).toBe(204);
    expect(await status(callsWith(app.http, other, 0))).toBe(401);
  });

  it('has scopes, and keys whose end and networks are changed by who may make it, with the password', async () => {
    const [own, , engineer] = people();
    const { id, token, calls } = await program(['read']);
    const key = (await own.get(`${path}?client=${site.clientId}`)).json().results[0].keys[0].id;
    const url = `${path}${id}/keys/${key}/`;
    expect((await engineer.patch(url, { days: 2, password })).statusCode).toBe(403);
    expect((await calls.patch(url, { days: 2, password })).statusCode).toBe(403);
    expect((await own.patch(url, { days: 2 })).statusCode).toBe(400);
    expect((await own.patch(url, { days: 400, password })).json()).toHaveProperty('days');
    expect((await own.patch(url, { addresses: ['none'], password })).json()).toHaveProperty('addresses');
    expect((await own.patch(`${path}${id}/keys/999999/`, { days: 2, password })).statusCode).toBe(404);
    const nearer = (await own.patch(url, { addresses: ['10.1.0.0/16'], password })).json();
    expect(nearer.keys[0]).toMatchObject({ addresses: ['10.1.0.0/16'] });
    expect([await status(calls), await status(calls, '10.2.0.1')]).toEqual([200, 401]);
    const longer = (await own.patch(url, { days: 30, addresses: [], password })).json().keys[0];
    expect(Date.parse(longer.expires_at) - Date.now()).toBeGreaterThan(29 * 86_400_000);
    expect(await status(calls, '10.2.0.1')).toBe(200);
    const body = { name: 'P', company: 'C' };
    expect((await calls.post('/api/v1/locations/', body)).statusCode).toBe(403);
    expect((await own.patch(`${path}${id}/`, { scopes: ['read', 'plant'], password })).json().scopes).toEqual([
      'read',
      'plant',
    ]);
    expect((await calls.post('/api/v1/locations/', body)).statusCode).toBe(400);
    const { rows } = await sql<{ new: object }>`select new from audit where subject = 'service account'
      and subject_id = ${id} and action = 'change' order by id`.execute(database.db);
    expect(rows).toMatchObject([{ new: { addresses: ['10.1.0.0/16'] } }, { new: { addresses: [] } }, { new: {} }]);
    expect(JSON.stringify(rows)).not.toContain(token);
    await sql`update service_key set expires_at = now() - interval '1 second' where id = ${key}`.execute(database.db);
    expect((await own.patch(url, { days: 30, password })).statusCode).toBe(409);
    expect(await status(calls)).toBe(401);
  });

  it('ends at once when it is removed', async () => {
    const [own] = people();
    const { id, calls } = await program(['read']);
    expect((await own.delete(`${path}${id}/`)).statusCode).toBe(204);
    expect(await status(calls)).toBe(401);
  });

  it(`makes ${serviceLimits.perMinute} calls a minute over all processes`, async () => {
    const { id, token } = await program(['read']);
    const call = (nowMs: number) => findByServiceKey(database.db, hashToken(token), { nowMs, address: '10.1.1.1' });
    const minute = Math.floor(Date.now() / 60_000);
    await sql`update service_account set minute = ${minute}, calls = ${serviceLimits.perMinute - 1} where id = ${id}`.execute(
      database.db,
    );
    expect(await call(minute * 60_000 + 1_000)).toMatchObject({ name: 'Provisioning' });
    await expect(call(minute * 60_000 + 2_000)).rejects.toMatchObject({
      code: 'too-many',
      more: { retryAfterSeconds: 58 },
    });
    expect(await call(minute * 60_000 + 60_000)).toMatchObject({ name: 'Provisioning' });
  });

  it('cannot sign in, has no account, and is nobody’s subject', async () => {
    const [own] = people();
    const { calls } = await program(['read', 'people', 'plant']);
    const { rows } = await sql<{ id: number; email: string }>`select u.id, u.email from users u
      join service_account a on a.user_id = u.id order by a.id desc limit 1`.execute(database.db);
    const user = rows[0];
    const signIn = await app.http.inject({
      method: 'POST',
      url: '/api/v1/accounts/login-jwt/',
      payload: { username: user?.email, password },
    });
    expect(signIn.statusCode).toBeGreaterThanOrEqual(400);
    for (const url of ['me/', 'contact-methods/', 'accounts/sessions/', 'accounts/api-keys/', 'audit/'])
      expect((await calls.get(`/api/v1/${url}`)).statusCode, url).toBe(403);
    const root = await person({ is_superuser: true });
    for (const who of [own, root, calls]) expect((await who.get(`/api/v1/users/${user?.id}/`)).statusCode).toBe(404);
  });

  it('is the one that the audit log names for its changes', async () => {
    const { calls } = await program(['plant']);
    expect((await calls.patch(`/api/v1/locations/${site.id}/`, { title: 'Renamed' })).statusCode).toBe(200);
    const row = await database.db.selectFrom('audit').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      user_name: 'Provisioning',
      action: 'change',
      subject: 'site',
      client_id: site.clientId,
    });
    expect(row.user_id).not.toBe(people()[0].userId);
  });

  it('of the operator has no right of a super user, and ends with its maker’s', async () => {
    const root = await person({ is_superuser: true });
    const { calls, id } = await program(['plant', 'people', 'read', 'registry'], root, null);
    expect((await calls.get('/api/v1/clients/')).statusCode).toBe(200);
    const staff = {
      full_name: 'S',
      email: 's@example.com',
      company: 'c',
      phone: 'p',
      address: 'a',
      client: null,
      is_oem: true,
    };
    expect((await calls.post('/api/v1/users/', staff)).statusCode).toBe(403);
    await sql`update users set is_superuser = false, is_oem = true where id = ${root.userId}`.execute(database.db);
    expect(await status(calls)).toBe(401);
    expect((await people()[0].post(`${path}${id}/adopt/`, { password })).statusCode).toBe(404);
  });
});

const newPerson = (email: string) => ({ full_name: 'Pat New', email, company: 'c', phone: 'p', address: 'a' });
const access = (permission: string) => [{ location_id: site.id, has_access: true, permission }];

describe('a person made by a program', () => {
  it('is an Engineer at most, and no answer holds the link that opens the account', async () => {
    const { calls } = await program(['people', 'read', 'plant']);
    const add = (more: object) =>
      calls.post('/api/v1/users/', { ...newPerson('pat@program.example'), client: site.clientId, ...more });
    expect((await add({ location_access: access('Manager') })).statusCode).toBe(403);
    expect((await add({ is_accounts_management: true })).statusCode).toBe(403);
    const made = await add({ location_access: access('Engineer') });
    expect([made.statusCode, made.json().activation_key]).toEqual([201, null]);
    const list = (await calls.get(`/api/v1/clients/${site.clientId}/users/`)).json().results;
    expect(list.length).toBeGreaterThan(2);
    for (const { activation_key } of list) expect(activation_key).toBe(null);
    const manager = await person({ on: { [site.id]: 'Manager' } });
    expect((await calls.patch(`/api/v1/users/${manager.userId}/`, { is_active: false })).statusCode).toBe(403);
    const registered = await calls.patch(`/api/v1/users/${people()[2].userId}/`, { email: 'thief@example.com' });
    expect(registered.statusCode).toBe(403);
  });

  it('whom the client knows elsewhere comes by an invitation, with what the program may grant', async () => {
    const { calls } = await program(['people']);
    const elsewhere = await person({ first_name: 'Ida' });
    const { email } = await database.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', elsewhere.userId)
      .executeTakeFirstOrThrow();
    const answer = await calls.post('/api/v1/users/', {
      ...newPerson(email),
      client: site.clientId,
      location_access: access('Engineer'),
    });
    expect(
      (await elsewhere.post(`/api/v1/invitations/${answer.json().invitation_id}/accept/`)).statusCode,
    ).toBeLessThan(300);
    expect((await elsewhere.get(`/api/v1/locations/${site.id}/`)).statusCode).toBe(200);
  });
});

describe('an approval', () => {
  const rule = { sensor_id: '4.4000', sign: '>', value: 65, delay_seconds: 60 };
  /** A device whose change of rules was proposed, and who may approve it. */
  const proposal = async (by: SignedIn) => {
    const device = await makeDevice(database.db, { site_id: site.id });
    const sensors = [{ groupId: '4', sensorId: '4000', name: 'Bearing', type: 'NUMERIC', unit: 'C', states: {} }];
    await sql`insert into device_layout (device_id, layout_id, hash, groups, sensors)
      values (${device.id}, ${device.id}, 'h', '[{"id":"4","name":"Temperature","meta":{}}]', ${JSON.stringify(sensors)})`.execute(
      database.db,
    );
    await sql`insert into device_latest (device_id, layout_id, state) values (${device.id}, ${device.id}, '{}')`.execute(
      database.db,
    );
    const url = `/api/v1/devices/${device.id}/settings/warnings/`;
    const set = await by.post(url, [rule]);
    expect(set.statusCode, set.body).toBe(200);
    await sql`update client set changes_need_approval = true where id = ${site.clientId}`.execute(database.db);
    const proposed = await by.post(url, { results: [{ ...rule, value: 70 }], reason: 'New bearing' });
    expect(proposed.json().proposed, proposed.body).not.toBe(null);
    return { url: `${url}decide/`, id: proposed.json().proposed.id as number };
  };
  const approve = (who: SignedIn, { url, id }: { url: string; id: number }) =>
    who.post(url, { proposal: id, decision: 'approve', comment: '' });

  it('does not count from who answers or answered for the program that proposed', async () => {
    const [own, second] = people();
    const { id, calls } = await program(['rules', 'read']);
    const proposed = await proposal(calls);
    expect((await approve(calls, proposed)).statusCode).toBe(403);
    expect((await approve(own, proposed)).statusCode).toBe(403);
    await second.post(`${path}${id}/adopt/`, { password });
    expect((await approve(own, proposed)).statusCode).toBe(403);
    expect((await approve(second, proposed)).statusCode).toBe(403);
    const third = await person({ client: site.clientId, manages: true });
    expect((await approve(third, proposed)).statusCode).toBe(200);
  });

  it('does not count from whom the author’s program added, nor for a week from whom any program added', async () => {
    const [own, second] = people();
    const { calls } = await program(['people']);
    const manager = await person({ client: site.clientId, manages: true });
    const { rows } = await sql<{
      user_id: number;
    }>`select user_id from service_account order by id desc limit 1`.execute(database.db);
    const addedBy = (at: Date) =>
      sql`update client_member set added_by = ${rows[0]?.user_id}, added_at = ${at} where user_id = ${manager.userId}`.execute(
        database.db,
      );
    await addedBy(new Date());
    const ofAnn = await proposal(own);
    expect((await approve(manager, ofAnn)).json().detail).toContain('added you');
    await sql`update client set changes_need_approval = false where id = ${site.clientId}`.execute(database.db);
    const ofBen = await proposal(second);
    expect((await approve(manager, ofBen)).json().detail).toContain('seven days');
    const confirm = `/api/v1/clients/${site.clientId}/users/${manager.userId}/confirm/`;
    for (const who of [own, manager, calls]) expect((await who.post(confirm)).statusCode).toBe(403);
    expect((await second.post(confirm)).statusCode).toBe(204);
    expect((await approve(manager, ofBen)).statusCode).toBe(200);
  });
});

describe('an acknowledgement by a program', () => {
  const alarm = async () => {
    const device = await makeDevice(database.db, { site_id: site.id });
    const id = 900_000 + device.id;
    await sql`insert into event (id, at, received_at, device_id, client_id, site_id, type, client_name, site_name, device_name,
        content, is_active, is_late, is_notified, is_test)
      values (${id}, ${Date.now()}, ${Date.now()}, ${device.id}, ${site.clientId}, ${site.id}, 'alarm_on', '', '', '', 'Hot',
        true, false, true, false)`.execute(database.db);
    return id;
  };
  it('names whom it is for, is of one event, once, and never in bulk', async () => {
    const { calls } = await program(['acknowledge']);
    const [id, url] = [await alarm(), '/api/v1/notifications/'];
    expect((await calls.post(`${url}${id}/acknowledge/`, { comment: 'x' })).json()).toHaveProperty('on_behalf_of');
    expect((await people()[0].post(`${url}${id}/acknowledge/`, { on_behalf_of: 'Sam' })).statusCode).toBe(400);
    expect((await calls.post(`${url}acknowledge/`, { ids: [id] })).statusCode).toBe(403);
    const answer = await calls.post(`${url}${id}/acknowledge/`, { on_behalf_of: 'Sam Ortega', comment: 'On my way' });
    expect(answer.json().acknowledged).toMatchObject({ by: 'Sam Ortega via Provisioning' });
    expect((await calls.post(`${url}${id}/acknowledge/`, { on_behalf_of: 'Sam', comment: 'More' })).statusCode).toBe(
      409,
    );
    expect((await people()[0].post(`${url}${id}/acknowledge/`, { comment: 'I see it' })).statusCode).toBe(200);
    for (const [method, call] of [
      ['POST', 'shelves/'],
      ['POST', `notifications/${id}/hand-over/`],
      ['POST', `notifications/${id}/escalation/notify-next/`],
    ] as const)
      expect(
        (
          await app.http.inject({
            method,
            url: `/api/v1/${call}`,
            payload: {},
            headers: { authorization: `Bearer ${calls.token}` },
          })
        ).statusCode,
      ).toBe(403);
  });
});

it('makes what a batch makes once, however often the batch is sent with its Idempotency-Key', async () => {
  const { calls } = await program(['plant', 'read']);
  const made = (title: string) => ({
    method: 'POST',
    path: '/api/v1/locations/',
    client: site.clientId,
    body: { title, address: 'Main Street 1', timezone: 'UTC' },
  });
  const batch = { calls: [made('North'), made('South')] };
  const send = () => calls.post('/api/v1/batch/', batch, { headers: { 'idempotency-key': 'one' } });
  const first = (await send()).json();
  expect(first.results.map((r: { status: number }) => r.status)).toEqual([201, 201]);
  expect((await send()).json()).toEqual(first);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from site where client_id = ${site.clientId} and title in ('North', 'South')`.execute(
    database.db,
  );
  expect(rows).toEqual([{ n: 2 }]);
});

it('adds more than the 60 devices that a person adds in an hour', async () => {
  const { calls } = await program(['plant', 'read']);
  for (let n = 0; n <= 60; n++) {
    const device = { location: site.id, title: `Fan ${n}`, device_type: 'JSON' };
    expect((await calls.post('/api/v1/devices/open/', device)).statusCode).toBe(201);
  }
});

describe('attacks of 2.0.0, made with a key of a service account', () => {
  it('put no operator staff into a rotation', async () => {
    const { calls } = await program(['policies', 'read']);
    const staff = await makeUser(database.db, { is_superuser: true });
    const rotation = {
      location: site.id,
      title: 'Nights',
      timezone: 'America/Chicago',
      handover_time: '06:00',
      frequency: 'daily',
      start: '2026-11-01',
      people: [staff.id],
    };
    const answer = await calls.post('/api/v1/rotations/', rotation);
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([400, ['people']]);
  });

  it.each(['Leg\n1', 'Leg \u202e1', 'Leg\u200b1', 'Leg\u00001'])('name nothing %j', async (title) => {
    const { calls } = await program(['plant', 'people', 'read']);
    const device = { location: site.id, title, device_type: 'JSON' };
    const place = { title, address: 'Main Street 1', timezone: 'UTC' };
    const selected = { headers: { 'x-tocsin-selection': `${site.clientId},,` } };
    expect((await calls.post('/api/v1/devices/open/', device)).statusCode).toBe(400);
    expect((await calls.post('/api/v1/locations/', place, selected)).statusCode).toBe(400);
  });

  it('reach no account: no way to be notified, second factor, session, key, calendar or removal of a person', async () => {
    const { calls } = await program(programScopes.filter((scope) => scope !== 'registry'));
    const owner = people()[0].userId;
    for (const [method, url] of [
      ['post', '/api/v1/contact-methods/'],
      ['post', '/api/v1/2fa/setup_2fa/'],
      ['post', `/api/v1/2fa/disable_2FA_via_id/${owner}/`],
      ['post', '/api/v1/accounts/api-keys/'],
      ['get', '/api/v1/accounts/sessions/'],
      ['delete', `/api/v1/users/${owner}/`],
    ] as const)
      expect([url, (await calls[method](url, {})).statusCode]).toEqual([url, expect.toBeOneOf([403, 404])]);
  });
});
