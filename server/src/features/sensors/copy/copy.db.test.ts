import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../access/testing.ts';
import { writeRoles } from '../../../app/sensor-roles.ts';
import { drivenClock } from '../../../platform/clock.ts';
import { testDatabase } from '../../../platform/testing/database.ts';
import { type MadeDevice, makeDevice, makeUser, type SignedIn, signedIn } from '../../../platform/testing/factories.ts';
import { setUnits } from '../../devices/index.ts';
import { addCopyRoutes, addResponseRoutes, addSensorRoutes } from '../index.ts';

const database = testDatabase();
const said: string[] = [];
const reloaded: number[][] = [];
let api: TestApi;
let source: MadeDevice;
let target: MadeDevice;
let ann: SignedIn;
let ben: SignedIn;
let viewer: SignedIn;

beforeAll(async () => {
  const clock = drivenClock(Date.UTC(2026, 10, 20, 12));
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
    administered: async ({ content }: { readonly content: string }) => {
      said.push(content);
    },
    eventOf: async () => undefined,
  };
  api = await testApi(database.db, (a) => {
    addSensorRoutes(a, dependencies);
    addResponseRoutes(a, dependencies);
    addCopyRoutes(a, dependencies);
  });
});
afterAll(() => api.http.close());

interface Sensor {
  readonly sensorId: string;
  readonly type?: string;
  readonly unit?: string;
}
const usual: readonly Sensor[] = [{ sensorId: '4000' }, { sensorId: '4001' }];
const born = async (of: MadeDevice, sensors: readonly Sensor[] = usual): Promise<void> => {
  const groups = [{ id: '4', name: 'Temperature', meta: {} }];
  const all = sensors.map(({ sensorId, type = 'NUMERIC', unit = 'C' }) => ({
    groupId: '4',
    sensorId,
    name: `Bearing ${sensorId}`,
    type,
    unit,
    states: {},
  }));
  await sql`insert into device_layout (device_id, layout_id, hash, groups, sensors)
    values (${of.id}, ${of.id}, 'h', ${JSON.stringify(groups)}, ${JSON.stringify(all)})`.execute(database.db);
  await sql`insert into device_latest (device_id, layout_id, state) values (${of.id}, ${of.id}, '{}')`.execute(
    database.db,
  );
};
const sibling = (more: object = {}) => makeDevice(database.db, { site_id: source.siteId, title: 'Leg 2', ...more });
const url = (what: string, of: MadeDevice = source) => `/api/v1/devices/${of.id}/settings/${what}/`;
const all = ['names', 'images', 'rules', 'priorities', 'responses'];
const rule = { sensor_id: '4.4000', sign: '>', value: 65, delay_seconds: 60 };
const preview = async (devices: readonly number[] = [target.id], what: readonly string[] = all, who = ann) =>
  await who.post(url('copies/preview'), { devices, what });
const copy = async (what: readonly string[] = all, more: object = {}, devices: readonly number[] = [target.id]) => {
  const { digest } = (await preview(devices, what)).json();
  return await ann.post(url('copies'), { devices, what, digest, ...more });
};
const undo = (id: number, who = ann, body: object = {}) => who.post(url(`copies/${id}/undo`), body);
const settingsOf = async (of: MadeDevice) => {
  const get = async (what: string) => (await ann.get(url(what, of))).json();
  const rules = (await get('warnings')).results.map(({ id: _, ...row }: { id: number }) => row);
  const { groups: names } = await get('sensor-names');
  const { groups: images } = await get('sensor-images');
  return { rules, names, images, responses: (await get('responses')).results };
};
const refusedBecause = async (device: MadeDevice, what: readonly string[] = all) =>
  (await preview([device.id], what)).json().results[0].refused;
const setting = (name: 'changes_need_reason' | 'changes_need_approval') =>
  sql`update client set ${sql.ref(name)} = true where id = ${source.clientId}`.execute(database.db);

