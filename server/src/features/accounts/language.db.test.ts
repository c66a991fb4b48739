import { loadLanguages } from '@tocsin/contract/languages/load';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { byLanguage } from '../../access/reader-language.ts';
import type { TestApi } from '../../access/testing.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { makeUser, signedIn } from '../../platform/testing/factories.ts';
import { mailDemoThanks, mailPasswordChanged } from './mails.ts';
import { accountsApi, mailTo, testParts } from './testing/accounts.ts';

const database = testDatabase();
let api: TestApi;
beforeAll(async () => {
  api = await accountsApi(database.db);
});
afterAll(() => api.http.close());
const url = '/api/v1/accounts/language/';

it('follows the browser until a language is chosen, and again once the choice is taken back', async () => {
  const ann = await signedIn(api.http, database.db, await makeUser(database.db));
  const stored = async () => (await ann.get('/api/v1/me/')).json().language;
  expect(await stored()).toBeNull();
  expect((await ann.put(url, { language: 'en' })).json()).toEqual({ language: 'en' });
  expect(await stored()).toBe('en');
  expect((await ann.put(url, { language: null })).json()).toEqual({ language: null });
  expect(await stored()).toBeNull();
});

it('refuses a language that is not offered', async () => {
  const ann = await signedIn(api.http, database.db, await makeUser(database.db));
  const answer = await ann.put(url, { language: 'tlh' });
  expect(answer.statusCode).toBe(400);
  expect(answer.json().language[0]).toContain('The languages are en');
});

it('is recorded with the language before', async () => {
  const ann = await signedIn(api.http, database.db, await makeUser(database.db));
  await ann.put(url, { language: 'en' });
  await ann.put(url, { language: null });
  const rows = await database.db
    .selectFrom('audit')
    .select(['old', 'new'])
    .where('subject', '=', 'person')
    .where('user_id', '=', ann.userId)
    .orderBy('id')
    .execute();
  expect(rows).toEqual([
    { old: { language: null }, new: { language: 'en' } },
    { old: { language: 'en' }, new: { language: null } },
  ]);
});

it('writes to each person in their own language, and to an address without an account in English', async () => {
  await loadLanguages();
  const { db } = database;
  const [ann, bob] = [await makeUser(db), await makeUser(db)];
  await (await signedIn(api.http, db, ann)).put(url, { language: 'de' });
  await db.transaction().execute(async (trx) => {
    for (const { id: userId, email } of [ann, bob])
      await mailPasswordChanged(testParts(db), trx, { userId, email, name: 'Ann' });
    await mailDemoThanks(testParts(db), trx, { name: 'Eve', company: 'Mill', email: 'eve@visitor.example' });
  });
  const german = await mailTo(db, ann.email);
  expect(german.subject).toBe('Ihr Passwort wurde geändert');
  expect(german.text).toContain('Guten Tag Ann,');
  expect(german.text).toContain('Es ist kein Sicherheitssystem.');
  expect(german.html).toContain('lang="de"');
  expect((await mailTo(db, bob.email)).subject).toBe('Your password was changed');
  expect((await mailTo(db, 'eve@visitor.example')).html).toContain('lang="en"');
});

it('groups the readers of one mail by their language', async () => {
  const { db } = database;
  const people = [await makeUser(db), await makeUser(db, { language: 'de' }), await makeUser(db, { language: 'tlh' })];
  const groups = await byLanguage(db, people, ({ id }) => id);
  expect([...groups].map(([language, readers]) => [language, readers.length])).toEqual([
    ['en', 2],
    ['de', 1],
  ]);
});
