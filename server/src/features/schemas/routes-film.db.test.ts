import type { FilmMoment } from '@tocsin/contract/film';
import type { LiveDevice } from '@tocsin/contract/live';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../access/testing.ts';
import type { FilmQuery, FilmStep, Moment } from '../../history/read/calls.ts';
import { drivenClock } from '../../platform/clock.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { type MadeDevice, makeDevice, makeUser, type SignedIn, signedIn } from '../../platform/testing/factories.ts';
import { eventFactory } from '../notifications/testing/notifications.ts';
import { addFilmRoutes, schemaLoaders } from './index.ts';
import { liveOf } from './testing/plant.ts';

const database = testDatabase();
const at = Date.parse('2026-11-20T03:12:00Z');
const now = at + 3_600_000;
const minute = 60_000;
const event = eventFactory(database, at);
const asked: FilmQuery[] = [];
let api: TestApi;
let leg: MadeDevice;
let viewer: SignedIn;
let tab: number;

const changes = (...steps: number[]): FilmStep[] =>
  steps.map((step) => ({ step, moment: { frame: { ts: at + step } } as Moment }));
const documentAt = (id: number, moment: Moment): LiveDevice => ({ ...liveOf(id), frame_at: moment.frame.ts });

beforeAll(async () => {
  api = await testApi(
    database.db,
    (a) =>
      addFilmRoutes(a, {
        db: database.db,
        clock: drivenClock(now),
        documentAt,
        history: {
          film: async (query) => {
            asked.push(query);
            return query.deviceIds.map(() => changes(0, 2));
          },
        },
      }),
    { loaders: schemaLoaders(database.db) },
  );
});
afterAll(async () => {
  await api.http.close();
});
/** A published schema with one tab that shows a sensor of the leg. */
const publish = async (name: string, published: number): Promise<number> => {
  const { rows } = await sql<{
    id: number;
  }>`with c as (insert into schema (site_id, name, is_published, published_at, modified_at)
      values (${leg.siteId}, ${name}, true, ${new Date(published)}, now()) returning id),
    t as (insert into schema_tab (schema_id, position, name, document, modified_at)
      select id, 0, ${`Tab of ${name}`}, '{}', now() from c returning id, schema_id),
    m as (insert into schema_machine (tab_id, frontend_id, name) select id, 'm1', 'Leg' from t returning id, tab_id),
    s as (insert into schema_sensor (schema_id, tab_id, machine_id, point, device_id, group_id, sensor_id)
      select t.schema_id, t.id, m.id, 'p', ${leg.id}, '4', '4000' from t join m on m.tab_id = t.id)
    select id from t`.execute(database.db);
  return rows[0]?.id ?? 0;
};
beforeEach(async () => {
  asked.length = 0;
  leg = await makeDevice(database.db, { title: 'Leg 1' });
  viewer = await signedIn(api.http, database.db, await makeUser(database.db, { on: { [leg.siteId]: 'User' } }));
  tab = await publish('Plant', at - minute);
});
const film = (query: string, who = viewer) => who.get(`/api/v2/tabs/${tab}/film/?${query}`);
const events = (query: string, who = viewer) => who.get(`/api/v2/tabs/${tab}/film-events/?${query}`);
const drawing = (moment: number, who = viewer) => who.get(`/api/v1/locations/${leg.siteId}/drawing-at/?at=${moment}`);
const span = `from=${at - minute}&to=${at + minute}`;

it('is hidden from strangers, and from people without the visual dashboard', async () => {
  const other = await makeDevice(database.db);
  const stranger = await makeUser(database.db, { on: { [other.siteId]: 'Manager' } });
  const blind = await makeUser(database.db, { on: { [leg.siteId]: 'User' }, visualDashboard: false });
  for (const [person, status] of [
    [stranger, 404],
    [blind, 403],
  ] as const) {
    const who = await signedIn(api.http, database.db, person);
    for (const answer of [await film(`from=${at}`, who), await events(span, who), await drawing(at, who)])
      expect(answer.statusCode).toBe(status);
  }
  expect(asked).toEqual([]);
});

