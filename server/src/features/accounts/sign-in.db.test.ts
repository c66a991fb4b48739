import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApi } from '../../access/testing.ts';
import { drivenClock } from '../../platform/clock.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { callsWith, makeClient, makeSite, makeUser, signedIn } from '../../platform/testing/factories.ts';
import { hashPassword } from './passwords.ts';
import { accountsApi } from './testing/accounts.ts';

const database = testDatabase();
const clock = drivenClock(Date.now());
const minute = 60_000;
let api: TestApi;
let password_hash: string;

beforeAll(async () => {
  const { db } = database;
  api = await accountsApi(db, clock);
  password_hash = await hashPassword('Correct horse 9');
});
afterAll(async () => {
  await api.http.close();
});

const login = (username: string, password: string, remoteAddress = '10.0.0.1') =>
  api.http.inject({
    method: 'POST',
    url: '/api/v1/accounts/login-jwt/',
    payload: { username, password },
    remoteAddress,
  });

describe('signing in', () => {
  // spec: administration 5 Please input your Email Or Username!
  // spec: administration 5 Please input your Password!
  // spec: administration 7 POST accounts/login-jwt/
  it('requires name and password with the texts of the specification', async () => {
    const answer = await login('', '');
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({
      username: ['Please input your Email Or Username!'],
      password: ['Please input your Password!'],
    });
  });

  // spec: administration 8 Wrong email or password
  // spec: decisions 2 Wrong name or password, and a deactivated user, in the same words
  // meets: iec-62443-4-2 CR 1.1, CR 1.1(1)
  it('answers the same for a wrong password, an unknown name, a deactivated person and one without an active client', async () => {
    const known = await makeUser(database.db, { password_hash });
    const off = await makeUser(database.db, { password_hash, is_active: false });
    const left = await makeUser(database.db, { password_hash, memberActive: false });
    const answers = await Promise.all([
      login(known.email, 'wrong'),
      login('nobody@example.com', 'Correct horse 9'),
      login(off.email, 'Correct horse 9'),
      login(left.email, 'Correct horse 9'),
    ]);
    for (const answer of answers) {
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toEqual({ non_field_errors: ['Wrong email or password'] });
    }
  });

  it('treats a password of 10,000 characters as wrong', async () => {
    const user = await makeUser(database.db, { password_hash });
    expect((await login(user.email, 'x'.repeat(10_000))).statusCode).toBe(400);
  });

  // spec: decisions 2 After 10 failures in 15 minutes for one account 429 with Retry-After
  // meets: iec-62443-4-2 CR 1.11
  // meets: owasp-asvs-5 V6.3.1
  it('refuses an account after ten failures with Retry-After, and admits it afterwards', async () => {
    const user = await makeUser(database.db, { password_hash });
    for (let i = 0; i < 10; i++) expect((await login(user.email, 'wrong', '10.0.1.1')).statusCode).toBe(400);
    const refused = await login(user.email, 'Correct horse 9', '10.0.1.1');
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(14 * 60);
    expect(refused.json()).toEqual({ detail: 'Too many failed sign-ins. Please try again later.' });
    clock.advanceTo(clock.now() + 15 * minute + 1000);
    expect((await login(user.email, 'Correct horse 9', '10.0.1.1')).statusCode).toBe(200);
  });

  // spec: decisions 4 an address from which this account has signed in has its own counter
  it('never locks a person out of the address that they always use', async () => {
    const user = await makeUser(database.db, { password_hash });
    expect((await login(user.email, 'Correct horse 9', '10.0.2.1')).statusCode).toBe(200);
    for (let i = 0; i < 12; i++) await login(user.email, 'wrong', '10.0.2.66');
    expect((await login(user.email, 'Correct horse 9', '10.0.2.66')).statusCode).toBe(429);
    expect((await login(user.email, 'Correct horse 9', '10.0.2.1')).statusCode).toBe(200);
  });

  it('locks no account by signing in as a user name that is its id', async () => {
    const user = await makeUser(database.db, { password_hash });
    for (let i = 0; i < 12; i++) await login(String(user.id), 'wrong', `10.0.4.${i}`);
    for (const name of [`account ${user.id}`, `${user.id} from 10.0.5.1`])
      for (let i = 0; i < 12; i++) await login(name, 'wrong', `10.0.4.${i + 20}`);
    expect((await login(user.email, 'Correct horse 9', '10.0.5.1')).statusCode).toBe(200);
  });

  it('admits 70 correct attempts at the same moment', async () => {
    const user = await makeUser(database.db, { password_hash });
    const answers = await Promise.all(
      Array.from({ length: 70 }, () => login(user.email, 'Correct horse 9', '10.0.6.1')),
    );
    expect(new Set(answers.map((a) => a.statusCode))).toEqual(new Set([200]));
  });

  it('counts an IPv6 network as one address', async () => {
    for (let i = 0; i < 51; i++) await login(`net${i}@example.com`, 'wrong', `2001:db8:3:4::${i}`);
    expect((await login('net@example.com', 'wrong', '2001:db8:3:4:ffff::1')).statusCode).toBe(429);
    expect((await login('net@example.com', 'wrong', '2001:db8:3:5::1')).statusCode).toBe(400);
  });

  // meets: owasp-asvs-5 V16.3.1
  it('audits failures and locks in few rows, and never what was typed', async () => {
    const user = await makeUser(database.db, { password_hash });
    for (let i = 0; i < 15; i++) await login(user.email, `secret-${i}`, '10.0.7.1');
    for (let i = 0; i < 15; i++) await login(`typed-secret-${i}`, 'x', '10.0.7.2');
    const rows = await database.db
      .selectFrom('audit')
      .selectAll()
      .where('subject', '=', 'security')
      .where('address', 'like', '10.0.7.%')
      .execute();
    expect(rows.map((row) => row.action).sort()).toEqual(['failed sign-in', 'failed sign-in', 'locked sign-in']);
    expect(JSON.stringify(rows)).not.toContain('secret-');
  });

  // spec: decisions 2 50 failures in 15 minutes for one address
  it('checks at most 50 of 1,000 passwords from one address, even at the same moment', async () => {
    const names = Array.from({ length: 200 }, (_, i) => `many${i}@example.com`);
    const answers = await Promise.all(names.map((name) => login(name, 'wrong', '10.0.3.1')));
    expect(answers.filter((a) => a.statusCode === 400).length).toBeLessThanOrEqual(50);
    expect(answers.filter((a) => a.statusCode === 429).length).toBeGreaterThanOrEqual(150);
  });

  // spec: decisions 2 username is unique and defaults to the e-mail; either signs in
  it('signs in by e-mail or user name, whatever their case', async () => {
    const user = await makeUser(database.db, { password_hash, username: 'Foreman', email: 'foreman@example.com' });
    for (const name of ['foreman', ' FOREMAN@example.com ']) {
      const answer = await login(name, 'Correct horse 9');
      expect(answer.statusCode).toBe(200);
      const calls = callsWith(api.http, answer.json().token, user.id);
      expect((await calls.get('/api/v1/me/')).json()).toMatchObject({ id: user.id, username: 'Foreman' });
    }
  });
});

