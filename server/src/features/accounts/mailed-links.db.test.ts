import { texts } from '@tocsin/contract/account-texts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApi } from '../../access/testing.ts';
import { type DrivenClock, drivenClock } from '../../platform/clock.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { type MadeUser, makeUser, signedIn } from '../../platform/testing/factories.ts';
import { hashPassword } from './passwords.ts';
import { createPeople } from './people.ts';
import { accountsApi, mailTo, testParts } from './testing/accounts.ts';

const database = testDatabase();
const clock: DrivenClock = drivenClock(Date.now());
const oldPassword = 'Correct horse 9';
const newPassword = 'Tail-Pulley 77';
const both = { new_password1: newPassword, new_password2: newPassword };
let api: TestApi;
let password_hash: string;
beforeAll(async () => {
  api = await accountsApi(database.db, clock);
  password_hash = await hashPassword(oldPassword);
});
afterAll(() => api.http.close());

let address = 1;
const post = (path: string, payload: object) =>
  api.http.inject({ method: 'POST', url: `/api/v1/${path}/`, payload, remoteAddress: `10.2.0.${address++}` });
const reset = (email: string) => post('accounts/password/reset', { email });
const confirmReset = (link: object) => post('accounts/password/reset/confirm', { ...link, ...both });
const confirmEmail = (link: object) => post('accounts/email/change/confirm', link);
const linkIn = (text: string) => {
  const [, uid = '', token = ''] = /\/(?:password\/reset\/key|email\/confirm)\/(\d+)-(\S+)/.exec(text) ?? [];
  return { uid, token };
};
const person = () => makeUser(database.db, { password_hash });
const sign = (user: MadeUser) => signedIn(api.http, database.db, user, new Date(clock.now()));
const mailsTo = async (to: string) =>
  (await database.db.selectFrom('mail').select('text').where('to_address', '=', to).orderBy('id').execute()).map(
    (mail) => mail.text,
  );
const verifiedAt = async (user: MadeUser) =>
  (
    await database.db
      .selectFrom('users')
      .select('mailbox_verified_at')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow()
  ).mailbox_verified_at;

let created = 0;
/** A thief of a session and the password asks for another address: the link lies in the thief's own mailbox. */
const stolen = async (user: MadeUser) => {
  const email = `thief${++created}@example.com`;
  const calls = await sign(user);
  expect((await calls.post('/api/v1/accounts/email/change/', { email, password: oldPassword })).statusCode).toBe(200);
  return linkIn((await mailTo(database.db, email)).text);
};

describe('a link that changes the address', () => {
  it('opens nothing after a change of the password', async () => {
    const user = await person();
    const link = await stolen(user);
    const change = { old_password: oldPassword, ...both };
    expect((await (await sign(user)).post('/api/v1/accounts/password/change/', change)).statusCode).toBe(200);
    expect((await confirmEmail(link)).statusCode).toBe(400);
  });

  it('opens nothing after a reset of the password', async () => {
    const user = await person();
    const link = await stolen(user);
    await reset(user.email);
    expect((await confirmReset(linkIn((await mailTo(database.db, user.email)).text))).statusCode).toBe(200);
    expect((await confirmEmail(link)).statusCode).toBe(400);
  });

  it('is announced to the present address at once', async () => {
    const user = await person();
    await stolen(user);
    const mail = await mailTo(database.db, user.email);
    expect(mail.subject).toBe('A change of your e-mail address was requested');
    expect(mail.text).toContain(`thief${created}@example.com`);
    expect(mail.text).not.toContain('/email/confirm/');
  });

  it('proves the mailbox of the new address', async () => {
    const user = await person();
    expect(await verifiedAt(user)).toBeNull();
    expect((await confirmEmail(await stolen(user))).statusCode).toBe(200);
    expect(await verifiedAt(user)).not.toBeNull();
  });
});

