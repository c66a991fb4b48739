import { texts } from '@tocsin/contract/account-texts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApi } from '../../access/testing.ts';
import { type DrivenClock, drivenClock } from '../../platform/clock.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { callsWith, makeClient, makeUser, type SignedIn, signedIn } from '../../platform/testing/factories.ts';
import { type Deviation, TestAuthenticator } from '../../testing/passkeys/authenticator.ts';
import { hashPassword } from './passwords.ts';
import { resetSecondFactor } from './reset-second-factor.ts';
import { accountsApi, codeAt, mailTo } from './testing/accounts.ts';

const database = testDatabase();
const clock: DrivenClock = drivenClock(Date.now());
const origin = 'https://plant.example';
const password = 'Correct horse 9';
const minute = 60_000;
const path = '/api/v1/2fa/passkeys/';
let api: TestApi;
let password_hash: string;
beforeAll(async () => {
  api = await accountsApi(database.db, clock);
  password_hash = await hashPassword(password);
});
afterAll(() => api.http.close());

type User = { readonly id: number; readonly email: string };
const tick = (ms: number) => clock.advanceTo(clock.now() + ms);
const sign = (user: User) => signedIn(api.http, database.db, user, new Date(clock.now()));
const makePerson = (over: object = {}) => makeUser(database.db, { password_hash, ...over });
const begin = async (calls: SignedIn, given = password) => calls.post(`${path}begin/`, { password: given });
const create = (calls: SignedIn, credential: object, name = 'Key ring') => calls.post(path, { name, credential });
/** Makes a passkey of the person and returns its authenticator. */
const add = async (calls: SignedIn, name = 'Key ring') => {
  const key = new TestAuthenticator(origin);
  const answer = await create(calls, key.make((await begin(calls)).json()), name);
  expect(answer.statusCode, answer.body).toBe(201);
  return { key, id: Number(answer.json().passkey.id), codes: answer.json().recovery_codes as string[] | undefined };
};
const withPasskey = async (over: object = {}) => {
  const user = await makePerson(over);
  const calls = await sign(user);
  return { user, calls, ...(await add(calls)) };
};
const verify = async (calls: SignedIn, key: TestAuthenticator, wrong: Deviation = {}) =>
  calls.post(`${path}verify/`, { credential: key.use((await calls.post(`${path}verify/begin/`)).json(), wrong) });

const post = (url: string, payload?: object, remoteAddress = '10.9.8.7') =>
  api.http.inject({
    method: 'POST',
    url: `/api/v1/sign-in/passkey/${url}`,
    remoteAddress,
    ...(payload && { payload }),
  });
const challenge = async () => (await post('')).json();
const signIn = async (key: TestAuthenticator, wrong: Deviation = {}, from = '10.9.8.7') =>
  post('finish/', { credential: key.use(await challenge(), wrong) }, from);
const eventsOf = async (userId: number) => {
  const rows = await database.db.selectFrom('audit').selectAll().where('subject_id', '=', String(userId)).execute();
  return rows.map((row) => row.action);
};

