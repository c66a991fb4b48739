import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApi } from '../../access/testing.ts';
import { type DrivenClock, drivenClock } from '../../platform/clock.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import {
  callsWith,
  type MadeSite,
  makeDevice,
  makeSite,
  makeUser,
  signedIn,
} from '../../platform/testing/factories.ts';
import { accountsApi } from './testing/accounts.ts';

const database = testDatabase();
const clock: DrivenClock = drivenClock(Date.now());
const day = 24 * 3600_000;
/** Whose walk tests were ended. */
const left: number[] = [];
let api: TestApi;
beforeAll(async () => {
  api = await accountsApi(database.db, clock, { signedOut: async (id) => void left.push(id) });
});
afterAll(() => api.http.close());
const sign = (user: { id: number }) => signedIn(api.http, database.db, user, new Date(clock.now()));

describe('own sessions', () => {
  it('of other people are neither listed nor ended', async () => {
    const [mine, other] = [await sign(await makeUser(database.db)), await sign(await makeUser(database.db))];
    const [{ id }] = (await other.get('/api/v1/accounts/sessions/')).json().results;
    expect((await mine.delete(`/api/v1/accounts/sessions/${id}/`)).statusCode).toBe(404);
    expect(
      (await mine.get('/api/v1/accounts/sessions/')).json().results.map((s: { id: number }) => s.id),
    ).not.toContain(id);
    expect((await other.get('/api/v1/me/')).statusCode).toBe(200);
  });

  // meets: iec-62443-4-2 CR 2.6, CR 3.8
  it('are listed with the current one, and ended one by one or all others', async () => {
    const user = await makeUser(database.db);
    const [a, b, c, d] = [await sign(user), await sign(user), await sign(user), await sign(user)];
    const list = (await a.get('/api/v1/accounts/sessions/')).json();
    expect(list.count).toBe(4);
    expect(list.results.filter((s: { is_current: boolean }) => s.is_current)).toHaveLength(1);
    const [bId] = (await b.get('/api/v1/accounts/sessions/'))
      .json()
      .results.filter((s: { is_current: boolean }) => s.is_current);
    expect((await a.delete(`/api/v1/accounts/sessions/${bId.id}/`)).statusCode).toBe(204);
    expect((await b.get('/api/v1/me/')).statusCode).toBe(401);
    expect(left.splice(0)).toEqual([user.id]);
    expect((await c.get('/api/v1/me/')).statusCode).toBe(200);
    expect((await a.delete('/api/v1/accounts/sessions/')).statusCode).toBe(204);
    expect(left.splice(0)).toEqual([user.id]);
    for (const gone of [c, d]) expect((await gone.get('/api/v1/me/')).statusCode).toBe(401);
    expect((await a.get('/api/v1/me/')).statusCode).toBe(200);
  });

  // spec: decisions 2 a session ends by an administrator
  // meets: owasp-asvs-5 V7.4.5
  it('are ended by an administrator, not by others', async () => {
    const { db } = database;
    const site = await makeSite(db);
    const user = await makeUser(db, { on: { [site.id]: 'User' } });
    const calls = await sign(user);
    const manager = await sign(await makeUser(db, { on: { [site.id]: 'Manager' } }));
    const account = await sign(await makeUser(db, { client: site.clientId, manages: true }));
    expect((await manager.delete(`/api/v1/users/${user.id}/sessions/`)).statusCode).toBe(403);
    expect((await calls.get('/api/v1/me/')).statusCode).toBe(200);
    expect(left).toEqual([]);
    expect((await account.delete(`/api/v1/users/${user.id}/sessions/`)).statusCode).toBe(204);
    expect(left.splice(0)).toEqual([user.id]);
    expect((await calls.get('/api/v1/me/')).statusCode).toBe(401);
    // In the log of the only client that they belong to, with their name.
    const auditRows = await database.db.selectFrom('audit').selectAll().where('action', '=', 'end sessions').execute();
    expect(auditRows).toMatchObject([
      { client_id: expect.any(Number), subject_name: expect.stringMatching(/^Person /) },
    ]);
  });
});

