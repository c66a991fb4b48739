import type { LiveDevice } from '@tocsin/contract/live';
import type { SiteMoment } from '@tocsin/contract/site-moment';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../access/testing.ts';
import type { Moment, MomentsQuery } from '../../history/read/calls.ts';
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
import { notificationsById } from '../notifications/index.ts';
import { eventFactory } from '../notifications/testing/notifications.ts';
import { addSiteMomentRoutes } from './index.ts';

const database = testDatabase();
let db: typeof database.db;
const now = Date.parse('2026-11-20T20:00:00Z');
const at = Date.parse('2026-11-20T03:12:00Z');
const minute = 60_000;
const event = eventFactory(database, at);
const asked: MomentsQuery[] = [];
/** Devices that had sent before the moment. */
const sent = new Set<number>();
let api: TestApi;
let leg: MadeDevice;
let viewer: SignedIn;

const document = (id: number): LiveDevice => ({
  Id: String(id),
  Name: `Device ${id}`,
  Status: 'OK',
  Alarm: false,
  device: { deviceId: String(id), udf_id: null, deviceType: '0300', versionInfo: null, is_online: true },
  groups: [],
  frame_at: at - 2_000,
  received_at: at - 1_000,
  sent_at: at,
  stored_until: at,
  usual_interval: 2_000,
  notices: [],
});

beforeAll(async () => {
  db = database.db;
  api = await testApi(db, (a) =>
    addSiteMomentRoutes(a, {
      db,
      clock: drivenClock(now),
      notificationsById,
      history: {
        moments: async (query) => {
          asked.push(query);
          return query.deviceIds.map((id) => (sent.has(id) ? ({} as Moment) : null));
        },
      },
      documentAt: (id) => document(id),
    }),
  );
});
afterAll(async () => {
  await api.http.close();
});
beforeEach(async () => {
  asked.length = 0;
  sent.clear();
  const site = await makeSite(db, { timezone: 'America/Denver' });
  leg = await makeDevice(db, { site_id: site.id, title: 'Leg 1' });
  sent.add(leg.id);
  viewer = await signedIn(api.http, db, await makeUser(db, { on: { [site.id]: 'User' } }));
});
const beside = (title: string): Promise<MadeDevice> => makeDevice(db, { site_id: leg.siteId, title });
const get = (query = '') =>
  viewer.get(`/api/v1/locations/${leg.siteId}/moment/?at=${new Date(at).toISOString()}${query}`);
const read = async (query = ''): Promise<SiteMoment> => (await get(query)).json();

it('is hidden from those who do not see the site', async () => {
  const other = await makeDevice(db);
  const stranger = await signedIn(api.http, db, await makeUser(db, { on: { [other.siteId]: 'Manager' } }));
  expect((await stranger.get(`/api/v1/locations/${leg.siteId}/moment/`)).statusCode).toBe(404);
});

it('refuses the future, times before 2000 and what is no time', async () => {
  for (const wrong of ['2026-11-20T20:00:01Z', '1999-12-31T00:00:00Z', 'yesterday', '2026-13-45T00:00:00Z', '']) {
    const answer = await viewer.get(`/api/v1/locations/${leg.siteId}/moment/?at=${wrong}`);
    expect(answer.statusCode, wrong).toBe(400);
    expect(Object.keys(answer.json()), wrong).toEqual(['at']);
  }
  expect(asked).toEqual([]);
});

it('shows devices worst first, with what was active at that moment only', async () => {
  const [belt, pit, quiet] = [await beside('Belt'), await beside('Pit'), await beside('A quiet one')];
  for (const { id } of [belt, pit, quiet]) sent.add(id);
  await event(pit, { type: 'alarm_on', at: at - minute, ended: at + minute });
  await event(belt, { type: 'warning_on', at: at - minute });
  await event(leg, { type: 'device_offline', at: at - 5 * minute, ended: at + 1 });
  await event(quiet, { type: 'alarm_on', at: at - 3 * minute, ended: at });
  const shown = await read();
  expect(
    shown.results.map(({ title, alarms, warnings, offline_since }) => [title, alarms, warnings, offline_since]),
  ).toEqual([
    ['Pit', 1, 0, null],
    ['Belt', 0, 1, null],
    ['Leg 1', 0, 0, new Date(at - 5 * minute).toISOString()],
    ['A quiet one', 0, 0, null],
  ]);
  expect(shown.results.map(({ document: shownDocument }) => shownDocument?.device.is_online)).toEqual([
    true,
    true,
    false,
    true,
  ]);
  expect(shown.site).toEqual({ id: leg.siteId, title: expect.any(String), timezone: 'America/Denver' });
});

it('orders names by the numbers in them', async () => {
  await beside('Leg 10');
  await beside('Leg 2');
  expect((await read()).results.map(({ title }) => title)).toEqual(['Leg 1', 'Leg 2', 'Leg 10']);
});

it('reads only the devices of the page, and shows one that had never sent', async () => {
  const second = await beside('Leg 2');
  const page = await read('&limit=1&offset=1');
  expect(asked).toEqual([{ deviceIds: [second.id], at }]);
  expect([page.count, page.results.map(({ id, document: none }) => [id, none])]).toEqual([2, [[second.id, null]]]);
  await read('&limit=100000');
  expect(asked.at(-1)?.deviceIds).toEqual([leg.id, second.id]);
});

it('lists events up to ten minutes around the moment, in their order', async () => {
  await event(leg, { at: at + 10 * minute, content: 'last' });
  await event(leg, { at: at - 10 * minute, content: 'first' });
  await event(leg, { at: at - 10 * minute - 1, content: 'too early' });
  await event(leg, { at: at + 10 * minute + 1, content: 'too late' });
  await event(await makeDevice(db), { at, content: 'elsewhere' });
  const { events, are_events_cut } = await read();
  expect(events.map(({ content }) => content)).toEqual(['first', 'last']);
  expect(are_events_cut).toBe(false);
});

it('lists the nearest 200 events and says that there were more', async () => {
  for (let n = 0; n < 201; n++) await event(leg, { at: at + n, content: String(n) });
  const { events, are_events_cut } = await read();
  expect([events.length, events.at(-1)?.content, are_events_cut]).toEqual([200, '199', true]);
});

it('hides suspended and removed devices with their events', async () => {
  const [still, gone] = [await beside('Still'), await beside('Gone')];
  for (const one of [still, gone]) await event(one, { at });
  await sql`update device set is_suspended = true where id = ${still.id}`.execute(db);
  await sql`update device set removed_at = now() where id = ${gone.id}`.execute(db);
  const shown = await read();
  expect([shown.count, shown.results.map(({ title }) => title), shown.events]).toEqual([1, ['Leg 1'], []]);
});
