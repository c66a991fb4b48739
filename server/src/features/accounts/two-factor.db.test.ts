import { texts } from '@tocsin/contract/account-texts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApi } from '../../access/testing.ts';
import { type DrivenClock, drivenClock } from '../../platform/clock.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { makeClient, makeSite, makeUser, type SignedIn, signedIn } from '../../platform/testing/factories.ts';
import { hashPassword } from './passwords.ts';
import { resetSecondFactor } from './reset-second-factor.ts';
import { accountEncryption, accountsApi, codeAt, mailTo } from './testing/accounts.ts';
import { earlierRecoveryHash, recoveryHash } from './totp.ts';

const database = testDatabase();
const clock: DrivenClock = drivenClock(Date.now());
const minute = 60_000;
const password = 'Correct horse 9';
let api: TestApi;
let password_hash: string;
beforeAll(async () => {
  password_hash = await hashPassword(password);
  api = await accountsApi(database.db, clock);
});
afterAll(() => api.http.close());

const now = () => clock.now();
const tick = (ms = 30_000) => clock.advanceTo(now() + ms);
const sign = (user: { id: number }) => signedIn(api.http, database.db, user, new Date(now()));
const state = async (calls: SignedIn) => (await calls.get('/api/v1/2fa/is_2fa_required/')).json();
const verify = (calls: SignedIn, token: string) => calls.post('/api/v1/2fa/verify_2fa/', { token });

const makePerson = (over: object = {}) => makeUser(database.db, { password_hash, ...over });
/** Without a body: a person who must set one up and has just signed in. */
const setup = async (calls: SignedIn, body: object = { password }) => {
  expect((await calls.post('/api/v1/2fa/setup_2fa/', body)).json()).toMatchObject({ registered: false });
  const { secret, qrcode } = (await calls.get('/api/v1/2fa/retrieve-code/')).json();
  expect(qrcode).toMatch(/^data:image\/png;base64,/);
  const answer = await verify(calls, codeAt(secret, now()));
  expect(answer.json()).toMatchObject({ verified: true, registered: true, detail: texts.setupDone });
  return { secret: String(secret), codes: answer.json().recovery_codes as string[] };
};
const withTwoFactor = async () => {
  const user = await makePerson();
  const calls = await sign(user);
  const { secret, codes } = await setup(calls);
  tick();
  return { user, calls, secret, codes };
};

describe('an unverified session', () => {
  // spec: decisions 2 2FA is enforced by the server, not by the page
  it('is let to nothing but me/, logout, the state and the verification, in v1 and v2', async () => {
    const { user } = await withTwoFactor();
    const calls = await sign(user);
    for (const path of ['v1/me/', 'v2/me/', 'v1/2fa/is_2fa_required/', 'v2/2fa/is_2fa_required/'])
      expect((await calls.get(`/api/${path}`)).statusCode, path).toBe(200);
    const refused = { detail: 'Two factor verification required' };
    for (const path of ['disable-2FA/', `disable_2FA_via_id/${user.id}/`, 'setup_2fa/'])
      for (const v of ['v1', 'v2']) expect((await calls.post(`/api/${v}/2fa/${path}`)).json(), path).toEqual(refused);
    expect((await calls.get('/api/v1/2fa/retrieve-code/')).json()).toEqual(refused);
    expect((await calls.get('/api/v1/accounts/sessions/')).statusCode).toBe(403);
    expect((await calls.delete('/api/v1/accounts/sessions/')).statusCode).toBe(403);
    expect((await calls.post('/api/v1/accounts/logout/')).statusCode).toBe(200);
  });

  // spec: administration 7 GET 2fa/is_2fa_required/
  // spec: decisions 2 while the client requires 2FA and the user has none, also setup_2fa and retrieve-code
  it('of a client that requires 2FA may also set it up, and nothing else before that', async () => {
    const client = await makeClient(database.db, { is_2fa_required: true });
    const calls = await sign(await makeUser(database.db, { client: client.id }));
    expect(await state(calls)).toMatchObject({ is_2fa_required: true, registered: false, verified: false });
    expect((await calls.get('/api/v1/accounts/sessions/')).statusCode).toBe(403);
    expect((await calls.post('/api/v1/2fa/disable-2FA/')).statusCode).toBe(403);
    await setup(calls, {});
    expect(await state(calls)).toMatchObject({ is_2fa_required: true, registered: true, verified: true });
    expect((await calls.get('/api/v1/accounts/sessions/')).statusCode).toBe(200);
  });
});

