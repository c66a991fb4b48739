import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountTables } from '../features/accounts/end-account.ts';
import { hashPassword } from '../features/accounts/index.ts';
import { countMailsTo, mailTo } from '../features/accounts/testing/accounts.ts';
import { seedRotation } from '../features/on-call/index.ts';
import { methodsFor } from '../notify/3-resolve/methods.ts';
import { type DrivenClock, drivenClock } from '../platform/clock.ts';
import { testDatabase } from '../platform/testing/database.ts';
import { type MadeUser, makeSite, makeUser, type SignedIn, signedIn } from '../platform/testing/factories.ts';
import { startWalkApp, type WalkApp } from '../testing/role-walk/app.ts';
import { makeKey } from '../testing/role-walk/world.ts';

const database = testDatabase();
const clock: DrivenClock = drivenClock(Date.now());
const day = 24 * 3600_000;
const password = 'Correct horse 9';
const next = 'Battery staple 8';
let app: WalkApp;
let password_hash: string;
beforeAll(async () => {
  password_hash = await hashPassword(password);
  app = await startWalkApp(database.db, clock);
});
afterAll(() => app.stop());

const sign = (user: { readonly id: number }) => signedIn(app.http, database.db, user, new Date(clock.now()));
const makePerson = (over: object = {}) =>
  makeUser(database.db, { password_hash, mailbox_verified_at: new Date(clock.now()), ...over });
const post = (path: string, payload: object) => app.http.inject({ method: 'POST', url: `/api/v1/${path}`, payload });
const path = '/api/v1/contact-methods/';
const bytes = Buffer.alloc(32, 7);

/** Tables that refer to a person and hold neither a credential nor an address nor a link of theirs. */
const others: Readonly<Record<string, string>> = {
  alarm_register_approval: 'who approved it',
  audit: 'what a person did',
  client_member: 'membership, which others give and take',
  daily_round: 'who made it',
  duty_notice: 'about whom managers were told',
  email_rule: 'belongs to a client, whose managers see it, and sends its events only',
  graph_selection: 'which graphs a person looks at',
  handover_mail: 'of a site, to the mailbox alone',
  idempotent_call: 'answers to their calls, encrypted and only for them, for 24 hours',
  invitation: 'an offer of a client; its link is an account_link',
  mail: 'what was sent to the mailbox',
  maintenance_task: 'who looks after it',
  maintenance_test: 'who made it',
  membership: 'rights, which others give and take',
  message: 'what was sent; what waits for a method ends with it',
  out_of_service: 'who said it',
  proposed_warnings: 'who proposed it',
  protection_design: 'who confirmed it',
  protection_owner: 'who looks after it',
  protection_setting: 'who set it',
  rotation_override: 'a duty, given by others',
  rotation_person: 'a duty, given by others',
  schema: 'who copied it',
  service_account: 'of a client; it may do what its owner may, and ends with that right',
  settings_copy: 'who copied them',
  shelf: 'who shelved',
  shift_takeover: 'who took over',
  site_note: 'who wrote it',
  walk_test: 'who walks',
};

