import { shippedTypes } from '@tocsin/contract/device-type';
import { type ColumnGraphs, unpackGraphs } from '@tocsin/contract/graph-columns';
import { columnsType } from '@tocsin/contract/graphs';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../access/testing.ts';
import type { ColumnsQuery, Series } from '../../history/read/calls.ts';
import { packTogether } from '../../history/read/graph-answer.ts';
import { drivenClock } from '../../platform/clock.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { type MadeDevice, makeDevice, makeUser, type SignedIn, signedIn } from '../../platform/testing/factories.ts';
import { addComparisonRoutes } from './index.ts';

const database = testDatabase();
const now = Date.parse('2026-07-01T17:00:30.500Z');
const asked: ColumnsQuery[][] = [];
const places = new Map<number, { siteId: number; suspended: boolean }>();
let api: TestApi;
let leg: MadeDevice;
let pit: MadeDevice;
let elsewhere: MadeDevice;
let viewer: SignedIn;

/** Sensors that ever sent; each device has its own list of states. */
const known: Readonly<Record<string, string>> = { 'head.left': 'C', 'head.speed': 'PPM', 'tail.left': 'C' };
const seriesOf = (path: string): Series[] => {
  const [groupId = '', sensorId = ''] = path.split('.');
  const unit = known[path];
  if (unit === undefined) return [];
  const value = Float64Array.of(20, Number.NaN, 41.5);
  const [ts, alarm] = [Float64Array.of(now - 3000, now - 2000, now - 1000), Uint8Array.of(0, 0, 1)];
  const names = { path, groupId, sensorId, groupName: groupId, name: sensorId, type: 'NUMERIC' as const, unit };
  return [{ ...names, ts, value, breaks: [], min: null, max: null, alarm, state: Uint16Array.of(0, 2, 1) }];
};

beforeAll(async () => {
  api = await testApi(database.db, (a) =>
    addComparisonRoutes(a, {
      clock: drivenClock(now),
      history: {
        together: async (requests, version) => {
          asked.push([...requests]);
          return packTogether(
            requests.map((request, at) => ({
              request,
              answer: {
                texts: ['', `Absolute of ${at}`, 'Disabled'],
                series: (request.query.paths ?? []).flatMap(seriesOf),
                newest: at === 0 ? null : now - 1000,
              },
            })),
            version,
          );
        },
      },
      placeOf: (id) => places.get(id),
      deviceOf: (id) => ({
        evaluatedDevice: {
          id,
          shownType: shippedTypes['0300'],
          warningRules: [],
          sensorNames: {},
          scales: [],
          degrees: null,
          acknowledgedKinds: [],
          sensorResponses: {},
        },
        title: `Device ${id}`,
        zone: 'America/Chicago',
        names: new Map([['head.left', 'Head bearing left']]),
        offlineAfterMs: id === pit.id ? 90_000 : 60_000,
      }),
    }),
  );
});
afterAll(async () => {
  await api.http.close();
});
beforeEach(async () => {
  asked.length = 0;
  places.clear();
  leg = await makeDevice(database.db);
  pit = await makeDevice(database.db, { site_id: leg.siteId });
  elsewhere = await makeDevice(database.db);
  for (const { id, siteId } of [leg, pit, elsewhere]) places.set(id, { siteId, suspended: false });
  viewer = await signedIn(api.http, database.db, await makeUser(database.db, { on: { [leg.siteId]: 'User' } }));
});
const get = (query: string) => viewer.get(`/api/v1/locations/${leg.siteId}/graphs/${query}`);
const read = async (query: string): Promise<ColumnGraphs> => {
  const answer = await get(query);
  expect(answer.headers['content-type']).toBe(columnsType);
  return unpackGraphs(new Uint8Array(answer.rawPayload));
};

it('is hidden from those who do not see the site', async () => {
  const stranger = await signedIn(
    api.http,
    database.db,
    await makeUser(database.db, { on: { [elsewhere.siteId]: 'Manager' } }),
  );
  const answer = await stranger.get(`/api/v1/locations/${leg.siteId}/graphs/?sensor_id=${leg.id}.head.left`);
  expect(answer.statusCode).toBe(404);
});

it('refuses devices of other sites, suspended and unknown ones with the same text', async () => {
  const refused = async (id: number) => {
    const answer = await get(`?sensor_id=${leg.id}.head.left&sensor_id=${id}.head.left`);
    expect(answer.statusCode).toBe(400);
    return answer.json();
  };
  places.set(pit.id, { siteId: leg.siteId, suspended: true });
  for (const id of [elsewhere.id, pit.id, 99_999_999])
    expect(await refused(id)).toEqual({ sensor_id: [`Device ${id} is not one of this site.`] });
  expect(asked).toEqual([]);
});

it('refuses no sensor, more than eight, a name without its device, and invalid ranges', async () => {
  const many = Array.from({ length: 9 }, (_, at) => `sensor_id=${leg.id}.head.s${at}`).join('&');
  for (const [query, field] of [
    ['', 'sensor_id'],
    ['?sensor_id=', 'sensor_id'],
    [`?${many}`, 'sensor_id'],
    ['?sensor_id=left', 'sensor_id'],
    [`?sensor_id=${leg.id}.left`, 'sensor_id'],
    ['?sensor_id=0.head.left', 'sensor_id'],
    [`?sensor_id=${leg.id}.head.left&from=5`, 'to'],
    [`?sensor_id=${leg.id}.head.left&from=5&to=4`, 'to'],
    [`?sensor_id=${leg.id}.head.left&from=${now + 3_600_000}&to=${now + 7_200_000}`, 'from'],
  ] as const) {
    const answer = await get(query);
    expect(answer.statusCode, query).toBe(400);
    expect(Object.keys(answer.json()), query).toEqual([field]);
  }
  expect(asked).toEqual([]);
});

it('answers sensors of several devices on one time base, with the states of each', async () => {
  const refs = [`${leg.id}.head.left`, `${pit.id}.tail.left`, `${leg.id}.head.speed`, `${leg.id}.head.left`];
  const { head, series, states } = await read(`?${refs.map((ref) => `sensor_id=${ref}`).join('&')}&timescale=hour`);
  expect(asked).toHaveLength(1);
  expect(new Set(asked[0]?.map(({ query }) => `${query.from} ${query.to} ${query.slotMs}`)).size).toBe(1);
  expect(asked[0]?.map(({ query }) => query.paths)).toEqual([['head.left', 'head.speed'], ['tail.left']]);
  expect(series.map(({ sensor, name, units, deviceName }) => [sensor, name, units, deviceName])).toEqual([
    [`${leg.id}.head.left`, 'Head bearing left', '°C', `Device ${leg.id}`],
    [`${leg.id}.head.speed`, 'speed', 'PPM', `Device ${leg.id}`],
    [`${pit.id}.tail.left`, 'left', '°C', `Device ${pit.id}`],
  ]);
  expect(series.map(({ state }) => states[state[2] ?? -1])).toEqual([
    'Absolute of 0',
    'Absolute of 0',
    'Absolute of 1',
  ]);
  expect([head.newest, head.offline_after, head.slot]).toEqual([now - 1000, 90_000, null]);
});

it('leaves out what was never sent, and answers a range before the first frame without series', async () => {
  const { series } = await read(`?sensor_id=${leg.id}.gone.sensor&sensor_id=${pit.id}.tail.left`);
  expect(series.map(({ sensor }) => sensor)).toEqual([`${pit.id}.tail.left`]);
  const early = await read(`?sensor_id=${leg.id}.gone.sensor&from=0&to=3600000`);
  expect(early.series).toEqual([]);
});
