import { keyLimits } from '@tocsin/contract/api-keys';
import { ClientId, SiteId } from '@tocsin/contract/ids';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canEdit, managesClient, roleOn, seesSite } from '../../access/principal.ts';
import type { TestApi } from '../../access/testing.ts';
import { type DrivenClock, drivenClock } from '../../platform/clock.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import {
  callsWith,
  makeClient,
  makeSite,
  makeUser,
  type SignedIn,
  signedIn,
  type UserOverrides,
} from '../../platform/testing/factories.ts';
import { isKeyToken } from '../../platform/tokens.ts';
import { hashPassword } from './passwords.ts';
import { accountsApi } from './testing/accounts.ts';

const database = testDatabase();
const clock: DrivenClock = drivenClock(Date.now());
const day = 24 * 3600_000;
const password = 'Correct horse 9';
const path = '/api/v1/accounts/api-keys/';
let api: TestApi;
let password_hash: string;
beforeAll(async () => {
  api = await accountsApi(database.db, clock);
  password_hash = await hashPassword(password);
});
afterAll(() => api.http.close());

const person = async (over: UserOverrides = {}) => {
  const user = await makeUser(database.db, { password_hash, ...over });
  return { user, calls: await signedIn(api.http, database.db, user, new Date(clock.now())) };
};
const keyRequest = { name: 'Historian', scopes: ['history'], days: 30, password };
const create = async (calls: SignedIn, over: object = {}): Promise<{ id: number; token: string }> => {
  const answer = await calls.post(path, { ...keyRequest, ...over });
  expect(answer.statusCode).toBe(201);
  return answer.json();
};
const who = (token: string) => api.authorizer.who(token, '10.1.1.1');
const lives = (token: string) =>
  who(token).then(
    () => true,
    () => false,
  );

const refOf = (site: { readonly id: number; readonly clientId: number }) => ({
  siteId: SiteId.parse(site.id),
  clientId: ClientId.parse(site.clientId),
});

describe('making a key', () => {
  it('is refused without the password, and with a wrong one', async () => {
    const { calls } = await person();
    expect((await calls.post(path, { ...keyRequest, password: '' })).statusCode).toBe(400);
    const wrong = await calls.post(path, { ...keyRequest, password: 'Wrong horse 9' });
    expect(wrong.statusCode).toBe(400);
    expect(wrong.json().password[0]).toContain('incorrectly');
  });

  it.each([
    ['no scope', { scopes: [] }, 'scopes'],
    ['a scope that there is not', { scopes: ['accounts'] }, 'scopes'],
    ['no end', { days: undefined }, 'days'],
    ['an end beyond a year', { days: keyLimits.days + 1 }, 'days'],
    ['no name', { name: ' ' }, 'name'],
  ])('is refused with %s', async (_what, over, field) => {
    const { calls } = await person();
    const answer = await calls.post(path, { ...keyRequest, ...over });
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json()).some((name) => name.startsWith(field))).toBe(true);
  });

  it('is refused for a client that the person does not see', async () => {
    const { calls } = await person();
    const other = await makeClient(database.db);
    const answer = await calls.post(path, { ...keyRequest, client: other.id });
    expect([answer.statusCode, answer.json()]).toEqual([400, { client: ['There is no such client.'] }]);
  });

  it(`is refused beyond ${keyLimits.keys} that are in force`, async () => {
    const { calls, user } = await person();
    await sql`insert into api_key (user_id, name, token_hash, tail, scopes, created_at, expires_at)
      select ${user.id}, 'k', ('\\x' || md5(${`${user.id}-`} || n))::bytea, 'tail', '{live}', now(),
        ${new Date(clock.now() + day)} from generate_series(1, ${keyLimits.keys}) n`.execute(database.db);
    const answer = await calls.post(path, keyRequest);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().non_field_errors[0]).toContain('Revoke one first');
  });

  it('shows the key once, stores only its hash, and leaves it out of the audit row', async () => {
    const { calls, user } = await person();
    const { id, token } = await create(calls);
    expect(isKeyToken(token)).toBe(true);
    const list = (await calls.get(path)).json();
    expect(list.results[0]).toMatchObject({ id, name: 'Historian', tail: token.slice(-4), is_expired: false });
    expect(JSON.stringify(list)).not.toContain(token);
    const rows = await sql`select * from api_key where user_id = ${user.id}`.execute(database.db);
    expect(JSON.stringify(rows.rows)).not.toContain(token);
    const audit = await sql`select * from audit where subject = 'api key' and subject_id = ${String(id)}`.execute(
      database.db,
    );
    expect(audit.rows).toHaveLength(1);
    expect(JSON.stringify(audit.rows)).not.toContain(token);
  });
});

