import { DeviceId } from '@tocsin/contract/ids';
import { sql } from 'kysely';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../access/testing.ts';
import type { MaintenanceStep } from '../../pipeline/types.ts';
import { drivenClock } from '../../platform/clock.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { type MadeDevice, makeDevice, makeUser, type SignedIn, signedIn } from '../../platform/testing/factories.ts';
import { addMaintenanceRoutes } from './index.ts';

const database = testDatabase();
const start = Date.UTC(2026, 10, 20, 12);
const clock = drivenClock(start);
let api: TestApi;
let device: MadeDevice;
let engineer: SignedIn;
let viewer: SignedIn;
let nextId = 1;

/** The line's part, as far as these calls see it: it writes the step and answers with it. */
async function write(step: MaintenanceStep['step'], over: Partial<MaintenanceStep> = {}): Promise<MaintenanceStep> {
  const id = nextId++;
  const firstStep: MaintenanceStep = {
    id,
    testId: id,
    deviceId: DeviceId.parse(device.id),
    serialNumber: 'SN-1',
    groupId: '4',
    groupName: 'Temperature',
    sensorId: '4001',
    sensorName: 'Head bearing right',
    step,
    at: clock.now(),
    startedAt: clock.now(),
    userId: engineer.userId,
    userName: 'Eve Engineer',
    comment: '',
    ...over,
  };
  await sql`insert into maintenance_test (id, test_id, at, started_at, device_id, client_id, site_id, client_name, site_name,
      device_name, serial_number, group_id, group_name, sensor_id, sensor_name, step, user_id, user_name, comment)
    values (${firstStep.id}, ${firstStep.testId}, ${firstStep.at}, ${firstStep.startedAt}, ${device.id}, ${device.clientId}, ${device.siteId}, 'Client',
      'North', 'Leg 1', ${firstStep.serialNumber}, ${firstStep.groupId}, ${firstStep.groupName}, ${firstStep.sensorId}, ${firstStep.sensorName},
      ${firstStep.step}, ${firstStep.userId}, ${firstStep.userName}, ${firstStep.comment})`.execute(database.db);
  return firstStep;
}

beforeAll(async () => {
  api = await testApi(database.db, (a) =>
    addMaintenanceRoutes(a, {
      db: database.db,
      clock,
      publicUrl: 'https://tocsin.example',
      pathOf: async (_id, ref) => (['4001', '4.4001'].includes(ref) ? '4.4001' : undefined),
      tests: {
        start: async () => ({ kind: 'done', step: await write('maintenance_expect_alarm_on') }),
        cancel: async (_id, _path, comment) => ({
          kind: 'done',
          step: await write('maintenance_canceled', { comment }),
        }),
        comment: async (step) => {
          await write('comment', step);
        },
        fix: async () => {},
      },
    }),
  );
});
afterAll(async () => {
  await api.http.close();
});
beforeEach(async () => {
  device = await makeDevice(database.db);
  const as = async (role: 'User' | 'Engineer') =>
    await signedIn(api.http, database.db, await makeUser(database.db, { on: { [device.siteId]: role } }));
  engineer = await as('Engineer');
  viewer = await as('User');
});
const post = (body: object, who = engineer) =>
  who.post(`/api/v1/devices/${device.id}/maintenance/`, { sensor_id: '4001', ...body });
const info = async () => (await viewer.get(`/api/v1/devices/${device.id}/get-maintenance-info/`)).json();

describe('refuses', () => {
  it('a test by people who may not edit, and a fix by anyone but super users', async () => {
    expect((await post({ event_type: 'maintenance_expect_alarm_on' }, viewer)).statusCode).toBe(403);
    expect((await engineer.post(`/api/v1/devices/${device.id}/fix-notifications/`)).statusCode).toBe(403);
  });

  // spec: monitoring 5 Maintenance modal: comment required for cancel and fail
  it('cancelling and failing without a comment', async () => {
    const cancelled = await post({ event_type: 'maintenance_canceled', comment: ' ' });
    expect([cancelled.statusCode, cancelled.json()]).toEqual([400, { comment: ['Please input your comment'] }]);
    await write('maintenance_failed');
    expect((await post({ event_type: 'maintenance_failed' })).json()).toEqual({
      comment: ['Please input your comment'],
    });
  });

  it('a comment on a test that has not ended, ended otherwise, was long ago or has one', async () => {
    const succeed = (comment = 'fine') => post({ event_type: 'maintanance_succeeded', comment });
    expect((await succeed()).json()).toEqual({ event_type: ['No maintenance test of this sensor is running'] });
    const test = await write('maintenance_expect_alarm_on');
    expect((await succeed()).json()).toEqual({ event_type: ['The test has not ended yet.'] });
    await write('maintanance_succeeded', { testId: test.testId, at: clock.now() - 90_000_000 });
    expect((await succeed()).statusCode).toBe(400);
    const second = await write('maintanance_succeeded');
    await write('comment', { testId: second.testId, comment: 'said' });
    expect((await succeed()).json()).toEqual({ comment: ['This test has its comment.'] });
  });

  it.each(['update maintenance_test set comment = $$x$$', 'delete from maintenance_test', 'truncate maintenance_test'])(
    '%s',
    async (statement) => {
      await write('maintanance_succeeded');
      await expect(sql.raw(statement).execute(database.db)).rejects.toThrow(
        'records of maintenance tests are never changed',
      );
    },
  );
});

