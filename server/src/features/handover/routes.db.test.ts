import type { Handover } from '@tocsin/contract/handover';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../access/testing.ts';
import type { Clock } from '../../platform/clock.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import {
  type MadeDevice,
  makeDevice,
  makeSite,
  makeUser,
  type SignedIn,
  signedIn,
} from '../../platform/testing/factories.ts';
import { notificationsById } from '../notifications/index.ts';
import { eventFactory } from '../notifications/testing/notifications.ts';
import { addHandoverRoutes } from './index.ts';

const database = testDatabase();
let db: typeof database.db;
/** 13:52 of 20 November in Denver: the early shift of 06:00 to 14:00. */
const start = Date.UTC(2026, 10, 20, 20, 52);
const shiftFrom = '2026-11-20T13:00:00.000Z';
const hourMs = 3_600_000;
let now = start;
const month = {
  month: '2026-11',
  until: '2026-11-20T06:00:00.000Z',
  counted: 'so_far' as const,
  running: 6000,
  protected: 5500,
  proved: 0,
  share: 91.6,
};
const clock: Clock = { now: () => now, after: () => () => {} };
const event = eventFactory(database, start - hourMs);
let api: TestApi;
let device: MadeDevice;
let ruth: SignedIn;
let sam: SignedIn;

beforeAll(async () => {
  db = database.db;
  api = await testApi(db, (a) => addHandoverRoutes(a, { db, clock, notificationsById, monthAt: async () => month }));
});
afterAll(async () => {
  await api.http.close();
});
beforeEach(async () => {
  now = start;
  const site = await makeSite(db, { timezone: 'America/Denver' });
  device = await makeDevice(db, { site_id: site.id, title: 'Leg 1' });
  await sql`insert into device_latest (device_id, layout_id, state) values (${device.id}, 1, '{}')`.execute(db);
  const as = async (role: 'User' | 'Engineer', name: string) =>
    await signedIn(api.http, db, await makeUser(db, { on: { [site.id]: role }, first_name: name, last_name: 'Vole' }));
  ruth = await as('User', 'Ruth');
  sam = await as('Engineer', 'Sam');
});

const path = (): string => `/api/v1/locations/${device.siteId}/handover/`;
const read = async (query = '', who = ruth): Promise<Handover> => (await who.get(`${path()}${query}`)).json();
const take = (who: SignedIn, body: object = {}) => who.post(path(), body);
const keysOf = ({ points }: Handover): string[] => points.map(({ key }) => key);
const shelve = (from: number, until: number, ended: number | null = null) =>
  sql`insert into shelf (id, device_id, client_id, site_id, client_name, site_name, device_name, group_id, sensor_id,
      title, covers_alarms, reason_code, reason, priority, started_at, first_from, until, user_name, ended_at, ended_by)
    values ((select coalesce(max(id), 0) + 1 from event), ${device.id}, ${device.clientId}, ${device.siteId}, 'C', 'S', 'Leg 1', '4', '4001',
      'Tail bearing', false, 'other', 'Belt splice', 'medium', ${from}, ${from}, ${until}, 'Petra Lind', ${ended},
      ${ended === null ? null : 'Dale Novak'})`.execute(db);

