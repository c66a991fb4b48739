import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { EventEscalation } from '@tocsin/contract/escalation';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../access/testing.ts';
import type { Moment } from '../../history/read/calls.ts';
import { recorded } from '../../platform/audit.ts';
import { drivenClock } from '../../platform/clock.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { type MadeDevice, makeDevice, makeUser, type SignedIn, signedIn } from '../../platform/testing/factories.ts';
import { unzip } from '../../platform/testing/unzip.ts';
import { loadNotification, notificationsById } from '../notifications/index.ts';
import { eventFactory } from '../notifications/testing/notifications.ts';
import { addIncidentPackRoutes } from './index.ts';

const database = testDatabase();
let db: typeof database.db;
const at = Date.parse('2026-11-20T03:12:00Z');
const now = at + 5 * 3_600_000;
const minute = 60_000;
const event = eventFactory(database, at);
let api: TestApi;
let leg: MadeDevice;
let id: number;
let engineer: SignedIn;
let failing = false;
/** Sensors of the device. */
let sensors = 1;
/** Pieces of 1 MB of its CSV. */
let megabytes = 0;
let closed: (() => void) | null = null;

const escalation: EventEscalation = {
  escalations: [
    {
      id: 7,
      title: 'Night crew',
      state: 'acknowledged',
      started_at: new Date(at).toISOString(),
      ended_at: null,
      next: null,
      steps: [],
    },
  ],
  receipts: [
    {
      id: 1,
      webhook: null,
      name: '=Ruth',
      method: 'sms',
      state: 'acknowledged',
      is_test: false,
      escalation: 7,
      step: 0,
      created_at: new Date(at).toISOString(),
      sent_at: new Date(at + 1_000).toISOString(),
      delivered_at: new Date(at + 3_000).toISOString(),
      is_stale: false,
      opened_at: null,
      acknowledged_at: new Date(at + minute).toISOString(),
      failed_at: null,
      cancelled_at: null,
    },
  ],
};

beforeAll(async () => {
  db = database.db;
  api = await testApi(
    db,
    (a) =>
      addIncidentPackRoutes(a, {
        db,
        clock: drivenClock(now),
        notificationsById,
        escalationOf: async () => escalation,
        storyOf: async () => 'Leg 1 stopped',
        history: {
          moments: async ({ deviceIds, at: asked }) =>
            deviceIds.map(() =>
              asked < at
                ? null
                : ({ frame: { ts: asked - 2_000, deviceTs: asked + 88_000, receivedAt: asked - 1_500 } } as Moment),
            ),
        },
        csvOf: async () =>
          (async function* () {
            yield Buffer.from('time,sensor\n');
            if (failing) throw new Error('history is gone');
            yield Buffer.from('2026,4.4000\n');
            try {
              for (let n = 0; n < megabytes; n++) yield randomBytes(1_000_000);
            } finally {
              closed?.();
            }
          })(),
        seriesOf: async (_id, { from }) =>
          Array.from({ length: sensors }, (_, index) => ({
            name: index === 0 ? 'Head bearing left' : `Sensor ${index}`,
            unit: 'C',
            isContact: index % 2 === 1,
            ts: Float64Array.of(from, from + minute, from + 2 * minute),
            value: Float64Array.of(40, 41.5, 60),
            alarm: Uint8Array.of(0, 0, 1),
          })),
      }),
    { loaders: { notification: (one) => loadNotification(db, one) } },
  );
});
afterAll(async () => {
  await api.http.close();
});
beforeEach(async () => {
  failing = false;
  sensors = 1;
  megabytes = 0;
  closed = null;
  leg = await makeDevice(db, { title: 'Leg 1' });
  id = await event(leg);
  engineer = await signedIn(api.http, db, await makeUser(db, { on: { [leg.siteId]: 'Engineer' } }));
});

const path = (of = id): string => `/api/v1/notifications/${of}/incident-pack/`;
const pack = async (who = engineer): Promise<Map<string, Buffer>> => {
  const answer = await who.get(path());
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip']);
  return unzip(answer.rawPayload);
};
const rowsOf = (files: Map<string, Buffer>, name: string): Record<string, string>[] =>
  parse(files.get(name) ?? '', { columns: true, bom: true });
const settings = (files: Map<string, Buffer>, name: string) => JSON.parse(String(files.get(name)));