describe('a code is refused', () => {
  // spec: administration 8 Device verification failed, please try again!
  // spec: administration 7 POST 2fa/verify_2fa/
  // meets: owasp-asvs-5 V6.5.1
  it('when it is wrong, used before, or too old, with the text of the specification', async () => {
    const { user, secret } = await withTwoFactor();
    const [a, b] = [await sign(user), await sign(user)];
    const code = codeAt(secret, now());
    expect((await verify(a, '000000')).json()).toEqual({ non_field_errors: [texts.verifyFailed] });
    expect((await verify(a, code)).statusCode).toBe(200);
    expect((await verify(b, code)).statusCode).toBe(400);
    expect((await verify(b, codeAt(secret, now() - 30_000))).statusCode).toBe(400);
    expect((await verify(b, codeAt(secret, now() + 60_000))).statusCode).toBe(400);
    expect((await verify(b, codeAt(secret, now() + 30_000))).statusCode).toBe(200);
  });

  it('of two sessions that send the same at one moment, to one of them', async () => {
    const { user, secret } = await withTwoFactor();
    const [a, b] = [await sign(user), await sign(user)];
    const code = codeAt(secret, now());
    const statuses = (await Promise.all([verify(a, code), verify(b, code)])).map((answer) => answer.statusCode);
    expect(statuses.sort()).toEqual([200, 400]);
  });

  // spec: decisions 2 five wrong codes lock verification for 15 minutes
  it('for a quarter of an hour after five wrong ones, even a right one', async () => {
    const { user, secret } = await withTwoFactor();
    const calls = await sign(user);
    for (let i = 0; i < 5; i++) expect((await verify(calls, '111111')).statusCode).toBe(400);
    const locked = await verify(calls, codeAt(secret, now()));
    expect(locked.statusCode).toBe(429);
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(800);
    tick(15 * minute + 1000);
    expect((await verify(calls, codeAt(secret, now()))).statusCode).toBe(200);
  });

  it('before any setup was begun', async () => {
    expect((await verify(await sign(await makeUser(database.db)), '123456')).statusCode).toBe(400);
  });
});

describe('a setup', () => {
  // spec: administration 7 POST 2fa/setup_2fa/
  // spec: administration 7 GET 2fa/retrieve-code/
  // spec: administration 8 Two factor set up complete
  it('shows its code until it is completed, ends the other sessions, and cannot be started again', async () => {
    const user = await makePerson();
    const [mine, other] = [await sign(user), await sign(user)];
    expect((await mine.get('/api/v1/2fa/retrieve-code/')).statusCode).toBe(404);
    await setup(mine);
    expect((await mine.get('/api/v1/2fa/retrieve-code/')).statusCode).toBe(404);
    expect((await mine.post('/api/v1/2fa/setup_2fa/', { password })).statusCode).toBe(400);
    expect((await other.get('/api/v1/me/')).statusCode).toBe(401);
    expect((await mailTo(database.db, user.email)).subject).toBe(texts.setupDone);
  });

  it('is not begun with the session alone, nor with a wrong password', async () => {
    const calls = await sign(await makePerson());
    const begin = (body?: object) => calls.post('/api/v1/2fa/setup_2fa/', body);
    for (const body of [undefined, {}, { password: '' }])
      expect((await begin(body)).json()).toEqual({ password: ['Please input your Password!'] });
    expect((await begin({ password: 'wrong' })).json()).toHaveProperty('password');
    expect((await calls.get('/api/v1/2fa/retrieve-code/')).statusCode).toBe(404);
  });

  it('that is required needs no password within ten minutes of the sign-in, and needs it later', async () => {
    const client = await makeClient(database.db, { is_2fa_required: true });
    const calls = await sign(await makePerson({ client: client.id }));
    tick(10 * minute + 1);
    expect((await calls.post('/api/v1/2fa/setup_2fa/')).json()).toHaveProperty('password');
    await setup(calls);
    const fresh = await sign(await makePerson({ client: client.id }));
    expect((await fresh.post('/api/v1/2fa/setup_2fa/', { password: 'wrong' })).statusCode).toBe(400);
    await setup(fresh, {});
  });

  it('stores its secret encrypted', async () => {
    const { user, secret } = await withTwoFactor();
    const { rows } = await database.pool.query('select encode(secret, $1) as s from two_factor where user_id = $2', [
      'escape',
      user.id,
    ]);
    expect(rows[0].s).not.toContain(secret);
  });
});

