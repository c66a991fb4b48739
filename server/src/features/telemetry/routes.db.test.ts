import { Readable } from 'node:stream';
import { type DeviceType, shippedTypes } from '@tocsin/contract/device-type';
import { unpackGraphs } from '@tocsin/contract/graph-columns';
import { columnsType, compactColumnsType, Graphs } from '@tocsin/contract/graphs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../access/testing.ts';
import type { Series, SeriesQuery } from '../../history/read/calls.ts';
import { packAnswer } from '../../history/read/graph-answer.ts';
import { beginText, writePiece } from '../../history/read/text-pieces.ts';
import { drivenClock } from '../../platform/clock.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { type MadeDevice, makeDevice, makeUser, type SignedIn, signedIn } from '../../platform/testing/factories.ts';
import { addTelemetryRoutes, machineGraphs } from './index.ts';

const database = testDatabase();
const now = Date.parse('2026-07-01T17:00:30.500Z');
const queries: SeriesQuery[] = [];
let api: TestApi;
let device: MadeDevice;
let viewer: SignedIn;
let isOverloaded = false;
let shownType: DeviceType = shippedTypes['0300'];

const groups = ['7', '12'].map((id) => ({ id, name: `Node ${id}`, meta: {} }));
const sensors = ['7.71', '7.72', '12.121'].map((path) => {
  const [groupId = '', sensorId = ''] = path.split('.');
  return { groupId, sensorId, name: `=Sensor ${sensorId}`, type: 'NUMERIC' as const, unit: 'C', states: {} };
});
const series = (path: string, band: boolean): Series => {
  const [groupId = '', sensorId = ''] = path.split('.');
  const value = Float64Array.of(0.1 + 0.2, Number.NaN, 41.5);
  return {
    path,
    groupId,
    sensorId,
    groupName: `Node ${groupId}`,
    name: `=Sensor ${sensorId}`,
    type: 'NUMERIC',
    unit: 'C',
    ts: Float64Array.of(now - 3000, now - 2000, now - 1000),
    value,
    breaks: [],
    min: band ? value.map((v) => v - 1) : null,
    max: band ? value.map((v) => v + 1) : null,
    alarm: Uint8Array.of(0, 0, 1),
    state: Uint16Array.of(0, 2, 1),
  };
};

const answer = (query: SeriesQuery) => {
  queries.push(query);
  const wanted = query.paths ?? ['7.71', '7.72', '12.121'];
  return {
    texts: ['', 'Absolute', 'Disabled'],
    series: wanted.map((path) => series(path, query.slotMs !== null)),
    newest: now - 1000,
  };
};

beforeAll(async () => {
  api = await testApi(database.db, (a) =>
    addTelemetryRoutes(a, {
      db: database.db,
      clock: drivenClock(now),
      live: () => undefined,
      history: {
        isOverloaded: () => isOverloaded,
        series: async (query) => answer(query),
        together: async () => new Uint8Array(),
        columns: async (question, version) => packAnswer(question, answer(question.query), version),
        text: async (question, format) => {
          const { bytes, rest } = beginText(question, answer(question.query), format);
          return Readable.from([bytes, ...rest.map(writePiece)]);
        },
        records: async () => ({ count: 1, records: [{ ts: now, seq: 4, status: 'OK' }] }),
        moment: async () => null,
        moments: async () => [],
        film: async () => [],
      },
      deviceOf: (id) => ({
        evaluatedDevice: {
          id,
          shownType,
          warningRules: [],
          sensorNames: {},
          scales: [],
          degrees: null,
          acknowledgedKinds: [],
          sensorResponses: {},
        },
        title: 'Leg 1',
        zone: 'America/Chicago',
        names: new Map([['7.72', 'Head left']]),
        offlineAfterMs: 60_000,
      }),
      pathOf: async (_id, ref) => ['7.71', '7.72', '12.121'].find((path) => path === ref || path.endsWith(`.${ref}`)),
      layoutOf: async () => ({ groups, sensors, names: new Map() }),
      documentAt: () => undefined,
    }),
  );
});
afterAll(async () => {
  await api.http.close();
});
beforeEach(async () => {
  queries.length = 0;
  isOverloaded = false;
  shownType = shippedTypes['0300'];
  device = await makeDevice(database.db);
  viewer = await signedIn(api.http, database.db, await makeUser(database.db, { on: { [device.siteId]: 'User' } }));
});
const get = (query = '', headers = {}) => viewer.get(`/api/v1/graphs/device/${device.id}/${query}`, { headers });

