import type { Bearing } from '@tocsin/contract/bearing-weeks';
import { shippedTypes } from '@tocsin/contract/device-type';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../access/testing.ts';
import type { Series, SeriesQuery } from '../../history/read/calls.ts';
import { drivenClock } from '../../platform/clock.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { type MadeDevice, makeDevice, makeUser, type SignedIn, signedIn } from '../../platform/testing/factories.ts';
import { addBearingWeekRoutes } from './index.ts';
import type { NamedSensor } from './roles.ts';

const database = testDatabase();
const slot = 1_800_000;
const now = Date.parse('2026-11-20T20:10:00Z');
const to = Math.floor(now / slot) * slot;
const asked: SeriesQuery[] = [];
let sensors: readonly NamedSensor[] = [];
let api: TestApi;
let leg: MadeDevice;
let viewer: SignedIn;

const units: Readonly<Record<string, string>> = { '1.1': 'PPM' };
/** Five weeks: the left bearing gains a degree a day, the right one stays, ambient is 10. */
const shownValue = (path: string, day: number): number =>
  ({ '4.1': 60 + day, '4.2': 40, '4.9': 10, '1.1': 230 })[path] ?? Number.NaN;
const seriesOf = (path: string): Series => {
  const [groupId = '', sensorId = ''] = path.split('.');
  const ts = Float64Array.from({ length: 35 * 48 }, (_, n) => to - (35 * 48 - n) * slot);
  return {
    path,
    groupId,
    sensorId,
    groupName: 'Temperature',
    name: path,
    type: 'NUMERIC',
    unit: units[path] ?? 'C',
    ts,
    value: ts.map((_, n) => shownValue(path, Math.floor(n / 48) - 34)),
    min: null,
    max: null,
    alarm: new Uint8Array(ts.length),
    state: new Uint16Array(ts.length),
    breaks: [],
  };
};

beforeAll(async () => {
  api = await testApi(database.db, (a) =>
    addBearingWeekRoutes(a, {
      clock: drivenClock(now),
      sensorsOf: async () => sensors,
      history: {
        series: async (query) => {
          asked.push(query);
          return { texts: [''], series: (query.paths ?? []).map(seriesOf), newest: to };
        },
      },
      deviceOf: (id) => ({
        evaluatedDevice: {
          id,
          shownType: shippedTypes['0300'],
          warningRules: [
            { id: 1, path: '4.1', sign: '>', value: 90, delayMs: 0 },
            { id: 2, path: '4.1', sign: '>', value: 80, delayMs: 0 },
            { id: 3, path: '4.1', sign: '<', value: 5, delayMs: 0 },
          ],
          sensorNames: {},
          scales: [],
          degrees: null,
          acknowledgedKinds: [],
          sensorResponses: {},
        },
        title: 'Leg 1',
        zone: 'America/Chicago',
        offlineAfterMs: 60_000,
      }),
    }),
  );
});
afterAll(async () => {
  await api.http.close();
});
beforeEach(async () => {
  asked.length = 0;
  const named = (path: string, name: string) => ({ path, name, unit: units[path] ?? 'C', isNumeric: true });
  sensors = [
    named('4.1', 'Head bearing left'),
    named('4.2', 'Head bearing right'),
    named('4.9', 'Ambient'),
    named('1.1', 'Head speed'),
  ];
  leg = await makeDevice(database.db);
  viewer = await signedIn(api.http, database.db, await makeUser(database.db, { on: { [leg.siteId]: 'User' } }));
});
const get = (who = viewer) => who.get(`/api/v1/devices/${leg.id}/bearing-weeks/`);

it('is hidden from those who may not open the device', async () => {
  const other = await makeDevice(database.db);
  const stranger = await signedIn(
    api.http,
    database.db,
    await makeUser(database.db, { on: { [other.siteId]: 'Manager' } }),
  );
  expect((await get(stranger)).statusCode).toBe(404);
  expect(asked).toEqual([]);
});

it('shows each bearing over ambient by week, against its sister, and the days to the lowest limit while it rises', async () => {
  const shown = (await get()).json();
  expect([shown.ambient, shown.running_by, shown.count]).toEqual([['Ambient'], 'Head speed', 2]);
  const [left, right]: Bearing[] = shown.results;
  expect(left?.weeks.map(({ rise }) => Math.round(rise?.value ?? 0))).toEqual([47, 40, 33, 26, 19]);
  expect(left?.weeks[0]).toMatchObject({ to: new Date(to).toISOString(), hours: 168 });
  expect(Math.round(left?.change?.value ?? 0)).toBe(18);
  expect([left?.sister?.name, Math.round(left?.sister?.difference?.value ?? 0)]).toEqual(['Head bearing right', 17]);
  expect(left?.trend?.per_week).toBeCloseTo(7, 6);
  // 80 less 10 of ambient less 50 of today, at a degree a day.
  expect(left?.to_limit?.days).toBeCloseTo(20, 6);
  expect([right?.limit, right?.to_limit, right?.change?.value]).toEqual([null, null, 0]);
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatchObject({ from: to - 35 * 86_400_000, to, slotMs: slot, paths: ['4.1', '4.2', '4.9', '1.1'] });
});

it('shows the temperature itself without an ambient sensor, and says so', async () => {
  sensors = sensors.filter(({ path }) => path === '4.2');
  const shown = (await get()).json();
  expect([shown.ambient, shown.running_by]).toEqual([[], null]);
  expect(shown.results[0].weeks[0].rise.value).toBe(40);
});

it('reads nothing for a device without bearings', async () => {
  sensors = [];
  expect((await get()).json()).toMatchObject({ count: 0, results: [] });
  expect(asked).toEqual([]);
});
