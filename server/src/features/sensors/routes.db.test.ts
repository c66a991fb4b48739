import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../access/testing.ts';
import type { Administration } from '../../pipeline/catalog.ts';
import { drivenClock } from '../../platform/clock.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { type MadeDevice, makeDevice, makeUser, type SignedIn, signedIn } from '../../platform/testing/factories.ts';
import { setUnits } from '../devices/index.ts';
import { addSensorRoutes, formerRules, loadDeviceSettings, sensorPathOf } from './index.ts';

const database = testDatabase();
const clock = drivenClock(Date.UTC(2026, 10, 20, 12));
const administrations: Administration[] = [];
let api: TestApi;
let device: MadeDevice;
let engineer: SignedIn;
let viewer: SignedIn;

beforeAll(async () => {
  api = await testApi(database.db, (a) =>
    addSensorRoutes(a, {
      db: database.db,
      clock,
      catalogChanged: async () => {},
      publicUrl: 'https://plant.example',
      setUnits,
      unevaluatedOf: (state) => new Map(state === '{}' ? [] : JSON.parse(state)),
      administered: async (what) => {
        administrations.push(what);
      },
    }),
  );
});
afterAll(async () => {
  await api.http.close();
});

const born = async (type: string) => {
  device = await makeDevice(database.db, { device_type: type });
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
};
beforeEach(() => born('0300'));

const path = (what: string) => `/api/v1/devices/${device.id}/settings/${what}/`;
const row = { sensor_id: '4.4000', sign: '>', value: 65, delay_seconds: 60 };
const upload = (text: string) => ({
  headers: { 'content-type': 'multipart/form-data; boundary=x' },
  payload: `--x\r\nContent-Disposition: form-data; name="file"; filename="n.csv"\r\nContent-Type: text/csv\r\n\r\n${text}\r\n--x--\r\n`,
});

describe('refuses', () => {
  // spec: monitoring 5 Warnings editing without permission
  it('warnings by people who may not edit, with a text of its own', async () => {
    const answer = await viewer.post(path('warnings'), [row]);
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toEqual({ detail: 'You do not have permission to edit warnings!' });
  });

  it('names, images and types by people who may not edit', async () => {
    for (const what of ['sensor-names', 'sensor-images', 'sensor-types', 'import/sensor-names'])
      expect((await viewer.post(path(what), {})).statusCode).toBe(403);
  });

  // spec: monitoring 5 Warnings: sensor required, sign required, value required, delay seconds required
  it.each([
    [{ ...row, sensor_id: '' }, { sensor_id: ['Please select your sensor'] }],
    [{ ...row, sign: '>=' }, { sign: ['Please select your sign'] }],
    [{ ...row, value: undefined }, { value: ['Please input your value'] }],
    [{ ...row, delay_seconds: undefined }, { delay_seconds: ['Please input your delay seconds'] }],
  ])('a warning row %j', async (bad, fields) => {
    const answer = await engineer.post(path('warnings'), [row, bad]);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ ...fields, index: 1 });
  });

  it('an older version of the warnings with 409', async () => {
    await engineer.post(path('warnings'), { results: [row], version: 0 });
    expect((await engineer.post(path('warnings'), { results: [], version: 0 })).statusCode).toBe(409);
    expect((await engineer.get(path('warnings'))).json()).toMatchObject({ count: 1, version: 1 });
  });

  // spec: monitoring 5 Sensor names: each at most 60 characters
  it('a name of 61 characters, a name for an unknown sensor, degrees where there are none', async () => {
    const save = (body: object) => engineer.post(path('sensor-names'), body);
    expect((await save({ sensor_names: { '4.4000': 'x'.repeat(61) } })).statusCode).toBe(400);
    expect((await save({ sensor_names: { '9.9': 'x' } })).statusCode).toBe(400);
    expect((await save({ sensor_names: {}, degrees: 'F' })).statusCode).toBe(400);
  });

  it('types of a device that is no IE-Node', async () => {
    expect((await engineer.get(path('sensor-types'))).statusCode).toBe(400);
  });
});

