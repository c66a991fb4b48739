import { texts } from '@tocsin/contract/account-texts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeStaffSecondFactor } from '../access/staff-second-factor.ts';
import { isStaffSecondFactorRequired } from '../access/store-staff-second-factor.ts';
import { type TestApi, testApi } from '../access/testing.ts';
import { hashPassword, resetSecondFactor } from '../features/accounts/index.ts';
import { codeAt } from '../features/accounts/testing/accounts.ts';
import { addStaffSecondFactorRoutes } from '../features/settings/index.ts';
import { systemClock } from '../platform/clock.ts';
import { parseConfig } from '../platform/config.ts';
import { connectionOf, type Db } from '../platform/db.ts';
import { createTestDatabase, dropTestDatabase, type TestDatabase, testDatabase } from '../platform/testing/database.ts';
import { makeDevice, makeUser, type SignedIn, signedIn } from '../platform/testing/factories.ts';
import { startWalkApp, type WalkApp } from '../testing/role-walk/app.ts';
import { makeKey } from '../testing/role-walk/world.ts';
import { settleStaffSecondFactor } from './first-users.ts';

const database = testDatabase();
const url = '/api/v1/oem/second-factor/';
const refused = { detail: 'Two factor verification required' };
const test = { userId: null, name: 'test', address: '' };
const password = 'Correct horse 9';
let password_hash: string;
let app: WalkApp;
beforeAll(async () => {
  password_hash = await hashPassword(password);
  app = await startWalkApp(database.db);
});
afterAll(() => app.stop());
beforeEach(() => changeStaffSecondFactor(database.db, test, false));

const staff = async (over: object = { is_superuser: true }): Promise<SignedIn> =>
  await signedIn(app.http, database.db, await makeUser(database.db, { password_hash, ...over }));
const setup = async (calls: SignedIn): Promise<void> => {
  expect((await calls.post('/api/v1/2fa/setup_2fa/', { password })).statusCode).toBe(200);
  const { secret } = (await calls.get('/api/v1/2fa/retrieve-code/')).json();
  const verified = await calls.post('/api/v1/2fa/verify_2fa/', { token: codeAt(secret, Date.now()) });
  expect(verified.json()).toMatchObject({ verified: true, detail: texts.setupDone });
};
const demand = () => changeStaffSecondFactor(database.db, test, true);
const notes = async (db: Db) =>
  await db
    .selectFrom('audit')
    .select(['user_name', 'old', 'new'])
    .where('subject', '=', 'second factor of staff')
    .orderBy('id', 'desc')
    .execute();

describe('the second factor required of staff', () => {
  it.each([
    ['a super user', { is_superuser: true }],
    ['an OEM user', { is_oem: true }],
    ['an account manager of the operator', { is_accounts_management: true }],
  ])('admits %s without one to nothing but its setup', async (_who, flags) => {
    const calls = await staff(flags);
    expect((await calls.get('/api/v1/clients/')).statusCode).toBe(200);
    await demand();
    for (const path of ['clients/', 'audit/', 'notifications/', 'accounts/sessions/'])
      expect([path, (await calls.get(`/api/v1/${path}`)).json()]).toEqual([path, refused]);
    expect((await calls.get('/api/v1/me/')).statusCode).toBe(200);
    const state = { is_2fa_required: true, registered: false, verified: false };
    expect((await calls.get('/api/v1/2fa/is_2fa_required/')).json()).toMatchObject(state);
    await setup(calls);
    expect((await calls.get('/api/v1/clients/')).statusCode).toBe(200);
    expect((await calls.get('/api/v1/2fa/is_2fa_required/')).json()).toMatchObject({ is_2fa_required: true });
  });

  it('blocks the API keys of staff without one', async () => {
    const calls = await staff();
    const { token } = await makeKey(database.db, { userId: calls.userId, clientId: null, name: 'Report' });
    const device = await makeDevice(database.db);
    const ask = () =>
      app.http.inject({
        url: `/api/v1/devices/${device.id}/historical/records/`,
        headers: { authorization: `Bearer ${token}` },
      });
    expect((await ask()).json()).not.toEqual(refused);
    await demand();
    expect((await ask()).json()).toEqual(refused);
  });

  it("affects none of a client's people, account managers included", async () => {
    await demand();
    const calls = await staff({ client: (await makeDevice(database.db)).clientId, manages: true });
    expect((await calls.get('/api/v1/locations/')).statusCode).toBe(200);
    expect((await calls.get('/api/v1/2fa/is_2fa_required/')).json()).toMatchObject({ is_2fa_required: false });
  });

  it('applies to open sockets at once', async () => {
    const listener = new pg.Client(connectionOf(database.address));
    await listener.connect();
    await listener.query('listen access');
    const heard = new Promise((resolve) => listener.on('notification', ({ payload }) => resolve(payload)));
    await demand();
    expect(await heard).toBe('all');
    await listener.end();
  });
});

