import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../access/testing.ts';
import { noteBackup } from '../../platform/backup/store-catalog.ts';
import { drivenClock } from '../../platform/clock.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { makeClient, makeUser, type SignedIn, signedIn } from '../../platform/testing/factories.ts';
import { addFirstStepsRoutes } from './index.ts';

const database = testDatabase();
const clock = drivenClock(Date.now());
const url = '/api/v1/oem/first-steps/';
let api: TestApi;
let operator: SignedIn;
let user: SignedIn;

beforeAll(async () => {
  const { db } = database;
  api = await testApi(db, (a) => addFirstStepsRoutes(a, { db, clock, hasMailServer: false, isDemo: false }), { clock });
  operator = await signedIn(api.http, db, await makeUser(db, { is_superuser: true }), new Date(clock.now()));
  user = await signedIn(api.http, db, await makeUser(db), new Date(clock.now()));
});
afterAll(() => api.http.close());

it('are for the operator alone', async () => {
  expect((await user.get(url)).statusCode).toBe(403);
  expect((await user.put(url, { closed: true })).statusCode).toBe(403);
});

it('are all open in an empty portal, and done by existing data', async () => {
  // The factories' people come with a client of their own.
  await database.db
    .updateTable('client')
    .set({ removed_at: new Date(clock.now()) })
    .execute();
  expect((await operator.get(url)).json()).toEqual({
    closed: false,
    steps: { mail: false, client: false, registry: false, frame: false, policy: false, backup: false },
  });
  await makeClient(database.db);
  await noteBackup(database.pool, { at: new Date(clock.now()), rows: 1, bytes: 1, seconds: 1 });
  const { steps } = (await operator.get(url)).json();
  expect(steps).toEqual({ mail: false, client: true, registry: false, frame: false, policy: false, backup: true });
});

it('stay dismissed until reopened, with an audit row each time', async () => {
  expect((await operator.put(url, { closed: true })).json().closed).toBe(true);
  expect((await operator.get(url)).json().closed).toBe(true);
  expect((await operator.put(url, { closed: false })).json().closed).toBe(false);
  const rows = await database.db
    .selectFrom('audit')
    .select(['old', 'new'])
    .where('subject', '=', 'first steps')
    .execute();
  expect(rows.map((row) => [row.old, row.new])).toEqual([
    [{ closed: false }, { closed: true }],
    [{ closed: true }, { closed: false }],
  ]);
});
