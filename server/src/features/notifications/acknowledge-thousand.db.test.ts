import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../access/testing.ts';
import { drivenClock } from '../../platform/clock.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { type MadeDevice, makeDevice, makeUser, signedIn } from '../../platform/testing/factories.ts';
import { addNotificationRoutes } from './index.ts';

const database = testDatabase();
const start = Date.UTC(2026, 10, 20, 12);
const published: number[] = [];
let api: TestApi;

beforeAll(async () => {
  api = await testApi(database.db, (a) =>
    addNotificationRoutes(a, {
      db: database.db,
      clock: drivenClock(start),
      zoneOf: async () => 'UTC',
      acknowledged: (events) => {
        published.push(...events.map((event) => event.id));
      },
    }),
  );
});
afterAll(() => api.http.close());

const alarms = (device: MadeDevice, from: number, to: number) =>
  sql`insert into event (id, at, received_at, device_id, client_id, site_id, type, client_name, site_name, device_name,
      group_id, sensor_id, sensor_name, content, is_active, is_late, is_notified, is_test, needs_acknowledgement)
    select id, ${start}, ${start}, ${device.id}, ${device.clientId}, ${device.siteId}, 'alarm_on', '', '', '', '4', '4000',
      '', '', false, false, true, false, true from generate_series(${from}::int, ${to}::int) id`.execute(database.db);

it('acknowledges 990 of 1,000 when ten are not visible, and answers these like unknown ones', async () => {
  const device = await makeDevice(database.db);
  const foreign = await makeDevice(database.db);
  await alarms(device, 1, 990);
  await alarms(foreign, 991, 1_000);
  const user = await makeUser(database.db, { on: { [device.siteId]: 'User' } });
  const who = await signedIn(api.http, database.db, user);
  const ids = Array.from({ length: 1_000 }, (_, i) => i + 1);
  const answer = await who.post('/api/v1/notifications/acknowledge/', { ids, comment: 'Seen' });
  expect(answer.statusCode).toBe(200);
  const { results } = answer.json();
  expect(results.map((row: { id: number }) => row.id)).toEqual(ids);
  const hidden = results.filter((row: { result: string }) => row.result === 'not-found');
  expect(hidden.map((row: { id: number }) => row.id)).toEqual(ids.slice(990));
  expect([...published].sort((a, b) => a - b)).toEqual(ids.slice(0, 990));
  const { rows } = await sql<{ device_id: number; n: number }>`select device_id, count(*)::int as n from event
    where acknowledged_at is not null group by device_id`.execute(database.db);
  expect(rows).toEqual([{ device_id: device.id, n: 990 }]);
});
