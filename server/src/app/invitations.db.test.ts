import { texts } from '@tocsin/contract/invitations';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countMailsTo, mailTo } from '../features/accounts/testing/accounts.ts';
import { type DrivenClock, drivenClock } from '../platform/clock.ts';
import { testDatabase } from '../platform/testing/database.ts';
import { makeClient, makeSite, makeUser, type SignedIn, signedIn } from '../platform/testing/factories.ts';
import { startWalkApp, type WalkApp } from '../testing/role-walk/app.ts';

const database = testDatabase();
const clock: DrivenClock = drivenClock(Date.now());
const day = 24 * 3600_000;
let app: WalkApp;
beforeAll(async () => {
  app = await startWalkApp(database.db, clock);
});
afterAll(() => app.stop());

const form = { full_name: 'Typed Name', company: 'c', phone: 'p', address: 'a' };
const sign = (user: { readonly id: number }) => signedIn(app.http, database.db, user, new Date(clock.now()));
const verified = () => ({ mailbox_verified_at: new Date(clock.now()) });
/** A client with a site and its account manager. */
const inviter = async () => {
  const site = await makeSite(database.db);
  const user = await makeUser(database.db, { client: site.clientId, manages: true });
  const calls = await sign(user);
  const invite = (email: string, over: object = {}) =>
    calls.post('/api/v1/users/', {
      ...form,
      email,
      client: site.clientId,
      location_access: [{ location_id: site.id, has_access: true, permission: 'Engineer' }],
      ...over,
    });
  const list = async () => (await calls.get(`/api/v1/clients/${site.clientId}/invitations/`)).json();
  const revoke = (id: number) => calls.delete(`/api/v1/clients/${site.clientId}/invitations/${id}/`);
  return { site, user, calls, invite, list, revoke };
};
const invited = async (over: Parameters<typeof makeUser>[1] = {}) => {
  const by = await inviter();
  const person = await makeUser(database.db, over);
  const answer = await by.invite(person.email);
  expect(answer.statusCode).toBe(201);
  const id: number = answer.json().invitation_id;
  const [, token = ''] = /\/invitation\/link\/(\S+)/.exec((await mailTo(database.db, person.email)).text) ?? [];
  return { ...by, person, id, token };
};
const isMember = async (user: number, client: number) =>
  (await database.db
    .selectFrom('client_member')
    .select('user_id')
    .where('user_id', '=', user)
    .where('client_id', '=', client)
    .executeTakeFirst()) !== undefined;
const accept = (calls: SignedIn, id: number) => calls.post(`/api/v1/invitations/${id}/accept/`);
const decline = (calls: SignedIn, id: number) => calls.post(`/api/v1/invitations/${id}/decline/`);
const mine = async (calls: SignedIn) => (await calls.get('/api/v1/invitations/')).json();
const byLink = (token: string, what: 'accept' | 'decline', payload: object = {}) =>
  app.http.inject({ method: 'POST', url: `/api/v1/invitation-links/${token}/${what}/`, payload });
const linked = (token: string) => app.http.inject(`/api/v1/invitation-links/${token}/`);
const password = { password1: 'Tail-Pulley 77', password2: 'Tail-Pulley 77' };
const login = async (username: string, word: string) =>
  (
    await app.http.inject({
      method: 'POST',
      url: '/api/v1/accounts/login-jwt/',
      payload: { username, password: word },
    })
  ).statusCode;