describe('links requested at the same moment', () => {
  it('leave one reset link that works, the newest', async () => {
    const user = await person();
    await Promise.all([reset(user.email), reset(user.email), reset(user.email)]);
    const links = (await mailsTo(user.email)).map(linkIn).filter(({ token }) => token !== '');
    expect(links).toHaveLength(3);
    const statuses: number[] = [];
    for (const link of links) statuses.push((await confirmReset(link)).statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(await verifiedAt(user)).not.toBeNull();
  });

  it('leave one e-mail link that works', async () => {
    const user = await person();
    const links = await Promise.all([stolen(user), stolen(user)]);
    const statuses = [];
    for (const link of links) statuses.push((await confirmEmail(link)).statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });
});

describe('two links of one person, opened in the same moment', () => {
  it('let only one of reset and e-mail change through', async () => {
    const user = await person();
    const change = await stolen(user);
    await reset(user.email);
    const link = linkIn((await mailTo(database.db, user.email)).text);
    const answers = await Promise.all([confirmReset(link), confirmEmail(change)]);
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 400]);
  });

  it('set one password when two people change it by the same old one', async () => {
    const user = await person();
    const [mine, theirs] = [await sign(user), await sign(user)];
    const change = (calls: typeof mine, word: string) =>
      calls.post('/api/v1/accounts/password/change/', {
        old_password: oldPassword,
        new_password1: word,
        new_password2: word,
      });
    const answers = await Promise.all([change(mine, newPassword), change(theirs, 'Head-Pulley 78')]);
    expect(answers.map((answer) => answer.statusCode).sort()).not.toEqual([200, 200]);
  });
});

describe('an activation link', () => {
  const invited = async () => {
    const people = createPeople(testParts(database.db, clock));
    const user = await makeUser(database.db, { registered_at: null });
    await database.db.transaction().execute(async (trx) => {
      await people.openActivation(trx, user.id);
      await people.mailActivation(trx, user.id);
    });
    const shown = (await people.activationKeys([user.id])).get(user.id) ?? '';
    const [, mailed = ''] = /activate\/(\S+)/.exec((await mailTo(database.db, user.email)).text) ?? [];
    return { user, shown, mailed };
  };
  const activate = async (key: string) => {
    await post(`users/activation/accept-terms/${key}`, { stage: 1 });
    return await post(`users/activation/set-password/${key}`, { password1: newPassword, password2: newPassword });
  };

  it('that is mailed is never the one that is shown, and proves the mailbox', async () => {
    const { user, shown, mailed } = await invited();
    expect(mailed).not.toBe('');
    expect(mailed).not.toBe(shown);
    expect((await activate(mailed)).statusCode).toBe(200);
    expect(await verifiedAt(user)).not.toBeNull();
    expect((await activate(shown)).statusCode).toBe(404);
  });

  it('that is shown proves no mailbox', async () => {
    const { user, shown, mailed } = await invited();
    expect((await activate(shown)).statusCode).toBe(200);
    expect(await verifiedAt(user)).toBeNull();
    expect((await activate(mailed)).statusCode).toBe(404);
  });

  it('works once, though the shown and the mailed one are used in the same moment', async () => {
    const { shown, mailed } = await invited();
    const answers = await Promise.all([activate(shown), activate(mailed)]);
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 404]);
  });
});

describe('a change of the password', () => {
  const withKeys = async () => {
    const user = await person();
    const calls = await sign(user);
    const make = async (name: string) => {
      const body = { name, scopes: ['live'], client: null, days: 30, password: oldPassword };
      return (await calls.post('/api/v1/accounts/api-keys/', body)).json() as { id: number; token: string };
    };
    return { user, calls, one: await make('one'), two: await make('two') };
  };
  const names = async (calls: { get: (url: string) => PromiseLike<{ json(): { results: { name: string }[] } }> }) =>
    (await calls.get('/api/v1/accounts/api-keys/')).json().results.map((key) => key.name);
  const change = { old_password: oldPassword, ...both };
  const url = '/api/v1/accounts/password/change/';

  it('revokes every API key of the person', async () => {
    const { calls, one } = await withKeys();
    expect((await calls.post(url, change)).json()).toEqual({ detail: texts.passwordSaved });
    expect(await names(calls)).toEqual([]);
    await expect(api.authorizer.who(one.token)).rejects.toThrow('revoked');
  });

  it('preserves only the keys that the person names', async () => {
    const { calls, one } = await withKeys();
    expect((await calls.post(url, { ...change, keep_api_keys: [one.id] })).statusCode).toBe(200);
    expect(await names(calls)).toEqual(['one']);
  });

  it('is refused where a key is named that is not the person’s own, and nothing changes', async () => {
    const { calls } = await withKeys();
    const other = await withKeys();
    const answer = await calls.post(url, { ...change, keep_api_keys: [other.one.id] });
    expect(answer.json()).toEqual({ keep_api_keys: ['You have no such API key.'] });
    expect(await names(calls)).toEqual(['two', 'one']);
    expect((await calls.post(url, { ...change, keep_api_keys: ['x'] })).statusCode).toBe(400);
  });
});