describe('a recovery code', () => {
  // spec: decisions 2 ten recovery codes, each once
  // meets: owasp-asvs-5 V6.5.4
  it('verifies once, however it is typed, and there are ten of them', async () => {
    const { user, codes } = await withTwoFactor();
    expect(new Set(codes).size).toBe(10);
    const [first = ''] = codes;
    expect((await verify(await sign(user), first.toLowerCase().replaceAll('-', ' '))).statusCode).toBe(200);
    expect((await verify(await sign(user), first)).statusCode).toBe(400);
    expect((await verify(await sign(user), codes[9] ?? '')).statusCode).toBe(200);
  });
});

describe('a stored recovery code', () => {
  // meets: owasp-asvs-5 V6.5.2
  it('is a slow hash, in which one who has the database and the secret can try few codes a second', async () => {
    const { user, codes } = await withTwoFactor();
    const rows = await database.db.selectFrom('recovery_code').selectAll().where('user_id', '=', user.id).execute();
    const stored = rows.map(({ code_hash }) => code_hash.toString('hex'));
    const quick = codes.map((code) => earlierRecoveryHash(accountEncryption, user.id, code).toString('hex'));
    expect(stored).toHaveLength(10);
    expect(stored.filter((hash) => quick.includes(hash))).toEqual([]);
    const slow = await Promise.all(codes.map((code) => recoveryHash(accountEncryption, user.id, code)));
    expect(new Set(slow.map((hash) => hash.toString('hex')))).toEqual(new Set(stored));
  });

  it('of an earlier version works once', async () => {
    const { user } = await withTwoFactor();
    const code_hash = earlierRecoveryHash(accountEncryption, user.id, 'ABCD-EFGH-JKMN');
    await database.db.insertInto('recovery_code').values({ user_id: user.id, code_hash }).execute();
    expect((await verify(await sign(user), 'abcd efgh jkmn')).statusCode).toBe(200);
    expect((await verify(await sign(user), 'ABCD-EFGH-JKMN')).statusCode).toBe(400);
  });
});

