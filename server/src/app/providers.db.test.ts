import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashPassword } from '../features/accounts/index.ts';
import { methodsFor } from '../notify/3-resolve/methods.ts';
import { parseConfig } from '../platform/config.ts';
import { testDatabase } from '../platform/testing/database.ts';
import {
  callsWith,
  type MadeSite,
  makeSite,
  makeUser,
  type SignedIn,
  signedIn,
} from '../platform/testing/factories.ts';
import { startWalkApp, type WalkApp } from '../testing/role-walk/app.ts';
import { startHostileProvider } from './testing/hostile-provider.ts';
import { type OpenIdProvider, oidcClient, startOpenIdProvider } from './testing/open-id-provider.ts';

const database = testDatabase();
const password = 'Correct horse 9';
const browser = 'b'.repeat(43);
const groups = new Map<string, string[]>();
let app: WalkApp;
let good: OpenIdProvider;
let hostile: Awaited<ReturnType<typeof startHostileProvider>>;
let password_hash: string;
let here: MadeSite;
let there: MadeSite;
let manager: SignedIn;
let ann: SignedIn;

beforeAll(async () => {
  app = await startWalkApp(database.db, undefined, undefined, (address) => address === '127.0.0.1');
  const redirectUri = `${parseConfig({}).publicUrl}/sign-in/return`;
  // The address of the victim is in the directory, but nothing goes by an address.
  good = await startOpenIdProvider(redirectUri, (who) => ({
    groups: groups.get(who) ?? [],
    email: 'victim@x.example',
  }));
  hostile = await startHostileProvider(oidcClient.id);
  password_hash = await hashPassword(password);
});
afterAll(async () => {
  await Promise.all([good.stop(), hostile.stop(), app.stop()]);
});

const sign = (user: { readonly id: number }) => signedIn(app.http, database.db, user);
beforeEach(async () => {
  const { db } = database;
  [here, there] = [await makeSite(db), await makeSite(db)];
  manager = await sign(await makeUser(db, { client: here.clientId, manages: true }));
  ann = await sign(
    await makeUser(db, { password_hash, on: { [here.id]: 'Manager', [there.id]: 'Manager' }, first_name: 'Ann' }),
  );
  groups.clear();
});

const post = (path: string, payload: object) =>
  app.http.inject({ method: 'POST', url: `/api/v1/${path}`, payload, remoteAddress: '10.9.8.7' });
const configure = async (issuer: string, over: object = {}, by = manager, client = here.clientId): Promise<void> => {
  const body = { issuer, oidc_client_id: oidcClient.id, secret: oidcClient.secret, ...over };
  const answer = await by.put(`/api/v1/clients/${client}/provider/`, body);
  expect(answer.statusCode, answer.body).toBe(200);
};
const start = async (client = here.clientId): Promise<string> =>
  (await post('sign-in/provider/', { client, browser })).json().url;
const finish = (query: string, from = browser) => post('sign-in/provider/finish/', { query, browser: from });
const startLink = async (person: SignedIn, client = here.clientId): Promise<string> =>
  (await person.post('/api/v1/accounts/provider-links/', { client, browser, password })).json().url;
const finishLink = (person: SignedIn, query: string) =>
  person.post('/api/v1/accounts/provider-links/finish/', { query, browser });
const link = async (person: SignedIn, account: string): Promise<void> => {
  const answer = await finishLink(person, await good.signIn(await startLink(person), account));
  expect(answer.statusCode, answer.body).toBe(200);
};
const signInAs = async (account: string) => {
  const answer = await finish(await good.signIn(await start(), account));
  return { answer, calls: () => callsWith(app.http, answer.json().token, 0) };
};