const deviations: [string, Deviation][] = [
  ['from another origin', { origin: 'https://plant.example.evil.example' }],
  ['from the same host without HTTPS', { origin: 'http://plant.example' }],
  ['for another relying party', { rpId: 'evil.example' }],
  ['for a parent domain', { rpId: 'example' }],
  ['with an invented challenge', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
  ['without a person who touched it', { isUserPresent: false }],
];

describe('a new passkey', () => {
  it('needs the password, and counts wrong ones', async () => {
    const calls = await sign(await makePerson());
    expect((await begin(calls, 'wrong')).statusCode).toBe(400);
    for (let i = 0; i < 9; i++) await begin(calls, 'wrong');
    expect((await begin(calls)).statusCode).toBe(429);
  });

  it.each<[string, Deviation]>([...deviations, ['that was used, not made', { type: 'webauthn.get' }]])(
    '%s is refused',
    async (_what, wrong) => {
      const calls = await sign(await makePerson());
      const answer = await create(calls, new TestAuthenticator(origin).make((await begin(calls)).json(), wrong));
      expect([answer.statusCode, answer.json()]).toEqual([400, { non_field_errors: [texts.passkeyRefused] }]);
    },
  );

  it('is refused with the challenge of another session, of another purpose, too late, and twice', async () => {
    const user = await makePerson();
    const [mine, other] = [await sign(user), await sign(user)];
    const key = new TestAuthenticator(origin);
    expect((await create(mine, key.make((await begin(other)).json()))).statusCode).toBe(400);
    expect((await create(mine, key.make(await challenge()))).statusCode).toBe(400);
    const late = (await begin(mine)).json();
    tick(5 * minute + 1);
    expect((await create(mine, key.make(late))).statusCode).toBe(400);
    const made = key.make((await begin(mine)).json());
    expect((await create(mine, made)).statusCode).toBe(201);
    expect((await create(mine, made)).statusCode).toBe(400);
  });

  it('is refused when somebody has it already', async () => {
    const { key } = await withPasskey();
    const calls = await sign(await makePerson());
    const answer = await create(calls, key.make((await begin(calls)).json()));
    expect([answer.statusCode, answer.json().detail]).toEqual([409, texts.passkeyTaken]);
  });

  it('is refused for a body that is no credential, and without a name', async () => {
    const calls = await sign(await makePerson());
    const asked = (await begin(calls)).json();
    for (const credential of [{}, { id: 'x' }, { ...new TestAuthenticator(origin).make(asked), type: 'password' }])
      expect((await create(calls, credential)).statusCode).toBe(400);
    expect((await create(calls, new TestAuthenticator(origin).make(asked), ' ')).json()).toHaveProperty('name');
  });

  it('is offered with HTTPS or localhost only, and never at an IP address', async () => {
    const offers: [string, string | null][] = [
      ['https://plant.example', 'https://plant.example'],
      ['http://localhost:8080', 'http://localhost:8080'],
      ['http://plant.example', null],
      ['http://127.0.0.1:8080', null],
      ['https://192.0.2.1', null],
      ['https://[2001:db8::1]', null],
    ];
    for (const [publicUrl, offered] of offers) {
      const here = await accountsApi(database.db, clock, { publicUrl });
      const calls = await signedIn(here.http, database.db, await makePerson(), new Date(clock.now()));
      expect((await calls.get(path)).json(), publicUrl).toMatchObject({ origin: offered });
      expect((await begin(calls)).statusCode, publicUrl).toBe(offered === null ? 409 : 200);
      await here.http.close();
    }
  });

  it('ends the other sessions when it is the first second factor, with recovery codes and a mail', async () => {
    const user = await makePerson();
    const [mine, other] = [await sign(user), await sign(user)];
    const { codes } = await add(mine);
    expect(new Set(codes).size).toBe(10);
    expect((await other.get('/api/v1/me/')).statusCode).toBe(401);
    expect((await mailTo(database.db, user.email)).subject).toBe(texts.setupDone);
    expect((await add(mine, 'Safe')).codes).toBeUndefined();
    expect((await mailTo(database.db, user.email)).subject).toBe('Passkey added');
    expect((await mine.get(path)).json()).toMatchObject({
      count: 2,
      results: [{ name: 'Key ring' }, { name: 'Safe' }],
    });
    expect(await eventsOf(user.id)).toEqual(['add passkey', 'add passkey']);
  });

  it('opens a client that requires a second factor', async () => {
    const client = await makeClient(database.db, { is_2fa_required: true });
    const calls = await sign(await makePerson({ client: client.id }));
    expect((await calls.get('/api/v1/accounts/sessions/')).statusCode).toBe(403);
    await add(calls);
    expect((await calls.get('/api/v1/accounts/sessions/')).statusCode).toBe(200);
  });
});

describe('as a second factor, a passkey', () => {
  it.each<[string, Deviation]>([...deviations, ['signed with another key', { isForeignKey: true }]])(
    '%s is refused',
    async (_what, wrong) => {
      const { user, key } = await withPasskey();
      const calls = await sign(user);
      const answer = await verify(calls, key, wrong);
      expect([answer.statusCode, answer.json()]).toEqual([400, { non_field_errors: [texts.passkeyRefused] }]);
      expect((await calls.get('/api/v1/accounts/sessions/')).statusCode).toBe(403);
    },
  );

  it('verifies its session once for each challenge, also without a PIN', async () => {
    const { user, key } = await withPasskey();
    const [calls, other] = [await sign(user), await sign(user)];
    expect((await calls.get(path)).statusCode).toBe(403);
    const used = key.use((await calls.post(`${path}verify/begin/`)).json(), { isUserVerified: false });
    expect((await other.post(`${path}verify/`, { credential: used })).statusCode).toBe(400);
    expect((await calls.post(`${path}verify/`, { credential: used })).statusCode).toBe(400);
    expect((await verify(calls, key, { isUserVerified: false })).statusCode).toBe(200);
    expect((await calls.get('/api/v1/accounts/sessions/')).statusCode).toBe(200);
    expect((await other.get('/api/v1/accounts/sessions/')).statusCode).toBe(403);
  });

  it('of another person is refused, and locks after five failures like codes', async () => {
    const { key } = await withPasskey();
    const { user, key: own } = await withPasskey();
    const calls = await sign(user);
    for (let i = 0; i < 5; i++) expect((await verify(calls, key)).statusCode).toBe(400);
    expect((await verify(calls, own)).statusCode).toBe(429);
    expect(await eventsOf(user.id)).toEqual(expect.arrayContaining(['failed second factor', 'locked second factor']));
    tick(15 * minute + 1000);
    expect((await verify(calls, own)).statusCode).toBe(200);
  });

  // meets: iec-62443-4-2 CR 1.9
  it('whose counter goes back or stands still is refused as a copy, and noted', async () => {
    const { user, key } = await withPasskey();
    const calls = await sign(user);
    expect((await verify(calls, key, { counter: 7 })).statusCode).toBe(200);
    for (const counter of [7, 6, 0]) expect((await verify(await sign(user), key, { counter })).statusCode).toBe(400);
    expect(await eventsOf(user.id)).toContain('copied passkey');
    expect((await verify(await sign(user), key, { counter: 8 })).statusCode).toBe(200);
  });

  it('is not refused while the database cannot be asked: nothing is counted, and the same answer is accepted later', async () => {
    const { user, key } = await withPasskey();
    const calls = await sign(user);
    const credential = key.use((await calls.post(`${path}verify/begin/`)).json());
    await sql`alter table passkey_challenge rename to passkey_challenge_away`.execute(database.db);
    try {
      for (let i = 0; i < 6; i++)
        expect((await calls.post(`${path}verify/`, { credential })).statusCode).toBeGreaterThanOrEqual(500);
    } finally {
      await sql`alter table passkey_challenge_away rename to passkey_challenge`.execute(database.db);
    }
    expect(await eventsOf(user.id)).not.toContain('failed second factor');
    expect((await calls.post(`${path}verify/`, { credential })).statusCode).toBe(200);
  });

  it('that does not count is accepted each time', async () => {
    const { user, key } = await withPasskey();
    for (let i = 0; i < 2; i++) expect((await verify(await sign(user), key, { counter: 0 })).statusCode).toBe(200);
  });

  it('can be replaced by a recovery code, once', async () => {
    const { user, codes } = await withPasskey();
    const token = codes?.[0] ?? '';
    const [one, two] = [await sign(user), await sign(user)];
    expect((await one.post('/api/v1/2fa/verify_2fa/', { token })).statusCode).toBe(200);
    expect((await two.post('/api/v1/2fa/verify_2fa/', { token })).statusCode).toBe(400);
  });
});

describe('a sign-in by a passkey alone', () => {
  it.each<[string, Deviation]>([
    ...deviations,
    ['signed with another key', { isForeignKey: true }],
    ['whose user was not verified', { isUserVerified: false }],
    ['that names another account', { userHandle: Buffer.from('tocsin 1').toString('base64url') }],
  ])('%s is refused', async (_what, wrong) => {
    const { key } = await withPasskey();
    const answer = await signIn(key, wrong);
    expect([answer.statusCode, answer.json()]).toEqual([400, { non_field_errors: [texts.passkeyRefused] }]);
  });

  it('opens a verified session, and is recorded with the name of the passkey', async () => {
    const client = await makeClient(database.db, { is_2fa_required: true });
    const { user, key } = await withPasskey({ client: client.id });
    const answer = await signIn(key, { userHandle: Buffer.from(`tocsin ${user.id}`).toString('base64url') });
    expect(answer.statusCode, answer.body).toBe(200);
    const session = callsWith(api.http, answer.json().token, user.id);
    expect((await session.get('/api/v1/accounts/sessions/')).statusCode).toBe(200);
    const rows = await database.db.selectFrom('audit').select('new').where('action', '=', 'sign in').execute();
    expect(JSON.stringify(rows)).toContain('Key ring');
  });

  it('is refused with a replayed answer, an expired challenge, and one of another purpose', async () => {
    const { user, key } = await withPasskey();
    const used = key.use(await challenge());
    expect((await post('finish/', { credential: used })).statusCode).toBe(200);
    expect((await post('finish/', { credential: used })).statusCode).toBe(400);
    const late = key.use(await challenge());
    tick(5 * minute + 1);
    expect((await post('finish/', { credential: late })).statusCode).toBe(400);
    const other = await (await sign(user)).post(`${path}verify/begin/`);
    expect((await post('finish/', { credential: key.use(other.json()) })).statusCode).toBe(400);
    const copied = await challenge();
    expect((await post('finish/', { credential: key.use(copied, { counter: 1 }) })).statusCode).toBe(400);
  });

  it('is refused for an unknown, a removed and a deactivated account, with one text', async () => {
    const nobody = await signIn(new TestAuthenticator(origin));
    const { db } = database;
    const inactive = await withPasskey();
    await db.updateTable('users').set({ is_active: false }).where('id', '=', inactive.user.id).execute();
    const gone = await withPasskey();
    await db.updateTable('users').set({ removed_at: new Date() }).where('id', '=', gone.user.id).execute();
    for (const answer of [nobody, await signIn(inactive.key), await signIn(gone.key)])
      expect([answer.statusCode, answer.json()]).toEqual([400, { non_field_errors: [texts.passkeyRefused] }]);
  });

  // meets: iec-62443-4-2 CR 1.11
  it('locks after ten failures like a password, and tells the audit log', async () => {
    const { user, key } = await withPasskey();
    for (let i = 0; i < 10; i++) expect((await signIn(key, { isForeignKey: true }, '10.1.1.1')).statusCode).toBe(400);
    expect((await signIn(key, {}, '10.1.1.1')).statusCode).toBe(429);
    expect(await eventsOf(user.id)).toEqual(expect.arrayContaining(['failed sign-in', 'locked sign-in']));
  });
});

describe('removing', () => {
  it('a passkey needs the password and reaches nobody else’s', async () => {
    const { calls, id } = await withPasskey();
    const stranger = (await withPasskey()).calls;
    const remove = (who: SignedIn, given: string) => who.post(`${path}${id}/remove/`, { password: given });
    expect((await remove(calls, 'wrong')).statusCode).toBe(400);
    expect((await remove(stranger, password)).statusCode).toBe(404);
    expect((await stranger.patch(`${path}${id}/`, { name: 'Mine' })).statusCode).toBe(404);
    expect((await calls.patch(`${path}${id}/`, { name: 'Office' })).json()).toMatchObject({ name: 'Office' });
    expect((await remove(calls, password)).statusCode).toBe(204);
  });

  it('is asked for instead of the password, and answers one question of its own session once', async () => {
    const { calls, key, user } = await withPasskey();
    const other = await sign(user);
    const passkey = async (of: SignedIn) => ({ passkey: key.use((await of.post(`${path}verify/begin/`)).json()) });
    expect((await verify(other, key)).statusCode).toBe(200);
    expect((await calls.post(`${path}begin/`, await passkey(other))).statusCode).toBe(400);
    const stranger = await withPasskey();
    expect((await stranger.calls.post(`${path}begin/`, await passkey(stranger.calls))).statusCode).toBe(400);
    const proof = await passkey(calls);
    expect((await calls.post(`${path}begin/`, proof)).statusCode).toBe(200);
    expect((await calls.post(`${path}begin/`, proof)).statusCode).toBe(400);
    expect((await calls.post('/api/v1/2fa/setup_2fa/', await passkey(calls))).statusCode).toBe(200);
    const off = `/api/v1/2fa/disable_2FA_via_id/${user.id}/`;
    expect((await calls.post(off, await passkey(calls))).json()).toMatchObject({ registered: false });
  });

  it('the last one ends the recovery codes; one of two does not', async () => {
    const { user, calls, key, id, codes } = await withPasskey();
    const second = await add(calls, 'Safe');
    expect((await calls.post(`${path}${id}/remove/`, { password })).statusCode).toBe(204);
    expect((await signIn(key)).statusCode).toBe(400);
    expect((await mailTo(database.db, user.email)).subject).toBe('Passkey removed');
    const again = await sign(user);
    expect((await again.post('/api/v1/2fa/verify_2fa/', { token: codes?.[0] ?? '' })).statusCode).toBe(200);
    expect((await again.post(`${path}${second.id}/remove/`, { password })).statusCode).toBe(204);
    expect((await mailTo(database.db, user.email)).subject).toBe(texts.disabled);
    expect((await again.get('/api/v1/2fa/is_2fa_required/')).json()).toMatchObject({ registered: false });
    expect((await again.post('/api/v1/2fa/verify_2fa/', { token: codes?.[1] ?? '' })).statusCode).toBe(400);
  });

  it('the authenticator app leaves the passkeys; an administrator and the command line remove all', async () => {
    const { user, calls, key } = await withPasskey();
    expect((await calls.post('/api/v1/2fa/setup_2fa/', { password })).statusCode).toBe(200);
    const { secret } = (await calls.get('/api/v1/2fa/retrieve-code/')).json();
    await calls.post('/api/v1/2fa/verify_2fa/', { token: codeAt(secret, clock.now()) });
    const left = await calls.post('/api/v1/2fa/disable-2FA/', { password });
    expect(left.json()).toMatchObject({ registered: true });
    expect((await verify(await sign(user), key)).statusCode).toBe(200);
    const root = await sign(await makePerson({ is_superuser: true }));
    expect((await root.post(`/api/v1/2fa/disable_2FA_via_id/${user.id}/`)).json()).toMatchObject({ registered: false });
    expect((await signIn(key)).statusCode).toBe(400);
  });

  it('by the command line admits the last administrator who lost the passkey', async () => {
    await sql`update oem_settings set is_staff_2fa_required = true`.execute(database.db);
    const { user, key } = await withPasskey({ is_superuser: true });
    expect(await resetSecondFactor(database.db, user.email, new Date(clock.now()))).toBe(true);
    expect((await signIn(key)).statusCode).toBe(400);
    const again = await sign(user);
    expect((await again.get('/api/v1/accounts/sessions/')).statusCode).toBe(403);
    await add(again);
    expect((await again.get('/api/v1/accounts/sessions/')).statusCode).toBe(200);
    await sql`update oem_settings set is_staff_2fa_required = false`.execute(database.db);
  });
});