describe('inviting', () => {
  it('is refused a second time while the first is pending, in any case of the letters, even in the same moment', async () => {
    const by = await inviter();
    const person = await makeUser(database.db);
    const answers = await Promise.all([by.invite(person.email), by.invite(person.email.toUpperCase())]);
    expect(answers.map((a) => a.statusCode).sort()).toEqual([201, 400]);
    expect(answers.find((a) => a.statusCode === 400)?.json()).toEqual({ email: [texts.alreadyInvited] });
    expect(await countMailsTo(database.db, person.email)).toBe(1);
    expect((await by.list()).count).toBe(1);
  });

  it('by two clients at the same moment makes two invitations, each accepted separately', async () => {
    const [a, b] = [await inviter(), await inviter()];
    const person = await makeUser(database.db, verified());
    const answers = await Promise.all([a.invite(person.email), b.invite(person.email)]);
    expect(answers.map((answer) => answer.statusCode)).toEqual([201, 201]);
    const calls = await sign(person);
    expect((await mine(calls)).count).toBe(2);
    expect((await accept(calls, answers[0]?.json().invitation_id)).statusCode).toBe(200);
    expect([await isMember(person.id, a.site.clientId), await isMember(person.id, b.site.clientId)]).toEqual([
      true,
      false,
    ]);
  });

  it('again after a removal, a refusal or an expiry makes a new invitation', async () => {
    const by = await invited(verified());
    const calls = await sign(by.person);
    expect((await decline(calls, by.id)).statusCode).toBe(200);
    const second = (await by.invite(by.person.email)).json().invitation_id;
    expect(second).not.toBe(by.id);
    expect((await accept(calls, second)).statusCode).toBe(200);
    expect((await by.calls.delete(`/api/v1/users/${by.person.id}/`)).statusCode).toBe(204);
    expect(await isMember(by.person.id, by.site.clientId)).toBe(false);
    const third = (await by.invite(by.person.email)).json().invitation_id;
    clock.advanceTo(clock.now() + 7 * day + 1);
    const [again, later] = [await sign(by.person), await sign(by.user)];
    expect((await accept(again, third)).statusCode).toBe(404);
    const body = { ...form, email: by.person.email, client: by.site.clientId };
    const fourth = (await later.post('/api/v1/users/', body)).json().invitation_id;
    expect((await accept(again, fourth)).statusCode).toBe(200);
  });

  it('sends one person at most five mails a day', async () => {
    const by = await inviter();
    const person = await makeUser(database.db);
    for (let i = 0; i < 5; i++) {
      const { invitation_id } = (await by.invite(person.email)).json();
      expect((await by.revoke(invitation_id)).statusCode).toBe(204);
    }
    expect((await by.invite(person.email)).statusCode).toBe(429);
  });
});

describe('an invitation', () => {
  it('is seen by the person and the client, and paged for both', async () => {
    const by = await invited(verified());
    const calls = await sign(by.person);
    expect(await mine(calls)).toMatchObject({
      count: 1,
      results: [{ id: by.id, client: { id: by.site.clientId }, needs_mailbox: false }],
    });
    expect((await calls.get('/api/v1/invitations/?offset=1')).json()).toEqual({ count: 1, results: [] });
    const { results } = await by.list();
    expect(results).toMatchObject([
      { email: by.person.email, state: 'pending', location_access: [{ permission: 'Engineer' }] },
    ]);
    const path = `/api/v1/clients/${by.site.clientId}/invitations/`;
    expect((await by.calls.get(`${path}?limit=1&offset=1`)).json()).toEqual({ count: 1, results: [] });
    const engineer = await sign(await makeUser(database.db, { on: { [by.site.id]: 'Engineer' } }));
    expect((await engineer.get(path)).json().count).toBe(0);
    expect((await engineer.delete(`${path}${by.id}/`)).statusCode).toBe(404);
    expect((await (await inviter()).calls.get(path)).statusCode).toBe(404);
  });

  it('is hidden from everybody else: foreign, unknown, revoked and expired ids are 404', async () => {
    const by = await invited(verified());
    const stranger = await sign(await makeUser(database.db, verified()));
    expect((await accept(stranger, by.id)).statusCode).toBe(404);
    expect((await decline(stranger, by.id)).statusCode).toBe(404);
    expect((await accept(stranger, 2_000_000_000)).statusCode).toBe(404);
    expect((await (await inviter()).revoke(by.id)).statusCode).toBe(404);
    expect((await by.revoke(by.id)).statusCode).toBe(204);
    expect((await by.revoke(by.id)).statusCode).toBe(404);
    expect((await accept(await sign(by.person), by.id)).statusCode).toBe(404);
    expect((await linked(by.token)).statusCode).toBe(404);
    expect((await byLink(by.token, 'accept')).statusCode).toBe(404);
    expect((await byLink('none', 'accept')).statusCode).toBe(404);
    expect(await isMember(by.person.id, by.site.clientId)).toBe(false);
  });

  it('gives one membership for two acceptances at the same moment', async () => {
    const by = await invited(verified());
    const calls = await sign(by.person);
    const answers = await Promise.all([accept(calls, by.id), accept(calls, by.id), byLink(by.token, 'accept')]);
    expect(answers.map((a) => a.statusCode).sort()).toEqual([200, 404, 404]);
  });

  it('is not both accepted and revoked', async () => {
    const by = await invited(verified());
    const answers = await Promise.all([accept(await sign(by.person), by.id), by.revoke(by.id)]);
    const [accepted, revoked] = answers.map((a) => a.statusCode);
    expect([accepted === 200, revoked === 204].filter(Boolean)).toHaveLength(1);
    expect(await isMember(by.person.id, by.site.clientId)).toBe(accepted === 200);
  });

  it('grants nothing that its sender could not grant now', async () => {
    const by = await invited(verified());
    await database.db.deleteFrom('client_member').where('user_id', '=', by.user.id).execute();
    const other = await makeSite(database.db);
    await database.db.insertInto('client_member').values({ user_id: by.user.id, client_id: other.clientId }).execute();
    expect((await accept(await sign(by.person), by.id)).statusCode).toBe(404);
    expect(await isMember(by.person.id, by.site.clientId)).toBe(false);
  });

  it('is void once the person has another address', async () => {
    const by = await invited(verified());
    await database.db.updateTable('users').set({ email: 'moved@example.com' }).where('id', '=', by.person.id).execute();
    expect((await accept(await sign(by.person), by.id)).statusCode).toBe(404);
    expect((await linked(by.token)).statusCode).toBe(404);
  });

  it('is void for a person who became operator staff', async () => {
    const by = await invited(verified());
    await database.db.deleteFrom('client_member').where('user_id', '=', by.person.id).execute();
    await database.db
      .updateTable('users')
      .set({ is_accounts_management: true })
      .where('id', '=', by.person.id)
      .execute();
    expect((await accept(await sign(by.person), by.id)).statusCode).toBe(404);
  });

  it('to a person deactivated elsewhere is accepted by its link, and gives access here only', async () => {
    const by = await invited({ memberActive: false, ...verified() });
    expect((await linked(by.token)).json()).toMatchObject({ needs_password: false });
    expect((await byLink(by.token, 'accept')).statusCode).toBe(200);
    const me = (await (await sign(by.person)).get('/api/v1/me/')).json();
    expect(me.clients.map((c: { id: number }) => c.id)).toEqual([by.site.clientId]);
  });

  it('that is declined reports that to the client, and nothing about the person', async () => {
    const by = await invited(verified());
    expect((await byLink(by.token, 'decline')).statusCode).toBe(200);
    expect((await by.list()).results).toMatchObject([{ id: by.id, state: 'declined' }]);
    const rows = await database.db.selectFrom('audit').selectAll().where('client_id', '=', by.site.clientId).execute();
    expect(rows.map((row) => row.action)).toEqual(['invite']);
    expect((await by.revoke(by.id)).statusCode).toBe(204);
    expect((await by.list()).count).toBe(0);
  });
});