describe("a client's provider", () => {
  const url = () => `/api/v1/clients/${here.clientId}/provider/`;
  const input = { issuer: 'https://id.example', oidc_client_id: 'x', secret: 's' };

  it.each([
    [{ ...input, issuer: 'ldap://id.example' }, 'issuer'],
    [{ ...input, issuer: 'https://id.example/?a=1' }, 'issuer'],
    [{ ...input, oidc_client_id: ' ' }, 'oidc_client_id'],
    [{ ...input, secret: undefined }, 'secret'],
    [{ ...input, role_mapping: [{ group: 'g', role: 'Owner' }] }, 'role_mapping'],
  ])('is refused as %j with the name of the field', async (body, field) => {
    const answer = await manager.put(url(), body);
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json())[0]).toContain(field);
  });

  it('never shows its secret again, in no answer, audit row or column', async () => {
    await configure(good.issuer);
    const rows = await sql`select * from audit`.execute(database.db);
    const { rows: stored } = await sql<{ secret: Buffer }>`select secret from client_provider`.execute(database.db);
    const texts = [
      (await manager.get(url())).body,
      JSON.stringify(rows),
      stored.map((row) => row.secret.toString()).join(),
    ];
    for (const text of texts) expect(text).not.toContain(oidcClient.secret);
  });

  it('is not set by people of another client, nor by those who do not manage this one', async () => {
    const stranger = await sign(await makeUser(database.db, { client: there.clientId, manages: true }));
    expect((await stranger.put(url(), input)).statusCode).toBe(404);
    expect((await ann.put(url(), input)).statusCode).toBe(403);
  });

  it('cannot lead the server to an internal address', async () => {
    await configure('https://169.254.169.254');
    expect((await post('sign-in/provider/', { client: here.clientId, browser })).statusCode).toBe(409);
    for (const issuer of ['http://169.254.169.254', 'http://10.0.0.1', 'http://id.example'])
      expect((await manager.put(url(), { ...input, issuer })).statusCode, issuer).toBe(400);
  });
});

