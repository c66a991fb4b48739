import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAuthorizer } from '../../access/authorize.ts';
import { type TestApi, testApi } from '../../access/testing.ts';
import { type DrivenClock, drivenClock } from '../../platform/clock.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { makeClient, makeUser, type SignedIn, signedIn, type UserOverrides } from '../../platform/testing/factories.ts';
import { addClientSignInRoutes } from './index.ts';

const database = testDatabase();
const minuteMs = 60_000;
const began = Date.UTC(2026, 2, 10, 12);
let clock: DrivenClock;
let api: TestApi;
let client: number;
let manager: SignedIn;
const url = () => `/api/v1/clients/${client}/sign-in/`;
const sign = async (over: UserOverrides) =>
  await signedIn(api.http, database.db, await makeUser(database.db, over), new Date(clock.now()));

beforeAll(async () => {
  clock = drivenClock(began);
  api = await testApi(database.db, (a) => addClientSignInRoutes(a, { db: database.db }), { clock });
});
afterAll(() => api.http.close());
beforeEach(async () => {
  client = (await makeClient(database.db)).id;
  manager = await sign({ client, manages: true });
});

const isOpen = async (person: SignedIn, idleSeconds = 0): Promise<boolean> => {
  const answer = await person.get(url(), { headers: { 'x-tocsin-idle': String(idleSeconds) } });
  return answer.statusCode !== 401;
};
const passMinutes = (minutes: number): void => clock.advanceTo(clock.now() + minutes * minuteMs);

describe('the limits of a client', () => {
  it.each([
    [{ session_idle_minutes: 4 }, 'session_idle_minutes'],
    [{ session_idle_minutes: 1_441 }, 'session_idle_minutes'],
    [{ session_lifetime_hours: 0 }, 'session_lifetime_hours'],
    [{ max_sessions: 1.5 }, 'max_sessions'],
    [{ max_sessions: 'many' }, 'max_sessions'],
  ])('are refused as %j with the name of the field', async (body, field) => {
    const answer = await manager.patch(url(), body);
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json())).toEqual([field]);
  });

  it('belong to its account managers, and do not exist for other clients', async () => {
    const other = await sign({ manages: true });
    expect((await other.get(url())).statusCode).toBe(404);
    expect((await other.patch(url(), { max_sessions: 1 })).statusCode).toBe(404);
    expect((await (await sign({ client })).patch(url(), { max_sessions: 1 })).statusCode).toBe(403);
  });

  it('are noted with old and new value, and refused for an older version', async () => {
    expect((await manager.get(url())).json()).toEqual({
      session_idle_minutes: null,
      session_lifetime_hours: null,
      max_sessions: null,
      version: 1,
    });
    expect((await manager.patch(url(), { session_idle_minutes: 30, version: 1 })).json().version).toBe(2);
    expect((await manager.patch(url(), { session_idle_minutes: 20, version: 1 })).statusCode).toBe(409);
    const row = await database.db
      .selectFrom('audit')
      .select(['old', 'new'])
      .where('client_id', '=', client)
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(row).toEqual({ old: { session_idle_minutes: null }, new: { session_idle_minutes: 30 } });
  });
});

describe('a session', () => {
  // meets: iec-62443-4-2 CR 2.5
  // meets: owasp-asvs-5 V7.3.1
  it('ends without input, although its page goes on asking', async () => {
    await manager.patch(url(), { session_idle_minutes: 10 });
    for (const idle of [2, 4, 6, 8]) {
      passMinutes(2);
      expect(await isOpen(manager, idle * 60)).toBe(true);
    }
    passMinutes(3);
    expect(await isOpen(manager, 11 * 60)).toBe(false);
  });

  it('goes on with input, and without a limit also without', async () => {
    const free = await sign({});
    await manager.patch(url(), { session_idle_minutes: 10 });
    for (let hour = 0; hour < 30; hour++) {
      for (let n = 0; n < 7; n++) {
        passMinutes(9);
        expect(await isOpen(manager)).toBe(true);
      }
      expect(await isOpen(free, 9_999)).toBe(true);
    }
  });

  it('ends at its lifetime, whatever its use', async () => {
    await manager.patch(url(), { session_lifetime_hours: 1 });
    passMinutes(59);
    expect(await isOpen(manager)).toBe(true);
    passMinutes(2);
    expect(await isOpen(manager)).toBe(false);
  });

  it('has the strictest limits of the person’s clients, and none for operator staff', async () => {
    const second = (await makeClient(database.db)).id;
    const user = await makeUser(database.db, { client });
    await database.db.insertInto('client_member').values({ user_id: user.id, client_id: second }).execute();
    const both = await signedIn(api.http, database.db, user, new Date(clock.now()));
    const staff = await sign({ is_superuser: true, client });
    await staff.patch(`/api/v1/clients/${second}/sign-in/`, { session_lifetime_hours: 1 });
    passMinutes(61);
    expect([await isOpen(both), await isOpen(staff)]).toEqual([false, true]);
  });

  it('does not go on by an open socket', async () => {
    await manager.patch(url(), { session_idle_minutes: 10 });
    const authorizer = createAuthorizer(database.db, () => clock.now(), {});
    for (let n = 0; n < 4; n++) {
      const who = await authorizer.who(manager.token, '', true);
      await authorizer.used(who);
      passMinutes(3);
    }
    await expect(authorizer.who(manager.token, '', true)).rejects.toThrow('Session has ended.');
  });
});