beforeEach(async () => {
  source = await makeDevice(database.db, { title: 'Leg 1', device_type: '0300' });
  target = await sibling({ device_type: '0300' });
  await born(source);
  await born(target);
  const as = async (role: 'User' | 'Engineer' | 'Manager', first_name: string) =>
    await signedIn(
      api.http,
      database.db,
      await makeUser(database.db, { on: { [source.siteId]: role }, first_name, mailbox_verified_at: new Date() }),
    );
  ann = await as('Engineer', 'Ann');
  ben = await as('Manager', 'Ben');
  viewer = await as('User', 'Vic');
  await ann.post(url('warnings'), [{ ...rule, deadband: 2, priority: 'high', what_to_do: 'Stop' }]);
  await ann.post(url('sensor-names'), { sensor_names: { '4.4000': 'Head' } });
  await ann.post(url('sensor-images'), { sensor_image_types: { '4.4000': 1 } });
  await ann.post(url('responses'), { responses: { '4.4001': { priority: 'critical', what_to_do: 'Run' } } });
  said.length = 0;
  reloaded.length = 0;
});

describe('a copy is refused', () => {
  it('to people who may not edit the source', async () => {
    for (const path of ['copies', 'copies/targets']) expect((await viewer.get(url(path))).statusCode).toBe(403);
    expect((await preview([target.id], all, viewer)).statusCode).toBe(403);
    expect((await viewer.post(url('copies'), { devices: [target.id], what: all, digest: 'x' })).statusCode).toBe(403);
    expect((await undo(1, viewer)).statusCode).toBe(403);
  });

  it.each([
    ['no device', { devices: [], what: ['names'] }],
    ['a device twice', { devices: [1, 1], what: ['names'] }],
    ['no kind of setting', { devices: [1], what: [] }],
    ['an unknown kind', { devices: [1], what: ['codes'] }],
    ['too many devices', { devices: Array.from({ length: 201 }, (_, at) => at + 1), what: ['names'] }],
  ])('with %s', async (_, body) => {
    expect((await ann.post(url('copies/preview'), body)).statusCode).toBe(400);
  });

  it('to devices that the person may not edit, as if they did not exist', async () => {
    const elsewhere = await makeDevice(database.db, { device_type: '0300' });
    await born(elsewhere);
    const other = await refusedBecause(elsewhere);
    expect(other).toBe('There is no such device of this client that you may edit.');
    expect((await preview([999_999])).json().results[0].refused).toBe(other);
  });

  it('from a device without sensors, to itself and to another type', async () => {
    expect(await refusedBecause(source)).toContain('copied from');
    expect(await refusedBecause(await sibling({ device_type: '0005' }))).toContain('a different type');
    const silent = await sibling({ device_type: '0300' });
    expect(await refusedBecause(silent)).toContain('not reported');
    const answer = await ann.post(url('copies/preview', silent), { devices: [target.id], what: all });
    expect([answer.statusCode, answer.json().devices]).toEqual([400, [expect.stringContaining('not reported')]]);
  });

  it.each([
    ['has no sensor 4.4001', [{ sensorId: '4000' }]],
    ['also has the sensor 4.4002', [...usual, { sensorId: '4002' }]],
    ['sensor 4.4001 has a different type', [{ sensorId: '4000' }, { sensorId: '4001', unit: 'bar' }]],
  ])('to another layout, naming it: %s', async (text, sensors) => {
    const other = await sibling({ device_type: '0300' });
    await born(other, sensors);
    expect(await refusedBecause(other)).toContain(text);
    const refused = await copy(all, {}, [target.id, other.id]);
    expect([refused.statusCode, refused.json().devices[0]]).toEqual([400, expect.stringContaining('Leg 2')]);
    expect((await settingsOf(target)).rules).toEqual([]);
  });

  it('when the difference is no longer the one that was shown', async () => {
    const { digest } = (await preview()).json();
    await ann.post(url('sensor-names'), { sensor_names: { '4.4000': 'Tail' } });
    const answer = await ann.post(url('copies'), { devices: [target.id], what: all, digest });
    expect(answer.statusCode).toBe(409);
    expect((await settingsOf(target)).rules).toEqual([]);
  });

  it('of types for a device that has none to set', async () => {
    expect(await refusedBecause(target, ['types'])).toContain('Only ETH-NODE');
  });
});