/** Everything that an account can hold, as somebody who has its password plants it. */
const plant = async (user: MadeUser, siteId: number, clientId: number, createdAt = new Date(clock.now())) => {
  const { db } = database;
  const method = await sql<{ id: number }>`insert into contact_method (user_id, kind, title, address, address_hash,
      verified_at, created_at)
    values (${user.id}, 'webhook', 'attacker.example', ${bytes}, ${Buffer.from(`${user.id} ${createdAt.getTime()}`)},
      ${createdAt}, ${createdAt}) returning id`.execute(db);
  await sql`insert into duty_calendar (user_id, token_hash, created_at)
    values (${user.id}, ${Buffer.from(`calendar ${user.id}`)}, now())`.execute(db);
  await sql`insert into quiet_hours (user_id, begins, ends, timezone) values (${user.id}, 0, 1439, 'UTC')`.execute(db);
  await sql`insert into two_factor (user_id, secret, verified_at) values (${user.id}, ${bytes}, now())`.execute(db);
  await sql`insert into recovery_code (user_id, code_hash) values (${user.id}, ${bytes})`.execute(db);
  await sql`insert into passkey (user_id, credential_id, public_key, counter, transports, name, created_at)
    values (${user.id}, ${Buffer.from(`passkey ${user.id}`)}, ${bytes}, 0, '{}', 'Key', now())`.execute(db);
  await sql`insert into provider_link (client_id, user_id, issuer, subject, created_at)
    values (${clientId}, ${user.id}, 'https://id.example', ${`subject ${user.id}`}, now())`.execute(db);
  await sql`insert into provider_attempt (state_hash, client_id, user_id, browser_hash, nonce, verifier, expires_at)
    values (${Buffer.from(`state ${user.id}`)}, ${clientId}, ${user.id}, ${bytes}, 'n', 'v', now() + interval '1 hour')`.execute(
    db,
  );
  await sql`insert into session (token_hash, kind, site_id, made_by, address)
    values (${Buffer.from(`wall ${user.id}`)}, 'wall', ${siteId}, ${user.id}, '127.0.0.1')`.execute(db);
  await sql`insert into account_link (kind, nonce, user_id, created_at, expires_at)
    values ('reset', ${bytes}, ${user.id}, now(), now() + interval '1 day')`.execute(db);
  await makeKey(db, { userId: user.id, clientId: null, name: 'k' });
  return method.rows[0]?.id ?? 0;
};