// spec: monitoring 7 POST devices/{id}/maintenance/
// spec: monitoring 7 GET devices/{id}/get-maintenance-info/
// spec: monitoring 5 Empty comment is sent as 'empty area'
it('starts a test, shows it to everybody, and accepts the comment of its success', async () => {
  const started = await post({ event_type: 'maintenance_expect_alarm_on', maintenance_time: 'whatever' });
  expect(started.statusCode).toBe(201);
  expect(started.json()).toMatchObject({
    sensor_id: '4.4001',
    performed_by: 'Eve Engineer',
    serial_number: 'SN-1',
    groupName: 'Temperature',
  });
  expect(await info()).toMatchObject({
    current: { event_type: 'maintenance_expect_alarm_on' },
    sensors: [],
    excluded: ['18000', '21000'],
  });
  await write('maintanance_succeeded', { testId: started.json().test_id });
  expect((await info()).current).toBeNull();
  const waiting = (await engineer.get(`/api/v1/devices/${device.id}/get-maintenance-info/`)).json().uncommented;
  expect(waiting).toHaveLength(1);
  const said = await post({ event_type: 'maintenance_succeeded', comment: '' });
  expect(said.json().comment).toBe('empty area');
  const rows = await sql<{
    step: string;
  }>`select step from maintenance_test where device_id = ${device.id} order by id`.execute(database.db);
  expect(rows.rows.map((row) => row.step)).toEqual(['maintenance_expect_alarm_on', 'maintanance_succeeded', 'comment']);
});

it('changes nothing when the page posts what the server has already done', async () => {
  await write('maintenance_expect_alarm_on');
  const answer = await post({ event_type: 'maintenance_expect_alarm_off' });
  expect(answer.json().event_type).toBe('maintenance_expect_alarm_on');
});

