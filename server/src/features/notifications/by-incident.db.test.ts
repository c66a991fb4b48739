import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../access/testing.ts';
import { drivenClock } from '../../platform/clock.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import {
  type MadeDevice,
  makeDevice,
  makeSite,
  makeUser,
  type SignedIn,
  signedIn,
} from '../../platform/testing/factories.ts';
import { addNotificationRoutes } from './index.ts';
import { eventFactory } from './testing/notifications.ts';

const database = testDatabase();
const now = Date.parse('2026-11-27T10:12:03Z');
const minute = 60_000;
const event = eventFactory(database, now - 8 * minute);
let api: TestApi;
let leg: MadeDevice;
let viewer: SignedIn;

beforeAll(async () => {
  api = await testApi(database.db, (a) =>
    addNotificationRoutes(a, {
      db: database.db,
      clock: drivenClock(now),
      zoneOf: async () => 'UTC',
      acknowledged: () => undefined,
    }),
  );
});
afterAll(async () => {
  await api.http.close();
});
beforeEach(async () => {
  await sql`delete from incident`.execute(database.db);
  await sql`delete from event`.execute(database.db);
  const site = await makeSite(database.db);
  leg = await makeDevice(database.db, { site_id: site.id });
  viewer = await signedIn(api.http, database.db, await makeUser(database.db, { on: { [site.id]: 'User' } }));
});
const group = (device: MadeDevice, ids: readonly number[]) =>
  sql`insert into incident (device_id, event_id, incident_id, is_first, size, span_ms)
    select ${device.id}, x, ${ids[0]}, x = ${ids[0]}, ${ids.length}, 1000 from unnest(${[...ids]}::bigint[]) x`.execute(
    database.db,
  );
const list = async (query: string) => {
  const answer = await viewer.get(`/api/v1/notifications/?by_incident=true&${query}`, {
    headers: { 'x-tocsin-selection': `${leg.clientId},,` },
  });
  return { status: answer.statusCode, ...answer.json() };
};
const idsOf = ({ results }: { results: { id: number }[] }) => results.map(({ id }) => id);

it('refuses a list of everything', async () => {
  expect((await list('')).status).toBe(400);
});

it('gives all events of an incident together, also the cleared first one of an active list', async () => {
  const bearing = await event(leg, { ended: now, priority: 1 });
  const alone = await event(leg, { at: now - 6 * minute, priority: 3 });
  const stop = await event(leg, { at: now - 5 * minute, priority: 2 });
  await group(leg, [bearing, stop]);
  const active = await list('is_active=true');
  expect(idsOf(active)).toEqual([bearing, stop, alone]);
  expect(active.count).toBe(2);
  expect(idsOf(await list('is_active=true&priority=medium'))).toEqual([alone]);
  expect(idsOf(await list('is_acknowledged=false&limit=1&offset=1'))).toEqual([alone]);
});

it('has shelved ones last, and hides what the reader may not see of an incident', async () => {
  const hidden = await makeDevice(database.db, { site_id: leg.siteId, is_suspended: true });
  const first = await event(hidden, { at: now - 9 * minute, priority: 1 });
  const own = await event(leg, { priority: 4 });
  await group(leg, [own]);
  await sql`insert into incident (device_id, event_id, incident_id, is_first, size, span_ms)
    values (${hidden.id}, ${first}, ${own}, true, 2, 1)`.execute(database.db);
  const shelved = await event(leg, { priority: 1 });
  await sql`update event set is_shelved = true where id = ${shelved}`.execute(database.db);
  expect(idsOf(await list('is_active=true'))).toEqual([own, shelved]);
});