describe('a copy', () => {
  it('shows old and new value of every field before it changes any', async () => {
    await ann.post(url('warnings', target), [{ ...rule, value: 70 }]);
    const { results, needs_reason } = (await preview()).json();
    expect(results).toMatchObject([{ device: target.id, title: 'Leg 2', refused: null, loosens: false }]);
    type Shown = Record<'sensor_id' | 'field' | 'old' | 'new', string>;
    const changes = results[0].changes.map((each: Shown) => [each.sensor_id, each.field, each.old, each.new]);
    expect(changes).toEqual([
      ['4.4000', 'name', null, 'Head'],
      ['4.4000', 'image', null, 'Bearing temperature'],
      ['4.4000', 'rule', expect.stringContaining('70'), expect.stringContaining('65')],
      ['4.4000', 'priority', null, 'high'],
      ['4.4000', 'what_to_do', null, 'Stop'],
      ['4.4001', 'priority', null, 'critical'],
      ['4.4001', 'what_to_do', null, 'Run'],
    ]);
    expect(needs_reason).toBe(false);
  });

  it('makes the chosen settings equal, with an audit row and an event for each device', async () => {
    const other = await sibling({ device_type: '0300', title: 'Leg 3' });
    await born(other);
    const answer = await copy(all, {}, [other.id, target.id]);
    expect(answer.json()).toMatchObject({ changed: 2, proposed: 0 });
    const expected = await settingsOf(source);
    expect(await settingsOf(target)).toEqual(expected);
    expect(await settingsOf(other)).toEqual(expected);
    expect(reloaded).toEqual([[target.id, other.id]]);
    expect(said).toEqual([
      expect.stringMatching(/^Settings copied by Ann/),
      expect.stringMatching(/^Settings copied by/),
    ]);
    const { rows } = await sql<{ device_id: number; new: Record<string, unknown> }>`select device_id, new from audit
      where action = 'copy settings' and client_id = ${source.clientId} order by device_id`.execute(database.db);
    expect(rows.map((row) => row.device_id)).toEqual([target.id, other.id]);
    expect(rows[0]?.new).toMatchObject({ '4.4000 name': 'Head', copied_from: 'Leg 1' });
  });

  it('leaves what was not chosen: a kept rule keeps its priority, and its id', async () => {
    await ann.post(url('warnings', target), [
      { ...rule, deadband: 2, priority: 'low' },
      { ...rule, value: 90 },
    ]);
    const [kept] = (await ann.get(url('warnings', target))).json().results;
    await copy(['rules'], { reason: 'Equal legs' });
    const { results } = (await ann.get(url('warnings', target))).json();
    expect(results).toMatchObject([{ id: kept.id, priority: 'low', value: 65 }]);
    expect((await settingsOf(target)).names[0].sensors[0].label).toBe('');
  });

  it('copies priorities and texts to equal rules alone', async () => {
    await ann.post(url('warnings', target), [
      { ...rule, deadband: 2 },
      { ...rule, value: 90 },
    ]);
    await copy(['priorities']);
    const { results } = (await ann.get(url('warnings', target))).json();
    expect(results).toMatchObject([
      { value: 65, priority: 'high', what_to_do: null },
      { value: 90, priority: null },
    ]);
  });

  it('changes nothing, and keeps nothing to undo, where nothing differs', async () => {
    await copy();
    expect((await copy()).json()).toEqual({ id: null, changed: 0, proposed: 0 });
    expect((await ann.get(url('copies'))).json().count).toBe(1);
  });

  it('lists devices of the type with the reason why they do not fit', async () => {
    const other = await sibling({ device_type: '0300', title: 'Leg 9' });
    await born(other, [{ sensorId: '4000' }]);
    const { count, results } = (await ann.get(url('copies/targets'))).json();
    expect([count, results]).toMatchObject([
      2,
      [
        { id: target.id, refused: null },
        { id: other.id, refused: expect.stringContaining('4.4001') },
      ],
    ]);
    expect((await ann.get(`${url('copies/targets')}?search=leg 9`)).json().count).toBe(1);
  });
});

