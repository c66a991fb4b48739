import type { Found } from '@tocsin/contract/find';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../access/testing.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import {
  type MadeDevice,
  makeDevice,
  makeSite,
  makeUser,
  type SignedIn,
  signedIn,
} from '../../platform/testing/factories.ts';
import { addFindRoutes } from './index.ts';

const database = testDatabase();
let api: TestApi;
let leg: MadeDevice;
let viewer: SignedIn;

const layOut = async (device: MadeDevice, names: readonly string[]): Promise<void> => {
  const sensors = names.map((name, index) => ({ groupId: '4', sensorId: `400${index}`, name, type: 'NUMERIC' }));
  await sql`insert into device_layout (device_id, layout_id, hash, groups, sensors)
    values (${device.id}, 1, 'x', '[{"id": "4", "name": "Temperature"}]', ${JSON.stringify(sensors)})`.execute(
    database.db,
  );
  await sql`insert into device_latest (device_id, layout_id, state) values (${device.id}, 1, '{}')`.execute(
    database.db,
  );
};

beforeAll(async () => {
  api = await testApi(database.db, (a) => addFindRoutes(a, { db: database.db }));
});
afterAll(async () => {
  await api.http.close();
});
beforeEach(async () => {
  const site = await makeSite(database.db, { title: 'North elevator' });
  leg = await makeDevice(database.db, { site_id: site.id, title: 'Leg 1' });
  await layOut(leg, ['Head bearing left', 'Boot 100%_x']);
  viewer = await signedIn(api.http, database.db, await makeUser(database.db, { on: { [site.id]: 'User' } }));
});
const get = (query: string, as = viewer) =>
  as.get(`/api/v1/find/?q=${encodeURIComponent(query)}`, { headers: { 'x-tocsin-selection': `${leg.clientId},,` } });
const found = async (query: string, as = viewer): Promise<Found[]> => (await get(query, as)).json().results;

it('refuses a selection of another client, and finds nothing of sites that one does not see', async () => {
  const other = await makeDevice(database.db, { title: 'Leg 9' });
  const stranger = await signedIn(
    api.http,
    database.db,
    await makeUser(database.db, { on: { [other.siteId]: 'Manager' } }),
  );
  expect((await get('leg', stranger)).statusCode).toBe(404);
  const beside = await makeSite(database.db, { client_id: leg.clientId, title: 'South' });
  await makeDevice(database.db, { site_id: beside.id, title: 'Leg 2' });
  expect((await found('leg')).map(({ title }) => title)).not.toContain('Leg 2');
});

it('refuses searches that are too short or too long', async () => {
  for (const wrong of ['', ' ', 'a', 'x'.repeat(101)]) expect((await get(wrong)).statusCode).toBe(400);
});

it('finds sites, devices and sensors by parts of their names and places', async () => {
  expect((await found('north')).map(({ kind, title }) => [kind, title])).toEqual([
    ['site', 'North elevator'],
    ['device', 'Leg 1'],
    ['sensor', 'Boot 100%_x'],
    ['sensor', 'Head bearing left'],
  ]);
  expect(await found('bearing leg')).toEqual([
    {
      kind: 'sensor',
      title: 'Head bearing left',
      about: 'Temperature, Leg 1, North elevator',
      site_id: leg.siteId,
      device_id: leg.id,
      sensor_id: '4.4000',
    },
  ]);
});

it('finds a sensor by the name that people gave it, and no more by the old one', async () => {
  await sql`insert into sensor_label (device_id, path, label) values (${leg.id}, '4.4000', 'Kopflager')`.execute(
    database.db,
  );
  expect((await found('kopf')).map(({ title }) => title)).toEqual(['Kopflager']);
  await sql`update sensor_label set label = 'Kopflager Süd' where device_id = ${leg.id}`.execute(database.db);
  for (const typed of ['sud', 'SÜD', 'kopf süd']) expect(await found(typed)).toHaveLength(1);
  expect(await found('head')).toEqual([]);
});

it('takes signs of a pattern as they are', async () => {
  expect((await found('100%_')).map(({ title }) => title)).toEqual(['Boot 100%_x']);
  expect(await found('%%')).toEqual([]);
});

it('ranks the start of a name before the start of a word before its middle', async () => {
  for (const title of ['Unloading', 'Head load', 'Load-out'])
    await makeDevice(database.db, { site_id: leg.siteId, title });
  expect((await found('load')).map(({ title }) => title)).toEqual(['Load-out', 'Head load', 'Unloading']);
});

it('hides suspended devices and their sensors from everybody but OEM and super users', async () => {
  await sql`update device set is_suspended = true where id = ${leg.id}`.execute(database.db);
  expect(await found('leg')).toEqual([]);
  const oem = await signedIn(api.http, database.db, await makeUser(database.db, { is_oem: true }));
  expect((await found('head bearing', oem)).map(({ title }) => title)).toEqual(['Head bearing left']);
});

it('is paged', async () => {
  const answer = await viewer.get('/api/v1/find/?q=north&limit=1&offset=1', {
    headers: { 'x-tocsin-selection': `${leg.clientId},,` },
  });
  expect(answer.json()).toMatchObject({ count: 4, results: [{ kind: 'device' }] });
});