describe('a sign-in by the provider', () => {
  // meets: owasp-asvs-5 V10.5.2
  it('is refused for an identity that nobody linked, whatever its e-mail address', async () => {
    await configure(good.issuer);
    await makeUser(database.db, { email: 'victim@x.example', client: here.clientId });
    const { answer } = await signInAs('stranger');
    expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining('is not linked')]);
  });

  it('reaches that client only and nothing of the account, and is noted', async () => {
    await configure(good.issuer);
    await link(ann, 'subject-1');
    const { answer, calls } = await signInAs('subject-1');
    expect(answer.statusCode, answer.body).toBe(200);
    const session = calls();
    expect((await session.get(`/api/v1/locations/${here.id}/`)).statusCode).toBe(200);
    expect((await session.get(`/api/v1/locations/${there.id}/`)).statusCode).toBe(404);
    expect((await session.get(`/api/v1/clients/${there.clientId}/`)).statusCode).toBe(404);
    for (const path of ['accounts/own-data/', 'accounts/sessions/', 'accounts/api-keys/', 'invitations/'])
      expect((await session.get(`/api/v1/${path}`)).statusCode, path).toBe(403);
    const change = { old_password: password, new_password1: 'Battery staple 8', new_password2: 'Battery staple 8' };
    expect((await session.post('/api/v1/accounts/password/change/', change)).statusCode).toBe(403);
    expect((await session.patch(`/api/v1/users/${ann.userId}/`, { phone: '9' })).statusCode).not.toBe(200);
    const row = await database.db
      .selectFrom('audit')
      .select(['new', 'client_id'])
      .where('user_id', '=', ann.userId)
      .where('action', '=', 'sign in')
      .executeTakeFirst();
    expect(row).toMatchObject({ client_id: here.clientId, new: { provider: good.issuer } });
  });

  it('plants no way to be reached, reads no duties and silences nothing: these are of every client', async () => {
    await configure(good.issuer);
    await link(ann, 'subject-1');
    const session = (await signInAs('subject-1')).calls();
    const planted = { kind: 'webhook', url: 'https://attacker.example/alarms', password };
    const quiet = { quiet_hours: { begins: '00:00', ends: '23:59', timezone: 'UTC' } };
    const other = (await ann.post('/api/v1/contact-methods/', { ...planted, url: 'https://own.example/' })).json().id;
    const method = `/api/v1/contact-methods/${other}/`;
    expect((await session.get('/api/v1/contact-methods/')).json()).toMatchObject({ count: 0, results: [] });
    expect((await session.post('/api/v1/contact-methods/', planted)).json()).toHaveProperty('password');
    const hidden = [
      await session.post(`${method}verify/`, { code: '123456' }),
      await session.post(`${method}code/`),
      await session.post(`${method}test/`),
      await session.patch(method, { least_priority: 'critical' }),
      await session.delete(method),
    ];
    expect(hidden.map(({ statusCode }) => statusCode)).toEqual(hidden.map(() => 404));
    const answers = [
      await session.post(`${method}keep/`, { password }),
      await session.post('/api/v1/contact-methods/test-email/'),
      await session.get('/api/v1/on-call/calendar/'),
      await session.post('/api/v1/on-call/calendar/', { password }),
      await session.delete('/api/v1/on-call/calendar/'),
      await session.put('/api/v1/quiet-hours/', quiet),
      await session.put('/api/v1/protection/mail/', { is_on: false }),
      await session.post('/api/v1/2fa/setup_2fa/', { password }),
      await session.get('/api/v1/2fa/passkeys/'),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 403));
    const { rows } = await sql`select id from contact_method where user_id = ${ann.userId}`.execute(database.db);
    expect(rows).toEqual([{ id: other }]);
    expect((await session.get('/api/v1/me/')).json().permissions).not.toContain('account');
    expect((await ann.get('/api/v1/me/')).json().permissions).toContain('account');
  });

  it('neither removes its own person nor changes them, their access or their second factor', async () => {
    await configure(good.issuer);
    await link(ann, 'subject-1');
    const session = (await signInAs('subject-1')).calls();
    const own = `/api/v1/users/${ann.userId}/`;
    const membership = await database.db
      .selectFrom('membership')
      .select('id')
      .where('user_id', '=', ann.userId)
      .where('site_id', '=', here.id)
      .executeTakeFirstOrThrow();
    const answers = [
      await session.delete(own),
      await session.delete(`${own}?location_id=${here.id}`),
      await session.patch(own, { phone: '9' }),
      await session.patch(`/api/v1/membership/${membership.id}/`, { permission: 'User' }),
      await session.post(`/api/v1/2fa/disable_2FA_via_id/${ann.userId}/`, { password }),
      await session.delete(`${own}sessions/`),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 403));
    expect((await ann.get(`/api/v1/locations/${there.id}/`)).statusCode).toBe(200);
    expect((await ann.get('/api/v1/me/')).json().locations_roles[here.id]).toBe('Manager');
  });

  it('lists the e-mail rules of its client only, also without a selection', async () => {
    await configure(good.issuer);
    await link(ann, 'subject-1');
    const rule = { delivery_method: 'Email', event_type: 'alarm', contact_when: 0, all_devices: true };
    for (const { clientId } of [here, there]) {
      const headers = { 'x-tocsin-selection': `${clientId},,` };
      expect((await ann.post('/api/v1/notification-settings/', rule, { headers })).statusCode).toBe(201);
    }
    const session = (await signInAs('subject-1')).calls();
    const counted = async (who: SignedIn) =>
      (await who.get('/api/v1/notification-settings/', { headers: { 'x-tocsin-selection': ',,' } })).json().count;
    expect([await counted(ann), await counted(session)]).toEqual([2, 1]);
  });

  it('never raises a role above the mapping, and is refused once the group is gone', async () => {
    const role_mapping = [
      { group: 'operators', role: 'User' },
      { group: 'engineers', role: 'Engineer' },
    ];
    await configure(good.issuer, { role_mapping });
    await link(ann, 'subject-1');
    const roleIn = async (...names: string[]) => {
      groups.set('subject-1', names);
      const { answer, calls } = await signInAs('subject-1');
      if (answer.statusCode !== 200) return answer.body;
      return (await calls().get('/api/v1/me/')).json().locations_roles[here.id];
    };
    expect(await roleIn('operators')).toBe('User');
    expect(await roleIn('operators', 'engineers')).toBe('Engineer');
    expect(await roleIn('visitors')).toContain('do not allow a sign-in');
    expect(await roleIn()).toContain('do not allow a sign-in');
    const own = await ann.get('/api/v1/me/');
    expect(own.json().locations_roles[here.id]).toBe('Manager');
  });

  // meets: owasp-asvs-5 V7.6.1
  it('leaves the sign-in by password as it was, and ends with the link, the provider and the membership', async () => {
    await configure(good.issuer);
    await link(ann, 'subject-1');
    const ways: (() => Promise<unknown>)[] = [
      () => ann.delete(`/api/v1/accounts/provider-links/${here.clientId}/`),
      () => configure(good.issuer, { is_active: false }),
      () =>
        sql`delete from client_member where user_id = ${ann.userId} and client_id = ${here.clientId}`.execute(
          database.db,
        ),
    ];
    for (const end of ways) {
      const session = (await signInAs('subject-1')).calls();
      expect((await session.get('/api/v1/me/')).statusCode).toBe(200);
      await end();
      expect((await session.get('/api/v1/me/')).statusCode).toBe(401);
      expect((await ann.get('/api/v1/me/')).statusCode).toBe(200);
      await configure(good.issuer);
      await sql`insert into client_member (user_id, client_id) values (${ann.userId}, ${here.clientId})
        on conflict do nothing`.execute(database.db);
      await link(await sign({ id: ann.userId }), 'subject-1');
    }
  });

  it('is nothing for operator staff, neither before nor after they became that', async () => {
    await configure(good.issuer);
    await link(ann, 'subject-1');
    const session = (await signInAs('subject-1')).calls();
    await database.db.updateTable('users').set({ is_superuser: true }).where('id', '=', ann.userId).execute();
    expect((await session.get('/api/v1/me/')).statusCode).toBe(401);
    expect((await signInAs('subject-1')).answer.statusCode).toBe(400);
    const body = { client: here.clientId, browser, password };
    expect((await ann.post('/api/v1/accounts/provider-links/', body)).statusCode).toBe(403);
  });

  // meets: owasp-asvs-5 V6.8.1
  it('of another client reaches nothing here, although issuer and subject are the same', async () => {
    await configure(good.issuer);
    await link(ann, 'subject-1');
    const other = await sign(await makeUser(database.db, { client: there.clientId, manages: true }));
    await configure(good.issuer, {}, other, there.clientId);
    const answer = await finish(await good.signIn(await start(there.clientId), 'subject-1'));
    expect(answer.statusCode).toBe(400);
  });
});

