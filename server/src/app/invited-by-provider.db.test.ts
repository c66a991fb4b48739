import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mailTo } from '../features/accounts/testing/accounts.ts';
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
import { type OpenIdProvider, oidcClient, startOpenIdProvider } from './testing/open-id-provider.ts';

const database = testDatabase();
const browser = 'b'.repeat(43);
const groups = new Map<string, string[]>();
let app: WalkApp;
let provider: OpenIdProvider;
let here: MadeSite;
let manager: SignedIn;
let count = 0;

beforeAll(async () => {
  app = await startWalkApp(database.db, undefined, undefined, (address) => address === '127.0.0.1');
  provider = await startOpenIdProvider(`${parseConfig({}).publicUrl}/sign-in/return`, (who) => ({
    groups: groups.get(who) ?? [],
    email: 'anybody@x.example',
  }));
});
afterAll(async () => {
  await Promise.all([provider.stop(), app.stop()]);
});

const sign = (user: { readonly id: number }) => signedIn(app.http, database.db, user);
const configure = async (over: object = {}): Promise<void> => {
  const body = { issuer: provider.issuer, oidc_client_id: oidcClient.id, secret: oidcClient.secret, ...over };
  expect((await manager.put(`/api/v1/clients/${here.clientId}/provider/`, body)).statusCode).toBe(200);
};
beforeEach(async () => {
  here = await makeSite(database.db);
  manager = await sign(await makeUser(database.db, { client: here.clientId, manages: true }));
  groups.clear();
  await configure();
});

const api = (method: 'GET' | 'POST', path: string, payload?: object) =>
  app.http.inject({ method, url: `/api/v1/${path}`, remoteAddress: '10.9.8.7', ...(payload ? { payload } : {}) });
const add = async (email: string) => {
  const form = { full_name: 'Ann Field', company: 'c', phone: 'p', address: 'a', email, client: here.clientId };
  const access = [{ location_id: here.id, has_access: true, permission: 'Engineer' }];
  const answer = await manager.post('/api/v1/users/', { ...form, location_access: access });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
};
const mailed = async (email: string, what: string): Promise<string> =>
  new RegExp(`/${what}/(\\S+)`).exec((await mailTo(database.db, email)).text)?.[1] ?? '';
/** A person whom the client added and mailed an activation link; they agreed to the terms unless told otherwise. */
const added = async ({ agrees = true } = {}) => {
  const email = `ann-${++count}@x.example`;
  const { id } = await add(email);
  expect((await manager.post(`/api/v1/users/activation/resend-activation/${id}/`)).statusCode).toBe(200);
  const token = await mailed(email, 'register/activate');
  if (agrees) expect((await api('POST', `users/activation/accept-terms/${token}/`, { stage: 1 })).statusCode).toBe(200);
  return { id, email, token };
};
const start = (token: string, client: number = here.clientId) =>
  api('POST', 'sign-in/provider/invited/', { token, client, browser });
const finish = (query: string, from = browser) => api('POST', 'sign-in/provider/finish/', { query, browser: from });
/** Begins with the link, signs in at the provider, and comes back. */
const comeIn = async (token: string, account: string) =>
  finish(await provider.signIn((await start(token)).json().url, account));
const signInAs = async (account: string) => {
  const { url } = (await api('POST', 'sign-in/provider/', { client: here.clientId, browser })).json();
  return finish(await provider.signIn(url, account));
};
const offered = async (token: string) => {
  const answer = await api('GET', `sign-in/provider/invited/${token}/`);
  return answer.statusCode === 200 ? answer.json().results.map((row: { client: number }) => row.client) : 404;
};