describe('reading a shift', () => {
  it('is hidden from strangers', async () => {
    const other = await makeDevice(db);
    const stranger = await signedIn(api.http, db, await makeUser(db, { on: { [other.siteId]: 'Manager' } }));
    for (const part of ['', 'export/', 'report/'])
      expect((await stranger.get(`${path()}${part}`)).statusCode).toBe(404);
    expect((await take(stranger)).statusCode).toBe(404);
  });
  it('refuses a shift that has not begun, and what is no time', async () => {
    for (const at of ['2026-11-20T21:00:00Z', '0002-01-01T00:00:00Z', 'yesterday', '2026-13-45']) {
      const answer = await ruth.get(`${path()}?at=${at}`);
      expect(answer.statusCode).toBe(400);
      expect(Object.keys(answer.json())).toEqual(['at']);
    }
  });
  it('hides events of a suspended device', async () => {
    await event(device);
    await sql`update device set is_suspended = true where id = ${device.id}`.execute(db);
    const shown = await read();
    expect([shown.points, shown.events, shown.counts.alarms]).toEqual([[], [], 0]);
  });
  it('is empty without events, with its span on the clock of the site', async () => {
    expect(await read()).toMatchObject({
      starts: ['06:00', '14:00', '22:00'],
      from: shiftFrom,
      to: '2026-11-20T21:00:00.000Z',
      as_of: new Date(start).toISOString(),
      previous: '2026-11-20T05:00:00.000Z',
      next: null,
      is_current: true,
      points: [],
      events: [],
      records: [],
      takeovers: [],
      held_by: null,
      protected_month: { month: '2026-11', share: 91.6 },
      may_take_over: true,
      may_edit_shifts: false,
    });
  });
  it('lists what is open with the most urgent first, also from shifts before', async () => {
    const warning = await event(device, { type: 'warning_on', needs: false, priority: 3 });
    const cleared = await event(device, { active: false, at: start - 30 * hourMs });
    await event(device, { active: false, needs: false });
    const alarm = await event(device);
    await shelve(start - hourMs, start + hourMs);
    await sql`insert into out_of_service (device_id, path, sensor_name, since, user_name, reason, review_at)
      values (${device.id}, '4.4002', 'Humidity probe', now(), '', '', now())`.execute(db);
    const shown = await read();
    expect(shown.points.map(({ kind, key }) => [kind, key])).toEqual([
      ['active', `event:${alarm}`],
      ['active', `event:${warning}`],
      ['unacknowledged', `event:${cleared}`],
      ['shelved', expect.any(String)],
      ['out_of_service', expect.any(String)],
    ]);
    expect(shown.points.at(-1)).toMatchObject({ what: 'Humidity probe', why: 'No reason given', who: null });
    expect(shown.counts).toEqual({ alarms: 2, warnings: 1, offline: 0 });
    expect(shown.events).toHaveLength(3);
  });
  it('begins with the worst alarm although it is over and acknowledged, with who has looked at it', async () => {
    const warning = await event(device, { type: 'warning_on', needs: false });
    await event(device, { active: false, needs: false, priority: 1 });
    const stop = await event(device, { active: false, at: start - 2 * hourMs });
    await sql`update event set content = 'Stopped: persistent alarm', acknowledged_at = ${start - hourMs},
      acknowledged_by = 'Sam Vole' where id = ${stop}`.execute(db);
    const lead = async () => (await read()).points.map(({ key, kind, who, checked }) => [key, kind, who, checked]);
    expect(await lead()).toEqual([
      [`event:${stop}`, 'happened', 'Sam Vole', null],
      [`event:${warning}`, 'active', null, undefined],
    ]);
    await sql`insert into site_note (site_id, device_id, at, written_at, user_name, text)
      values (${device.siteId}, ${device.id}, ${new Date(start - hourMs)}, now(), 'Ruth Vole', 'Dry bearing')`.execute(
      db,
    );
    expect((await lead())[0]?.[3]).toMatchObject({ kind: 'note', by: 'Ruth Vole' });
    // An alarm that stands goes first.
    const alarm = await event(device, { priority: 4 });
    expect((await read()).points.map(({ key }) => key)).toEqual([
      `event:${alarm}`,
      `event:${stop}`,
      `event:${warning}`,
    ]);
    expect((await take(sam, { read: keysOf(await read()) })).statusCode).toBe(201);
    expect((await ruth.get(`${path()}report/`)).statusCode).toBe(200);
  });
  it('has what rounds of the shift found not well while its task is open, and devices that never reported', async () => {
    const found = async (what: string, at: number, closed: number | null = null) => {
      await sql`insert into daily_round (device_id, client_id, site_id, device_name, site_name, at, day, user_name, note)
        values (${device.id}, ${device.clientId}, ${device.siteId}, 'Leg 1', 'S', ${new Date(at)}, '2026-11-20',
          'Petra Lind', '')`.execute(db);
      await sql`insert into maintenance_task (device_id, event_id, event_type, content, event_at, what, owner_name, due,
          created_at, created_by, closed_at)
        values (${device.id}, 0, 'maintenance', '', ${at}, ${what}, 'Petra Lind', '2026-11-27', ${new Date(at)},
          'Petra Lind', ${closed === null ? null : new Date(closed)})`.execute(db);
    };
    await found('Belt tracking: runs off', start - hourMs);
    await found('Bearings and drive: dry', start - 2 * hourMs, start - hourMs);
    await found('Bucket movement: rattles', start - 12 * hourMs);
    await makeDevice(db, { site_id: device.siteId, title: 'Receiving pit', created_at: new Date(start - 30 * hourMs) });
    const shown = await read();
    expect(shown.points).toMatchObject([
      { kind: 'not_well', device: 'Leg 1', what: 'Belt tracking: runs off', who: 'Petra Lind' },
      { kind: 'never_reported', device: 'Receiving pit', who: null },
    ]);
    const before = await read('?at=2026-11-20T12:00:00Z');
    expect(before.points.map(({ what }) => what)).toContain('Bucket movement: rattles');
    expect((await ruth.get(`${path()}report/`)).statusCode).toBe(200);
    expect((await take(sam, { read: keysOf(shown) })).statusCode).toBe(201);
  });
  it('puts an active alarm that a shelf holds back last of the active ones, and says so', async () => {
    const held = await event(device, { priority: 1 });
    await sql`update event set is_shelved = true where id = ${held}`.execute(db);
    const warning = await event(device, { type: 'warning_on', priority: 4 });
    const { points } = await read();
    expect(points.map(({ key, held_back }) => [key, held_back])).toEqual([
      [`event:${warning}`, null],
      [`event:${held}`, 'shelved'],
    ]);
  });
  it('shows a shift that is over as it stood at its end', async () => {
    const end = Date.UTC(2026, 10, 20, 13);
    const late = await event(device, { at: end - 2 * hourMs, active: false });
    await sql`update event set ended_at = ${end + 1}, acknowledged_at = ${end + 2}, acknowledged_by = 'Sam Vole'
      where id = ${late}`.execute(db);
    await event(device, { at: end });
    await shelve(end - 2 * hourMs, end + hourMs, end + 5);
    const shown = await read(`?at=${new Date(end - 1).toISOString()}`);
    expect(shown).toMatchObject({ is_current: false, to: shiftFrom, next: shiftFrom });
    expect(shown.points.map(({ kind, who }) => [kind, who])).toEqual([
      ['active', null],
      ['shelved', 'Petra Lind'],
    ]);
    expect(shown.events).toHaveLength(1);
  });
  it('lists what people did, newest first, and no values of settings', async () => {
    const id = await event(device);
    await sql`update event set acknowledged_at = ${start - 1000}, acknowledged_by = 'Sam Vole',
      acknowledged_comment = 'Seen' where id = ${id}`.execute(db);
    await shelve(start - 3000, start + hourMs, start - 2000);
    await sql`insert into audit (at, user_name, site_id, device_id, action, subject, old, new)
      values (${new Date(start - 4000)}, 'Petra Lind', ${device.siteId}, ${device.id}, 'change warnings', 'device',
        '{"limit": 35}', '{"limit": 60}')`.execute(db);
    await sql`insert into site_note (site_id, at, written_at, user_name, text)
      values (${device.siteId}, ${new Date(start - 5000)}, now(), 'Petra Lind', 'Grease line blocked')`.execute(db);
    const { records } = await read();
    expect(records.map(({ kind, by }) => [kind, by])).toEqual([
      ['acknowledged', 'Sam Vole'],
      ['shelf_ended', 'Dale Novak'],
      ['shelved', 'Petra Lind'],
      ['change', 'Petra Lind'],
      ['note', 'Petra Lind'],
    ]);
    expect(JSON.stringify(records)).not.toContain('35');
  });
  it('says both times of a round and a note that were written without a network', async () => {
    const times = { clock: new Date(start - 3 * hourMs), received: new Date(start - 600_000) };
    await sql`insert into daily_round (device_id, client_id, site_id, device_name, site_name, at, day, user_name, note,
        device_at, device_offset_ms, received_at)
      values (${device.id}, ${device.clientId}, ${device.siteId}, 'Leg 1', 'S', ${new Date(start - 2 * hourMs)},
        '2026-11-20', 'Petra Lind', 'Belt runs true', ${times.clock}, ${hourMs}, ${times.received})`.execute(db);
    await sql`insert into site_note (site_id, at, written_at, user_name, text, device_at, device_offset_ms)
      values (${device.siteId}, ${new Date(start - 2 * hourMs)}, ${times.received}, 'Petra Lind', 'Boot pit is wet',
        ${times.clock}, ${hourMs})`.execute(db);
    const offline = {
      device_at: times.clock.toISOString(),
      offset_ms: hourMs,
      received_at: times.received.toISOString(),
    };
    expect((await read()).records).toMatchObject([
      { kind: 'round', offline },
      { kind: 'note', offline },
    ]);
    const csv = (await ruth.get(`${path()}export/`)).body;
    expect(csv).toContain('Boot pit is wet, written without a network (device clock 2026-11-20T10:52:00.000-07:00)');
    expect(csv).toContain('received 2026-11-20T13:42:00.000-07:00');
  });
  it('is a CSV file without formulas, and a PDF', async () => {
    await event(device, { content: '=1+1' });
    const csv = (await ruth.get(`${path()}export/`)).body;
    expect(csv).toContain(`open,active,2026-11-20T12:52:00.000-07:00,Leg ${device.id},Head bearing left,'=1+1`);
    const pdf = await ruth.get(`${path()}report/`);
    expect(pdf.headers['content-type']).toContain('application/pdf');
    expect(pdf.body.slice(0, 5)).toBe('%PDF-');
  });
});