describe('a key', () => {
  it('makes, lists and revokes no key, and is let in to nothing of accounts', async () => {
    const { calls, user } = await person();
    const { id, token } = await create(calls, { scopes: ['live', 'history', 'notifications'] });
    const program = callsWith(api.http, token, user.id);
    for (const answer of [
      await program.get(path),
      await program.post(path, keyRequest),
      await program.delete(`${path}${id}/`),
      await program.get('/api/v1/me/'),
      await program.post('/api/v1/accounts/logout/'),
      await program.delete('/api/v1/accounts/sessions/'),
      await program.post('/api/v1/accounts/password/change/', {}),
    ]) {
      expect(answer.statusCode).toBe(403);
      expect(answer.json().detail).toBe('An API key may not do this.');
    }
    expect(await lives(token)).toBe(true);
  });

  it('is 401 when it is unknown, expired, revoked, or its person is deactivated', async () => {
    await expect(who('tocsin_nobodys-key-of-some-length')).rejects.toMatchObject({ code: 'unauthenticated' });
    const { calls, user } = await person();
    const [revoked, expiring, active] = [await create(calls), await create(calls, { days: 1 }), await create(calls)];
    expect((await calls.delete(`${path}${revoked.id}/`)).statusCode).toBe(204);
    expect((await calls.delete(`${path}${revoked.id}/`)).statusCode).toBe(404);
    expect([await lives(revoked.token), await lives(expiring.token), await lives(active.token)]).toEqual([
      false,
      true,
      true,
    ]);
    clock.advanceTo(clock.now() + day + 1000);
    expect([await lives(expiring.token), await lives(active.token)]).toEqual([false, true]);
    await database.db.updateTable('users').set({ is_active: false }).where('id', '=', user.id).execute();
    expect(await lives(active.token)).toBe(false);
  });

  it('of another person is not revoked: it answers 404', async () => {
    const [mine, other] = [await person(), await person()];
    const { id, token } = await create(other.calls);
    expect((await mine.calls.delete(`${path}${id}/`)).statusCode).toBe(404);
    expect((await mine.calls.get(path)).json().count).toBe(0);
    expect(await lives(token)).toBe(true);
  });

  it('ends with an administrator’s end of all sessions', async () => {
    const site = await makeSite(database.db);
    const { calls, user } = await person({ on: { [site.id]: 'User' } });
    const { token } = await create(calls);
    const account = await person({ client: site.clientId, manages: true });
    expect((await account.calls.delete(`/api/v1/users/${user.id}/sessions/`)).statusCode).toBe(204);
    expect(await lives(token)).toBe(false);
  });

  it('is a User wherever its person sees, and follows them when they lose a site', async () => {
    const site = await makeSite(database.db);
    const { calls, user } = await person({ on: { [site.id]: 'Manager' } });
    const { token } = await create(calls);
    const ref = refOf(site);
    const program = await who(token);
    expect([seesSite(program, ref), roleOn(program, ref), canEdit(program, ref)]).toEqual([true, 'User', false]);
    await database.db.deleteFrom('membership').where('user_id', '=', user.id).execute();
    expect(seesSite(await who(token), ref)).toBe(false);
  });

  it('of one client sees nothing of the others, not even of operator staff', async () => {
    const [here, there] = [await makeSite(database.db), await makeSite(database.db)];
    const { calls } = await person({ is_superuser: true });
    const { token } = await create(calls, { client: here.clientId });
    const program = await who(token);
    const refs = [here, there].map((site) => refOf(site));
    expect(refs.map((ref) => seesSite(program, ref))).toEqual([true, false]);
    expect(managesClient(program, ClientId.parse(there.clientId))).toBe(false);
    await database.db.updateTable('client').set({ is_active: false }).where('id', '=', here.clientId).execute();
    expect(await lives(token)).toBe(false);
  });

  it('shows when and from where it was last used', async () => {
    const { calls } = await person();
    const { token } = await create(calls);
    expect((await calls.get(path)).json().results[0].used_at).toBeNull();
    await who(token);
    expect((await calls.get(path)).json().results[0]).toMatchObject({
      used_at: new Date(clock.now()).toISOString(),
      used_address: '10.1.1.1',
    });
  });
});