describe('who may have it', () => {
  it('is hidden from readers of other clients, without a row in the audit log', async () => {
    for (const role of ['Manager', 'User'] as const) {
      const other = await makeDevice(db);
      const stranger = await signedIn(api.http, db, await makeUser(db, { on: { [other.siteId]: role } }));
      expect((await stranger.get(path())).statusCode).toBe(404);
    }
    const { rows } =
      await sql`select 1 from audit where action = 'download incident pack' and device_id = ${leg.id}`.execute(db);
    expect(rows).toEqual([]);
  });
  it('is hidden after the device has moved to another site, and while it is suspended', async () => {
    const other = await makeDevice(db);
    const both = await makeUser(db, { on: { [leg.siteId]: 'Engineer', [other.siteId]: 'Engineer' } });
    const reader = await signedIn(api.http, db, both);
    await sql`update device set site_id = ${other.siteId} where id = ${leg.id}`.execute(db);
    expect((await reader.get(path())).statusCode).toBe(404);
    await sql`update device set site_id = ${leg.siteId}, is_suspended = true where id = ${leg.id}`.execute(db);
    expect((await reader.get(path())).statusCode).toBe(404);
  });
  it('exists for what begins a condition only', async () => {
    const report = await event(leg, { type: 'power_up' });
    expect((await engineer.get(path(report))).statusCode).toBe(400);
    expect((await engineer.get(path(999_999_999))).statusCode).toBe(404);
  });
  it('is recorded in the audit log', async () => {
    await pack();
    const { rows } = await sql<{ subject_id: string; new: unknown }>`select subject_id, new from audit
      where action = 'download incident pack' and device_id = ${leg.id}`.execute(db);
    expect(rows).toEqual([{ subject_id: String(id), new: { devices: [leg.id] } }]);
  });
});