describe('a new person with an activation link', () => {
  it('comes in without a password, is linked, told by mail, and signs in by the provider from then on', async () => {
    const { id, email, token } = await added();
    expect(await offered(token)).toEqual([here.clientId]);
    const answer = await comeIn(token, 'ann');
    expect(answer.statusCode, answer.body).toBe(200);
    const session = callsWith(app.http, answer.json().token, id);
    expect((await session.get('/api/v1/me/')).json().locations_roles[here.id]).toBe('Engineer');
    expect((await session.get('/api/v1/accounts/sessions/')).statusCode).toBe(403);
    expect((await mailTo(database.db, email)).text).toContain(provider.issuer);
    expect((await signInAs('ann')).statusCode).toBe(200);
    const row = await database.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect([row.password_hash, row.registered_at !== null, row.mailbox_verified_at !== null]).toEqual([
      null,
      true,
      true,
    ]);
    for (const password of ['', 'null', 'x'])
      expect((await api('POST', 'accounts/login-jwt/', { username: email, password })).statusCode).toBe(400);
  });

  it('keeps the mailbox as a way in of their own: a reset sets a first password', async () => {
    const { email, token } = await added();
    await comeIn(token, 'ann');
    expect((await api('POST', 'accounts/password/reset/', { email })).statusCode).toBe(200);
    expect((await mailTo(database.db, email)).subject).toBe('Reset your Tocsin password');
  });

  it('uses the link up: neither it nor a second return opens anything', async () => {
    const { token } = await added();
    const url = (await start(token)).json().url;
    const query = await provider.signIn(url, 'ann');
    const second = await provider.signIn((await start(token)).json().url, 'ann');
    expect((await finish(query)).statusCode).toBe(200);
    expect((await finish(query)).statusCode).toBe(400);
    expect((await finish(second)).statusCode).toBe(400);
    expect((await start(token)).statusCode).toBe(404);
    expect(await offered(token)).toBe(404);
    const body = { password1: 'Tail-Pulley 77', password2: 'Tail-Pulley 77' };
    expect((await api('POST', `users/activation/set-password/${token}/`, body)).statusCode).not.toBe(200);
  });

  it('is refused before the terms, with an unknown link, for another client, and in another browser', async () => {
    const early = await added({ agrees: false });
    expect((await start(early.token)).statusCode).toBe(404);
    const { token } = await added();
    const other = await makeSite(database.db);
    expect((await start(token, other.clientId)).statusCode).toBe(404);
    for (const bad of ['none', `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`])
      expect((await start(bad)).statusCode).toBe(404);
    const query = await provider.signIn((await start(token)).json().url, 'ann');
    expect((await finish(query, 'x'.repeat(43))).statusCode).toBe(400);
    expect(await offered(token)).toEqual([here.clientId]);
  });

  it('without a listed group, or as an identity of somebody else, stays where they were: the link still works', async () => {
    const { id, token } = await added();
    await configure({ role_mapping: [{ group: 'engineers', role: 'Engineer' }] });
    expect((await comeIn(token, 'ann')).body).toContain('do not allow a sign-in');
    await configure({ role_mapping: [] });
    const other = await added();
    expect((await comeIn(other.token, 'bob')).statusCode).toBe(200);
    expect((await comeIn(token, 'bob')).statusCode).toBe(409);
    const row = await database.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(row.registered_at).toBeNull();
    expect((await comeIn(token, 'ann')).statusCode).toBe(200);
  });

  it('is offered nothing by a provider that is switched off', async () => {
    const { token } = await added();
    await configure({ is_active: false });
    expect(await offered(token)).toEqual([]);
    expect((await start(token)).statusCode).toBe(404);
  });
});

describe('a person of another client with an invitation', () => {
  const invited = async (over: object) => {
    const elsewhere = await makeSite(database.db);
    const person = await makeUser(database.db, { on: { [elsewhere.id]: 'Manager' }, ...over });
    const { invitation_id } = await add(person.email);
    return { elsewhere, person, invitation: invitation_id, token: await mailed(person.email, 'invitation/link') };
  };
  const verified = { mailbox_verified_at: new Date() };

  it('accepts it by the provider, is linked, and reaches the inviting client only', async () => {
    const { elsewhere, person, token } = await invited(verified);
    expect(await offered(token)).toEqual([here.clientId]);
    const answer = await comeIn(token, 'ann');
    expect(answer.statusCode, answer.body).toBe(200);
    const session = callsWith(app.http, answer.json().token, person.id);
    expect((await session.get(`/api/v1/locations/${here.id}/`)).statusCode).toBe(200);
    expect((await session.get(`/api/v1/locations/${elsewhere.id}/`)).statusCode).toBe(404);
    const actions = await database.db
      .selectFrom('audit')
      .select(['action', 'client_id', 'address'])
      .where('user_id', '=', person.id)
      .orderBy('id')
      .execute();
    expect(actions.map(({ action }) => action)).toEqual(['accept', 'change', 'sign in']);
    expect(new Set(actions.map(({ client_id }) => client_id))).toEqual(new Set([here.clientId]));
  });

  it('must set a new password first while nobody has proved the mailbox', async () => {
    const { token } = await invited({ mailbox_verified_at: null });
    expect(await offered(token)).toBe(404);
    expect((await start(token)).statusCode).toBe(404);
  });

  it('is refused once the invitation was revoked while they were at the provider', async () => {
    const { token, invitation, person } = await invited(verified);
    const query = await provider.signIn((await start(token)).json().url, 'ann');
    const revoked = await manager.delete(`/api/v1/clients/${here.clientId}/invitations/${invitation}/`);
    expect(revoked.statusCode).toBe(204);
    expect((await finish(query)).statusCode).toBe(400);
    expect((await sign(person)).userId).toBe(person.id);
    expect((await signInAs('ann')).statusCode).toBe(400);
  });

  it('who proves the mailbox anew ends the links that somebody else made before', async () => {
    // An account that was activated by a link that anyone of its client could copy.
    const email = `ann-${++count}@x.example`;
    const { activation_key: shown } = await add(email);
    expect((await api('POST', `users/activation/accept-terms/${shown}/`, { stage: 1 })).statusCode).toBe(200);
    expect((await comeIn(shown, 'mallory')).statusCode).toBe(200);
    const there = await makeSite(database.db);
    const inviter = await sign(await makeUser(database.db, { client: there.clientId, manages: true }));
    const form = { full_name: 'Ann', company: 'c', phone: 'p', address: 'a', email, client: there.clientId };
    const access = [{ location_id: there.id, has_access: true, permission: 'User' }];
    expect((await inviter.post('/api/v1/users/', { ...form, location_access: access })).statusCode).toBe(201);
    const token = await mailed(email, 'invitation/link');
    const body = { password1: 'Tail-Pulley 77', password2: 'Tail-Pulley 77', terms: true };
    expect((await api('POST', `invitation-links/${token}/accept/`, body)).statusCode).toBe(200);
    expect((await signInAs('mallory')).statusCode).toBe(400);
  });
});
