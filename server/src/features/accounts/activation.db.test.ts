import { texts } from '@tocsin/contract/account-texts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApi } from '../../access/testing.ts';
import { type DrivenClock, drivenClock } from '../../platform/clock.ts';
import { createEncryption } from '../../platform/encryption.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { callsWith, makeClient, makeSite, makeUser, signedIn } from '../../platform/testing/factories.ts';
import { tokenOfLink } from './links.ts';
import { createPeople } from './people.ts';
import { accountsApi, countMailsTo, mailTo, testParts } from './testing/accounts.ts';

const database = testDatabase();
const clock: DrivenClock = drivenClock(Date.now());
const day = 24 * 3600_000;
let api: TestApi;
beforeAll(async () => {
  api = await accountsApi(database.db, clock);
});
afterAll(() => api.http.close());

const people = () => createPeople(testParts(database.db, clock));
const invite = async (over: Parameters<typeof makeUser>[1] = {}) => {
  const user = await makeUser(database.db, { registered_at: null, ...over });
  await database.db.transaction().execute((trx) => people().openActivation(trx, user.id));
  const key = (await people().activationKeys([user.id])).get(user.id) ?? '';
  return { ...user, key };
};
const get = (key: string) => api.http.inject(`/api/v1/users/activation/get-state/${key}`);
const post = (path: string, payload: object) =>
  api.http.inject({ method: 'POST', url: `/api/v1/users/activation/${path}/`, payload });
const accept = (key: string) => post(`accept-terms/${key}`, { stage: 1 });
const setPassword = (key: string, password1: string, password2 = password1) =>
  post(`set-password/${key}`, { password1, password2 });
const good = 'Belt-Speed 42';

describe('an activation link is refused', () => {
  // spec: administration 8 Sorry, the activation link is invalid.
  // spec: decisions 2 activation links once and for 7 days
  it('when it is forged, of another kind, of another server, used, expired, or of a removed person', async () => {
    const { key, id } = await invite();
    const [number] = key.split('_');
    const other = createEncryption('another secret of at least thirty-two', 'accounts');
    const link = { id: Number.parseInt(number ?? '', 36), kind: 'activation', nonce: Buffer.alloc(16) } as const;
    for (const bad of ['x', `${number}_${'0'.repeat(48)}`, tokenOfLink(other, link), `${key}0`, '%00', '../me'])
      expect((await get(bad)).statusCode, bad).not.toBe(200);
    expect((await get(`${number}_${'0'.repeat(48)}`)).json()).toEqual({ detail: texts.activationInvalid });

    const { key: late } = await invite();
    clock.advanceTo(clock.now() + 7 * day - 1000);
    expect((await get(late)).statusCode).toBe(200);
    clock.advanceTo(clock.now() + 2000);
    expect((await get(late)).statusCode).toBe(404);
    expect((await people().activationKeys([id])).size).toBe(0);

    const gone = await invite();
    await database.db.updateTable('users').set({ is_active: false }).where('id', '=', gone.id).execute();
    expect((await accept(gone.key)).statusCode).toBe(404);
  });

  // spec: administration 5 Terms must be agreed before accepting
  // meets: owasp-asvs-5 V2.3.1
  it('by its password form before the terms are agreed to', async () => {
    const { key } = await invite();
    expect((await setPassword(key, good)).statusCode).toBe(400);
    expect((await post(`accept-terms/${key}`, { stage: 0 })).statusCode).toBe(400);
  });

  // spec: administration 5 Fields cannot be empty!!
  // spec: administration 5 The two passwords that you entered do not match!
  // spec: administration 5 at least 8 characters including a digit and an uppercase letter
  // spec: decisions 2 not a common password, not too similar to the user's own data
  // spec: administration 5 not too similar to personal information, a common password or entirely numeric
  // meets: iec-62443-4-2 CR 1.7
  // meets: owasp-asvs-5 V6.2.1, V6.2.4, V6.2.11
  it('with a text at the field for each bad password', async () => {
    const { key } = await invite({ first_name: 'Annabel', last_name: 'Voleman', company: 'Prairie Grain' });
    await accept(key);
    const said = async (first: string, second = first) => {
      const answer = await setPassword(key, first, second);
      expect(answer.statusCode).toBe(400);
      return JSON.stringify(answer.json());
    };
    expect(await said('', '')).toContain(texts.fieldsEmpty);
    expect(await said(good, `${good}!`)).toContain(texts.mismatch);
    expect(await said('Ab1')).toContain('too short');
    expect(await said('nodigitshere')).toContain('must contain a digit');
    expect(await said('lower case 1')).toContain('uppercase');
    expect(await said('82736450912')).toContain('entirely numeric');
    expect(await said('Password123')).toContain('too common');
    expect(await said('Annabel1')).toContain('too similar');
    expect(await said('Voleman99')).toContain('too similar');
    expect(await said(`A1${'x'.repeat(10_000)}`)).toContain('too long');
  });
});

