import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../access/testing.ts';
import { drivenClock } from '../../platform/clock.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { makeUser, type SignedIn, signedIn } from '../../platform/testing/factories.ts';
import { addChainRoutes, sealAudit, verifyChain } from './index.ts';

const database = testDatabase();
const now = Date.UTC(2026, 2, 10, 12);
let api: TestApi;
let boss: SignedIn;
let staff: SignedIn;
beforeAll(async () => {
  const clock = drivenClock(now);
  api = await testApi(database.db, (a) => addChainRoutes(a, { db: database.db, clock }), { clock });
  const person = async (over: Parameters<typeof makeUser>[1]) =>
    await signedIn(api.http, database.db, await makeUser(database.db, over), new Date(now));
  boss = await person({ is_superuser: true });
  staff = await person({ is_oem: true });
});
afterAll(() => api.http.close());
const url = '/api/v1/audit/settings/';

it.each([
  [{ address_days: 0 }, 'address_days'],
  [{ address_days: 'soon' }, 'address_days'],
  [{ retention_days: 29 }, 'retention_days'],
  [{ retention_days: 40.5 }, 'retention_days'],
])('refuses %j with the name of the field', async (body, field) => {
  const answer = await boss.patch(url, body);
  expect(answer.statusCode).toBe(400);
  expect(Object.keys(answer.json())).toEqual([field]);
});

it('is changed by super users only, from the version they read, and noted with old and new value', async () => {
  expect((await staff.patch(url, { address_days: 90 })).statusCode).toBe(403);
  const { version } = (await boss.get(url)).json();
  const saved = await boss.patch(url, { address_days: 90, version });
  expect(saved.json()).toMatchObject({ address_days: 90, retention_days: null, version: version + 1 });
  expect((await boss.patch(url, { address_days: 10, version })).statusCode).toBe(409);
  const notes = await database.db
    .selectFrom('audit')
    .select(['old', 'new'])
    .where('subject', '=', 'audit log')
    .execute();
  expect(notes).toEqual([{ old: { address_days: null }, new: { address_days: 90 } }]);
});

it('exports the chain and lists its heads', async () => {
  await database.db
    .insertInto('audit')
    .values({ user_name: 'Ann', action: 'change', subject: 'site', at: new Date(now - 86_400_000) })
    .execute();
  await sealAudit(database.db, now);
  const answer = await staff.get('/api/v1/audit/chain/');
  expect(answer.headers['content-type']).toBe('application/x-ndjson');
  const verified = await verifyChain(answer.body.split('\n'));
  expect(verified.problems).toEqual([]);
  const heads = (await staff.get('/api/v1/audit/heads/')).json();
  expect(heads.results.map(({ value }: { value: string }) => value)).toEqual(verified.heads.map(({ value }) => value));
  expect((await staff.get(url)).json()).toMatchObject({ sealed_rows: verified.rows, unsealed_rows: 0 });
});
