import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestApi } from '../../access/testing.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { makeUser, signedIn } from '../../platform/testing/factories.ts';
import { accountsApi } from './testing.ts';

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
