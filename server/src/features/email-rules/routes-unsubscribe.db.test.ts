import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadPerson, loadUser } from '../../access/store.ts';
import { type TestApi, testApi } from '../../access/testing.ts';
import { unsubscribeToken } from '../../notify/index.ts';
import { drivenClock } from '../../platform/clock.ts';
import { createEncryption } from '../../platform/encryption.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { makeSite, makeUser, signedIn } from '../../platform/testing/factories.ts';
import { addEmailRuleRoutes, addUnsubscribeRoutes, loadEmailRule } from './index.ts';

const database = testDatabase();
const clock = drivenClock(Date.now());
const encryption = createEncryption('test', 'messages');
const url = '/api/v1/notification-settings/';
const publicUrl = 'https://tocsin.example';
let api: TestApi;
let managers: readonly { readonly id: number; readonly email: string }[] = [];

beforeAll(async () => {
  const { db } = database;
  const loaders = { 'email-rule': (id: number) => loadEmailRule(db, (user) => loadUser(db, user))(id) };
  api = await testApi(
    db,
    (a) => {
      addEmailRuleRoutes(a, { db, clock, loadPerson: (id) => loadPerson(db, id) });
      addUnsubscribeRoutes(a, { db, clock, publicUrl, encryption, managersOf: async () => managers });
    },
    { clock, loaders },
  );
});
afterAll(() => api.http.close());

/** A rule that mails to an address without an account. */
async function made() {
  const { db } = database;
  const site = await makeSite(db);
  const manager = await makeUser(db, { client: site.clientId, manages: true });
  const owner = await makeUser(db, { on: { [site.id]: 'User' }, first_name: 'Ann', last_name: 'Vole' });
  managers = [
    { id: manager.id, email: manager.email },
    { id: owner.id, email: owner.email },
  ];
  const calls = await signedIn(api.http, db, owner, new Date(clock.now()));
  const body = {
    delivery_method: 'Email',
    event_type: 'alarm',
    contact_when: 0,
    all_devices: true,
    send_to_alternative: true,
    alternative_contact: 'gate@mill.example',
  };
  const { id } = (await calls.post(url, body)).json();
  const press = (token: string, over: object = {}) =>
    api.http.inject({
      method: 'POST',
      url: `/api/v1/unsubscribe/${token}/`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
      ...over,
    });
  return { id, calls, owner, manager, press, token: unsubscribeToken(encryption, id, 'gate@mill.example') };
}
const isActive = async (id: number) =>
  (await sql<{ is_active: boolean }>`select is_active from email_rule where id = ${id}`.execute(database.db)).rows[0]
    ?.is_active;

it('a link that is forged, of another rule, or of an address that the rule mails no more, does nothing', async () => {
  const { id, calls, press, token } = await made();
  const other = await made();
  const forged = `${id}.${'A'.repeat(43)}`;
  for (const wrong of [
    forged,
    token.replace(/^\d+/, String(other.id)),
    'none',
    unsubscribeToken(encryption, id, 'x@y.example'),
  ])
    expect((await press(wrong)).statusCode).toBe(404);
  await calls.patch(`${url}${id}/`, { alternative_contact: 'night@mill.example' });
  expect((await press(token)).statusCode).toBe(404);
  expect([await isActive(id), await isActive(other.id)]).toEqual([true, true]);
});

it('one press without a sign-in ends the mails, is on record, and is mailed once to owner and managers', async () => {
  const { id, press, token, owner, manager } = await made();
  expect((await press(token)).json()).toMatchObject({ to: 'gate@mill.example', is_active: false });
  expect((await press(token)).statusCode).toBe(200);
  expect(await isActive(id)).toBe(false);
  const { rows: audited } = await sql<object>`select user_name, new from audit
    where subject = 'e-mail rule' and subject_id = ${String(id)} and action = 'change'`.execute(database.db);
  expect(audited).toEqual([
    {
      user_name: 'gate@mill.example',
      new: { is_active: false, reason: 'The receiver ended its mails by their link' },
    },
  ]);
  const { rows: mails } = await sql<{ to: string; text: string }>`select to_address as to, text from mail
    where user_id = any(${[owner.id, manager.id]}::int[]) order by to_address`.execute(database.db);
  expect(mails.map(({ to }) => to)).toEqual([manager.email, owner.email].toSorted());
  expect(mails[0]?.text).toContain('e-mail rule of Ann Vole');
});

it('looking at the link ends nothing: a browser is sent to its page, which reads what it is about', async () => {
  const { id, press, token } = await made();
  const page = await press(token, { method: 'GET', payload: undefined, headers: { accept: 'text/html' } });
  expect([page.statusCode, page.headers.location]).toEqual([302, `${publicUrl}/unsubscribe/${token}`]);
  const read = await press(token, { method: 'GET', payload: undefined, headers: { accept: 'application/json' } });
  expect(read.json()).toMatchObject({ event_type: 'alarm', to: 'gate@mill.example', is_active: true });
  expect(await isActive(id)).toBe(true);
});