describe('linking', () => {
  it('needs the password, membership, and an identity that nobody else has', async () => {
    await configure(good.issuer);
    const body = { client: here.clientId, browser, password: 'wrong' };
    expect((await ann.post('/api/v1/accounts/provider-links/', body)).statusCode).toBe(400);
    const stranger = await sign(await makeUser(database.db, { password_hash, client: there.clientId }));
    expect((await stranger.post('/api/v1/accounts/provider-links/', { ...body, password })).statusCode).toBe(404);
    await link(ann, 'subject-1');
    const bob = await sign(await makeUser(database.db, { password_hash, client: here.clientId }));
    const query = await good.signIn(await startLink(bob), 'subject-1');
    expect((await finishLink(bob, query)).statusCode).toBe(409);
  });

  it('cannot be finished by another person, nor as a sign-in', async () => {
    await configure(good.issuer);
    const bob = await sign(await makeUser(database.db, { password_hash, client: here.clientId }));
    expect((await finishLink(bob, await good.signIn(await startLink(ann), 'subject-1'))).statusCode).toBe(400);
    expect((await finish(await good.signIn(await startLink(ann), 'subject-1'))).statusCode).toBe(400);
  });
});

describe('a hostile return', () => {
  const linkHostile = async (): Promise<void> => {
    await configure(hostile.issuer);
    hostile.state.sub = 'ann';
    const answer = await finishLink(ann, hostile.comeBack(await startLink(ann)));
    expect(answer.statusCode, answer.body).toBe(200);
  };
  const now = () => Math.floor(Date.now() / 1000);

  // meets: owasp-asvs-5 V6.8.2, V9.1.1, V9.1.2, V9.1.3, V9.2.1, V9.2.2, V9.2.3, V10.5.1, V10.5.4
  it.each([
    ['for another audience', () => ({ claims: { aud: 'another' } })],
    ['of another issuer', () => ({ claims: { iss: 'http://127.0.0.1:1' } })],
    ['with another nonce', () => ({ claims: { nonce: 'of an earlier sign-in' } })],
    ['without a nonce', () => ({ claims: { nonce: undefined } })],
    ['with NUL in its subject', () => ({ claims: { sub: 'somebody\u0000else' } })],
    ['with a subject of 256 characters', () => ({ claims: { sub: 's'.repeat(256) } })],
    ['without a signature (alg none)', () => ({ isUnsigned: true })],
    ['with a signature by another key', () => ({ isForeignKey: true })],
    ['that has expired', () => ({ claims: { exp: now() - 120, iat: now() - 400 } })],
    ['from a clock that is far ahead', () => ({ claims: { iat: now() + 600, nbf: now() + 600, exp: now() + 900 } })],
  ])('with a token %s is refused', async (_what, wrong) => {
    await linkHostile();
    const answer = await finish(hostile.comeBack(await start(), wrong()));
    expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining('was not accepted')]);
  });

  // meets: owasp-asvs-5 V10.2.2, V10.5.3
  it('of a provider whose description names another issuer is refused, at its beginning and at its end', async () => {
    await linkHostile();
    const query = hostile.comeBack(await start());
    hostile.state.describedAs = good.issuer;
    try {
      expect((await post('sign-in/provider/', { client: here.clientId, browser })).statusCode).toBe(409);
      expect((await finish(query)).statusCode).toBe(400);
    } finally {
      hostile.state.describedAs = '';
    }
  });

  it('with a clock a few seconds off, and after new keys, is accepted', async () => {
    await linkHostile();
    const off = { claims: { iat: now() + 30, nbf: now() + 30, exp: now() + 300 } };
    expect((await finish(hostile.comeBack(await start(), off))).statusCode).toBe(200);
    hostile.rotateKeys();
    expect((await finish(hostile.comeBack(await start()))).statusCode).toBe(200);
  });

  // meets: owasp-asvs-5 V10.1.2, V10.2.1
  it('is accepted once: a replayed one, one of another browser, and one with an error are refused', async () => {
    await linkHostile();
    const query = hostile.comeBack(await start());
    expect((await finish(query)).statusCode).toBe(200);
    const { posts } = hostile.state;
    expect((await finish(query)).statusCode).toBe(400);
    expect((await finish(hostile.comeBack(await start()), 'x'.repeat(43))).statusCode).toBe(400);
    expect(hostile.state.posts).toBe(posts);
    const state = new URL(await start()).searchParams.get('state');
    expect((await finish(`?error=access_denied&state=${state}`)).statusCode).toBe(400);
    expect((await finish('?code=c&state=invented')).statusCode).toBe(400);
  });
});