describe('an activation', () => {
  // spec: administration 7 GET users/activation/get-state/{token}
  // spec: administration 7 POST users/activation/accept-terms/{token}/
  // spec: administration 7 POST users/activation/set-password/{token}/
  // spec: administration 4 Activation (stage flow)
  it('leads from the mail over terms and password to a session, and uses up the link', async () => {
    const user = await invite({ first_name: '<b>Ann</b>', last_name: 'Vole' });
    await database.db.transaction().execute((trx) => people().mailActivation(trx, user.id));
    const mail = await mailTo(database.db, user.email);
    expect(mail.text).toContain('https://plant.example/register/activate/');
    expect(mail.text).toContain('Support: 555 0100');
    expect(mail.html).not.toContain('<b>Ann');

    expect((await get(user.key)).json()).toMatchObject({ stage: 0, uid: String(user.id), token: user.key });
    expect((await accept(user.key)).json()).toMatchObject({ stage: 1 });
    expect((await get(`${user.key}/`)).json()).toMatchObject({ stage: 1 });
    const answer = await setPassword(user.key, good);
    expect(answer.statusCode).toBe(200);
    const calls = callsWith(api.http, answer.json().token, user.id);
    expect((await calls.get('/api/v1/me/')).json()).toMatchObject({ id: user.id, registered: true });
    expect((await setPassword(user.key, good)).statusCode).toBe(404);
    expect((await people().activationKeys([user.id])).size).toBe(0);
    const login = { username: user.email, password: good };
    expect(
      (await api.http.inject({ method: 'POST', url: '/api/v1/accounts/login-jwt/', payload: login })).statusCode,
    ).toBe(200);
  });

  it('succeeds for one of two simultaneous attempts', async () => {
    const { key } = await invite();
    await accept(key);
    const statuses = (await Promise.all([setPassword(key, good), setPassword(key, good)])).map((a) => a.statusCode);
    expect(statuses.sort()).toEqual([200, 404]);
  });
});

describe('sending the activation link again', () => {
  const resend = async (who: { id: number }, id: number) =>
    (await signedIn(api.http, database.db, who, new Date(clock.now()))).post(
      `/api/v1/users/activation/resend-activation/${id}/`,
    );

  it('is refused to strangers with 404, and to those below the person with 403', async () => {
    const { db } = database;
    const site = await makeSite(db);
    const boss = await invite({ on: { [site.id]: 'User' }, manages: true });
    expect((await resend(await makeUser(db, { on: { [site.id]: 'Manager' } }), boss.id)).statusCode).toBe(403);
    expect((await resend(await makeUser(db), boss.id)).statusCode).toBe(404);
    expect(await countMailsTo(db, boss.email)).toBe(0);
  });

  // spec: administration 7 POST users/activation/resend-activation/{id}/
  it('mails the link, a new one when the old one is expired, and is refused once the person is registered', async () => {
    const { db } = database;
    const client = await makeClient(db);
    const manager = await makeUser(db, { client: client.id, manages: true });
    const user = await invite({ client: client.id });
    clock.advanceTo(clock.now() + 8 * day);
    expect((await resend(manager, user.id)).statusCode).toBe(200);
    const key = (await people().activationKeys([user.id])).get(user.id) ?? '';
    expect(key).not.toBe(user.key);
    expect((await mailTo(db, user.email)).text).toContain('/register/activate/');
    await db.updateTable('users').set({ registered_at: new Date() }).where('id', '=', user.id).execute();
    expect((await resend(manager, user.id)).statusCode).toBe(400);
  });
});