describe('the files', () => {
  it('have checksums that verify, and the PDF has pages', async () => {
    const files = await pack();
    const sums = String(files.get('SHA256SUMS')).trim().split('\n');
    expect(sums).toHaveLength(files.size - 1);
    for (const line of sums) {
      const [sum = '', name = ''] = line.split('  ');
      expect(
        createHash('sha256')
          .update(files.get(name) ?? '')
          .digest('hex'),
        name,
      ).toBe(sum);
    }
    expect(String(files.get(`sensors/device_${leg.id}.csv`))).toBe('time,sensor\n2026,4.4000\n');
    expect((await PDFDocument.load(files.get(`sensors/device_${leg.id}.pdf`) ?? '')).getPageCount()).toBe(1);
    expect(String(files.get('story.txt'))).toBe('Leg 1 stopped\n');
    expect(String(files.get('README.txt'))).toContain('Leg 1');
  });

  it('list events in their order with the first of the incident, also of its other devices', async () => {
    const pit = await makeDevice(db, { site_id: leg.siteId, title: 'Pit' });
    const first = await event(pit, { at: at - minute, content: 'Before' });
    await event(leg, { at: at + 61 * minute, content: 'Too late' });
    await event(await makeDevice(db, { site_id: leg.siteId }), { content: 'Of no part' });
    for (const [device, one] of [
      [pit, first],
      [leg, id],
    ] as const)
      await sql`insert into incident (device_id, event_id, incident_id, is_first, uncertain_ms, size, span_ms)
        values (${device.id}, ${one}, ${first}, ${one === first}, 2000, 2, 60000)`.execute(db);
    const files = await pack();
    expect(
      rowsOf(files, 'events.csv').map((row) => [
        row.content,
        row.first_out,
        row.this_alarm,
        row.seconds_from_alarm,
        row.order_uncertain_within_seconds,
      ]),
    ).toEqual([
      ['Before', 'yes', '', '-60', '2'],
      ['Absolute', '', 'yes', '0', ''],
    ]);
    expect([...files.keys()].filter((name) => name.startsWith('sensors/'))).toHaveLength(4);
  });

  it('say who was notified, with formulas as plain text', async () => {
    const [row] = rowsOf(await pack(), 'who_knows.csv');
    expect([row?.person, row?.method, row?.state, row?.policy, row?.step]).toEqual([
      "'=Ruth",
      'sms',
      'acknowledged',
      'Night crew',
      '1',
    ]);
  });

  it('say what was held back, the last proof tests, and the frames that could not be stored', async () => {
    await sql`insert into shelf (id, device_id, client_id, site_id, client_name, site_name, device_name, group_id, sensor_id,
        title, covers_alarms, reason_code, reason, priority, started_at, first_from, until, user_name)
      values ((select coalesce(max(id), 0) + 1 from event), ${leg.id}, ${leg.clientId}, ${leg.siteId}, 'C', 'S', 'Leg 1', '4', '4001',
        'Tail bearing', false, 'other', 'Belt splice', 'medium', ${at - minute}, ${at - minute}, ${at + minute}, 'Petra')`.execute(
      db,
    );
    const test = (n: number, when: number, step: string) =>
      sql`insert into maintenance_test (id, test_id, at, started_at, device_id, client_id, site_id, client_name, site_name,
          device_name, serial_number, group_id, group_name, sensor_id, sensor_name, step, user_id, user_name, comment)
        values (${n}, ${n}, ${when}, ${when - minute}, ${leg.id}, ${leg.clientId}, ${leg.siteId}, 'C', 'S', 'Leg 1', 'SN', '4',
          'Temperature', '4000', 'Head', ${step}, null, 'Eve', '')`.execute(db);
    await test(1, at - 3_600_000, 'maintenance_failed');
    await test(2, at - 1_800_000, 'maintanance_succeeded');
    await test(3, at + 1, 'maintenance_failed');
    await sql`insert into frame_refused (device_id, ts, at, code, error, frame)
      values (${leg.id}, ${at}, ${at}, '22P05', 'no NUL', '{"a":1}')`.execute(db);
    const files = await pack();
    expect(rowsOf(files, 'held_back.csv').map((row) => [row.kind, row.what, row.reason, row.by])).toEqual([
      ['shelved', 'Tail bearing', 'Belt splice', 'Petra'],
    ]);
    expect(rowsOf(files, 'proof_tests.csv').map((row) => [row.sensor_id, row.outcome])).toEqual([['4.4000', 'passed']]);
    expect(rowsOf(files, 'refused_frames.csv').map((row) => [row.device, row.code, row.bytes])).toEqual([
      ['Leg 1', '22P05', '7'],
    ]);
    expect(
      rowsOf(files, 'clocks.csv').map((row) => [row.last_frame === '', row.offset_seconds, row.delay_seconds]),
    ).toEqual([
      [true, '', ''],
      [false, '-90', '0.5'],
      [false, '-90', '0.5'],
    ]);
  });

  it('have the settings when the alarm began and now', async () => {
    const rule = (value: number, since: number, until: number | null) =>
      sql`insert into warning_rule (device_id, path, sign, value, delay_seconds, position, since, until)
        values (${leg.id}, '4.4000', '>', ${value}, 0, 0, ${since}, ${until})`.execute(db);
    await rule(60, 0, at + minute);
    await rule(90, at + minute, null);
    await sql`insert into sensor_label (device_id, path, label) values (${leg.id}, '4.4000', 'New name')`.execute(db);
    await recorded(db, { userId: 1, name: 'Max', address: '' }, async (_trx, note) =>
      note({
        action: 'change sensor names',
        subject: 'device',
        subjectId: leg.id,
        subjectName: 'Leg 1',
        clientId: leg.clientId,
        siteId: leg.siteId,
        deviceId: leg.id,
        old: { '4.4000': 'Old name' },
        new: { '4.4000': 'New name' },
      }),
    );
    await sql`update audit set at = ${new Date(at + minute)} where device_id = ${leg.id}`.execute(db);
    const files = await pack();
    const [then] = settings(files, 'settings_then.json');
    const [today] = settings(files, 'settings_now.json');
    expect([then.warning_rules.map((one: { value: number }) => one.value), then.names]).toEqual([
      [60],
      { '4.4000': 'Old name' },
    ]);
    expect([today.warning_rules.map((one: { value: number }) => one.value), today.names]).toEqual([
      [90],
      { '4.4000': 'New name' },
    ]);
    expect(rowsOf(files, 'changes.csv').map((row) => [row.action, row.after_the_alarm, row.person])).toEqual([
      ['change sensor names', 'yes', 'Max'],
    ]);
  });

  it('have the drawing for those who may see drawings', async () => {
    const publish = (name: string, published: number) =>
      sql`with c as (insert into schema (site_id, name, is_published, published_at, modified_at)
          values (${leg.siteId}, ${name}, true, ${new Date(published)}, now()) returning id),
        t as (insert into schema_tab (schema_id, position, name, document, modified_at)
          select id, 0, 'Legs', '{"machines":[]}', now() from c returning id, schema_id),
        m as (insert into schema_machine (tab_id, frontend_id, name) select id, 'm1', 'Leg' from t returning id, tab_id)
        insert into schema_sensor (schema_id, tab_id, machine_id, point, device_id, group_id, sensor_id)
          select t.schema_id, t.id, m.id, 'p', ${leg.id}, '4', '4000' from t join m on m.tab_id = t.id`.execute(db);
    await publish('Later', at + minute);
    const first = [...(await pack())].find(([name]) => name.startsWith('drawings/'));
    expect(JSON.parse(String(first?.[1]))).toMatchObject({ schema: 'Later', published_after_the_alarm: true });
    await publish('Oldest', at - 9 * minute);
    await publish('Plant', at - minute);
    const drawings = (files: Map<string, Buffer>) => [...files].filter(([name]) => name.startsWith('drawings/'));
    const blind = await makeUser(db, { on: { [leg.siteId]: 'User' }, visualDashboard: false });
    const hidden = await pack(await signedIn(api.http, db, blind));
    expect(drawings(hidden)).toEqual([]);
    expect(String(hidden.get('README.txt'))).toContain('may not see them');
    const [drawing] = drawings(await pack());
    expect(JSON.parse(String(drawing?.[1]))).toMatchObject({
      schema: 'Plant',
      tab: 'Legs',
      published_after_the_alarm: false,
      document: { machines: [] },
    });
  });
});

