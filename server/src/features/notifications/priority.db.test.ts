import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../access/testing.ts';
import { drivenClock } from '../../platform/clock.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { makeDevice, makeUser, type SignedIn, signedIn } from '../../platform/testing/factories.ts';
import { addNotificationRoutes } from './index.ts';
import { eventFactory } from './testing/notifications.ts';

const database = testDatabase();
const start = Date.UTC(2026, 10, 20, 12);
const makeEvent = eventFactory(database, start);
let api: TestApi;

beforeAll(async () => {
  api = await testApi(database.db, (a) =>
    addNotificationRoutes(a, {
      db: database.db,
      clock: drivenClock(start),
      zoneOf: async () => 'UTC',
      acknowledged: () => {},
    }),
  );
});
afterAll(async () => {
  await api.http.close();
});

const ids = (answer: { json(): { results: { id: number }[] } }) => answer.json().results.map((row) => row.id);
const list = (who: SignedIn, query = '') => who.get(`/api/v1/notifications/${query}`);

describe('priority', () => {
  const made = async () => {
    const device = await makeDevice(database.db);
    const manager = await makeUser(database.db, { client: device.clientId, manages: true });
    const who = await signedIn(api.http, database.db, manager);
    const low = await makeEvent(device, { priority: 4, at: start + 5_000 });
    const critical = await makeEvent(device, { priority: 1, at: start });
    const older = await makeEvent(device, { priority: 2, at: start + 1_000 });
    const newer = await makeEvent(device, { priority: 2, at: start + 2_000 });
    return { device, who, low, critical, older, newer };
  };

  // meets: isa-18.2 10.5 priority
  it('orders what is active and what is unacknowledged before age, on every page', async () => {
    const { who, low, critical, older, newer } = await made();
    const order = [critical, newer, older, low];
    for (const query of ['?is_active=true', '?is_acknowledged=false', '?is_active=true&ordering=priority'])
      expect(ids(await list(who, query))).toEqual(order);
    expect(ids(await who.get('/api/v2/current-user-notifications/'))).toEqual(order);
    const first = await list(who, '?is_active=true&limit=2');
    const second = await list(who, `?is_active=true&limit=2&cursor=${first.json().next}`);
    expect([...ids(first), ...ids(second)]).toEqual(order);
  });

  it('leaves the historical log and a chosen order by time alone', async () => {
    const { who, low, critical, older, newer } = await made();
    expect(ids(await list(who))).toEqual([low, newer, older, critical]);
    expect(ids(await list(who, '?is_active=true&ordering=-date_created'))).toEqual([low, newer, older, critical]);
  });

  it('filters, and is a column of the export', async () => {
    const { device, who, low, critical } = await made();
    await makeEvent(device, { type: 'alarm_off', priority: 4, active: false, at: start + 9_000 });
    expect(ids(await list(who, '?priority=low,critical'))).toEqual([low, critical]);
    const csv = await who.get('/api/v1/notifications/export/?date_created_from=2026-11-20&priority=critical');
    expect(csv.body.trim().split('\n')).toHaveLength(2);
    expect(csv.body).toContain(',critical');
    const end = (await list(who)).json().results[0];
    expect(end).toMatchObject({ event_type: 'alarm_off', priority: null });
  });
});
