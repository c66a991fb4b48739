import { shippedTypes } from '@tocsin/contract/device-type';
import { ClientId, DeviceId, SiteId } from '@tocsin/contract/ids';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../access/testing.ts';
import { drivenClock } from '../../platform/clock.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { type MadeDevice, makeDevice, makeUser, type SignedIn, signedIn } from '../../platform/testing/factories.ts';
import { setUnits } from '../devices/index.ts';
import {
  addResponseRoutes,
  addSensorRoutes,
  loadDeviceSettings,
  type NotificationSensor,
  saidOfSensors,
} from './index.ts';

const database = testDatabase();
const reloaded: number[] = [];
let api: TestApi;
let device: MadeDevice;
let engineer: SignedIn;
let viewer: SignedIn;
let event: NotificationSensor;

beforeAll(async () => {
  api = await testApi(
    database.db,
    (a) => {
      const dependencies = {
        db: database.db,
        clock: drivenClock(Date.UTC(2026, 10, 20, 12)),
        catalogChanged: async (scope: { readonly ids: readonly number[] }) => {
          reloaded.push(...scope.ids);
        },
        administered: async () => {},
        publicUrl: 'https://plant.example',
        setUnits,
        unevaluatedOf: () => new Map<number, number>(),
        eventOf: async () => event,
      };
      addSensorRoutes(a, dependencies);
      addResponseRoutes(a, dependencies);
    },
    {
      loaders: {
        notification: async () => ({
          deviceId: DeviceId.parse(device.id),
          siteId: SiteId.parse(device.siteId),
          clientId: ClientId.parse(device.clientId),
          isSuspended: false,
          shownType: shippedTypes['0300'],
        }),
      },
    },
  );
});
afterAll(async () => {
  await api.http.close();
});

beforeEach(async () => {
  device = await makeDevice(database.db, { device_type: '0300' });
  const groups = [{ id: '4', name: 'Temperature', meta: {} }];
  const sensors = ['4000', '4001'].map((sensorId) => ({
    groupId: '4',
    sensorId,
    name: `Bearing ${sensorId}`,
    type: 'NUMERIC',
    unit: 'C',
    states: {},
  }));
  await sql`insert into device_layout (device_id, layout_id, hash, groups, sensors)
    values (${device.id}, ${device.id}, 'h', ${JSON.stringify(groups)}, ${JSON.stringify(sensors)})`.execute(
    database.db,
  );
  await sql`insert into device_latest (device_id, layout_id, state) values (${device.id}, ${device.id}, '{}')`.execute(
    database.db,
  );
  const as = async (role: 'User' | 'Engineer') =>
    await signedIn(api.http, database.db, await makeUser(database.db, { on: { [device.siteId]: role } }));
  engineer = await as('Engineer');
  viewer = await as('User');
  reloaded.length = 0;
});

const responses = () => `/api/v1/devices/${device.id}/settings/responses/`;
const set = (body: object) => engineer.post(responses(), body);
const read = async () => (await viewer.get(responses())).json();
const csv = (text: string, who = engineer) =>
  api.http.inject({
    method: 'POST',
    url: `/api/v1/locations/${device.siteId}/responses/import/`,
    headers: { 'content-type': 'multipart/form-data; boundary=x', authorization: `JWT ${who.token}` },
    payload: `--x\r\nContent-Disposition: form-data; name="file"; filename="n.csv"\r\nContent-Type: text/csv\r\n\r\n${text}\r\n--x--\r\n`,
  });
const addRule = async (more: object = {}) =>
  (
    await engineer.post(`/api/v1/devices/${device.id}/settings/warnings/`, [
      { sensor_id: '4.4000', sign: '>', value: 65, delay_seconds: 60, ...more },
    ])
  ).json().results[0];

describe('refuses', () => {
  it.each([
    [{ '4.4000': { priority: 'urgent' } }, 'critical, high, medium or low'],
    [{ '4.4000': { what_to_do: 'x'.repeat(1001) } }, '1000 characters'],
    [{ '4.4000': { respond_within_minutes: 0 } }, 'minutes'],
    [{ '4.4000': { respond_within_minutes: 1.5 } }, 'minutes'],
    [{ '9.9': { priority: 'low' } }, 'names no sensor'],
  ])('%j', async (bad, text) => {
    const answer = await set({ responses: bad });
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain(text);
    expect((await read()).version).toBe(0);
  });

  it('people who may not edit, and an older version', async () => {
    expect((await viewer.post(responses(), { responses: {} })).statusCode).toBe(403);
    expect((await csv('device_id,sensor_id\n', viewer)).statusCode).toBe(403);
    await set({ responses: { '4.4000': { priority: 'low' } }, version: 0 });
    expect((await set({ responses: { '4.4000': { priority: 'high' } }, version: 0 })).statusCode).toBe(409);
  });

  it('a file with any bad line, and names each with its field', async () => {
    const rule = await addRule();
    const head = 'device_id,sensor_id,rule_id,priority,respond_within_minutes';
    const lines = [
      `${device.id},4.4000,,low,15`,
      `${device.id},4.4001,,urgent,15`,
      `${device.id},4.4001,,low,soon`,
      `${device.id},9.9,,low,`,
      `1,4.4000,,low,`,
      `${device.id},4.4001,${rule.id},low,`,
    ];
    const answer = await csv([head, ...lines].join('\n'));
    expect(answer.statusCode).toBe(400);
    expect(
      answer
        .json()
        .file[0].split('\n')
        .map((line: string) => line.split(':')[0]),
    ).toEqual([
      'Line 3, priority',
      'Line 4, respond_within_minutes',
      'Line 4, sensor_id',
      'Line 5, sensor_id',
      'Line 6, device_id',
      'Line 7, rule_id',
    ]);
    expect((await read()).results[0].priority).toBe(null);
    expect((await csv('name,label\nx,y\n')).json().file[0]).toContain("'device_id' and 'sensor_id'");
  });
});

