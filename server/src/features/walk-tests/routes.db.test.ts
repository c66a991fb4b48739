import { ClientId, DeviceId, SiteId } from '@tocsin/contract/ids';
import { sql } from 'kysely';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../access/testing.ts';
import { writeWalks } from '../../pipeline/4-persist/store-walks.ts';
import { WalkBench, walked } from '../../pipeline/testing/walk-bench.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { type MadeDevice, makeDevice, makeUser, type SignedIn, signedIn } from '../../platform/testing/factories.ts';
import { openWalkTasks } from '../maintenance-tasks/index.ts';
import { addWalkTestRoutes, createLeaving, type WalkTestsDependencies } from './index.ts';

const database = testDatabase();
const [head, tail] = walked;
let api: TestApi;
let device: MadeDevice;
let bench: WalkBench;
let petra: SignedIn;
let sam: SignedIn;
let announced: string[] = [];

/** What step 4 of the pipeline would write of the walks in memory. */
async function store(): Promise<void> {
  const names = { clientId: ClientId.parse(device.clientId), siteId: SiteId.parse(device.siteId) };
  const texts = { clientCompany: 'Prairie Grain', siteTitle: 'Hutchinson', title: 'Leg 3' };
  await writeWalks(database.pool, bench.frameWriter.walks, () => ({ ...names, ...texts }));
  for (const { id, at, type, content } of bench.frameWriter.events)
    await sql`insert into event (id, at, received_at, device_id, client_id, site_id, type, client_name, site_name,
        device_name, content, is_active, is_late, is_notified, is_test)
      values (${id}, ${at}, ${at}, ${device.id}, ${device.clientId}, ${device.siteId}, ${type}, 'Prairie Grain',
        'Hutchinson', 'Leg 3', ${content}, false, false, true, true) on conflict do nothing`.execute(database.db);
}
let dependencies: WalkTestsDependencies;
const dependenciesOf = (): WalkTestsDependencies => ({
  db: database.db,
  clock: { now: () => bench.clock.now(), after: () => () => {} },
  async walk(_device, command) {
    const answer = await bench.command(command);
    await store();
    return answer;
  },
  openTasks: (trx, missing) =>
    openWalkTasks(async (_trx, { task }) => void announced.push(task.sensor_name ?? ''), trx, missing),
});
const path = (end = '') => `/api/v1/devices/${device.id}/walk-tests/${end}`;
const start = (who = petra, body: object = { sensors: [head, tail], is_locked_out: true }) => who.post(path(), body);
const tripped = async (paths: readonly string[]) => {
  bench.pass(2_000);
  await bench.trip(paths);
  await bench.trip();
  await store();
};

beforeAll(async () => {
  dependencies = dependenciesOf();
  api = await testApi(database.db, (a) => addWalkTestRoutes(a, dependencies));
});
afterAll(async () => {
  await api.http.close();
});
beforeEach(async () => {
  await sql`delete from event`.execute(database.db);
  announced = [];
  device = await makeDevice(database.db, { title: 'Leg 3' });
  bench = await WalkBench.begin({ id: DeviceId.parse(device.id), siteId: SiteId.parse(device.siteId) });
  const engineer = async (name: string) =>
    await makeUser(database.db, { first_name: name, last_name: 'Lind', on: { [device.siteId]: 'Engineer' } });
  petra = await signedIn(api.http, database.db, await engineer('Petra'));
  sam = await signedIn(api.http, database.db, await engineer('Sam'));
});

describe('a walk test is refused', () => {
  it.each([
    [{ sensors: [], is_locked_out: true }, 'sensors'],
    [{ sensors: [head] }, 'is_locked_out'],
    [{ sensors: [head], is_locked_out: false }, 'is_locked_out'],
    [{ sensors: [head], is_locked_out: true, idle_minutes: 4 }, 'idle_minutes'],
    [{ sensors: [head], is_locked_out: true, idle_minutes: 61 }, 'idle_minutes'],
    [{ sensors: ['9.9'], is_locked_out: true }, 'sensors'],
  ])('with %j: 400 at %s', async (body, field) => {
    const answer = await start(petra, body);
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([400, [field]]);
  });

  it('to people who may not edit the site, and hidden from people of other sites', async () => {
    const user = await makeUser(database.db, { on: { [device.siteId]: 'User' } });
    expect((await start(await signedIn(api.http, database.db, user))).statusCode).toBe(403);
    const stranger = await signedIn(api.http, database.db, await makeUser(database.db));
    expect((await stranger.get(path())).statusCode).toBe(404);
    expect((await petra.get(path('77/'))).statusCode).toBe(404);
  });

  it('while somebody else walks, until they take it over', async () => {
    const { id } = (await start()).json();
    expect((await start(sam)).statusCode).toBe(409);
    expect((await sam.post(path(`${id}/press/`), { sensor: head })).statusCode).toBe(409);
    expect((await sam.post(path(`${id}/take-over/`))).json()).toMatchObject({ armed_by: 'Sam Lind', is_mine: true });
    expect((await petra.post(path(`${id}/press/`), { sensor: head })).statusCode).toBe(409);
    expect((await sam.post(path(`${id}/press/`), { sensor: head })).json().announced.sensor).toBe(head);
  });
});