describe('removing an authenticator', () => {
  // spec: administration 7 POST 2fa/disable_2FA_via_id/{id}/
  // spec: administration 8 Authentication removed
  it('is refused to anonymous callers and to people who may not change personal data', async () => {
    const { db } = database;
    const site = await makeSite(db);
    const other = await makeClient(db);
    const user = await makeUser(db, { on: { [site.id]: 'User' } });
    const shared = await makeUser(db, { on: { [site.id]: 'User' }, client: other.id });
    const manager = await sign(await makeUser(db, { on: { [site.id]: 'Manager' } }));
    const account = await sign(await makeUser(db, { client: site.clientId, manages: true }));
    const off = (calls: SignedIn, id: number) => calls.post(`/api/v1/2fa/disable_2FA_via_id/${id}/`);
    expect((await off(await sign(await makeUser(db)), user.id)).statusCode).toBe(404);
    expect((await off(manager, user.id)).statusCode).toBe(403);
    expect((await off(account, shared.id)).statusCode).toBe(403);
    expect((await off(account, user.id)).json()).toEqual({ registered: false, detail: texts.removed });
  });

  it('by an administrator ends the lock of the wrong codes with it', async () => {
    const { db } = database;
    const site = await makeSite(db);
    const user = await makePerson({ on: { [site.id]: 'User' } });
    const first = await sign(user);
    await setup(first);
    tick();
    const calls = await sign(user);
    for (let i = 0; i < 6; i++) await verify(calls, '000000');
    expect((await verify(calls, '000000')).statusCode).toBe(429);
    const account = await sign(await makeUser(db, { client: site.clientId, manages: true }));
    expect((await account.post(`/api/v1/2fa/disable_2FA_via_id/${user.id}/`)).statusCode).toBe(200);
    await setup(await sign(user));
  });

  it('by the command line admits a person again who lost both phone and codes', async () => {
    const { user, calls } = await withTwoFactor();
    for (let i = 0; i < 6; i++) await verify(calls, '000000');
    expect(await resetSecondFactor(database.db, user.email.toUpperCase(), new Date(now()))).toBe(true);
    expect((await calls.get('/api/v1/me/')).statusCode).toBe(401);
    const again = await sign(user);
    expect(await state(again)).toMatchObject({ registered: false });
    await setup(again);
    await expect(resetSecondFactor(database.db, 'nobody@example.com', new Date(now()))).rejects.toThrow('Nobody has');
  });

  // meets: iec-62443-4-2 CR 1.5
  it('is refused to a session alone, and with a wrong password or code', async () => {
    const { calls, user } = await withTwoFactor();
    const off = (body?: object) => calls.post('/api/v1/2fa/disable-2FA/', body);
    expect((await off()).json()).toEqual({ password: ['Please enter your password or a code of the authenticator.'] });
    expect((await off({})).statusCode).toBe(400);
    expect((await off({ password: 'wrong' })).statusCode).toBe(400);
    expect((await off({ token: '000000' })).statusCode).toBe(400);
    expect(await state(calls)).toMatchObject({ registered: true });
    // The address of administrators is no way around it.
    const byId = (body?: object) => calls.post(`/api/v1/2fa/disable_2FA_via_id/${user.id}/`, body);
    expect((await byId()).json()).toEqual({ password: ['Please enter your password or a code of the authenticator.'] });
    expect((await byId({ password: 'wrong' })).statusCode).toBe(400);
    expect((await byId({ token: '000000' })).statusCode).toBe(400);
    expect(await state(calls)).toMatchObject({ registered: true });
    for (let i = 0; i < 5; i++) await off({ token: '000000' });
    expect((await off({ token: '000000' })).statusCode).toBe(429);
    const rows = await database.db.selectFrom('audit').selectAll().where('subject_id', '=', String(user.id)).execute();
    const actions = rows.filter((row) => row.subject === 'security').map((row) => row.action);
    expect(actions.sort()).toEqual(['failed second factor', 'locked second factor']);
  });

  // spec: administration 7 POST 2fa/disable-2FA/
  // spec: administration 8 Two factor disabled
  it('allows a new one, notifies the person, and voids the old codes', async () => {
    const { user, calls, secret, codes } = await withTwoFactor();
    expect((await calls.post('/api/v1/2fa/disable-2FA/', { token: codeAt(secret, now()) })).json()).toEqual({
      registered: false,
      detail: texts.disabled,
    });
    expect(await state(calls)).toMatchObject({ is_2fa_required: false, registered: false, verified: false });
    expect((await mailTo(database.db, user.email)).subject).toBe(texts.disabled);
    const fresh = await setup(calls);
    expect(fresh.secret).not.toBe(secret);
    tick();
    expect((await verify(await sign(user), codes[0] ?? '')).statusCode).toBe(400);
  });
});
