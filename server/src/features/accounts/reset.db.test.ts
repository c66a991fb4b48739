import { texts } from '@tocsin/contract/account-texts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApi } from '../../access/testing.ts';
import { type DrivenClock, drivenClock } from '../../platform/clock.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { callsWith, type MadeUser, makeUser, signedIn } from '../../platform/testing/factories.ts';
import { hashPassword } from './passwords.ts';
import { accountsApi, countMailsTo, mailTo } from './testing/accounts.ts';

const database = testDatabase();
const clock: DrivenClock = drivenClock(Date.now());
const hour = 3600_000;
const oldPassword = 'Correct horse 9';
const newPassword = 'Tail-Pulley 77';
let api: TestApi;
let password_hash: string;
beforeAll(async () => {
  api = await accountsApi(database.db, clock);
  password_hash = await hashPassword(oldPassword);
});
afterAll(() => api.http.close());

let address = 1;
/** Each from an address of its own, so that only what a test counts is counted. */
const post = (path: string, payload: object, remoteAddress = `10.1.${address >> 8}.${address++ & 255}`) =>
  api.http.inject({ method: 'POST', url: `/api/v1/accounts/${path}/`, payload, remoteAddress });
const reset = (email: string, from?: string) => post('password/reset', { email }, from);
const confirm = (link: { uid: string; token: string }, first = newPassword, second = first) =>
  post('password/reset/confirm', { ...link, new_password1: first, new_password2: second });
const login = (user: MadeUser, password: string) => post('login-jwt', { username: user.email, password });
const linkIn = (text: string) => {
  const [, uid = '', token = ''] = /\/(?:password\/reset\/key|email\/confirm)\/(\d+)-(\S+)/.exec(text) ?? [];
  return { uid, token };
};
const person = () => makeUser(database.db, { password_hash });
const sign = (user: MadeUser) => signedIn(api.http, database.db, user, new Date(clock.now()));

describe('asking for a reset is refused', () => {
  // spec: administration 8 The e-mail address is not assigned to any user account
  it('for no address, a bad one and an unknown one, in the words of the specification', async () => {
    expect((await reset('')).json()).toEqual({ email: ['Please input your Email Address!'] });
    expect((await reset('not an address')).json()).toEqual({ email: ['The input is not valid E-mail!'] });
    expect((await reset('a@example.com\r\nbcc: b@example.com')).statusCode).toBe(400);
    expect((await reset('nobody@example.com')).json()).toEqual({ email: [texts.unknownAddress] });
  });

  it('for a deactivated person', async () => {
    const off = await makeUser(database.db, { is_active: false });
    expect((await reset(off.email)).statusCode).toBe(400);
    expect(await countMailsTo(database.db, off.email)).toBe(0);
  });

  // spec: decisions 2 reset limited to 5 an hour per address and per client address
  it('after five in an hour for one address, and for one IPv6 network', async () => {
    for (let i = 0; i < 5; i++) await reset(`x${i}@example.com`, '10.7.7.7');
    const refused = await reset((await person()).email, '10.7.7.7');
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000);
    for (let i = 0; i < 5; i++) await reset(`y${i}@example.com`, `2001:db8:9:1::${i}`);
    expect((await reset((await person()).email, '2001:db8:9:1:8::1')).statusCode).toBe(429);
    expect((await reset((await person()).email, '2001:db8:9:2::1')).statusCode).toBe(200);
  });

  it('after five in an hour for one account from its own address, and never because of others', async () => {
    const user = await person();
    const own = '10.8.8.8';
    await post('login-jwt', { username: user.email, password: oldPassword }, own);
    for (let i = 0; i < 8; i++) expect((await reset(user.email)).statusCode).toBe(200);
    // Five mails for all others together; the last of their links is still good.
    expect(await countMailsTo(database.db, user.email)).toBe(5);
    const link = linkIn((await mailTo(database.db, user.email)).text);
    expect((await confirm(link)).statusCode).toBe(200);
    for (let i = 0; i < 3; i++) await reset(user.email, own);
    expect((await mailTo(database.db, user.email)).text).toMatch(/password\/reset\/key/);
    expect((await reset(user.email)).statusCode).toBe(200);
  });
});