it('ends without a directory when a file cannot be read, so that nobody takes it for whole', async () => {
  failing = true;
  const answer = await engineer.get(path()).catch(() => null);
  expect(answer === null || answer.rawPayload.lastIndexOf('PK\x05\x06') < 0).toBe(true);
});

it('is written again and again: each one that ended makes room', async () => {
  for (let n = 0; n < 4; n++) await pack();
});

it('holds what people noted about its devices and the site, with markup as text', async () => {
  const other = await makeDevice(db, { site_id: leg.siteId });
  const note = (device: number | null, when: number, text: string) =>
    sql`insert into site_note (site_id, device_id, at, written_at, user_id, user_name, text, sensor_path, sensor_name)
      values (${leg.siteId}, ${device}, ${new Date(when)}, ${new Date(when)}, null, 'Sam', ${text},
        ${device === null ? null : '4.4000'}, ${device === null ? null : 'Head'})`.execute(db);
  await note(leg.id, at - minute, '=<b>hot</b> grease');
  await note(null, at, 'Rain');
  await note(other.id, at, 'Of no part');
  await note(leg.id, at - 61 * minute, 'Too early');
  const rows = rowsOf(await pack(), 'notes.csv');
  expect(rows.map((row) => [row.device, row.sensor, row.person, row.text])).toEqual([
    ['Leg 1', 'Head', 'Sam', "'=<b>hot</b> grease"],
    ['whole site', '', 'Sam', 'Rain'],
  ]);
});

it('of a device with 500 sensors verifies with sha256sum', async () => {
  sensors = 500;
  megabytes = 20;
  const files = await pack();
  const pdf = await PDFDocument.load(files.get(`sensors/device_${leg.id}.pdf`) ?? '');
  expect(pdf.getPageCount()).toBeGreaterThan(100);
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-pack-'));
  try {
    for (const [name, data] of files) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), data);
    }
    const check = spawnSync('sha256sum', ['-c', '--strict', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' });
    expect([check.status, check.stderr]).toEqual([0, '']);
    expect(check.stdout.trim().split('\n')).toHaveLength(files.size - 1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('that is cancelled stops reading its values and makes room for the next', async () => {
  megabytes = 10_000;
  const address = await api.http.listen({ port: 0, host: '127.0.0.1' });
  for (let n = 0; n < 3; n++) {
    const stopped = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const stop = new AbortController();
    const answer = await fetch(`${address}${path()}`, {
      headers: { authorization: `JWT ${engineer.token}` },
      signal: stop.signal,
    });
    expect(answer.status).toBe(200);
    const reader = answer.body?.getReader();
    for (let bytes = 0; bytes < 3_000_000; ) bytes += (await reader?.read())?.value?.length ?? Number.NaN;
    stop.abort();
    await stopped;
  }
});