describe('an ETH-NODE', () => {
  beforeEach(async () => {
    for (const id of [source.id, target.id])
      await sql`update device set device_type = '0005' where id = ${id}`.execute(database.db);
    const warnings = [{ ...rule, value: 130 }];
    const sensor_types = { '4.4000': { type: 'NUMERIC', unit: 'C', k_value: 2, c_value: 0 } };
    await ann.post(url('sensor-types'), { sensor_types, warnings });
  });

  it('gets rules only together with the scale that their numbers mean', async () => {
    expect(await refusedBecause(target, ['rules'])).toContain('Copy the sensor types too');
    await ann.post(url('warnings', target), [rule]);
    expect(await refusedBecause(target, ['types'])).toContain('Copy the warning rules too');
    expect(await refusedBecause(target, ['types', 'rules'])).toBeNull();
    const { id } = (await copy(['types', 'rules'])).json();
    const types = async () => (await ann.get(url('sensor-types', target))).json().sensors[0].k_value;
    const values = async () => (await settingsOf(target)).rules.map((row: { value: number }) => row.value);
    expect([await types(), await values()]).toEqual([2, [130]]);
    expect((await undo(id)).statusCode).toBe(200);
    expect([await types(), await values()]).toEqual([1, [65]]);
  });

  it('leaves a rescaled device with loosened rules out where a second person is wanted', async () => {
    await ann.post(url('warnings', target), [rule]);
    await setting('changes_need_approval');
    const answer = await copy(['types', 'rules'], { reason: 'Same probes' });
    expect([answer.statusCode, answer.json().detail]).toEqual([409, expect.stringContaining('Set its sensor types')]);
  });
});

it('gives a device that shows °F the limits and deadbands in °F', async () => {
  for (const id of [source.id, target.id])
    await sql`update device set device_type = 'F500-UDF', degrees = 'C' where id = ${id}`.execute(database.db);
  await ann.post(url('sensor-names', target), { sensor_names: {}, degrees: 'F' });
  const only_while = { sensor_id: '4.4001', sign: '>', value: 10, for_seconds: 60 };
  const difference = { ...rule, kind: 'difference', value: 20, reference: '4.4001' };
  await ann.post(url('warnings'), [{ ...rule, deadband: 2, only_while }, difference]);
  expect((await copy(['rules'])).json()).toMatchObject({ changed: 1 });
  expect((await settingsOf(target)).rules).toMatchObject([
    { value: 149, deadband: 3.6, only_while: { value: 50, for_seconds: 60 } },
    { kind: 'difference', value: 36, reference: '4.4001' },
  ]);
});

it('lets two copies in opposite directions through one after the other', async () => {
  await ann.post(url('warnings', target), [{ ...rule, value: 70 }]);
  const shown = async (from: MadeDevice, to: MadeDevice) => {
    const choice = { devices: [to.id], what: ['rules'] };
    return { ...choice, digest: (await ann.post(url('copies/preview', from), choice)).json().digest };
  };
  const [there, back] = [await shown(source, target), await shown(target, source)];
  const answers = await Promise.all([ann.post(url('copies'), there), ben.post(url('copies', target), back)]);
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409]);
});

