import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../access/testing.ts';
import { drivenClock } from '../../platform/clock.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { makeDevice, makeUser, type SignedIn, signedIn, type UserOverrides } from '../../platform/testing/factories.ts';
import { addNotificationRoutes } from './index.ts';
import { loadNotification } from './loader.ts';
import { eventFactory } from './testing/notifications.ts';

const database = testDatabase();
const start = Date.UTC(2026, 10, 20, 12);
const clock = drivenClock(start);
let api: TestApi;

beforeAll(async () => {
  api = await testApi(
    database.db,
    (a) =>
      addNotificationRoutes(a, {
        db: database.db,
        clock,
        zoneOf: async () => 'America/Chicago',
        acknowledged: () => {},
      }),
    { clock, loaders: { notification: (id) => loadNotification(database.db, id) } },
  );
});
afterAll(() => api.http.close());

const person = async (over: UserOverrides = {}): Promise<SignedIn> =>
  await signedIn(api.http, database.db, await makeUser(database.db, over));
const makeEvent = eventFactory(database, start);
const list = (who: SignedIn) => who.get('/api/v1/notifications/');

it('lets every person acknowledge the events of their list, and nobody by an empty one', async () => {
  const device = await makeDevice(database.db);
  const operator = await person({ client: device.clientId, on: { [device.siteId]: 'User' } });
  expect((await list(operator)).json()).toMatchObject({ results: [], permissions: [] });
  await makeEvent(device);
  expect((await list(operator)).json().permissions).toEqual(['notification.see', 'notification.acknowledge']);
});

it('lists an event of a site, such as a test e-mail, beside those of devices', async () => {
  const device = await makeDevice(database.db);
  const manager = await person({ client: device.clientId, on: { [device.siteId]: 'Manager' } });
  const id = await makeEvent({ ...device, id: 0 });
  const alone = await list(manager);
  expect(alone.statusCode).toBe(200);
  expect(alone.json()).toMatchObject({ results: [{ id }], permissions: [] });
  await makeEvent(device);
  expect((await list(manager)).json().permissions).toContain('notification.acknowledge');
});