describe('a wall display', () => {
  const makeLink = async (site: MadeSite) => {
    const maker = await makeUser(database.db, { on: { [site.id]: 'Engineer' } });
    const calls = await sign(maker);
    const answer = await calls.post(`/api/v1/locations/${site.id}/wall-displays/`);
    expect(answer.statusCode).toBe(201);
    const [, token = ''] = /^https:\/\/plant\.example\/wall#(\S+)$/.exec(answer.json().link) ?? [];
    return { maker, calls, token };
  };
  const open = (token: string) =>
    api.http.inject({ method: 'POST', url: '/api/v1/accounts/wall/', payload: { token } });
  const openWall = async (site: MadeSite) => {
    const created = await makeLink(site);
    const answer = await open(created.token);
    expect(answer.statusCode).toBe(200);
    return { ...created, wall: callsWith(api.http, answer.json().token, 0) };
  };

  it('cannot be created by a User of the site or a person without access', async () => {
    const { db } = database;
    const site = await makeSite(db);
    const path = `/api/v1/locations/${site.id}/wall-displays/`;
    expect((await (await sign(await makeUser(db, { on: { [site.id]: 'User' } }))).post(path)).statusCode).toBe(403);
    expect((await (await sign(await makeUser(db))).post(path)).statusCode).toBe(404);
  });

  // spec: decisions 2 a wall link works once within 24 h, its token in the fragment
  it('has a link that works once, within 24 hours, and not when it is forged', async () => {
    const site = await makeSite(database.db);
    const { token } = await makeLink(site);
    expect((await open(`${token.slice(0, -2)}00`)).statusCode).toBe(404);
    const both = await Promise.all([open(token), open(token)]);
    expect(both.map((a) => a.statusCode).sort()).toEqual([200, 404]);
    const late = await makeLink(site);
    clock.advanceTo(clock.now() + day + 1);
    expect((await open(late.token)).statusCode).toBe(404);
  });

  // spec: decisions 2 a wall display: role User of one site, no account calls
  it('sees its site as a User, and is let to no call of an account', async () => {
    const site = await makeSite(database.db);
    await makeDevice(database.db, { site_id: site.id });
    const { wall } = await openWall(site);
    expect((await wall.get('/api/v1/me/')).json()).toMatchObject({
      kind: 'wall',
      id: null,
      can_edit: false,
      locations_roles: { [site.id]: 'User' },
      current_location: { id: site.id },
      current_client: { id: site.clientId },
    });
    for (const path of ['accounts/sessions/', '2fa/is_2fa_required/', `locations/${site.id}/wall-displays/`])
      expect((await wall.get(`/api/v1/${path}`)).statusCode, path).toBe(403);
    expect((await wall.post(`/api/v1/locations/${site.id}/wall-displays/`)).statusCode).toBe(403);
    expect((await wall.post('/api/v1/accounts/password/change/', {})).statusCode).toBe(403);
  });

  // spec: decisions 2 a wall session ends with the site, by any person with can_edit there, or when its maker loses can_edit
  it("lasts 400 days without use, and ends with its site, by others who may edit it, and with its creator's right", async () => {
    const { db } = database;
    const site = await makeSite(db);
    const { wall } = await openWall(site);
    clock.advanceTo(clock.now() + 399 * day);
    expect((await wall.get('/api/v1/me/')).statusCode).toBe(200);
    clock.advanceTo(clock.now() + 2 * day);
    expect((await wall.get('/api/v1/me/')).statusCode).toBe(401);

    const second = await openWall(site);
    const colleague = await sign(await makeUser(db, { on: { [site.id]: 'Manager' } }));
    const list = (await colleague.get(`/api/v1/locations/${site.id}/wall-displays/`)).json();
    expect(list.count).toBe(1);
    const remote = await makeSite(db);
    const stranger = await sign(await makeUser(db, { on: { [remote.id]: 'Manager' } }));
    const [{ id }] = list.results;
    expect((await stranger.delete(`/api/v1/locations/${remote.id}/wall-displays/${id}/`)).statusCode).toBe(404);
    expect((await colleague.delete(`/api/v1/locations/${site.id}/wall-displays/${id}/`)).statusCode).toBe(204);
    expect((await second.wall.get('/api/v1/me/')).statusCode).toBe(401);

    const third = await openWall(site);
    await db.updateTable('membership').set({ permission: 'User' }).where('user_id', '=', third.maker.id).execute();
    expect((await third.wall.get('/api/v1/me/')).statusCode).toBe(401);

    const fourth = await openWall(site);
    await db.updateTable('site').set({ removed_at: new Date() }).where('id', '=', site.id).execute();
    expect((await fourth.wall.get('/api/v1/me/')).statusCode).toBe(401);
  });

  it('of operator staff shows nothing either while the client is deactivated', async () => {
    const { db } = database;
    const site = await makeSite(db);
    const root = await sign(await makeUser(db, { is_superuser: true }));
    const { link } = (await root.post(`/api/v1/locations/${site.id}/wall-displays/`)).json();
    const answer = await open(link.split('#')[1]);
    const wall = callsWith(api.http, answer.json().token, 0);
    const activate = (is_active: boolean) =>
      db.updateTable('client').set({ is_active }).where('id', '=', site.clientId).execute();
    expect((await wall.get('/api/v1/me/')).statusCode).toBe(200);
    await activate(false);
    expect((await wall.get('/api/v1/me/')).statusCode).toBe(401);
    await activate(true);
    expect((await wall.get('/api/v1/me/')).statusCode).toBe(200);
  });
});