describe('an account with an unverified mailbox', () => {
  it('accepts by the mailed link only, with a new password, which ends what was before', async () => {
    const site = await makeSite(database.db);
    const engineer = await sign(await makeUser(database.db, { on: { [site.id]: 'Engineer' } }));
    const email = `later-manager-${clock.now()}@example.com`;
    const grant = [{ location_id: site.id, has_access: true, permission: 'User' }];
    const added = await engineer.post('/api/v1/users/', { ...form, email, location_access: grant });
    const { id, activation_key: key } = added.json();
    // The attack: the engineer activates the account with the copied link and waits for another client to add its
    // address.
    const post = (path: string, payload: object) =>
      app.http.inject({ method: 'POST', url: `/api/v1/users/activation/${path}/${key}/`, payload });
    await post('accept-terms', { stage: 1 });
    const word = { password1: 'Thief of Grain 1', password2: 'Thief of Grain 1' };
    expect((await post('set-password', word)).statusCode).toBe(200);
    const thief = await sign({ id });
    const keyRequest = { name: 'k', scopes: ['live'], client: null, days: 30, password: word.password1 };
    const { token: apiKey } = (await thief.post('/api/v1/accounts/api-keys/', keyRequest)).json();
    expect((await thief.post('/api/v1/2fa/setup_2fa/', { password: word.password1 })).statusCode).toBe(200);

    const by = await inviter();
    const { invitation_id } = (await by.invite(email, {})).json();
    expect((await mine(thief)).results).toMatchObject([{ needs_mailbox: true }]);
    const refused = await accept(thief, invitation_id);
    expect([refused.statusCode, refused.json()]).toEqual([403, { detail: texts.needsMailbox }]);
    // A password change in between cannot lock the mailbox owner out.
    const change = { old_password: word.password1, new_password1: 'Thief of Oats 2', new_password2: 'Thief of Oats 2' };
    expect((await thief.post('/api/v1/accounts/password/change/', change)).statusCode).toBe(200);

    const token = await invitationTokenOf(email);
    expect((await linked(token)).json()).toMatchObject({ needs_password: true, needs_terms: false, email });
    expect((await byLink(token, 'accept')).statusCode).toBe(400);
    expect((await byLink(token, 'accept', password)).statusCode).toBe(200);
    expect(await isMember(id, by.site.clientId)).toBe(true);
    expect((await thief.get('/api/v1/me/')).statusCode).toBe(401);
    const headers = { authorization: `JWT ${apiKey}` };
    expect((await app.http.inject({ url: '/api/v1/locations/', headers })).statusCode).toBe(401);
    expect(await login(email, change.new_password1)).toBe(400);
    expect(await login(email, password.password1)).toBe(200);
    const { rows } = await factorsOf(id);
    expect(rows).toBe(0);
    // From now on the owner's access to the mailbox is proved.
    const next = await inviter();
    const second = (await next.invite(email)).json().invitation_id;
    expect((await accept(await sign({ id }), second)).statusCode).toBe(200);
  });

  it('agrees to the terms first when it was never activated; its activation link is void then', async () => {
    const by = await invited({ registered_at: null });
    expect((await linked(by.token)).json()).toMatchObject({ needs_password: true, needs_terms: true });
    expect((await byLink(by.token, 'accept', password)).json()).toEqual({ terms: [texts.termsMissing] });
    expect((await byLink(by.token, 'accept', { ...password, terms: true })).statusCode).toBe(200);
    expect(await login(by.person.email, password.password1)).toBe(200);
  });
});

