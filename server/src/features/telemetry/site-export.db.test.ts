import { Readable } from 'node:stream';
import { shippedTypes } from '@tocsin/contract/device-type';
import { DeviceId } from '@tocsin/contract/ids';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../access/testing.ts';
import type { ColumnsQuery, Series } from '../../history/read/calls.ts';
import { beginText, writePiece } from '../../history/read/text-pieces.ts';
import { drivenClock } from '../../platform/clock.ts';
import { Refusal } from '../../platform/errors.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { type MadeDevice, makeDevice, makeUser, type SignedIn, signedIn } from '../../platform/testing/factories.ts';
import { addSiteExportRoutes } from './index.ts';

const database = testDatabase();
const now = Date.parse('2026-07-01T17:00:30.500Z');
const asked: ColumnsQuery[] = [];
let isAway = false;
let devices: { readonly id: DeviceId; readonly siteId: number; readonly suspended: boolean }[] = [];
let api: TestApi;
let leg: MadeDevice;
let pit: MadeDevice;
let elsewhere: MadeDevice;
let viewer: SignedIn;

const series: Series = {
  path: 'head.left',
  groupId: 'head',
  sensorId: 'left',
  groupName: 'head',
  name: 'left, "quoted"',
  type: 'NUMERIC',
  unit: 'PPM',
  ts: Float64Array.of(now - 2_000, now - 1_000),
  value: Float64Array.of(20, 41.5),
  breaks: [],
  min: null,
  max: null,
  alarm: Uint8Array.of(0, 1),
  state: Uint16Array.of(0, 0),
};

beforeAll(async () => {
  api = await testApi(database.db, (a) =>
    addSiteExportRoutes(a, {
      clock: drivenClock(now),
      devices: () => devices,
      history: {
        text: async (question, format) => {
          asked.push(question);
          if (isAway) throw new Refusal('unavailable', 'The archive does not answer.', { retryAfterSeconds: 60 });
          const { bytes, rest } = beginText(question, { texts: [''], series: [series], newest: now }, format);
          return Readable.from([bytes, ...rest.map(writePiece)]);
        },
      },
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
        names: new Map(),
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
  leg = await makeDevice(database.db);
  pit = await makeDevice(database.db, { site_id: leg.siteId });
  elsewhere = await makeDevice(database.db);
  devices = [elsewhere, pit, leg].map(({ id, siteId }) => ({ id: DeviceId.parse(id), siteId, suspended: false }));
  viewer = await signedIn(api.http, database.db, await makeUser(database.db, { on: { [leg.siteId]: 'User' } }));
});
const get = (query = `?from=${now - 60_000}&to=${now}`) =>
  viewer.get(`/api/v1/locations/${leg.siteId}/graphs/export/${query}`);

it('is hidden from those who do not see the site', async () => {
  const person = await makeUser(database.db, { on: { [elsewhere.siteId]: 'Manager' } });
  const stranger = await signedIn(api.http, database.db, person);
  const answer = await stranger.get(`/api/v1/locations/${leg.siteId}/graphs/export/?from=1&to=2`);
  expect(answer.statusCode).toBe(404);
});

it('refuses a missing range, one that is too long, and one in the future', async () => {
  for (const [query, field] of [
    ['', 'from'],
    ['?from=5', 'to'],
    ['?from=5&to=4', 'to'],
    [`?from=${now - 94 * 86_400_000}&to=${now}`, 'to'],
    [`?from=${now + 3_600_000}&to=${now + 7_200_000}`, 'from'],
  ] as const) {
    const answer = await get(query);
    expect(answer.statusCode, query).toBe(400);
    expect(Object.keys(answer.json()), query).toContain(field);
  }
  expect(asked).toEqual([]);
});

it('answers 503 with its sentence, and no beginning of a file, if the history cannot be read', async () => {
  isAway = true;
  const answer = await get();
  isAway = false;
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['retry-after']).toBe('60');
  expect(answer.json().detail).toBe('The archive does not answer.');
});

it('answers all sensors of the devices of the site under one heading, and nothing of other sites', async () => {
  const answer = await get();
  expect(answer.headers['content-type']).toMatch(/^text\/csv/);
  const name = `site_${leg.siteId}_${now - 60_000}_${now}.csv`;
  expect(answer.headers['content-disposition']).toBe(`attachment; filename="${name}"`);
  const [heading, ...rows] = answer.body.trimEnd().split('\n');
  expect(heading).toBe('\ufefftime,sensor_id,sensor,value,units,alarm,state,min,max');
  const wanted = (id: number) => [
    `2026-07-01T12:00:28.500-05:00,${id}.head.left,"left, ""quoted""",20,PPM,false,,,`,
    `2026-07-01T12:00:29.500-05:00,${id}.head.left,"left, ""quoted""",41.5,PPM,true,,,`,
  ];
  expect(rows).toEqual([...wanted(leg.id), ...wanted(pit.id)]);
  expect(asked.map(({ query }) => query.paths)).toEqual([null, null]);
});

it('leaves out a suspended device for those who may not open it, and is a heading alone without devices', async () => {
  devices = devices.map((one) => ({ ...one, suspended: one.id === pit.id }));
  expect((await get()).body).not.toContain(`${pit.id}.head.left`);
  devices = [];
  expect((await get()).body.trimEnd().split('\n')).toHaveLength(1);
});
