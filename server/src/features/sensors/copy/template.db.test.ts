import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../access/testing.ts';
import { drivenClock } from '../../../platform/clock.ts';
import { testDatabase } from '../../../platform/testing/database.ts';
import {
  type MadeDevice,
  makeDevice,
  makeSite,
  makeUser,
  type SignedIn,
  signedIn,
} from '../../../platform/testing/factories.ts';
import { loadType, setUnits, templateTypeOf } from '../../devices/index.ts';
import { addResponseRoutes, addSensorRoutes, addTemplateRoutes } from '../index.ts';

const database = testDatabase();
const clock = drivenClock(Date.UTC(2026, 10, 27, 12));
const reloaded: number[][] = [];
let api: TestApi;
let typeId: number;
let model: MadeDevice;
let first: MadeDevice;
let second: MadeDevice;
let ben: SignedIn;
let vic: SignedIn;

beforeAll(async () => {
  const dependencies = {
    db: database.db,
    clock,
    catalogChanged: async ({ ids }: { readonly ids: readonly number[] }) => {
      reloaded.push([...ids]);
    },
    setUnits,
    unevaluatedOf: () => new Map<number, number>(),
    publicUrl: 'https://plant.example',
    administered: async () => {},
    eventOf: async () => undefined,
    typeOf: (id: number) => templateTypeOf(database.db, id),
  };
  api = await testApi(
    database.db,
    (a) => {
      addSensorRoutes(a, dependencies);
      addResponseRoutes(a, dependencies);
      addTemplateRoutes(a, dependencies);
    },
    { loaders: { 'device-type': (id) => loadType(database.db, id) } },
  );
});
afterAll(() => api.http.close());

let layouts = 0;
const born = async (of: MadeDevice, ids: readonly string[] = ['1', '2'], unit = 'C'): Promise<void> => {
  const groups = [{ id: 'g', name: 'Temperature', meta: {} }];
  const sensors = ids.map((sensorId) => ({
    groupId: 'g',
    sensorId,
    name: `Sensor ${sensorId}`,
    type: 'NUMERIC',
    unit,
    states: {},
  }));
  await sql`insert into device_layout (device_id, layout_id, hash, groups, sensors)
    values (${of.id}, ${++layouts}, ${String(layouts)}, ${JSON.stringify(groups)}, ${JSON.stringify(sensors)})`.execute(
    database.db,
  );
  await sql`insert into device_latest (device_id, layout_id, state) values (${of.id}, ${layouts}, '{}')
    on conflict (device_id) do update set layout_id = excluded.layout_id`.execute(database.db);
};
const template = (rest = '') => `/api/v1/device-types/${typeId}/template/${rest}`;
const settings = (of: MadeDevice, what: string) => `/api/v1/devices/${of.id}/settings/${what}/`;
const rule = (value: number) => ({ sensor_id: 'g.1', sign: '>', value, delay_seconds: 60 });
const take = (version: number, who = ben) => who.put(template(), { device: model.id, version });
const limits = async (of: MadeDevice): Promise<number[]> =>
  (await ben.get(settings(of, 'warnings'))).json().results.map(({ value }: { value: number }) => value);
const preview = async (devices: readonly MadeDevice[], more: object = {}) =>
  (await ben.post(template('rollouts/preview/'), { devices: devices.map(({ id }) => id), ...more })).json();
const roll = async (devices: readonly MadeDevice[], more: object = {}) => {
  const { digest } = await preview(devices, more);
  return await ben.post(template('rollouts/'), { devices: devices.map(({ id }) => id), digest, ...more });
};
const standing = async () => (await ben.get(template('devices/'))).json().results;

beforeEach(async () => {
  const site = await makeSite(database.db);
  const { rows } = await sql<{ id: number }>`insert into device_type (client_id, code, label, owner, enters, claim)
    values (${site.clientId}, 'Dust-PLC', 'Dust collector PLC', 'client', 'push', 'open') returning id`.execute(
    database.db,
  );
  typeId = rows[0]?.id ?? 0;
  const make = (title: string) => makeDevice(database.db, { site_id: site.id, title, device_type: 'Dust-PLC' });
  [model, first, second] = [await make('Filter 1'), await make('Filter 2'), await make('Filter 3')];
  for (const device of [model, first, second]) await born(device);
  const as = async (role: 'User' | 'Manager') =>
    await signedIn(
      api.http,
      database.db,
      await makeUser(database.db, { on: { [site.id]: role }, mailbox_verified_at: new Date() }),
    );
  ben = await as('Manager');
  vic = await as('User');
  await ben.post(settings(model, 'warnings'), [{ ...rule(65), what_to_do: 'Stop the fan' }]);
  await ben.post(settings(model, 'sensor-names'), { sensor_names: { 'g.1': 'Fan bearing' } });
  reloaded.length = 0;
});