it('refuses the future, wrong steps, and spans that are reversed or too long', async () => {
  for (const [query, field] of [
    [`from=${now + 1}`, 'from'],
    ['from=5', 'from'],
    ['', 'from'],
    [`from=${at}&step=100`, 'step'],
    [`from=${at}&count=61`, 'count'],
  ] as const) {
    const answer = await film(query);
    expect([query, answer.statusCode, Object.keys(answer.json())]).toEqual([query, 400, [field]]);
  }
  for (const query of [`from=${at}&to=${at}`, `from=${at}&to=${at + 25 * 60 * minute}`])
    expect((await events(query)).statusCode).toBe(400);
});

it('sends each device when it changed, with the sensors of the drawing only, and never after now', async () => {
  const { moments }: { moments: FilmMoment[] } = (await film(`from=${at}&step=1000&count=4`)).json();
  expect(
    moments.map(({ at: shown, documents }) => [shown - at, documents.map((one) => (one.frame_at ?? 0) - at)]),
  ).toEqual([
    [0, [0]],
    [1_000, []],
    [2_000, [2]],
    [3_000, []],
  ]);
  expect(moments[0]?.documents[0]?.groups.map(({ Id, sensors }) => [Id, sensors.map((one) => one.Id)])).toEqual([
    ['4', ['4000']],
  ]);
  const last = (await film(`from=${now - 1_500}&step=1000&count=60`)).json();
  expect(last.moments).toHaveLength(2);
});

it('shows when a device was offline, from the step at which it began', async () => {
  await event(leg, { type: 'device_offline', at: at + 1_000, ended: at + 3_000 });
  const { moments }: { moments: FilmMoment[] } = (await film(`from=${at}&step=1000&count=4`)).json();
  expect(moments.map(({ documents }) => documents.map(({ device }) => device.is_online))).toEqual([
    [true],
    [false],
    [false],
    [true],
  ]);
});

it('leaves out devices that were moved to another site, suspended or removed', async () => {
  const other = await makeDevice(database.db);
  const shown = async () => (await film(`from=${at}`)).json().moments[0].documents.length;
  expect(await shown()).toBe(1);
  await sql`update device set is_suspended = true where id = ${leg.id}`.execute(database.db);
  expect(await shown()).toBe(0);
  await sql`update device set is_suspended = false, site_id = ${other.siteId} where id = ${leg.id}`.execute(
    database.db,
  );
  expect(await shown()).toBe(0);
});

it('names the drawing that was published then, or the current one with a mark', async () => {
  await publish('Later', at + minute);
  const stood = async (moment: number) => {
    const { name, is_later, tabs } = (await drawing(moment)).json();
    return [name, is_later, tabs.map((one: { name: string }) => one.name)];
  };
  expect(await stood(at)).toEqual(['Plant', false, ['Tab of Plant']]);
  expect(await stood(at + minute)).toEqual(['Later', false, ['Tab of Later']]);
  expect(await stood(at - 2 * minute)).toEqual(['Later', true, ['Tab of Later']]);
});

it('lists what began at the site in the span, or began before it and still stood', async () => {
  const other = await makeDevice(database.db, { site_id: leg.siteId });
  const elsewhere = await makeDevice(database.db);
  const begin = at - minute;
  await event(elsewhere, { at, content: 'Elsewhere' });
  await event(other, { at, content: 'On another tab' });
  await event(leg, { at: at + minute, content: 'after the span' });
  await event(leg, { at: at + 1, ended: at + 2, content: 'Misaligned' });
  await event(leg, { at: begin, content: 'Hot' });
  await event(leg, { at: begin - 2 * minute, ended: begin, content: 'cleared before it' });
  await event(other, { at: begin - 40 * minute, ended: begin + 1, content: 'High current' });
  await event(other, { at: begin - 3 * 24 * 60 * minute, content: 'Active for days' });
  const { results } = (await events(span)).json();
  const told = results.map(({ content, ended_at }: { content: string; ended_at: number | null }) => [
    content,
    ended_at,
  ]);
  expect(told).toEqual([
    ['Active for days', null],
    ['High current', begin + 1],
    ['Hot', null],
    ['On another tab', null],
    ['Misaligned', at + 2],
  ]);
  // Two sensors of a device may have the same name.
  expect(results[2]).toMatchObject({
    device_id: leg.id,
    full_sensor_id: expect.stringMatching(`^${leg.id}[.].+[.].+$`),
  });
  await sql`update device set is_suspended = true where id = ${other.id}`.execute(database.db);
  expect((await events(span)).json().count).toBe(2);
});