/** How many living things of a person each table holds. */
const living = async ({ id }: MadeUser): Promise<Record<string, number>> => {
  const alive: Readonly<Record<string, string>> = {
    session: 'ended_at is null',
    api_key: 'revoked_at is null',
    account_link: 'used_at is null',
  };
  const counts: Record<string, number> = {};
  for (const name of accountTables) {
    const owner = name === 'session' ? sql`${id} in (user_id, made_by)` : sql`user_id = ${id}`;
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(name)}
      where ${owner} and ${sql.raw(alive[name] ?? 'true')}`.execute(database.db);
    const n = rows[0]?.n ?? 0;
    if (n > 0) counts[name] = n;
  }
  return counts;
};
const nothing = {};

const resetLink = async (email: string) => {
  await post('accounts/password/reset/', { email });
  const [, uid = '', token = ''] =
    /\/password\/reset\/key\/(\d+)-(\S+)/.exec((await mailTo(database.db, email)).text) ?? [];
  return { uid, token };
};
const reset = async (email: string) => {
  const passwords = { new_password1: next, new_password2: next };
  const answer = await post('accounts/password/reset/confirm/', { ...(await resetLink(email)), ...passwords });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().held;
};

describe('the tables of an account', () => {
  it('are all known: a table that refers to a person is ended with the account or is listed here with its reason', async () => {
    const { rows } = await sql<{ name: string }>`
      select c.conrelid::regclass::text as name from pg_constraint c
      where c.contype = 'f' and c.confrelid = 'users'::regclass and c.conparentid = 0
      union select a.attrelid::regclass::text from pg_attribute a join pg_class t on t.oid = a.attrelid
      where a.attname = 'user_id' and t.relkind in ('r', 'p') and not t.relispartition
        and t.relnamespace = 'public'::regnamespace order by 1`.execute(database.db);
    const referring = rows.map(({ name }) => name).filter((name) => !Object.hasOwn(others, name));
    expect(referring).toEqual([...accountTables].sort());
    expect(Object.keys(others).filter((name) => !rows.some((row) => row.name === name))).toEqual([]);
  });
});

describe('an account taken over by the holder of its mailbox', () => {
  it('leaves nothing of what somebody planted who had activated it by the copied link', async () => {
    const { db } = database;
    const [ours, theirs] = [await makeSite(db), await makeSite(db)];
    const user = await makePerson({ on: { [ours.id]: 'Engineer' }, mailbox_verified_at: null });
    const thief = await sign(user);
    const id = await plant(user, ours.id, ours.clientId);
    expect(Object.keys(await living(user)).sort()).toEqual([...accountTables].sort());

    const manager = await sign(await makeUser(db, { client: theirs.clientId, manages: true }));
    const form = { full_name: 'Ann', email: user.email, company: 'c', phone: 'p', address: 'a' };
    const access = [{ location_id: theirs.id, has_access: true, permission: 'User' }];
    await manager.post('/api/v1/users/', { ...form, client: theirs.clientId, location_access: access });
    const [, token = ''] = /\/invitation\/link\/(\S+)/.exec((await mailTo(db, user.email)).text) ?? [];
    const accepted = await post(`invitation-links/${token}/accept/`, { password1: next, password2: next });
    expect(accepted.statusCode, accepted.body).toBe(200);

    const left = await living(user);
    expect(Object.keys(left).filter((name) => name !== 'session')).toEqual([]);
    expect((await thief.get('/api/v1/me/')).statusCode).toBe(401);
    expect(await methodsFor(db, { userId: user.id, clientId: 0, priority: 1 }, new Date(clock.now()))).toEqual([]);
    const { rows } = await sql`select from contact_method where id = ${id}`.execute(db);
    expect(rows).toEqual([]);
  });
});

describe('a reset', () => {
  it('holds back the methods of the last thirty days, keeps older ones, and ends keys, links and calendar', async () => {
    const { db } = database;
    const site = await makeSite(db);
    const user = await makePerson({ on: { [site.id]: 'User' } });
    const fresh = await plant(user, site.id, site.clientId, new Date(clock.now() - 29 * day));
    const old = await sql<{ id: number }>`insert into contact_method (user_id, kind, title, address, address_hash,
        verified_at, created_at)
      values (${user.id}, 'sms', 'old', ${bytes}, 'old', now(), ${new Date(clock.now() - 31 * day)})
      returning id`.execute(db);
    expect(await reset(user.email)).toBe(1);
    expect(Object.keys(await living(user)).sort()).toEqual([
      'contact_method',
      'passkey',
      'quiet_hours',
      'recovery_code',
      'session',
      'two_factor',
    ]);
    // The wall display is of the site and goes on while its maker may edit there.
    const usable = async () =>
      (await methodsFor(db, { userId: user.id, clientId: 0, priority: 1 }, new Date(clock.now()))).map(({ id }) => id);
    expect(await usable()).toEqual([old.rows[0]?.id]);
    expect((await mailTo(db, user.email)).text).toContain('get no messages until you confirm them');

    await sql`delete from two_factor where user_id = ${user.id}`.execute(db);
    await sql`delete from passkey where user_id = ${user.id}`.execute(db);
    const holder = await sign(user);
    const keep = (body: object) => holder.post(`${path}${fresh}/keep/`, body);
    expect((await holder.get(path)).json().results[0].held_at).not.toBeNull();
    expect((await holder.post(`${path}${fresh}/test/`)).statusCode).toBe(409);
    expect((await keep({})).json()).toEqual({ password: ['Please input your Password!'] });
    expect((await keep({ password })).statusCode).toBe(400);
    const stranger = await sign(await makePerson());
    expect((await stranger.post(`${path}${fresh}/keep/`, { password })).statusCode).toBe(404);
    expect((await keep({ password: next })).json()).toMatchObject({ held_at: null, state: 'verified' });
    expect(await usable()).toEqual([fresh, old.rows[0]?.id]);
  });

  it('that first proves the mailbox holds back every method, however old', async () => {
    const { db } = database;
    const site = await makeSite(db);
    const user = await makePerson({ on: { [site.id]: 'User' }, mailbox_verified_at: null });
    await plant(user, site.id, site.clientId, new Date(clock.now() - 300 * day));
    expect(await methodsFor(db, { userId: user.id, clientId: 0, priority: 1 }, new Date(clock.now()))).toHaveLength(1);
    await reset(user.email);
    expect(await methodsFor(db, { userId: user.id, clientId: 0, priority: 1 }, new Date(clock.now()))).toEqual([]);
  });

  it('that leaves a person on duty to e-mail alone tells the managers at once, and nobody otherwise', async () => {
    const { db } = database;
    const site = await makeSite(db);
    const manager = await makePerson({ on: { [site.id]: 'Manager' } });
    const people = [await makePerson({ on: { [site.id]: 'User' } }), await makePerson({ on: { [site.id]: 'User' } })];
    const [ann, ben] = people;
    if (!ann || !ben) throw new Error('two people');
    await plant(ann, site.id, site.clientId);
    await plant(ben, site.id, site.clientId);
    const plan = { title: 'Nights', timezone: 'UTC', handover_time: '06:00', weekday: null, at: clock.now() };
    const start = new Date(clock.now() - day).toISOString().slice(0, 10);
    await db
      .transaction()
      .execute((trx) =>
        seedRotation(trx, site.clientId, { ...plan, start, people: [{ id: ann.id, name: 'Ann' }], overrides: [] }),
      );
    await reset(ben.email);
    expect(await countMailsTo(db, manager.email)).toBe(0);
    await reset(ann.email);
    expect((await mailTo(db, manager.email)).subject).toContain('only e-mail reaches');
    expect(await countMailsTo(db, manager.email)).toBe(1);
  });
});

describe('other ends', () => {
  it('a change of the password ends no way to be reached', async () => {
    const site = await makeSite(database.db);
    const user = await makePerson({ on: { [site.id]: 'User' } });
    const calls = await sign(user);
    await plant(user, site.id, site.clientId);
    await sql`delete from two_factor where user_id = ${user.id}`.execute(database.db);
    await sql`delete from passkey where user_id = ${user.id}`.execute(database.db);
    const change = { old_password: password, new_password1: next, new_password2: next };
    expect((await calls.post('/api/v1/accounts/password/change/', change)).statusCode).toBe(200);
    expect(
      await methodsFor(database.db, { userId: user.id, clientId: 0, priority: 1 }, new Date(clock.now())),
    ).toHaveLength(1);
    expect(await living(user)).toMatchObject({ duty_calendar: 1, contact_method: 1, session: 2 });
    expect(Object.keys(await living(user))).not.toContain('api_key');
  });

  it('a removed person leaves nothing', async () => {
    const site = await makeSite(database.db);
    const user = await makePerson({ on: { [site.id]: 'User' } });
    await plant(user, site.id, site.clientId);
    const boss = await sign(await makeUser(database.db, { is_superuser: true }));
    expect((await boss.delete(`/api/v1/users/${user.id}/`)).statusCode).toBe(204);
    expect(await living(user)).toEqual(nothing);
  });
});

describe('what outlives a session', () => {
  const ways: readonly [string, (who: SignedIn, proof: object) => Promise<{ statusCode: number; json(): unknown }>][] =
    [
      ['a contact method', (who, proof) => who.post(path, { kind: 'webhook', url: 'https://mine.example/', ...proof })],
      ['a calendar of duties', (who, proof) => who.post('/api/v1/on-call/calendar/', proof)],
      [
        'an API key',
        (who, proof) => who.post('/api/v1/accounts/api-keys/', { name: 'k', scopes: ['live'], days: 1, ...proof }),
      ],
    ];

  it.each(ways)(
    '%s is not added with a stolen session alone, and its addition is mailed to the holder',
    async (_, add) => {
      const user = await makePerson();
      const calls = await sign(user);
      expect((await add(calls, {})).json()).toEqual({ password: ['Please input your Password!'] });
      expect((await add(calls, { password: 'wrong' })).statusCode).toBe(400);
      expect(await living(user)).toEqual({ session: 1 });
      expect(await countMailsTo(database.db, user.email)).toBe(0);
      expect((await add(calls, { password })).statusCode).toBe(201);
      expect(await countMailsTo(database.db, user.email)).toBe(1);
      expect((await mailTo(database.db, user.email)).text).toContain('If this was not you, remove it');
    },
  );
});