describe('undoing', () => {
  it('restores exactly what was there, once', async () => {
    await ann.post(url('warnings', target), [
      { ...rule, value: 70, priority: 'low' },
      { ...rule, value: 60 },
    ]);
    await ann.post(url('sensor-names', target), { sensor_names: { '4.4001': 'Foot' } });
    await ann.post(url('responses', target), { responses: { '4.4000': { consequence: 'Fire' } } });
    const before = await settingsOf(target);
    const { id } = (await copy(all, { reason: 'Equal legs' })).json();
    expect(await settingsOf(target)).not.toEqual(before);
    expect((await undo(id)).json()).toMatchObject({ changed: 1, proposed: 0 });
    expect(await settingsOf(target)).toEqual(before);
    const again = await undo(id);
    expect([again.statusCode, again.json().detail]).toEqual([409, 'This copy has already been undone.']);
    const [listed] = (await ann.get(url('copies'))).json().results;
    expect(listed).toMatchObject({
      id,
      devices: ['Leg 2'],
      device_count: 1,
      undone_by: expect.stringContaining('Ann'),
    });
  });

  it.each([
    ['a rule', 'warnings', [{ ...rule, value: 66 }]],
    ['a name', 'sensor-names', { sensor_names: { '4.4000': 'Tail' } }],
    ['an image', 'sensor-images', { sensor_image_types: { '4.4000': 2 } }],
    ['a response text', 'responses', { responses: { '4.4001': { what_to_do: 'Walk' } } }],
  ])('is refused when %s was changed since, and restores nothing', async (_, path, body) => {
    const { id } = (await copy()).json();
    expect((await ann.post(url(path, target), body)).statusCode).toBe(200);
    const since = await settingsOf(target);
    const answer = await undo(id);
    expect([answer.statusCode, answer.json().detail]).toEqual([409, expect.stringContaining('Leg 2')]);
    expect(await settingsOf(target)).toEqual(since);
  });

  it('is refused for a copy of another device, and for a removed or foreign one', async () => {
    const { id } = (await copy()).json();
    expect((await ann.post(url(`copies/${id}/undo`, target), {})).statusCode).toBe(404);
    expect((await undo(999_999)).statusCode).toBe(404);
    await sql`update device set removed_at = now() where id = ${target.id}`.execute(database.db);
    expect((await undo(id)).statusCode).toBe(409);
  });
});

describe('a client that asks for reasons', () => {
  beforeEach(async () => {
    await ann.post(url('warnings', target), [{ ...rule, value: 60, deadband: 2, priority: 'high' }]);
  });

  it('wants one for a copy or an undo that loosens a rule, and no other', async () => {
    await setting('changes_need_reason');
    expect((await preview()).json()).toMatchObject({ needs_reason: true, needs_approval: false });
    const refused = await copy();
    expect([refused.statusCode, refused.json().reason]).toMatchObject([400, [expect.any(String)]]);
    const { id } = (await copy(all, { reason: 'Equal legs' })).json();
    expect((await undo(id)).statusCode).toBe(200);
    await ann.post(url('warnings', target), {
      results: [{ ...rule, value: 70, deadband: 2, priority: 'high' }],
      reason: 'Hot day',
    });
    const tightening = (await copy()).json();
    expect(tightening.changed).toBe(1);
    expect((await undo(tightening.id)).statusCode).toBe(400);
    expect((await undo(tightening.id, ann, { reason: 'Wrong leg' })).statusCode).toBe(200);
  });

  it('proposes loosened rules where a second person is wanted, and copies everything else at once', async () => {
    await setting('changes_need_approval');
    const { id, ...rest } = (await copy(all, { reason: 'Equal legs' })).json();
    expect(rest).toEqual({ changed: 1, proposed: 1 });
    const after = await settingsOf(target);
    expect([after.rules[0].value, after.names[0].sensors[0].label]).toEqual([60, 'Head']);
    const { proposed } = (await ben.get(url('warnings', target))).json();
    expect(proposed).toMatchObject({ reason: 'Equal legs', is_outdated: false });
    const mails = sql<{ user_id: number }>`select user_id from mail where client_id = ${source.clientId}`;
    expect((await mails.execute(database.db)).rows).toEqual([{ user_id: ben.userId }]);

    expect((await undo(id)).statusCode).toBe(200);
    expect((await ben.get(url('warnings', target))).json().proposed).toBeNull();
    expect((await settingsOf(target)).names[0].sensors[0].label).toBe('');
  });

  it('does not undo a copy whose proposed rules were approved since', async () => {
    await setting('changes_need_approval');
    const { id } = (await copy(all, { reason: 'Equal legs' })).json();
    const { proposed } = (await ben.get(url('warnings', target))).json();
    const decision = { proposal: proposed.id, decision: 'approve', comment: '' };
    expect((await ben.post(url('warnings/decide', target), decision)).statusCode).toBe(200);
    expect((await settingsOf(target)).rules).toEqual((await settingsOf(source)).rules);
    expect((await undo(id, ann, { reason: 'Wrong' })).statusCode).toBe(409);
  });
});