describe('a session', () => {
  // meets: owasp-asvs-5 V3.5.1, V7.2.1
  it('refuses no token and a wrong one with 401', async () => {
    expect((await api.http.inject('/api/v1/me/')).statusCode).toBe(401);
    expect((await callsWith(api.http, 'x'.repeat(43), 0).get('/api/v1/me')).statusCode).toBe(401);
  });

  // spec: administration 7 POST accounts/logout/
  // spec: visual-dashboard 7 GET me/ current user; POST rest-auth/logout/
  // spec: decisions 1 JWT and Bearer
  // spec: decisions 1 every path with and without its trailing slash
  // meets: owasp-asvs-5 V7.2.2, V7.4.1
  it('ends at sign-out, and accepts JWT and Bearer, v1 and v2, with and without a slash', async () => {
    const user = await makeUser(database.db);
    const calls = await signedIn(api.http, database.db, user);
    expect((await calls.get('/api/v1/me')).statusCode).toBe(200);
    expect((await calls.get('/api/v2/me/', { headers: { authorization: `Bearer ${calls.token}` } })).statusCode).toBe(
      200,
    );
    expect((await calls.post('/api/v2/rest-auth/logout')).statusCode).toBe(200);
    expect((await calls.get('/api/v1/me/')).statusCode).toBe(401);
  });

  // spec: decisions 2 a session ends 24 hours after its last use, 90 days after its start
  // meets: owasp-asvs-5 V7.3.2
  it('ends 24 hours after its last use and 90 days after its start', async () => {
    const hour = 60 * minute;
    const start = clock.now();
    const user = await makeUser(database.db);
    const calls = await signedIn(api.http, database.db, user);
    const idle = await signedIn(api.http, database.db, user);
    await database.db
      .updateTable('session')
      .set({ created_at: new Date(start), used_at: new Date(start) })
      .execute();
    for (let h = 0; h < 90 * 24 - 20; h += 20) {
      clock.advanceTo(start + h * hour);
      expect((await calls.get('/api/v1/me/')).statusCode).toBe(200);
      if (h === 40) expect((await idle.get('/api/v1/me/')).statusCode).toBe(401);
    }
    clock.advanceTo(start + 90 * 24 * hour + 1);
    expect((await calls.get('/api/v1/me/')).statusCode).toBe(401);
  });
});