describe('contact methods of a session from the provider', () => {
  const url = '/api/v1/contact-methods/';
  const hook = (name: string) => ({ kind: 'webhook', url: `https://${name}.example/hook` });
  const signInAgain = async (account: string): Promise<SignedIn> => {
    const begun = (await post('sign-in/provider/', { client: here.clientId, browser, again: true })).json().url;
    expect(new URL(begun).searchParams.get('prompt')).toBe('login');
    const answer = await finish(await good.signIn(begun, account));
    return callsWith(app.http, answer.json().token, 0);
  };
  const methodsOf = async (person: SignedIn) => (await person.get(url)).json();
  beforeEach(async () => {
    await configure(good.issuer);
    await link(ann, 'methods');
  });

  it('are refused without a fresh sign-in there, and five minutes after one', async () => {
    const stale = (await signInAs('methods')).calls();
    expect((await stale.post(url, hook('a'))).json()).toHaveProperty('password');
    expect((await stale.post(url, { ...hook('a'), password })).statusCode).toBe(400);
    const fresh = await signInAgain('methods');
    await sql`update session set provider_at = now() - interval '301 seconds'
      where provider_at is not null`.execute(database.db);
    expect((await fresh.post(url, hook('a'))).statusCode).toBe(400);
    expect(await methodsOf(fresh)).toMatchObject({ count: 0, proven_until: null });
    expect((await fresh.put('/api/v1/quiet-hours/', { quiet_hours: null })).statusCode).toBe(403);
  });

  it('are added after one, for the messages of that client alone, and touch no other method', async () => {
    const everywhere = (await ann.post(url, { ...hook('mine'), password })).json();
    const fresh = await signInAgain('methods');
    const added = await fresh.post(url, hook('ours'));
    expect(added.statusCode, added.body).toBe(201);
    expect(await methodsOf(fresh)).toMatchObject({
      count: 1,
      only_client: { id: here.clientId },
      proven_until: expect.any(String),
    });
    expect((await methodsOf(ann)).count).toBe(2);
    // What belongs to the account answers like what is not there; the same address is not taken over.
    expect((await fresh.patch(`${url}${everywhere.id}/`, { title: 'x' })).statusCode).toBe(404);
    expect((await fresh.delete(`${url}${everywhere.id}/`)).statusCode).toBe(404);
    expect((await fresh.post(url, hook('mine'))).statusCode).toBe(409);
    expect((await ann.post(url, { ...hook('ours'), password })).statusCode).toBe(409);
    await sql`update contact_method set verified_at = now()`.execute(database.db);
    const reachedBy = async (clientId: number) =>
      (await methodsFor(database.db, { userId: ann.userId, clientId, priority: 1 }, new Date())).map(({ id }) => id);
    expect(await reachedBy(here.clientId)).toEqual([everywhere.id, added.json().id]);
    expect(await reachedBy(there.clientId)).toEqual([everywhere.id]);
  });
});