describe('a reset link', () => {
  const ask = async (user: MadeUser) => {
    expect((await reset(user.email)).json()).toEqual({ detail: texts.resetSent });
    return linkIn((await mailTo(database.db, user.email)).text);
  };

  // spec: administration 8 The password reset link was invalid, possibly because it has already been used
  // spec: decisions 2 reset links work once and for 24 h
  it("is refused when it is forged, another person's, expired, or replaced by a newer one", async () => {
    const user = await person();
    const other = await person();
    const old = await ask(user);
    const link = await ask(user);
    const invalid = { non_field_errors: [texts.resetInvalid] };
    expect((await confirm(old)).json()).toEqual(invalid);
    expect((await confirm({ ...link, uid: String(other.id) })).json()).toEqual(invalid);
    expect((await confirm({ ...link, token: `${link.token.slice(0, -1)}x` })).json()).toEqual(invalid);
    clock.advanceTo(clock.now() + 24 * hour + 1);
    expect((await confirm(link)).json()).toEqual(invalid);
  });

  // spec: administration 7 POST accounts/password/reset/
  // spec: administration 7 POST accounts/password/reset/confirm/
  // spec: administration 8 Password has been reset with new password
  // spec: administration 8 Your password reset link has been sent successfully. Please check your email.
  it('sets the password once and ends every session', async () => {
    const user = await person();
    const session = await sign(user);
    const link = await ask(user);
    expect((await confirm(link, 'weak')).statusCode).toBe(400);
    expect((await confirm(link, newPassword, 'Another 123 x')).json()).toEqual({ new_password2: [texts.mismatch] });
    expect((await confirm(link)).json()).toEqual({ detail: texts.passwordReset });
    expect((await session.get('/api/v1/me/')).statusCode).toBe(401);
    expect((await login(user, oldPassword)).statusCode).toBe(400);
    expect((await login(user, newPassword)).statusCode).toBe(200);
    expect((await confirm(link)).statusCode).toBe(400);
    expect((await mailTo(database.db, user.email)).subject).toBe('Your password was changed');
  });

  // meets: owasp-asvs-5 V6.4.3
  it('takes no second factor away: the new password alone opens nothing', async () => {
    const user = await person();
    await sql`insert into passkey (user_id, credential_id, public_key, counter, name, created_at)
      values (${user.id}, ${Buffer.from(`key of ${user.id}`)}, 'x', 0, 'Key', now())`.execute(database.db);
    expect((await confirm(await ask(user))).json()).toEqual({ detail: texts.passwordReset });
    const { token } = (await login(user, newPassword)).json();
    const calls = callsWith(api.http, token, user.id);
    expect((await calls.get('/api/v1/accounts/sessions/')).json()).toEqual({
      detail: 'Two factor verification required',
    });
  });

  it('leads a person who never activated to the activation instead', async () => {
    const user = await makeUser(database.db, { registered_at: null });
    expect((await reset(user.email)).statusCode).toBe(200);
    expect((await mailTo(database.db, user.email)).text).toContain('/register/activate/');
  });
});

describe('changing the own password', () => {
  const change = { new_password1: newPassword, new_password2: newPassword };

  // meets: owasp-asvs-5 V6.2.3
  it('is refused without the old one, and after ten tries at all', async () => {
    const calls = await sign(await person());
    const wrong = await calls.post('/api/v1/accounts/password/change/', { old_password: 'x', ...change });
    expect(wrong.json()).toHaveProperty('old_password');
    expect((await calls.post('/api/v1/accounts/password/change/', change)).statusCode).toBe(400);
    for (let i = 0; i < 9; i++) await calls.post('/api/v1/accounts/password/change/', { old_password: 'x', ...change });
    const right = await calls.post('/api/v1/accounts/password/change/', { old_password: oldPassword, ...change });
    expect(right.statusCode).toBe(429);
  });

  // spec: administration 7 POST accounts/password/change/
  // spec: administration 8 New password has been saved
  // spec: decisions 2 a password change ends all of the person's sessions but the one that made it
  // meets: owasp-asvs-5 V6.2.2, V7.4.3
  it('ends every other session, and open reset links with it', async () => {
    const user = await person();
    const [mine, other] = [await sign(user), await sign(user)];
    await reset(user.email);
    const link = linkIn((await mailTo(database.db, user.email)).text);
    const answer = await mine.post('/api/v1/accounts/password/change/', { old_password: oldPassword, ...change });
    expect(answer.json()).toEqual({ detail: texts.passwordSaved });
    expect((await mine.get('/api/v1/me/')).statusCode).toBe(200);
    expect((await other.get('/api/v1/me/')).statusCode).toBe(401);
    expect((await confirm(link)).statusCode).toBe(400);
  });
});

describe('changing the own e-mail', () => {
  // meets: owasp-asvs-5 V7.5.1
  it('is refused without the password and for an address in use', async () => {
    const [user, other] = [await person(), await person()];
    const calls = await sign(user);
    const ask = (email: string, password: string) => calls.post('/api/v1/accounts/email/change/', { email, password });
    expect((await ask('new1@example.com', 'wrong')).json()).toHaveProperty('password');
    expect((await ask(other.email.toUpperCase(), oldPassword)).json()).toEqual({ email: [texts.alreadyRegistered] });
    expect(await countMailsTo(database.db, 'new1@example.com')).toBe(0);
  });

  // spec: decisions 3 the e-mail of an activated person is changed by the person with password and a confirming mail
  it('applies when the link is opened, and notifies the old address', async () => {
    const user = await person();
    const calls = await sign(user);
    await calls.post('/api/v1/accounts/email/change/', { email: 'new2@example.com', password: oldPassword });
    expect((await calls.get('/api/v1/me/')).json().email).toBe(user.email);
    const link = linkIn((await mailTo(database.db, 'new2@example.com')).text);
    expect((await post('email/change/confirm', link)).statusCode).toBe(200);
    expect((await post('email/change/confirm', link)).statusCode).toBe(400);
    expect((await calls.get('/api/v1/me/')).json()).toMatchObject({
      email: 'new2@example.com',
      username: 'new2@example.com',
    });
    expect((await mailTo(database.db, user.email)).text).toContain('new2@example.com');
  });

  it('invalidates the links in the former mailbox', async () => {
    const user = await person();
    const calls = await sign(user);
    await reset(user.email);
    const former = linkIn((await mailTo(database.db, user.email)).text);
    await calls.post('/api/v1/accounts/email/change/', { email: 'new3@example.com', password: oldPassword });
    const link = linkIn((await mailTo(database.db, 'new3@example.com')).text);
    expect((await post('email/change/confirm', link)).statusCode).toBe(200);
    expect((await confirm(former)).json()).toEqual({ non_field_errors: [texts.resetInvalid] });
  });
});
