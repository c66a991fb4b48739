import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createOfflineWork } from '../../access/offline.ts';
import { type TestApi, testApi } from '../../access/testing.ts';
import { createEncryption } from '../../platform/encryption.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { type MadeDevice, makeDevice, makeUser, type SignedIn, signedIn } from '../../platform/testing/factories.ts';
import { addNoteRoutes } from './index.ts';

const database = testDatabase();
let db: typeof database.db;
const now = Date.UTC(2026, 10, 20, 20, 52);
let api: TestApi;
let device: MadeDevice;
let ann: SignedIn;

beforeAll(async () => {
  db = database.db;
  const clock = { now: () => now, after: () => () => {} };
  api = await testApi(db, (a) =>
    addNoteRoutes(a, {
      db,
      clock,
      offline: createOfflineWork(db, clock, createEncryption('a secret of a test', 'accounts')),
      sensorOf: async (_device, ref) => (ref === '4.4000' ? { path: ref, name: 'Head bearing left' } : undefined),
    }),
  );
});
afterAll(async () => {
  await api.http.close();
});
beforeEach(async () => {
  device = await makeDevice(db, { title: 'Leg 1' });
  const person = await makeUser(db, { on: { [device.siteId]: 'User' }, first_name: 'Ann', last_name: 'Vole' });
  ann = await signedIn(api.http, db, person);
});
const path = (): string => `/api/v1/locations/${device.siteId}/notes/`;
const list = async (query = '') => (await ann.get(`${path()}${query}`)).json();

it('is hidden from strangers', async () => {
  const other = await makeDevice(db);
  const stranger = await signedIn(api.http, db, await makeUser(db, { on: { [other.siteId]: 'Manager' } }));
  expect((await stranger.get(path())).statusCode).toBe(404);
  expect((await stranger.post(path(), { text: 'x' })).statusCode).toBe(404);
});

it('takes a note of a browser whose clock is ahead by a little as of now', async () => {
  const { statusCode } = await ann.post(path(), { text: 'Noise', at: new Date(now + 1_500).toISOString() });
  expect(statusCode).toBe(201);
  expect((await list()).results).toMatchObject([{ text: 'Noise', at: new Date(now).toISOString() }]);
});

it('refuses an empty text, a moment to come, and a device that stands elsewhere or is suspended', async () => {
  const other = await makeDevice(db);
  for (const [body, field] of [
    [{ text: ' ' }, 'text'],
    [{ text: 'x'.repeat(1501) }, 'text'],
    [{ text: 'x', at: new Date(now + 60_001).toISOString() }, 'at'],
    [{ text: 'x', at: '0002-01-01T00:00:00Z' }, 'at'],
    [{ text: 'x', device: other.id }, 'device'],
    [{ text: 'x', sensor: '4.4000' }, 'sensor'],
    [{ text: 'x', device: device.id, sensor: '4.9999' }, 'sensor'],
  ] as const) {
    const answer = await ann.post(path(), body);
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json())).toEqual([field]);
  }
  await sql`update device set is_suspended = true where id = ${device.id}`.execute(db);
  expect((await ann.post(path(), { text: 'x', device: device.id })).statusCode).toBe(400);
  expect(await list()).toEqual({ count: 0, results: [] });
});

it('keeps markup as text, newest moment first, within a half-open range', async () => {
  const at = (minutes: number): string => new Date(now - minutes * 60_000).toISOString();
  await ann.post(path(), { text: '<b>Hot</b>', at: at(60), device: device.id });
  await ann.post(path(), { text: 'Line cleared' });
  expect((await list()).results).toMatchObject([
    { text: 'Line cleared', device: null, by: 'Ann Vole', at: at(0) },
    { text: '<b>Hot</b>', device: 'Leg 1', at: at(60), written_at: at(0) },
  ]);
  expect((await list(`?from=${at(60)}&to=${at(0)}`)).count).toBe(1);
  expect((await list(`?device=${device.id}`)).count).toBe(1);
  const { rows } = await sql<{ action: string }>`select action from audit
    where site_id = ${device.siteId} and action = 'note'`.execute(db);
  expect(rows).toHaveLength(2);
});

it('is about a sensor of the device, by the name of the time of writing, and keeps markup as text', async () => {
  const text = '<img src=x onerror=alert(1)> & *grease*';
  const added = await ann.post(path(), { text, device: device.id, sensor: '4.4000' });
  expect(added.statusCode).toBe(201);
  expect(added.json()).toMatchObject({ sensor: '4.4000', sensor_name: 'Head bearing left', text });
  expect((await list(`?device=${device.id}`)).results[0]).toMatchObject({ sensor_name: 'Head bearing left', text });
});