const invitationTokenOf = async (email: string): Promise<string> => {
  const mails = await database.db.selectFrom('mail').select('text').where('to_address', '=', email).execute();
  return mails.map(({ text }) => /\/invitation\/link\/(\S+)/.exec(text)?.[1]).findLast((token) => token) ?? '';
};
const factorsOf = async (userId: number) => {
  const { rows } = await sql`select 1 from two_factor where user_id = ${userId}`.execute(database.db);
  return { rows: rows.length };
};

describe('a new contact person of a client', () => {
  const root = async () => await sign(await makeUser(database.db, { is_superuser: true }));
  const contactOf = (email: string) => ({ email, full_name: 'New Contact', address: 'a', phone: 'p' });

  it('without an account becomes account manager with a rule and gets the activation mail', async () => {
    const client = await makeClient(database.db, { email: 'before@example.com', full_name: 'Before' });
    const email = `contact-${client.id}@example.com`;
    expect((await (await root()).patch(`/api/v1/clients/${client.id}/`, contactOf(email))).statusCode).toBe(200);
    expect((await mailTo(database.db, email)).text).toContain('/register/activate/');
    const user = await database.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    const member = await database.db
      .selectFrom('client_member')
      .selectAll()
      .where('user_id', '=', user.id)
      .executeTakeFirst();
    expect(member).toMatchObject({ client_id: client.id, is_accounts_management: true });
    expect(await rulesOf(user.id)).toBe(1);
  });

  it('who belongs to the client becomes its account manager and is notified', async () => {
    const site = await makeSite(database.db);
    const user = await makeUser(database.db, { on: { [site.id]: 'User' } });
    const call = await (await root()).patch(`/api/v1/clients/${site.clientId}/`, contactOf(user.email.toUpperCase()));
    expect(call.statusCode).toBe(200);
    expect((await mailTo(database.db, user.email)).subject).toContain('You are the contact person of');
    expect(await rulesOf(user.id)).toBe(1);
    // The same address once more is no change.
    await (await root()).patch(`/api/v1/clients/${site.clientId}/`, contactOf(user.email));
    expect([await countMailsTo(database.db, user.email), await rulesOf(user.id)]).toEqual([1, 1]);
  });

  it('who has an account elsewhere is invited, and becomes account manager with a rule on acceptance', async () => {
    const client = await makeClient(database.db);
    const person = await makeUser(database.db, verified());
    expect((await (await root()).patch(`/api/v1/clients/${client.id}/`, contactOf(person.email))).statusCode).toBe(200);
    expect(await isMember(person.id, client.id)).toBe(false);
    const calls = await sign(person);
    expect((await accept(calls, (await mine(calls)).results[0].id)).statusCode).toBe(200);
    const me = (await calls.get('/api/v1/me/', { headers: { 'x-tocsin-selection': `${client.id},,` } })).json();
    expect(me.is_accounts_management).toBe(true);
    expect(await rulesOf(person.id)).toBe(1);
  });

  it('who is operator staff is refused, and nothing changes', async () => {
    const client = await makeClient(database.db, { email: 'kept@example.com' });
    const staff = await makeUser(database.db, { is_oem: true });
    const answer = await (await root()).patch(`/api/v1/clients/${client.id}/`, contactOf(staff.email));
    expect(answer.json()).toEqual({ email: ['The email address is already registered.'] });
    const row = await database.db
      .selectFrom('client')
      .select('email')
      .where('id', '=', client.id)
      .executeTakeFirstOrThrow();
    expect(row.email).toBe('kept@example.com');
  });
});

const rulesOf = async (userId: number): Promise<number> =>
  (await sql`select 1 from email_rule where user_id = ${userId}`.execute(database.db)).rows.length;