describe('a template is refused', () => {
  it('to people who may not change the type, of a device of another type, and over a version that was not seen', async () => {
    expect((await take(0, vic)).statusCode).toBe(403);
    const other = await makeDevice(database.db, { site_id: model.siteId, device_type: '0300' });
    await born(other);
    expect((await ben.put(template(), { device: other.id, version: 0 })).json()).toHaveProperty('device');
    expect((await take(0)).statusCode).toBe(200);
    expect((await take(0)).statusCode).toBe(409);
    expect((await vic.post(template('rollouts/'), { devices: [first.id], digest: 'x' })).statusCode).toBe(403);
    const stranger = await signedIn(api.http, database.db, await makeUser(database.db));
    expect((await stranger.get(template())).statusCode).toBe(404);
  });

  it('while there is none, and for a difference that was not seen', async () => {
    expect((await ben.post(template('rollouts/preview/'), { devices: [first.id] })).statusCode).toBe(409);
    await take(0);
    expect((await ben.post(template('rollouts/'), { devices: [first.id], digest: 'x' })).statusCode).toBe(409);
    expect(await limits(first)).toEqual([]);
  });
});

describe('a template', () => {
  it('says what a new device brings along, and changes no device when it is taken', async () => {
    const taken = (await take(0)).json();
    expect(taken).toMatchObject({ version: 1, taken_from: 'Filter 1', counts: { devices: 3, follow: 0, behind: 3 } });
    expect(taken.groups[0].sensors[0]).toMatchObject({
      id: 'g.1',
      name: 'Fan bearing',
      unit: 'C',
      rules: [expect.stringContaining('65')],
    });
    expect(await limits(first)).toEqual([]);
    expect(reloaded).toEqual([]);
  });

  it('is followed after a roll-out; what a person then changes on a device is its own and stays', async () => {
    await take(0);
    expect((await roll([first, second], { reason: 'Same filters' })).json()).toMatchObject({ changed: 2 });
    expect([await limits(first), await limits(second)]).toEqual([[65], [65]]);
    const { rows } = await sql<{ action: string; new: object }>`select action, new from audit
      where action in ('take template', 'roll out template') and client_id = ${first.clientId} order by id`.execute(
      database.db,
    );
    expect(rows).toMatchObject([
      { action: 'take template', new: { version: 1, from: 'Filter 1' } },
      { action: 'roll out template', new: { template_of: 'Dust-PLC', version: 1, 'g.1 name': 'Fan bearing' } },
      { action: 'roll out template', new: { version: 1 } },
    ]);
    const [own] = (await ben.get(settings(second, 'warnings'))).json().results;
    await ben.post(settings(second, 'warnings'), [{ ...own, value: 60 }]);
    expect((await standing()).map((one: { title: string; own: unknown[] }) => [one.title, one.own.length])).toEqual([
      ['Filter 1', 0],
      ['Filter 2', 0],
      ['Filter 3', 1],
    ]);
    const [modelRule] = (await ben.get(settings(model, 'warnings'))).json().results;
    await ben.post(settings(model, 'warnings'), [{ ...modelRule, value: 55 }]);
    await ben.post(settings(model, 'sensor-names'), { sensor_names: { 'g.1': 'Fan bearing north' } });
    await take(1);
    await roll([first, second], { reason: 'Earlier' });
    expect([await limits(first), await limits(second)]).toEqual([[55], [60]]);
    const names = (await ben.get(settings(second, 'sensor-names'))).json();
    expect(names.groups[0].sensors[0].label).toBe('Fan bearing north');
    expect((await ben.get(template())).json().counts).toEqual({ devices: 3, follow: 1, differ: 1, behind: 1 });
  });

  it('leaves sensors alone that it does not know, and those that a device lacks', async () => {
    await born(first, ['1', '3']);
    await ben.post(settings(first, 'warnings'), [{ ...rule(40), sensor_id: 'g.3' }]);
    await take(0);
    expect((await roll([first])).json()).toMatchObject({ changed: 1 });
    expect((await limits(first)).toSorted()).toEqual([40, 65]);
  });

  it('keeps id and open warning of an equal rule, and leaves out a device whose changing rule warns now', async () => {
    await take(0);
    await roll([first, second]);
    const [kept] = (await ben.get(settings(first, 'warnings'))).json().results;
    await sql`insert into event (id, at, received_at, device_id, client_id, site_id, type, client_name, site_name,
        device_name, group_id, sensor_id, content, is_active, is_late, is_notified, is_test, rule_id)
      values (${typeId * 100}, 1, 1, ${first.id}, ${first.clientId}, ${first.siteId}, 'warning_on', '', '', '', 'g', '1',
        '', true, false, true, false, ${kept.id})`.execute(database.db);
    await ben.post(settings(model, 'sensor-names'), { sensor_names: { 'g.2': 'Hopper' } });
    await take(1);
    await roll([first]);
    expect((await ben.get(settings(first, 'warnings'))).json().results[0].id).toBe(kept.id);
    const [modelRule] = (await ben.get(settings(model, 'warnings'))).json().results;
    await ben.post(settings(model, 'warnings'), [{ ...modelRule, value: 50 }]);
    await take(2);
    const { results } = await preview([first, second]);
    expect(results.map((one: { refused: string | null }) => one.refused)).toEqual([
      'A rule that would change has an open warning.',
      null,
    ]);
    expect((await roll([first])).statusCode).toBe(400);
    expect((await roll([first], { with_open_warnings: true })).json()).toMatchObject({ changed: 1 });
  });

  it('leaves out a device that is walked', async () => {
    await take(0);
    await sql`insert into walk_test (id, device_id, client_id, site_id, client_name, site_name, device_name, user_id,
        started_at, state)
      values (1, ${first.id}, ${first.clientId}, ${first.siteId}, '', '', '', 1, 1, '{}')`.execute(database.db);
    const refusals = async () =>
      (await preview([first, second])).results.map((one: { refused: string | null }) => one.refused);
    expect(await refusals()).toEqual(['A walk test is running.', null]);
    expect((await roll([first, second])).statusCode).toBe(400);
    await sql`update walk_test set ended_at = 2 where device_id = ${first.id}`.execute(database.db);
    expect(await refusals()).toEqual([null, null]);
  });

  it('waits for a second person where it loosens a rule and the client wants that', async () => {
    await take(0);
    await roll([first]);
    await sql`update client set changes_need_approval = true where id = ${first.clientId}`.execute(database.db);
    const [modelRule] = (await ben.get(settings(model, 'warnings'))).json().results;
    await ben.post(settings(model, 'warnings'), [{ ...modelRule, value: 60 }]);
    await ben.post(settings(model, 'warnings'), {
      results: [{ ...modelRule, id: undefined, value: 60, delay_seconds: 30 }],
      reason: 'Faster',
    });
    await sql`update warning_rule set value = 80 where device_id = ${model.id}`.execute(database.db);
    await take(1);
    expect((await roll([first], { reason: 'Too many' })).json()).toMatchObject({ changed: 1, proposed: 1 });
    expect(await limits(first)).toEqual([65]);
    expect((await preview([first])).results[0].refused).toBe('A change of its rules waits for approval.');
  });

  it('is undone within 24 hours, and not after', async () => {
    await take(0);
    const { id } = (await roll([first, second])).json();
    expect((await ben.get(template())).json().undoable).toMatchObject({ id, devices: 2 });
    expect((await ben.post(template(`rollouts/${id}/undo/`), { reason: 'Wrong one' })).json()).toMatchObject({
      changed: 2,
    });
    expect([await limits(first), await limits(second)]).toEqual([[], []]);
    const again = (await roll([first, second])).json().id;
    clock.advanceTo(clock.now() + 86_400_000);
    expect((await ben.post(template(`rollouts/${again}/undo/`), {})).statusCode).toBe(409);
  });
});