describe('a response', () => {
  it('keeps what is omitted, clears what is null, and reaches the catalog', async () => {
    await set({
      responses: { '4.4000': { priority: 'critical', what_to_do: ' Stop the leg ', respond_within_minutes: 10 } },
    });
    await set({ responses: { '4.4000': { what_to_do: null, likely_cause: 'Dry bearing' } } });
    const { results, version } = await read();
    expect(version).toBe(2);
    expect(results).toMatchObject([
      { id: '4.4000', priority: 'critical', what_to_do: null, likely_cause: 'Dry bearing', respond_within_minutes: 10 },
      { id: '4.4001', priority: null, what_to_do: null },
    ]);
    const settings = (await loadDeviceSettings(database.db, [device.id])).get(device.id);
    expect(settings?.sensorResponses.get('4.4000')).toEqual({ priority: 'critical', respondWithinMinutes: 10 });
    expect(reloaded).toEqual([device.id, device.id]);
    const audit = await database.db
      .selectFrom('audit')
      .select(['old', 'new'])
      .where('device_id', '=', device.id)
      .orderBy('id')
      .execute();
    expect(audit[1]).toEqual({
      old: { '4.4000': { likely_cause: null, what_to_do: 'Stop the leg' } },
      new: { '4.4000': { likely_cause: 'Dry bearing', what_to_do: null } },
    });
  });

  it("of a rule beats its sensor's, field by field; the priority is the one stored with the event", async () => {
    await set({
      responses: { '4.4000': { priority: 'low', likely_cause: 'Dry bearing', what_to_do: 'Stop the leg' } },
    });
    const rule = await addRule({ what_to_do: 'Grease it', priority: 'high' });
    expect(rule).toMatchObject({ priority: 'high', what_to_do: 'Grease it', likely_cause: null });
    event = { deviceId: device.id, path: '4.4000', ruleId: rule.id, priority: 'critical' };
    expect((await viewer.get('/api/v1/notifications/5/response/')).json()).toEqual({
      priority: 'critical',
      likely_cause: 'Dry bearing',
      consequence: null,
      what_to_do: 'Grease it',
      respond_within_minutes: null,
    });
  });

  it('is told with the displayed unit for many events at once, of sensors, of rules and of what nobody described', async () => {
    await set({ responses: { '4.4000': { likely_cause: 'Dry bearing', what_to_do: 'Stop the leg' } } });
    const rule = await addRule({ what_to_do: 'Grease it' });
    await sql`update device set degrees = 'F' where id = ${device.id}`.execute(database.db);
    await sql`insert into sensor_scale (device_id, path, since, type, unit, k, c) values
      (${device.id}, '4.4001', 1, 'NUMERIC', 'A', 1, 0), (${device.id}, '4.4001', 2, 'NUMERIC', 'rpm', 1, 0)`.execute(
      database.db,
    );
    const of = { deviceId: device.id, path: '4.4000', ruleId: null };
    const said = await saidOfSensors(database.db, [
      { ...of, id: 1 },
      { ...of, id: 2, ruleId: rule.id },
      { ...of, id: 3, path: '4.4001' },
      { ...of, id: 4, path: '9.gone' },
      { ...of, id: 5, deviceId: 987_654 },
    ]);
    const told = [...said].map(([id, { unit, response }]) => [id, unit, response.likely_cause, response.what_to_do]);
    expect(told).toEqual([
      [1, 'F', 'Dry bearing', 'Stop the leg'],
      [2, 'F', 'Dry bearing', 'Grease it'],
      [3, 'rpm', null, null],
      [4, '', null, null],
      [5, '', null, null],
    ]);
  });

  it('is exported with its rules and imported as it was exported', async () => {
    await set({ responses: { '4.4000': { priority: 'low', what_to_do: '=Stop, "now"\nand here' } } });
    await addRule({ priority: 'critical' });
    const exported = await viewer.get(`/api/v1/locations/${device.siteId}/responses/export/`);
    expect(exported.body).toContain('Above 65 °C for 60 s,critical');
    const answer = await csv(exported.body);
    expect(answer.json()).toMatchObject({ changed: 0 });
    const changed = await csv(exported.body.replace(',critical', ',medium').replace(',low,', ',,'));
    expect(changed.json()).toMatchObject({ changed: 2 });
    expect((await read()).results[0]).toMatchObject({ priority: null, what_to_do: '=Stop, "now"\nand here' });
    const rules = (await viewer.get(`/api/v1/devices/${device.id}/settings/warnings/`)).json();
    expect(rules.results[0].priority).toBe('medium');
  });
});
