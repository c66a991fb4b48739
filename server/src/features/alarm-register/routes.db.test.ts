import { noResponse } from '@tocsin/contract/responses';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../access/testing.ts';
import { drivenClock } from '../../platform/clock.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { makeDevice, makeUser, signedIn } from '../../platform/testing/factories.ts';
import { eventFactory } from '../notifications/testing/notifications.ts';
import { addAlarmRegisterRoutes } from './index.ts';
import type { RegisterDevice } from './rules.ts';

const database = testDatabase();
const sensor = { ...noResponse, path: '4.4000', name: 'Head bearing', what_to_do: 'Stop the leg', rules: [] };
let devices: readonly RegisterDevice[] = [];
let api: TestApi;
beforeAll(async () => {
  api = await testApi(database.db, (a) =>
    addAlarmRegisterRoutes(a, {
      db: database.db,
      clock: drivenClock(Date.UTC(2026, 10, 20, 12)),
      devicesOf: async () => devices,
    }),
  );
});
afterAll(async () => {
  await api.http.close();
});

// meets: isa-18.2 9 rationalization
it('is approved by Managers as they read it, and lists what changed since', async () => {
  devices = [{ id: 7, title: 'Leg 1', sensors: [sensor] }];
  const { siteId } = await makeDevice(database.db);
  const as = async (role: 'Engineer' | 'Manager') =>
    await signedIn(api.http, database.db, await makeUser(database.db, { on: { [siteId]: role } }));
  const [engineer, manager] = [await as('Engineer'), await as('Manager')];
  const path = `/api/v1/locations/${siteId}/alarm-register/`;
  const read = async () => (await engineer.get(path)).json();
  const { digest } = await read();
  expect(await read()).toMatchObject({ count: 1, approval: null, differences: [] });
  expect((await engineer.get(`${path}?missing=true`)).json()).toMatchObject({
    count: 0,
    total: 1,
    missing_count: 0,
    results: [],
  });
  expect((await engineer.get(`${path}?missing=perhaps`)).statusCode).toBe(400);
  expect((await engineer.post(`${path}approve/`, { digest })).statusCode).toBe(403);
  expect((await manager.post(`${path}approve/`, { comment: 'x' })).json()).toEqual({ digest: ['Required.'] });
  devices = [{ id: 7, title: 'Leg 1', sensors: [{ ...sensor, priority: 'critical' }] }];
  expect((await manager.post(`${path}approve/`, { digest })).statusCode).toBe(409);
  const now = (await read()).digest;
  const approved = await manager.post(`${path}approve/`, { digest: now, comment: 'Read with the shift leads' });
  expect(approved.json()).toMatchObject({
    approval: { at: '2026-11-20T12:00:00.000Z', comment: 'Read with the shift leads' },
    differences_count: 0,
  });
  devices = [{ id: 7, title: 'Leg 1', sensors: [{ ...sensor, priority: 'low' }] }];
  expect((await read()).differences).toMatchObject([
    { kind: 'changed', changes: [{ field: 'priority', old: 'critical', new: 'low' }] },
  ]);
  const audit = await database.db
    .selectFrom('audit')
    .select(['action', 'subject'])
    .where('site_id', '=', siteId)
    .execute();
  expect(audit).toEqual([{ action: 'approve', subject: 'alarm register' }]);
  const pdf = await engineer.get(`${path}report/`);
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  expect((await engineer.get(`${path}export/`)).body).toContain('7,4.4000,,Leg 1,Head bearing,,low');
});

it('lists first what is in alarm now and has no response text', async () => {
  const leg = await makeDevice(database.db);
  const bare = (path: string) => ({ ...noResponse, path, name: 'Sonde', rules: [] });
  devices = [{ id: leg.id, title: 'Leg 1', sensors: [bare('3.4000'), bare('4.4000')] }];
  const user = await signedIn(api.http, database.db, await makeUser(database.db, { on: { [leg.siteId]: 'Engineer' } }));
  const first = async () =>
    (await user.get(`/api/v1/locations/${leg.siteId}/alarm-register/?missing_first=true`)).json().results[0].sensor_id;
  expect(await first()).toBe('3.4000');
  await eventFactory(database, Date.UTC(2026, 10, 20, 11))(leg);
  expect(await first()).toBe('4.4000');
});