it('a walk is armed, shown while it runs, proves what was announced, and its rest becomes tasks once', async () => {
  const made = await start();
  expect(made.statusCode).toBe(201);
  const { id } = made.json();
  expect(made.json()).toMatchObject({ state: 'armed', armed: 2, total: 2, idle_minutes: 30, armed_by: 'Petra Lind' });
  const running = `/api/v1/walk-tests/?is_armed=true&location=${device.siteId}&all_clients=true`;
  expect((await sam.get(running)).json()).toMatchObject({ count: 1, results: [{ id, is_mine: false }] });

  await petra.post(path(`${id}/press/`), { sensor: head });
  await tripped([head]);
  const now = (await sam.get(path(`${id}/`))).json();
  expect(now).toMatchObject({ passed: 1, armed: 1, last: head });
  expect(now.sensors[0]).toMatchObject({ state: 'passed', is_armed: false });

  expect((await petra.post(path(`${id}/sign/`), { confirmed: [head] })).json()).toHaveProperty('confirmed');
  for (let i = 0; i < 2; i++) {
    const signed = await petra.post(path(`${id}/sign/`), { comment: 'Ladder missing' });
    expect(signed.json()).toMatchObject({ state: 'signed', signed_by: 'Petra Lind', end_reason: 'signed' });
  }
  const tasks = await sql<{ path: string; what: string; content: string; owner_name: string; days: number }>`
    select path, what, content, owner_name, due - (to_timestamp(${bench.clock.now() / 1000}) at time zone s.timezone)::date
      as days from maintenance_task t join device d on d.id = t.device_id join site s on s.id = d.site_id
    where t.device_id = ${device.id}`.execute(database.db);
  expect(tasks.rows).toEqual([
    {
      path: tail,
      what: 'Test or replace Sensor 4001',
      content: 'Walk test: not tested',
      owner_name: 'Petra Lind',
      days: 7,
    },
  ]);
  expect(announced).toEqual(['Sensor 4001']);
  expect((await sam.get(running)).json().count).toBe(0);

  const pdf = await sam.get(path(`${id}/report/`));
  expect([pdf.statusCode, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect((await PDFDocument.load(pdf.rawPayload)).getPageCount()).toBe(1);
});

it('a trip that nobody announced is a proof only when the signer confirms it', async () => {
  const { id } = (await start()).json();
  await tripped([tail]);
  expect((await petra.get(path(`${id}/`))).json().sensors[1]).toMatchObject({
    state: 'tripped',
    needs_confirmation: true,
  });
  const signed = await petra.post(path(`${id}/sign/`), { confirmed: [tail] });
  expect(signed.json()).toMatchObject({ passed: 1 });
  expect(announced).toEqual(['Sensor 4000']);
});

it('a sensor is skipped with a reason and armed again; whole groups are armed by their ids', async () => {
  await database.pool.query(
    `insert into device_layout (device_id, layout_id, hash, groups, sensors) values ($1, 1, 'x', '[]', $2)`,
    [
      device.id,
      JSON.stringify([
        { groupId: '4', sensorId: '4001' },
        { groupId: '5', sensorId: '5000' },
      ]),
    ],
  );
  await database.pool.query(
    `insert into device_latest (device_id, layout_id, texts, state, online) values ($1, 1, '[]', '', true)`,
    [device.id],
  );
  const walk = (await start(petra, { groups: ['4'], is_locked_out: true })).json();
  expect(walk.sensors.map((sensor: { sensor: string }) => sensor.sensor)).toEqual([tail]);
  const skipped = await petra.post(path(`${walk.id}/skip/`), { sensor: tail, reason: 'No ladder' });
  expect(skipped.json().sensors[0]).toMatchObject({ state: 'skipped', reason: 'No ladder', is_armed: false });
  const again = await petra.post(path(`${walk.id}/arm/`), { sensors: [tail], is_locked_out: true });
  expect(again.json().sensors[0]).toMatchObject({ state: 'waiting', is_armed: true });
});

it('signing out ends the walks of that person alone', async () => {
  const { id } = (await start()).json();
  const leave = createLeaving(dependencies);
  await leave(sam.userId);
  expect((await petra.get(path(`${id}/`))).json().state).toBe('armed');
  await leave(petra.userId);
  expect((await petra.get(path(`${id}/`))).json()).toMatchObject({ state: 'ended', end_reason: 'signed_out' });
});

it('signing out ends a walk although the device of another one cannot be told', async () => {
  const { id } = (await start()).json();
  const away = await makeDevice(database.db, { site_id: device.siteId });
  const state = JSON.stringify({ ...bench.walk, sensors: [] });
  await sql`insert into walk_test (id, device_id, client_name, site_name, device_name, client_id, site_id, user_id, started_at, state)
    values (0, ${away.id}, '', '', 'Away', ${away.clientId}, ${away.siteId}, ${petra.userId}, 0, ${state}::jsonb)`.execute(
    database.db,
  );
  const leave = createLeaving({
    ...dependencies,
    async walk(to, command) {
      if (to === away.id) throw new Error('does not answer');
      return await dependencies.walk(to, command);
    },
  });
  await expect(leave(petra.userId)).rejects.toThrow('does not answer');
  expect((await petra.get(path(`${id}/`))).json().state).toBe('ended');
});
