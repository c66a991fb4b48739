import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../access/testing.ts';
import { writeRoles } from '../../../app/sensor-roles.ts';
import { recorded } from '../../../platform/audit.ts';
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
import { addResponseRoutes, addSensorRoutes, addTemplateRoutes, takeWhenAdded } from '../index.ts';

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
    writeRoles,
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

  const roles = async (of: MadeDevice) => {
    const { rows } = await sql`select d.key_sensor, p.running_path, p.running_above, p.sensors, p.reason
      from device d left join lateral (select * from protection_setting where device_id = d.id order by id desc limit 1)
        p on true where d.id = ${of.id}`.execute(database.db);
    return rows[0];
  };
  const setRoles = async (of: MadeDevice, keySensor: string | null, running: string | null, sensors: object) => {
    await sql`update device set key_sensor = ${keySensor} where id = ${of.id}`.execute(database.db);
    await sql`insert into protection_setting (device_id, since, running_path, running_above, sensors, user_name, reason)
      values (${of.id}, now(), ${running}, 3, ${JSON.stringify(sensors)}, '', 'by hand')`.execute(database.db);
  };

  it('gives wall, running and required sensors, leaves out those that a device lacks, and takes them back', async () => {
    await born(second, ['1']);
    await setRoles(model, 'g.2', 'g.2', { 'g.1': true, 'g.2': false });
    await setRoles(second, 'g.1', null, {});
    await take(0);
    const [one, other] = (await preview([first, second])).results;
    const fields = ({ changes }: { changes: { field: string; old: string; new: string }[] }) =>
      changes
        .flatMap(({ field, old, new: to }) => (/name|rule|what_to_do/.test(field) ? [] : [[field, old, to]]))
        .toSorted();
    expect(fields(one)).toEqual([
      ['required', null, 'no'],
      ['required', null, 'yes'],
      ['running_above', null, '3'],
      ['running_sensor', null, 'Sensor 2'],
      ['wall_sensor', null, 'Sensor 2'],
    ]);
    expect(fields(other)).toEqual([['required', null, 'yes']]);
    const { id } = (await roll([first, second], { reason: 'Same filters' })).json();
    const taken = { key_sensor: 'g.2', running_path: 'g.2', running_above: 3, reason: 'Same filters' };
    expect(await roles(first)).toEqual({ ...taken, sensors: { 'g.1': true, 'g.2': false } });
    expect(await roles(second)).toMatchObject({ key_sensor: 'g.1', running_path: null, sensors: { 'g.1': true } });
    // What a person sets afterwards is the device's own.
    await setRoles(first, 'g.1', 'g.2', { 'g.1': true, 'g.2': false });
    expect(fields({ changes: (await standing())[1].own })).toEqual([['wall_sensor', 'Sensor 2', 'Fan bearing']]);
    expect((await ben.post(template(`rollouts/${id}/undo/`), {})).statusCode).toBe(409);
    await sql`update device set key_sensor = 'g.2' where id = ${first.id}`.execute(database.db);
    expect((await ben.post(template(`rollouts/${id}/undo/`), {})).statusCode).toBe(200);
    expect(await roles(first)).toMatchObject({ key_sensor: null, running_path: null, sensors: {} });
    expect(await roles(second)).toMatchObject({ key_sensor: 'g.1', sensors: {} });
  });

  it('is taken by a new device before it has sent, with a row in the audit log', async () => {
    const add = async () => {
      const added = await makeDevice(database.db, {
        site_id: model.siteId,
        title: 'Filter 4',
        device_type: 'Dust-PLC',
      });
      const who = { userId: ben.userId, name: 'Ben' } as never;
      const by = { userId: ben.userId, name: 'Ben', address: '' };
      const version = await recorded(database.db, by, async (trx, note) => {
        note({ action: 'create', subject: 'device', subjectId: added.id, old: null, new: {} });
        return takeWhenAdded({ trx, note, now: 1 }, await templateTypeOf(trx, typeId), added.id, { who, writeRoles });
      });
      return { added, version };
    };
    const without = await add();
    expect([without.version, await limits(without.added)]).toEqual([null, []]);
    await setRoles(model, 'g.1', null, { 'g.2': true });
    await take(0);
    const { added, version } = await add();
    expect([version, await limits(added)]).toEqual([1, [65]]);
    expect(await roles(added)).toMatchObject({ key_sensor: 'g.1', sensors: { 'g.2': true } });
    const { rows } =
      await sql`select new from audit where device_id = ${added.id} and action = 'roll out template'`.execute(
        database.db,
      );
    expect(rows).toMatchObject([{ new: { version: 1, 'g.1 name': 'Fan bearing' } }]);
    await born(added, ['1', '3']);
    expect((await standing()).find(({ id }: { id: number }) => id === added.id)).toMatchObject({ version: 1, own: [] });
    expect((await preview([added])).changed).toBe(0);
  });

  it('names the rules that change, as they are tried on history', async () => {
    await take(0);
    await roll([first]);
    const [kept] = (await ben.get(settings(first, 'warnings'))).json().results;
    const [modelRule] = (await ben.get(settings(model, 'warnings'))).json().results;
    await ben.post(settings(model, 'warnings'), [
      { ...modelRule, value: 55 },
      { ...rule(90), sensor_id: 'g.2' },
    ]);
    await take(1);
    const [{ tries }] = (await preview([first])).results;
    expect(tries).toMatchObject([
      { rule: expect.stringContaining('55'), row: { id: kept.id, sensor_id: 'g.1', value: 55 } },
      { rule: expect.stringContaining('90'), row: { sensor_id: 'g.2', value: 90 } },
    ]);
    expect(tries[1].row).not.toHaveProperty('id');
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

  it('is taken elsewhere as a whole, and refused with settings of sensors that it lacks, or over an unseen version', async () => {
    expect((await ben.get(template('document/'))).json()).toEqual({ version: 0, template: null });
    await take(0);
    const stated = (await ben.get(template('document/'))).json();
    expect(stated).toMatchObject({ version: 1, template: { names: { 'g.1': 'Fan bearing' }, rules: [{ value: 65 }] } });
    const put = (more: object, version: number, who = ben) =>
      who.put(template('document/'), { template: { ...stated.template, ...more }, version });
    expect((await put({}, 0)).statusCode).toBe(409);
    expect((await put({}, 1, vic)).statusCode).toBe(403);
    for (const wrong of [{ names: { 'g.9': 'None' } }, { groups: [{ id: 'x', name: 'X' }] }])
      expect((await put(wrong, 1)).json()).toHaveProperty('template');
    expect((await put({ rules: [rule(1), { ...rule(1), sensor_id: 'g.9' }] }, 1)).json()).toMatchObject({ index: 1 });
    const stored = await put({}, 1);
    expect(stored.json()).toEqual({ version: 2, template: stated.template });
    await roll([first]);
    expect(await limits(first)).toEqual([65]);
    expect((await standing()).find(({ id }: { id: number }) => id === first.id)).toMatchObject({ version: 2, own: [] });
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