describe('the requirement', () => {
  it('is read by OEM users and changed by super users only', async () => {
    const oem = await staff({ is_oem: true });
    expect((await oem.get(url)).json()).toMatchObject({ is_required: false, is_fixed: false });
    expect((await oem.put(url, { is_required: true })).statusCode).toBe(403);
    const manager = await staff({ is_accounts_management: true });
    expect((await manager.get(url)).statusCode).toBe(403);
    expect(await isStaffSecondFactorRequired(database.db)).toBe(false);
  });

  it('is refused for a body without the value, and for a person without a second factor', async () => {
    const calls = await staff();
    for (const body of [{}, { is_required: 'yes' }, { is_required: null }])
      expect([body, (await calls.put(url, body)).statusCode]).toEqual([body, 400]);
    const answer = await calls.put(url, { is_required: true });
    expect([answer.statusCode, answer.json().detail]).toEqual([409, 'Set up your own second factor first.']);
    expect(await isStaffSecondFactorRequired(database.db)).toBe(false);
  });

  it('is changed by a person with one, counts the people without one, and is audited with old and new value', async () => {
    const calls = await staff();
    await staff({ is_oem: true });
    await setup(calls);
    const before = (await calls.get(url)).json();
    expect(before.without).toBeGreaterThan(0);
    expect(before.staff).toBeGreaterThan(before.without);
    expect((await calls.put(url, { is_required: true })).json()).toEqual({ ...before, is_required: true });
    expect((await notes(database.db))[0]).toMatchObject({ old: { is_required: false }, new: { is_required: true } });
    const count = (await notes(database.db)).length;
    expect((await calls.put(url, { is_required: true })).statusCode).toBe(200);
    expect((await notes(database.db)).length).toBe(count);
    expect((await calls.put(url, { is_required: false })).json().is_required).toBe(false);
    expect((await notes(database.db))[0]).toMatchObject({ old: { is_required: true }, new: { is_required: false } });
  });

  it('is not changed by the page while the setting decides', async () => {
    let api: TestApi | undefined;
    try {
      const { db } = database;
      api = await testApi(db, (a) => addStaffSecondFactorRoutes(a, { db, isFixed: true }));
      const calls = await signedIn(api.http, db, await makeUser(db, { is_superuser: true }));
      expect((await calls.get(url)).json()).toMatchObject({ is_fixed: true });
      const answer = await calls.put(url, { is_required: false });
      expect([answer.statusCode, answer.json().detail]).toEqual([
        409,
        expect.stringContaining('TOCSIN_STAFF_SECOND_FACTOR'),
      ]);
    } finally {
      await api?.http.close();
    }
  });

  it('is reset by the command line for a super user who lost the authenticator', async () => {
    const { db } = database;
    const calls = await staff();
    await setup(calls);
    await demand();
    const { email } = await db
      .selectFrom('users')
      .select('email')
      .where('id', '=', calls.userId)
      .executeTakeFirstOrThrow();
    const again = await signedIn(app.http, db, { id: calls.userId });
    expect((await again.get('/api/v1/clients/')).json()).toEqual(refused);
    expect((await again.post('/api/v1/2fa/setup_2fa/')).json()).toEqual(refused);
    expect(await resetSecondFactor(db, email, new Date(systemClock.now()))).toBe(true);
    const fresh = await signedIn(app.http, db, { id: calls.userId });
    await setup(fresh);
    expect((await fresh.get('/api/v1/clients/')).statusCode).toBe(200);
  });
});

describe('a start', () => {
  let scratch: TestDatabase;
  beforeEach(async () => {
    scratch = await createTestDatabase();
    return () => dropTestDatabase(scratch);
  });
  const settle = (env: Readonly<Record<string, string>>, areFirst: boolean) =>
    settleStaffSecondFactor(scratch.db, parseConfig(env), areFirst);
  const isRequired = () => isStaffSecondFactorRequired(scratch.db);

  it('requires it of the first people of an empty production database, with an audit entry', async () => {
    await settle({}, true);
    expect(await isRequired()).toBe(true);
    const note = { user_name: 'First start', old: { is_required: false }, new: { is_required: true } };
    expect(await notes(scratch.db)).toEqual([note]);
    // The next start finds people, and leaves what they have chosen since.
    await changeStaffSecondFactor(scratch.db, test, false);
    await settle({}, false);
    expect(await isRequired()).toBe(false);
  });

  it('does not require it in the demo, after an upgrade, or where the setting says optional', async () => {
    await settle({ TOCSIN_DEMO: '1' }, true);
    await settle({}, false);
    await settle({ TOCSIN_STAFF_SECOND_FACTOR: 'optional' }, true);
    expect(await isRequired()).toBe(false);
    expect(await notes(scratch.db)).toEqual([]);
  });

  it('stores the value of the setting, whatever was stored before', async () => {
    await settle({ TOCSIN_STAFF_SECOND_FACTOR: 'required' }, false);
    expect(await isRequired()).toBe(true);
    await settle({ TOCSIN_STAFF_SECOND_FACTOR: 'optional' }, false);
    expect(await isRequired()).toBe(false);
    expect((await notes(scratch.db)).map((note) => note.user_name)).toEqual([
      'TOCSIN_STAFF_SECOND_FACTOR',
      'TOCSIN_STAFF_SECOND_FACTOR',
    ]);
  });
});