describe('refuses', () => {
  it('any caller with a token while graphs are overloaded, before anything is looked up, and others as always', async () => {
    isOverloaded = true;
    const early = await get('', { authorization: `JWT ${'x'.repeat(40)}` });
    expect([early.statusCode, early.headers['retry-after']]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    expect((await api.http.inject(`/api/v1/graphs/device/${device.id}/`)).statusCode).toBe(401);
    isOverloaded = false;
    expect((await get()).statusCode).toBe(200);
    expect(queries).toHaveLength(1);
  });
  it.each([
    '?timestamp=2027-01-01 00:00:00',
    '?timestamp=noon',
    '?timescale=year',
    '?sensor_id=99',
    'live-update/?since=-1',
  ])('%s', async (query) => {
    expect((await get(query)).statusCode).toBe(400);
  });

  it('graphs of a device that the person may not open', async () => {
    const suspended = await makeDevice(database.db, { site_id: device.siteId, is_suspended: true });
    expect((await viewer.get(`/api/v1/graphs/device/${suspended.id}/`)).statusCode).toBe(403);
  });

  it('records without a time and invalid records', async () => {
    const path = `/api/v1/devices/${device.id}/historical/records/`;
    expect((await viewer.get(`${path}?timestamp=x`)).statusCode).toBe(400);
    expect((await viewer.get(`${path}abc/`)).statusCode).toBe(404);
    expect((await viewer.get(`${path}${now}/`)).statusCode).toBe(404);
  });
});

describe('reads from history', () => {
  // spec: decisions 7 Timescales: live = last 10 minutes, day = 1-minute slots, week = 12-minute, month = 30-minute
  it.each([
    ['?timescale=live', 10 * 60_000, null],
    ['?timescale=hour', 3_600_000, null],
    ['', 86_400_000, 60_000],
    ['?timescale=week', 7 * 86_400_000, 720_000],
    ['?timescale=month', 30 * 86_400_000, 1_800_000],
  ])('%s', async (query, span, slotMs) => {
    expect((await get(query)).statusCode).toBe(200);
    expect(queries[0]).toMatchObject({ slotMs, paths: null });
    expect((queries[0]?.to ?? 0) - (queries[0]?.from ?? 0)).toBe(span);
    if (slotMs !== null) expect((queries[0]?.to ?? 0) % slotMs).toBe(0);
  });

  // spec: decisions 7 hour and custom (the hour around the asked time) at full resolution
  it('the hour around a time in the zone of the site', async () => {
    await get('?timestamp=2026-07-01 11:00:00');
    expect(queries[0]).toMatchObject({
      from: Date.parse('2026-07-01T15:30:00Z'),
      to: Date.parse('2026-07-01T16:30:00Z'),
      slotMs: null,
    });
  });

  // spec: monitoring 7 GET graphs/device/{id}/live-update/
  it('what is newer than the last point, and no more than the live span', async () => {
    await get(`live-update/?since=${now - 5000}`);
    await get('live-update/?since=5');
    expect(queries.map((query) => now + 1 - query.from)).toEqual([5000, 600_000]);
  });
});

// spec: monitoring 7 GET graphs/device/{id}/
it('answers JSON and typed columns with the same numbers, bit by bit, a gap as null', async () => {
  const json = Graphs.parse((await get('?sensor_id=7.72')).json());
  const graph = json.graphs[`${device.id}.7.72`];
  expect(graph).toMatchObject({ units: '°C', series: [{ name: 'Head left', sensor: `${device.id}.7.72` }] });
  expect(graph?.series[0]?.data).toEqual([
    [now - 3000, 0.1 + 0.2, false, '', 0.1 + 0.2 - 1, 0.1 + 0.2 + 1],
    [now - 2000, null, false, 'Disabled'],
    [now - 1000, 41.5, true, 'Absolute', 40.5, 42.5],
  ]);
  for (const accept of [columnsType, compactColumnsType]) {
    const columns = await get('?sensor_id=7.72', { accept: `${accept}, */*;q=0.1` });
    expect(columns.headers['content-type']).toBe(accept);
    const unpacked = unpackGraphs(new Uint8Array(columns.rawPayload));
    expect([...(unpacked.series[0]?.value ?? [])]).toEqual([0.1 + 0.2, Number.NaN, 41.5]);
  }
});

// spec: visual-dashboard 7 GET graphs/machine/{id}/
it('gives a machine the last 24 hours of its sensors in slots of 12 minutes', async () => {
  const dependencies = {
    history: {
      series: async (query: SeriesQuery) => ({
        texts: [''],
        series: (query.paths ?? []).map((path) => series(path, true)),
        newest: now,
      }),
    },
  };
  const graphs = await machineGraphs(
    {
      ...dependencies,
      deviceOf: () => ({ evaluatedDevice: { shownType }, zone: 'UTC', names: new Map(), offlineAfterMs: 1 }),
    } as never,
    [
      { deviceId: 5, path: '7.71' },
      { deviceId: 6, path: '12.121' },
    ],
    now,
  );
  expect(graphs.map(({ deviceId, path, points }) => [deviceId, path, points.length])).toEqual([
    [5, '7.71', 3],
    [6, '12.121', 3],
  ]);
});

// spec: monitoring 7 GET graphs/device/{id}/export/
it('exports CSV under the name of the specification, formulas escaped', async () => {
  const answer = await get('export/?sensor_id=7.71&timescale=day');
  expect(answer.headers['content-disposition']).toContain(`device_${device.id}_sensor_7.71_day_2026-07-01_12-00.csv`);
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  const [head, first] = answer.body.split('\n');
  expect(head).toBe('\ufefftime,sensor_id,sensor,value,units,alarm,state,min,max');
  expect(first).toContain(`2026-07-01T12:00:27.500-05:00,${device.id}.7.71,'=Sensor 71,0.3,°C,false,`);
});

// spec: monitoring 7 GET graphs/device/{id}/export/
it.each([
  ['current_chart_type=week', 7 * 86_400_000],
  ['current_chart_type=hour', 3_600_000],
  ['current_chart_type=week&timescale=month', 30 * 86_400_000],
  ['current_chart_type=custom&timestamp=2026-07-01 11:00:00', 3_600_000],
  ['', 86_400_000],
])('exports what the chart shows: %s', async (query, span) => {
  expect((await get(`export/?${query}`)).statusCode).toBe(200);
  expect((queries[0]?.to ?? 0) - (queries[0]?.from ?? 0)).toBe(span);
});

it.each(['current_chart_type=year', 'current_chart_type=custom'])('refuses to export %s', async (query) => {
  expect((await get(`export/?${query}`)).statusCode).toBe(400);
});

describe('an F500', () => {
  beforeEach(async () => {
    device = await makeDevice(database.db, { site_id: device.siteId, device_type: 'F500' });
    shownType = shippedTypes.F500;
  });
  const arrange = (body: object) =>
    viewer.post(`/api/v1/graphs/device/${device.id}/`, { graph_type: 'update_graphs_arrangement', ...body });

  // spec: decisions 7 nothing selected means empty graphs
  it('has empty graphs until something is selected, and reads no history', async () => {
    expect((await get()).json().graphs).toEqual({});
    expect(queries).toEqual([]);
  });

  // spec: monitoring 7 POST graphs/device/{id}{token}
  // spec: monitoring 7 GET graphs/device/{id}/f500-nodes/
  it('stores the nodes and sensors that a person selects, by number, for that person only', async () => {
    expect((await arrange({ action: 'append', node: 99 })).statusCode).toBe(400);
    expect((await arrange({ action: 'sing' })).statusCode).toBe(400);
    const nodes = (await arrange({ action: 'append', node: 7 })).json().results;
    expect(
      nodes.map((node: { number: number; formatted_number: string }) => [node.number, node.formatted_number]),
    ).toEqual([
      [7, '07'],
      [12, '12'],
    ]);
    await arrange({ action: 'append', sensor: '12.121' });
    await arrange({ action: 'delete', sensor: '7.71' });
    await get();
    expect([...(queries[0]?.paths ?? [])].sort()).toEqual(['12.121', '7.72']);
    expect(Object.keys((await get()).json().graphs).sort()).toEqual([`${device.id}.12`, `${device.id}.7`]);
    const other = await signedIn(
      api.http,
      database.db,
      await makeUser(database.db, { on: { [device.siteId]: 'User' } }),
    );
    const theirs = (await other.get(`/api/v1/graphs/device/${device.id}/f500-nodes/`)).json();
    expect(theirs.map((node: { name: string; sensors: object[] }) => [node.name, node.sensors.length])).toHaveLength(2);
    expect(
      theirs
        .flatMap((node: { sensors: { selected: boolean }[] }) => node.sensors)
        .some((one: { selected: boolean }) => one.selected),
    ).toBe(false);
    await arrange({ action: 'clean' });
    expect((await get()).json().graphs).toEqual({});
  });
});

// spec: monitoring 7 GET devices/{id}/historical/records/
it('names records by their time, and by seq where several have it', async () => {
  const answer = (await viewer.get(`/api/v1/devices/${device.id}/historical/records/`)).json();
  expect(answer.results).toEqual([{ record_id: `${now}.4`, timestamp: new Date(now).toISOString(), status: 'OK' }]);
});