describe('saves', () => {
  // spec: monitoring 7 GET, POST devices/{id}/settings/warnings/
  it('warnings, keeping the id of an equal row, and logs the change', async () => {
    const first = (await engineer.post(path('warnings'), [row])).json();
    const second = (
      await engineer.post(path('warnings'), [
        { ...row, value: 70 },
        { ...row, sensor_id: '4000' },
      ])
    ).json();
    expect(second.results[1].id).toBe(first.results[0].id);
    expect(second.results[0]).toMatchObject({
      sensor_id: '4.4000',
      name: 'Bearing 4000',
      unit: 'C',
      value: 70,
      is_known: true,
    });
    expect(administrations.at(-1)).toMatchObject({
      type: 'device_administration',
      content: expect.stringContaining('Warnings changed by'),
    });
    const loaded = (await loadDeviceSettings(database.db, [device.id])).get(device.id);
    expect(loaded?.warningRules).toMatchObject([{ value: 70 }, { value: 65, delayMs: 60_000 }]);
  });

  it('conditions of a rule; an omitted one stays, and a former rule keeps its time', async () => {
    const rule = { ...row, kind: 'difference', reference: '4001', deadband: 2, off_delay_seconds: 30 };
    const gate = { sensor_id: '4001', sign: '>', value: 20, for_seconds: 600 };
    const first = (await engineer.post(path('warnings'), [{ ...rule, only_while: gate }])).json().results[0];
    expect(first).toMatchObject({ ...rule, reference: '4.4001', absolute: false, window_seconds: null });
    expect(first.only_while).toEqual({ ...gate, sensor_id: '4.4001', state: null, unit: 'C' });
    const same = (await engineer.post(path('warnings'), [row])).json().results;
    expect(same).toMatchObject([{ id: first.id, deadband: 2 }]);
    const since = clock.now();
    clock.advanceTo(since + 60_000);
    const [changed] = (await engineer.post(path('warnings'), [{ ...row, id: first.id, deadband: null }])).json()
      .results;
    expect(changed).toMatchObject({ deadband: 0, off_delay_seconds: 30 });
    expect(changed.id).not.toBe(first.id);
    expect(await formerRules(database.db, device.id)).toMatchObject([
      {
        id: first.id,
        since,
        until: since + 60_000,
        conditions: { kind: 'difference', reference: '4.4001', offDelayMs: 30_000, onlyWhile: { forMs: 600_000 } },
      },
    ]);
    const refused = await engineer.post(path('warnings'), [row, { ...rule, reference: '4.4000' }]);
    expect(refused.json()).toMatchObject({ reference: ['A sensor has no difference to itself.'], index: 1 });
  });

  it('a rule in the unit in which it was typed, and refuses one that cannot be converted', async () => {
    const inFahrenheit = { ...row, value: 150, unit: 'F' };
    const [typed] = (await engineer.post(path('warnings'), [inFahrenheit])).json().results;
    expect(typed).toMatchObject({ value: 150, unit: 'F', sensor_unit: 'C' });
    expect(typed.sentence).toContain('150 °F');
    const [changed] = (await engineer.post(path('warnings'), [{ ...row, id: typed.id, value: 160 }])).json().results;
    expect(changed).toMatchObject({ value: 160, unit: 'F' });
    const refused = await engineer.post(path('warnings'), [{ ...row, unit: 'bar' }]);
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({ unit: [expect.stringContaining("cannot be converted to 'bar'")], index: 0 });
  });

  it('rules as CSV, which are imported as they were exported, or not at all', async () => {
    const gate = { sensor_id: '4.4001', sign: '>', value: 20, state: null, for_seconds: 600 };
    await engineer.post(path('warnings'), [
      { ...row, sign: '=', value: -5 },
      { ...row, kind: 'difference', reference: '4.4001', absolute: true, deadband: 2, only_while: gate },
      { ...row, kind: 'rise', window_seconds: 600, off_delay_seconds: 0 },
    ]);
    const before = (await engineer.get(path('warnings'))).json().results;
    const csv = (await viewer.get(path('export/warnings'))).body;
    const send = (text: string) =>
      api.http.inject({
        method: 'POST',
        url: path('import/warnings'),
        ...upload(text),
        headers: { ...upload('').headers, authorization: `JWT ${engineer.token}` },
      });
    expect((await send(csv)).statusCode).toBe(200);
    expect((await engineer.get(path('warnings'))).json().results).toEqual(before);
    const lines = Array.from({ length: 500 }, (_, i) => (i === 321 ? '4.4000,>,x,0' : `4.4000,>,${i},0`));
    const bad = await send(['sensor_id,sign,value,delay_seconds', ...lines, '9.9,>,1,0'].join('\n'));
    expect(bad.statusCode).toBe(400);
    expect(bad.json().file[0].split('\n')).toEqual([
      'Line 323: Please input your value',
      "Line 502: '9.9' names no sensor of this device.",
    ]);
    expect((await engineer.get(path('warnings'))).json().results).toEqual(before);
  });

  it('and says in words what a rule does, and since when it cannot be evaluated', async () => {
    const [rule] = (await engineer.post(path('warnings'), [row])).json().results;
    expect(rule).toMatchObject({
      sentence: 'Warn when Bearing 4000 is above 65 °C for 1 min',
      cannot_evaluate_since: null,
    });
    const state = JSON.stringify([[rule.id, clock.now()]]);
    await sql`update device_latest set state = ${state} where device_id = ${device.id}`.execute(database.db);
    const [stopped] = (await engineer.get(path('warnings'))).json().results;
    expect(stopped.cannot_evaluate_since).toBe(clock.now());
  });

  // spec: monitoring 7 GET, POST devices/{id}/settings/sensor-names
  it('names, and an empty one gives back the word of the device', async () => {
    await engineer.post(path('sensor-names'), { sensor_names: { '4.4000': 'Head left' } });
    const list = async () => (await viewer.get(`/api/v1/devices/${device.id}/sensors/`)).json();
    expect((await list()).results[0]).toMatchObject({
      id: '4.4000',
      sensor_id: '4000',
      name: 'Head left',
      group_name: 'Temperature',
    });
    await engineer.post(path('sensor-names'), { sensor_names: { '4.4000': '' } });
    expect((await list()).results[0].name).toBe('Bearing 4000');
    const audit = await database.db
      .selectFrom('audit')
      .select(['old', 'new'])
      .where('device_id', '=', device.id)
      .execute();
    expect(audit[0]).toEqual({ old: { '4.4000': '' }, new: { '4.4000': 'Head left' } });
  });

  // spec: monitoring 7 POST devices/{id}/settings/import/sensor-names/
  it('names from a CSV, and names each bad row by its line', async () => {
    const bad = await api.http.inject({
      method: 'POST',
      url: path('import/sensor-names'),
      ...upload('id,label\n9.9,x\n'),
      headers: { ...upload('').headers, authorization: `JWT ${engineer.token}` },
    });
    expect(bad.json()).toEqual({ file: ["Line 2: '9.9' names no sensor of this device."] });
    const good = await api.http.inject({
      method: 'POST',
      url: path('import/sensor-names'),
      ...upload('id,label\n4.4001,Tail\n'),
      headers: { ...upload('').headers, authorization: `JWT ${engineer.token}` },
    });
    expect(good.statusCode).toBe(200);
    const exported = await viewer.get(path('export/sensor-names'));
    expect(exported.headers['content-disposition']).toContain(`sensor_names_0300_${device.id}.csv`);
    expect(exported.body).toContain('4.4001,Temperature,Bearing 4001,Tail');
  });

  // spec: monitoring 7 GET, POST devices/{id}/settings/sensor-images/
  it('images, in the wrapper of the page too', async () => {
    const answer = await engineer.post(path('sensor-images'), {
      device_id: device.id,
      data: { sensor_image_types: { '4.4000': 1 } },
    });
    expect(answer.json().groups[0].sensors[0]).toMatchObject({ id: '4.4000', image: 1 });
    expect((await engineer.post(path('sensor-images'), { sensor_image_types: { '4.4000': 999 } })).statusCode).toBe(
      400,
    );
  });

  // spec: decisions 7 degrees of an F500-UDF is the unit in which its temperatures are shown
  it('degrees of an F500 UDF, converting its warnings', async () => {
    await born('F500-UDF');
    await engineer.post(path('warnings'), [{ ...row, value: 80 }]);
    await engineer.post(path('sensor-names'), { sensor_names: {}, degrees: 'F', networks: ['North', '', '', ''] });
    expect((await engineer.get(path('warnings'))).json().results[0]).toMatchObject({ value: 176, unit: 'F' });
  });

  // spec: decisions 7 a change of k or c asks for them anew
  it('types of an IE-Node from now on; a new k requires the warnings of that sensor again', async () => {
    await born('0006');
    await engineer.post(path('warnings'), [row, { ...row, sensor_id: '4.4001' }]);
    const types = { '4.4000': { type: 'NUMERIC', unit: 'A', k_value: 6.25, c_value: -25 } };
    const refused = await engineer.post(path('sensor-types'), { sensor_types: types });
    expect(refused.statusCode).toBe(400);
    expect(refused.json().sensors).toEqual(['4.4000']);
    const replies = await engineer.post(path('sensor-types'), {
      sensor_types: types,
      warnings: [{ ...row, value: 90 }],
    });
    expect(replies.json().sensors[0]).toMatchObject({
      unit: 'A',
      k_value: 6.25,
      c_value: -25,
      since: clock.now(),
      warnings: 1,
    });
    const rules = (await engineer.get(path('warnings'))).json().results;
    expect(rules.map((rule: { sensor_id: string; value: number }) => [rule.sensor_id, rule.value])).toEqual([
      ['4.4001', 65],
      ['4.4000', 90],
    ]);
  });
});

it('finds a sensor that disappeared by its full path, and no foreign one', async () => {
  const gone = [{ groupId: '7', sensorId: '7002', name: 'Knee pulley 3', type: 'NUMERIC', unit: 'C', states: {} }];
  await sql`insert into device_layout (device_id, layout_id, hash, groups, sensors)
    values (${device.id}, ${1_000_000 + device.id}, 'old', '[]', ${JSON.stringify(gone)})`.execute(database.db);
  const named = (ref: string) => sensorPathOf(database.db, device.id, ref);
  expect(await named('4.4000')).toBe('4.4000');
  expect(await named('7.7002')).toBe('7.7002');
  expect(await named(`${device.id}.7.7002`)).toBe('7.7002');
  expect(await named(`${device.id + 1}.7.7002`)).toBeUndefined();
  expect(await named('7.7003')).toBeUndefined();
  expect(await named('7002')).toBeUndefined();
});