describe('me/', () => {
  // spec: administration 7 GET me/
  // spec: decisions 3 me/ carries can_edit, is_manager, is_engineer for the selected site
  it('carries the flags of the selected client and site', async () => {
    const { db } = database;
    const client = await makeClient(db);
    const a = await makeSite(db, { client_id: client.id });
    const b = await makeSite(db, { client_id: client.id });
    const user = await makeUser(db, { on: { [a.id]: 'Manager', [b.id]: 'User' } });
    const calls = await signedIn(api.http, db, user, new Date(clock.now()));
    const at = async (selection: string) =>
      (await calls.get('/api/v1/me/', { headers: { 'x-tocsin-selection': selection } })).json();
    expect(await at(`${client.id},${a.id},`)).toMatchObject({
      can_edit: true,
      is_manager: true,
      locations_roles: { [a.id]: 'Manager', [b.id]: 'User' },
      current_client: { id: client.id, permissions: expect.arrayContaining(['site.add']) },
      current_location: { id: a.id, permissions: expect.arrayContaining(['site.edit', 'device.add']) },
    });
    expect(await at(`,${b.id}`)).toMatchObject({
      can_edit: false,
      is_manager: false,
      current_client: { id: client.id, permissions: expect.not.arrayContaining(['client.change']) },
      current_location: { permissions: expect.not.arrayContaining(['site.edit']) },
    });
    expect(await at('')).toMatchObject({ current_client: { id: client.id }, current_location: null });
  });

  it("answers a tab whose selection is another tenant's as if nothing were selected", async () => {
    const { db } = database;
    const foreign = await makeSite(db);
    const calls = await signedIn(api.http, db, await makeUser(db), new Date(clock.now()));
    const answer = await calls.get('/api/v1/me/', {
      headers: { 'x-tocsin-selection': `${foreign.clientId},${foreign.id},` },
    });
    expect(answer.json()).toMatchObject({ current_location: null });
    expect(answer.json().current_client.id).not.toBe(foreign.clientId);
  });
});

// meets: iec-62443-4-2 CR 2.7
it('ends the session used least recently when a client allows no more of them', async () => {
  const { db } = database;
  const client = await makeClient(db);
  const user = await makeUser(db, { password_hash, client: client.id });
  await sql`insert into client_sign_in (client_id, max_sessions) values (${client.id}, 2)`.execute(db);
  const tokens: string[] = [];
  for (let n = 0; n < 3; n++) {
    clock.advanceTo(clock.now() + minute);
    tokens.push((await login(user.email, 'Correct horse 9')).json().token);
  }
  const open = await Promise.all(
    tokens.map(async (token) => (await callsWith(api.http, token, user.id).get('/api/v1/me/')).statusCode),
  );
  expect(open).toEqual([401, 200, 200]);
});