describe('taking over', () => {
  it('refuses shifts before the last one, and a comment that is too long', async () => {
    expect(Object.keys((await take(ruth, { at: '2026-11-19T20:00:00Z' })).json())).toEqual(['at']);
    expect(Object.keys((await take(ruth, { comment: 'x'.repeat(1501) })).json())).toEqual(['comment']);
    expect((await read()).takeovers).toEqual([]);
  });
  it('is refused while an alarm has begun that was not read', async () => {
    const first = await event(device);
    const read1 = keysOf(await read());
    const second = await event(device);
    const answer = await take(ruth, { read: read1 });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ unread: [`event:${second}`] });
    expect((await take(ruth, { read: [`event:${first}`, `event:${second}`] })).statusCode).toBe(201);
  });
  it('is on record with its comment, once for two presses, and names who held the shift', async () => {
    await event(device);
    const points = keysOf(await read());
    await take(sam, { read: points, comment: '=All "quiet" <b>' });
    now += 60_000;
    const answers = await Promise.all([take(ruth, { read: points }), take(ruth, { read: points })]);
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1);
    const shown = await read();
    expect(shown.takeovers).toMatchObject([
      { by: 'Sam Vole', comment: '=All "quiet" <b>', points: 1 },
      { by: 'Ruth Vole', comment: '', points: 1 },
    ]);
    expect(shown.held_by).toBe('Ruth Vole');
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from audit
      where site_id = ${device.siteId} and action = 'take over'`.execute(db);
    expect(rows[0]?.count).toBe(2);
  });
});

describe('shift times', () => {
  const put = (who: SignedIn, starts: unknown) => who.put(`/api/v1/locations/${device.siteId}/shifts/`, { starts });
  it('are changed by people who edit the site, and refused when they are no times', async () => {
    expect((await put(ruth, ['06:00'])).statusCode).toBe(403);
    for (const starts of [[], ['24:00'], ['06:00', '06:00'], ['6'], Array.from({ length: 7 }, (_, n) => `0${n}:00`)])
      expect((await put(sam, starts)).statusCode).toBe(400);
    expect((await read()).starts).toEqual(['06:00', '14:00', '22:00']);
  });
  it('hold from then on, sorted', async () => {
    expect((await put(sam, ['18:00', '06:00'])).json()).toEqual({ starts: ['06:00', '18:00'] });
    expect(await read('', sam)).toMatchObject({ to: '2026-11-21T01:00:00.000Z', may_edit_shifts: true });
  });
});

it('shows the day and the week that began with their first shift, which nobody takes over', async () => {
  await event(device, { at: Date.parse('2026-11-17T14:00:00Z'), content: 'Monday night' });
  await event(device, { at: Date.parse('2026-11-20T13:30:00Z'), content: 'This morning' });
  const contents = ({ events }: Handover): string[] => events.map(({ content }) => content);
  const day = await read('?span=day');
  expect([day.from, day.to, day.span]).toEqual(['2026-11-20T13:00:00.000Z', '2026-11-21T13:00:00.000Z', 'day']);
  expect(contents(day)).toEqual(['This morning']);
  const week = await read('?span=week');
  expect(week.from).toBe('2026-11-16T13:00:00.000Z');
  expect(contents(week)).toEqual(['This morning', 'Monday night']);
  expect([day.may_take_over, week.may_take_over, (await read()).may_take_over]).toEqual([false, false, true]);
  expect((await ruth.get(`${path()}?span=year`)).statusCode).toBe(400);
  const pdf = await ruth.get(`${path()}report/?span=week`);
  expect([pdf.statusCode, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
});

it('tells an alarm that begins while the page is read in all of its parts or in none', async () => {
  const begun = Array.from({ length: 8 }, (_, n) => event(device, { at: start - n * 1_000, content: `Alarm ${n}` }));
  const pages = await Promise.all(Array.from({ length: 8 }, () => read()));
  await Promise.all(begun);
  for (const { counts, events, points } of [...pages, await read()]) {
    expect(events).toHaveLength(counts.alarms);
    expect(points.filter(({ kind }) => kind === 'active')).toHaveLength(counts.alarms);
  }
});