describe('the ledger', () => {
  const born = async () => {
    const groups = [{ id: '4', name: 'Temperature', meta: {} }];
    const sensors = ['4000', '4001', '18000'].map((sensorId) => ({
      groupId: '4',
      sensorId,
      name: `=Bearing ${sensorId}`,
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
  };
  const path = (more = '') => `/api/v1/locations/${device.siteId}/proof-tests/${more}`;

  it('lists every sensor that can be tested: never, overdue or fine, and the coverage', async () => {
    await born();
    await write('maintanance_succeeded', { at: start - 400 * 86_400_000 });
    await write('maintanance_succeeded', { sensorId: '4000', at: start - 86_400_000 });
    const ledger = (await viewer.get(path())).json();
    expect(
      ledger.results.map((row: { sensor_id: string; state: string; age_days: number }) => [
        row.sensor_id,
        row.state,
        row.age_days,
      ]),
    ).toEqual([
      ['4.4000', 'ok', 1],
      ['4.4001', 'overdue', 400],
    ]);
    expect(ledger).toMatchObject({ coverage: 50, devices: [{ sensors: 2, ok: 1, coverage: 50 }] });
    expect(ledger.states).toEqual({ overdue: 1, never: 0, ok: 1 });
    const worst = (await viewer.get(path('?overdue_first=true'))).json();
    expect(worst.results.map((row: { state: string }) => row.state)).toEqual(['overdue', 'ok']);
  });

  it('marks what is out of service or suspected dead beside its test, in the list, CSV and PDF', async () => {
    await born();
    await write('maintanance_succeeded', { at: start - 86_400_000 });
    const marks = async () =>
      (await viewer.get(path()))
        .json()
        .results.map((row: { is_out_of_service: boolean; is_suspected_dead: boolean }) => [
          row.is_out_of_service,
          row.is_suspected_dead,
        ]);
    await sql`insert into out_of_service (device_id, path, since, user_name, reason, review_at)
      values (${device.id}, '4.4001', now(), 'Dale Novak', 'Probe broken', now())`.execute(database.db);
    await sql`insert into sensor_suspicion (device_id, path, kind, type, unit, since, found_at, seen_at, evidence)
      values (${device.id}, '4.4000', 'flat', 'NUMERIC', 'C', 0, now(), now(), '{}')`.execute(database.db);
    expect(await marks()).toEqual([
      [false, true],
      [true, false],
    ]);
    const [head = '', first = '', second = ''] = (await viewer.get(path('export/'))).body.trim().split('\n');
    expect([head, first, second].map((line) => line.split(',').slice(-2))).toEqual([
      ['out_of_service', 'suspected_dead'],
      ['', 'yes'],
      ['yes', ''],
    ]);
    expect((await PDFDocument.load((await viewer.get(path('report/'))).rawPayload)).getPageCount()).toBe(1);
    await sql`update sensor_suspicion set dismissed_until = ${new Date(start + 86_400_000)}
      where device_id = ${device.id}`.execute(database.db);
    await sql`delete from out_of_service where device_id = ${device.id}`.execute(database.db);
    expect(await marks()).toEqual([
      [false, false],
      [false, false],
    ]);
    await sql`update device set is_suspended = true where id = ${device.id}`.execute(database.db);
    const { results } = (await viewer.get(path())).json();
    expect(results.map((row: { is_out_of_service: boolean }) => row.is_out_of_service)).toEqual([true, true]);
  });

  it('assigns a test to its sensor across renames; a sensor that the device no longer has leaves the ledger, not the record', async () => {
    await born();
    await write('maintanance_succeeded', { at: start - 86_400_000, sensorName: 'Old name' });
    await write('maintanance_succeeded', { at: start - 86_400_000, sensorId: '4009', sensorName: 'Taken out' });
    await sql`insert into sensor_label (device_id, path, label) values (${device.id}, '4.4001', 'New name')`.execute(
      database.db,
    );
    const { results } = (await viewer.get(path())).json();
    expect(results.map((row: { sensor_name: string; state: string }) => [row.sensor_name, row.state])).toEqual([
      ['=Bearing 4000', 'never'],
      ['New name', 'ok'],
    ]);
    expect((await info()).sensors.map((row: { sensor_name: string }) => row.sensor_name)).toEqual([
      'Old name',
      'Taken out',
    ]);
  });

  it('has a sheet of QR codes for each device, for people who may test it', async () => {
    await born();
    const codes = `/api/v1/devices/${device.id}/test-codes/`;
    expect((await viewer.get(codes)).statusCode).toBe(403);
    const sheet = await engineer.get(codes);
    expect((await PDFDocument.load(sheet.rawPayload)).getTitle()).toMatch(/^Test codes, /);
  });

  it('prints a comment with markup and signs that the font has not', async () => {
    await born();
    await write('maintanance_succeeded', { comment: '<script>alert(1)</script> Żółć 漢字' });
    const pdf = await viewer.get(path('report/'));
    expect([pdf.statusCode, (await PDFDocument.load(pdf.rawPayload)).getPageCount()]).toEqual([200, 1]);
    expect((await viewer.get(path('export/'))).body).toContain('<script>alert(1)</script> Żółć 漢字');
  });

  it('is exported as CSV with formulas escaped and as a PDF', async () => {
    await born();
    expect((await viewer.get(path('export/'))).body).toContain("'=Bearing 4000");
    const pdf = await viewer.get(path('report/'));
    expect(pdf.headers['content-type']).toBe('application/pdf');
    expect((await PDFDocument.load(pdf.rawPayload)).getPageCount()).toBe(1);
  });
});

it('finds a changed record by the chain, even when the triggers were dropped', async () => {
  await write('maintanance_succeeded');
  await write('comment', { comment: 'good' });
  const broken = async () =>
    (
      await sql<{ id: number }>`select id from (select m.id, m.chain,
          maintenance_test_hash(lag(m.chain) over (order by m.link), m) as should from maintenance_test m
          where m.device_id = ${device.id}) links where chain <> should`.execute(database.db)
    ).rows;
  expect(await broken()).toEqual([]);
  await database.db.transaction().execute(async (trx) => {
    await sql`alter table maintenance_test disable trigger maintenance_test_stays`.execute(trx);
    await sql`update maintenance_test set comment = 'bad' where device_id = ${device.id} and step = 'comment'`.execute(
      trx,
    );
    await sql`alter table maintenance_test enable trigger maintenance_test_stays`.execute(trx);
  });
  expect(await broken()).toHaveLength(1);
});

it('lists the tests that run now to everybody who sees their site, and to nobody else', async () => {
  const running = async (who = viewer) => (await who.get('/api/v1/maintenance-tests/?all_clients=true')).json().results;
  expect(await running()).toEqual([]);
  const first = await write('maintenance_expect_alarm_on', { userName: 'Eve Engineer' });
  expect(await running()).toMatchObject([
    { device_id: device.id, sensor_id: '4.4001', performed_by: 'Eve Engineer', location_name: expect.any(String) },
  ]);
  const other = await makeDevice(database.db);
  const stranger = await signedIn(
    api.http,
    database.db,
    await makeUser(database.db, { on: { [other.siteId]: 'Engineer' } }),
  );
  expect(await running(stranger)).toEqual([]);
  await write('maintenance_canceled', { testId: first.testId, startedAt: first.startedAt });
  expect(await running()).toEqual([]);
});
