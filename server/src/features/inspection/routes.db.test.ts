import { createHash } from 'node:crypto';
import { DeviceId } from '@tocsin/contract/ids';
import type { Inspection } from '@tocsin/contract/inspection';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../access/testing.ts';
import { HistoryThread } from '../../history/read/history.ts';
import { FrameWriter } from '../../pipeline/4-persist/frame-writer.ts';
import {
  deviceStateRow,
  emptyCatalog,
  frame,
  putStored,
  recordingCallbacks,
} from '../../pipeline/4-persist/testing/persist.ts';
import { ALL_SENT, ownTexts } from '../../pipeline/types.ts';
import { recorded } from '../../platform/audit.ts';
import { drivenClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { type MadeDevice, makeDevice, makeUser, type SignedIn, signedIn } from '../../platform/testing/factories.ts';
import { countHour } from '../../platform/testing/protected-hours.ts';
import { unzip } from '../../platform/testing/unzip.ts';
import { monthsIn } from '../protection/index.ts';
import { addInspectionRoutes } from './index.ts';

const database = testDatabase();
const log = createLog('silent');
const hour = 3_600_000;
const minute = 60_000;
/** A day of the site: midnight to midnight in Chicago. */
const day = Date.UTC(2026, 10, 20, 6);
const at = (h: number, m = 0) => day + h * hour + m * minute;
const clock = drivenClock(at(30));
const texts = [...ownTexts, 'OK', 'Disabled'];
const [ok, disabled] = [3, 4];
let api: TestApi;
let history: HistoryThread;
let leg: MadeDevice;
let node: MadeDevice;
let engineer: SignedIn;
let nextId = 1;

interface Event {
  readonly device: MadeDevice;
  readonly type: string;
  readonly from: number;
  readonly to: number | null;
  readonly group?: string;
  readonly sensor?: string;
  readonly test?: boolean;
  readonly said?: string;
}
const event = async ({ device, type, from, to, group, sensor, test = false, said }: Event): Promise<void> => {
  await sql`insert into event (id, at, received_at, device_id, client_id, site_id, type, client_name, site_name,
      device_name, group_id, sensor_id, sensor_name, content, is_active, is_late, is_notified, is_test, ended_at,
      acknowledged_by, acknowledged_at, acknowledged_comment)
    values (${nextId++}::bigint, ${from}::bigint, ${from}::bigint, ${device.id}, ${device.clientId}, ${device.siteId},
      ${type}, 'C', 'S', ${device === leg ? 'Leg 1' : 'Node box'}, ${group ?? null}, ${sensor ?? null},
      ${sensor ? 'Head bearing' : group ? 'Node 12' : null}, 'Absolute', ${to === null}, false, true, ${test},
      ${to}::bigint, ${said ? 'Ann Vole' : null}, ${said ? from + minute : null}::bigint, ${said ?? null})`.execute(
    database.db,
  );
};
const step = async (name: string, testId: number, when: number, began: number, comment = ''): Promise<void> => {
  await sql`insert into maintenance_test (id, test_id, at, started_at, device_id, client_id, site_id, client_name,
      site_name, device_name, serial_number, group_id, group_name, sensor_id, sensor_name, step, user_id, user_name, comment)
    values (${nextId++}, ${testId}, ${when}, ${began}, ${leg.id}, ${leg.clientId}, ${leg.siteId}, 'C', 'S', 'Leg 1',
      'SN-77', '4', 'Temperature', '4001', 'Tail bearing', ${name}, null, 'Eve Engineer', ${comment})`.execute(
    database.db,
  );
};
const noted = (action: string, when: number, device: MadeDevice | null, more: object = {}) =>
  recorded(database.db, { userId: 1, name: 'Max Manager', address: '' }, async (trx, note) => {
    note({
      action,
      subject: device ? 'device' : 'site',
      subjectId: device?.id ?? leg.siteId,
      subjectName: 'Leg 1',
      clientId: leg.clientId,
      siteId: leg.siteId,
      deviceId: device?.id ?? null,
      old: { a: 1 },
      new: { a: 2 },
      ...more,
    });
    await sql`select 1`.execute(trx);
  }).then(() =>
    sql`update audit set at = to_timestamp(${when}::bigint / 1000.0) where id = (select max(id) from audit)`.execute(
      database.db,
    ),
  );

/** Frames of both devices over the day, one a minute; the node box's second sensor is disabled from 16:00 to 17:30. */
async function sendDay(): Promise<void> {
  const frameWriter = new FrameWriter({
    address: database.address,
    log,
    clock: drivenClock(at(24)),
    catalog: emptyCatalog,
  });
  await frameWriter.start(recordingCallbacks((id) => deviceStateRow(id, { texts, layoutId: Number(id) })).callbacks);
  for (const device of [leg, node]) {
    const id = DeviceId.parse(device.id);
    const sensors = ['4000', '4001'].map((sensorId) => ({
      groupId: '4',
      sensorId,
      name: `Sensor ${sensorId}`,
      type: 'NUMERIC' as const,
      unit: 'C',
      states: {},
    }));
    const layout = {
      deviceId: id,
      layoutId: device.id,
      hash: 'h',
      groups: [{ id: '4', name: 'T', meta: {} }],
      sensors,
    };
    const frames = Array.from({ length: 24 * 60 }, (_, i) => {
      const off = device === node && i >= 16 * 60 && i < 17 * 60 + 30;
      return frame({
        ts: day + i * minute,
        seq: i + 1,
        layoutId: device.id,
        values: Float64Array.of(40, off ? Number.NaN : 41),
        flags: Uint8Array.of(ALL_SENT, ALL_SENT),
        status: Uint16Array.of(0, 0),
        state: Uint16Array.of(ok, off ? disabled : ok),
      });
    });
    await putStored(frameWriter, { deviceId: id, layout, frames, hasDeviceState: true });
    await sql`update device_layout set made_at = to_timestamp(${at(-100)}::bigint / 1000.0) where device_id = ${device.id}`.execute(
      database.db,
    );
  }
  await frameWriter.stop();
}

beforeAll(async () => {
  leg = await makeDevice(database.db, { title: 'Leg 1', serial_number: 'SN-77', created_at: new Date(at(-200)) });
  node = await makeDevice(database.db, {
    title: 'Node box',
    device_type: 'F500',
    site_id: leg.siteId,
    created_at: new Date(at(-200)),
  });
  history = new HistoryThread({ address: database.address, log, logLevel: 'silent' });
  history.start();
  api = await testApi(database.db, (a) =>
    addInspectionRoutes(a, {
      db: database.db,
      clock,
      monthsIn,
      inactiveSpansOf: (id, span) => history.inactiveSpans({ deviceId: DeviceId.parse(id), ...span }),
    }),
  );
  await sql`update site set timezone = 'America/Chicago', created_at = to_timestamp(${at(-200)}::bigint / 1000.0)
    where id = ${leg.siteId}`.execute(database.db);
  engineer = await signedIn(api.http, database.db, await makeUser(database.db, { on: { [leg.siteId]: 'Engineer' } }));
  await sendDay();
  await sql`insert into daily_round (device_id, client_id, site_id, device_name, site_name, at, day, user_name, note,
      device_at, device_offset_ms, received_at)
    values (${leg.id}, ${leg.clientId}, ${leg.siteId}, 'Leg 1', 'S', ${new Date(at(9))}, '2026-11-20', 'Petra Lind',
      'Belt runs true', ${new Date(at(9))}, 0, ${new Date(at(10))})`.execute(database.db);
  await countHour(database.db, leg, Math.floor(at(8) / 3_600_000) * 3_600_000, 5);
  // The scripted day: one of each.
  await sql`insert into monitoring_watch (since, seen_at) values (${at(-100)}, ${at(30)})`.execute(database.db);
  await sql`insert into monitoring_gap (kind, from_at, to_at) values ('server', ${at(1)}, ${at(1, 30)}),
    ('database', ${at(3)}, ${at(3, 5)})`.execute(database.db);
  await event({ device: leg, type: 'device_offline', from: at(5), to: at(6) });
  await event({ device: node, type: 'warning_on', from: at(7), to: at(7, 7), group: '12' });
  await noted('suspend', at(9), leg);
  await noted('reactivate', at(10), leg);
  await noted('suspend', at(11), null);
  await noted('reactivate', at(11, 20), null);
  await step('maintenance_expect_alarm_on', 1, at(13), at(13));
  await event({
    device: leg,
    type: 'alarm_on',
    from: at(13, 1),
    to: at(13, 4),
    group: '4',
    sensor: '4001',
    test: true,
  });
  await step('maintanance_succeeded', 1, at(13, 4), at(13));
  await step('comment', 1, at(13, 6), at(13), '<b>Heat gun</b> & =1+1');
  await event({
    device: leg,
    type: 'alarm_on',
    from: at(18),
    to: at(18, 30),
    group: '4',
    sensor: '4000',
    said: 'Greased',
  });
  await noted('change sensor names', at(19), leg, { old: { '4.4000': 'Head' }, new: { '4.4000': '=Head left' } });
});
afterAll(async () => {
  await api.http.close();
  await history.stop();
});

const path = (what = '', site = leg.siteId) => `/api/v1/locations/${site}/inspection/${what}`;
const wholeDay = '?from=2026-11-20&to=2026-11-20';
const look = async (query = wholeDay): Promise<Inspection> => (await engineer.get(path() + query)).json();

describe('refuses', () => {
  it.each(['', 'export/', 'report/'])('%s to people who may not edit the site', async (what) => {
    const user = await signedIn(api.http, database.db, await makeUser(database.db, { on: { [leg.siteId]: 'User' } }));
    expect((await user.get(path(what) + wholeDay)).statusCode).toBe(403);
  });

  it.each([
    ['?from=yesterday', 'from'],
    ['?from=2026-11-21&to=2026-11-20', 'to'],
    ['?from=2024-01-01&to=2026-11-20', 'to'],
  ])('%s', async (query, field) => {
    const answer = await engineer.get(path('export/') + query);
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([400, [field]]);
  });
});

it('lists every period without monitoring of a scripted day with its reason', async () => {
  const { unwatched, devices } = await look();
  const iso = (ms: number) => new Date(ms).toISOString();
  expect(unwatched.results.map((row) => [row.reason, row.device, row.sensor_id, row.from, row.to])).toEqual([
    ['server', '', '', iso(at(1)), iso(at(1, 30))],
    ['database', '', '', iso(at(3)), iso(at(3, 5))],
    ['offline', 'Leg 1', '', iso(at(5)), iso(at(6))],
    ['node', 'Node box', '12', iso(at(7)), iso(at(7, 7))],
    ['suspended', 'Leg 1', '', iso(at(9)), iso(at(10))],
    ['suspended', '', '', iso(at(11)), iso(at(11, 20))],
    ['test', 'Leg 1', '4.4001', iso(at(13)), iso(at(13, 4))],
    ['disabled', 'Node box', '4.4001', iso(at(16)), iso(at(17, 30))],
  ]);
  expect(unwatched.results.every((row) => !row.open)).toBe(true);
  expect(devices.map((row) => [row.device, row.unwatched_ms / minute])).toEqual([
    ['Leg 1', 30 + 5 + 60 + 60 + 20],
    ['Node box', 30 + 5 + 20],
  ]);
});

it('is empty for a range without data, and cut at its ends', async () => {
  const before = await look('?from=2026-11-18&to=2026-11-18');
  expect([before.unwatched.count, before.alarms, before.changes]).toEqual([0, 0, 0]);
  const part = await look(`?from=${at(1, 10)}&to=${at(5, 30)}`);
  expect(part.unwatched.results.map((row) => [row.reason, row.from, row.to, row.open])).toEqual([
    ['server', new Date(at(1, 10)).toISOString(), new Date(at(1, 30)).toISOString(), false],
    ['database', new Date(at(3)).toISOString(), new Date(at(3, 5)).toISOString(), false],
    ['offline', new Date(at(5)).toISOString(), new Date(at(5, 30)).toISOString(), true],
  ]);
});

const exported = async (): Promise<Map<string, Buffer>> => {
  const answer = await engineer.get(path('export/') + wholeDay);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip']);
  return unzip(answer.rawPayload);
};
const rowsOf = (files: Map<string, Buffer>, name: string): Record<string, string>[] =>
  parse(files.get(name) ?? '', { columns: true, bom: true });

describe('the export', () => {
  it('is one ZIP with a PDF and every list, and the hashes of all of them', async () => {
    const files = await exported();
    const sums = files.get('SHA256SUMS')?.toString().trim().split('\n') ?? [];
    expect(sums).toHaveLength(files.size - 1);
    for (const line of sums) {
      const [sum = '', name = ''] = line.split('  ');
      expect(
        createHash('sha256')
          .update(files.get(name) ?? '')
          .digest('hex'),
      ).toBe(sum);
    }
    expect(rowsOf(files, 'daily_rounds.csv')).toMatchObject([
      { performed_by: 'Petra Lind', written: 'without a network', note: 'Belt runs true' },
    ]);
    expect(files.get('protected_hours.csv')?.toString()).toMatch(/,60,50,83\.3,0,(?:so_far|whole),\S+$/m);
    expect((await PDFDocument.load(files.get('report.pdf') ?? '')).getPageCount()).toBeGreaterThan(0);
    expect(rowsOf(files, 'times_without_monitoring.csv')).toHaveLength(8);
  });

  it('has tests with person, serial number and comment, markup and formulas as plain text', async () => {
    const files = await exported();
    expect(rowsOf(files, 'proof_tests.csv')).toEqual([
      expect.objectContaining({
        started: '2026-11-20T13:00:00.000-06:00',
        ended: '2026-11-20T13:04:00.000-06:00',
        serial_number: 'SN-77',
        outcome: 'passed',
        performed_by: 'Eve Engineer',
        comment: '<b>Heat gun</b> & =1+1',
      }),
    ]);
    expect(rowsOf(files, 'changes.csv').at(-1)).toMatchObject({ person: 'Max Manager', after: '4.4000: =Head left' });
    expect(rowsOf(files, 'alarms.csv')).toEqual([
      expect.objectContaining({ sensor_id: '12', kind: 'Warning', seconds: '420' }),
      expect.objectContaining({ sensor_id: '4.4001', test: 'yes' }),
      expect.objectContaining({
        on: '2026-11-20T18:00:00.000-06:00',
        off: '2026-11-20T18:30:00.000-06:00',
        seconds: '1800',
        acknowledged_by: 'Ann Vole',
        comment: 'Greased',
      }),
    ]);
  });

  it('detects a changed record, and one removed from the end, even with dropped triggers', async () => {
    const chain = async () => (await look()).chain;
    const behind = async (statement: string) =>
      database.db.transaction().execute(async (trx) => {
        await sql`alter table maintenance_test disable trigger maintenance_test_stays`.execute(trx);
        await sql.raw(statement).execute(trx);
        await sql`alter table maintenance_test enable trigger maintenance_test_stays`.execute(trx);
      });
    expect(await chain()).toEqual({ records: 3, broken: [] });
    await behind(`update maintenance_test set comment = 'fine' where step = 'comment'`);
    expect(await chain()).toEqual({ records: 3, broken: [{ device: 'Leg 1', record: '3' }] });
    const files = await exported();
    expect(rowsOf(files, 'proof_test_records.csv').map((row) => row.chain_holds)).toEqual(['yes', 'yes', 'NO']);
    expect(rowsOf(files, 'record_chains.csv')[0]).toMatchObject({ holds: 'NO', broken_at: '3' });
    await behind(`delete from maintenance_test where step = 'comment'`);
    expect(await chain()).toEqual({ records: 2, broken: [{ device: 'Leg 1', record: 'the end' }] });
  });
});
