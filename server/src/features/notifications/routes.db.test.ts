import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../access/testing.ts';
import { drivenClock } from '../../platform/clock.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import {
  makeClient,
  makeDevice,
  makeSite,
  makeUser,
  type SignedIn,
  signedIn,
  type UserOverrides,
} from '../../platform/testing/factories.ts';
import { addNotificationRoutes } from './index.ts';
import { loadNotification } from './loader.ts';
import { eventFactory } from './testing/notifications.ts';

const database = testDatabase();
const start = Date.UTC(2026, 10, 20, 12);
const clock = drivenClock(start);
const publishedIds: number[] = [];
let api: TestApi;

beforeAll(async () => {
  api = await testApi(
    database.db,
    (a) =>
      addNotificationRoutes(a, {
        db: database.db,
        clock,
        zoneOf: async (siteId) => (siteId === null ? 'UTC' : 'America/Chicago'),
        acknowledged: (events) => {
          publishedIds.push(...events.map((event) => event.id));
        },
      }),
    { clock, loaders: { notification: (id) => loadNotification(database.db, id) } },
  );
});
afterAll(async () => {
  await api.http.close();
});

const person = async (over: UserOverrides = {}): Promise<SignedIn> =>
  await signedIn(api.http, database.db, await makeUser(database.db, over));

const makeEvent = eventFactory(database, start);
const ids = (answer: { json(): { results: { id: number }[] } }) => answer.json().results.map((row) => row.id);
const list = (who: SignedIn, query = '') => who.get(`/api/v1/notifications/${query}`);

describe('refuses', () => {
  it('anonymous callers', async () => {
    for (const path of ['', 'active-count/', 'export/'])
      expect((await api.http.inject(`/api/v1/notifications/${path}`)).statusCode).toBe(401);
  });

  it.each([
    '?limit=-1',
    '?ordering=device',
    '?ordering=priority',
    '?priority=urgent',
    '?event_type=loud',
    '?date_created_from=yesterday',
    '?cursor=x',
  ])('%s', async (query) => {
    const client = await makeClient(database.db);
    const who = await person({ client: client.id });
    expect((await list(who, query)).statusCode).toBe(400);
  });

  it.each(['', 'export/'])('a range the wrong way round, in words: %s', async (path) => {
    const client = await makeClient(database.db);
    const who = await person({ client: client.id });
    const answer = await who.get(
      `/api/v1/notifications/${path}?date_created_from=2026-07-09&date_created_to=2026-07-01`,
    );
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({ date_created_to: ['The end must not be before the start.'] });
    const oneDay = await who.get(
      `/api/v1/notifications/${path}?date_created_from=2026-07-09&date_created_to=2026-07-09`,
    );
    expect(oneDay.statusCode).toBe(200);
  });

  // spec: monitoring 5 Notification export needs a date-from or date-to
  it('an export without a date', async () => {
    const answer = await (await person()).get('/api/v1/notifications/export/');
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({ non_field_errors: ['Please select date before!'] });
  });

  it('to return or acknowledge events of another client', async () => {
    const device = await makeDevice(database.db);
    const id = await makeEvent(device);
    const stranger = await person({ client: (await makeClient(database.db)).id, manages: true });
    expect(ids(await list(stranger))).toEqual([]);
    const answer = await stranger.post(`/api/v1/notifications/${id}/acknowledge/`, { comment: 'x' });
    expect(answer.statusCode).toBe(404);
  });

  // spec: decisions 3 a suspended device's events are told only to those who may open it
  it('to return events of a suspended device, except to OEM and super users', async () => {
    const device = await makeDevice(database.db, { is_suspended: true });
    const id = await makeEvent(device);
    const manager = await person({ client: device.clientId, manages: true });
    expect(ids(await list(manager))).toEqual([]);
    const oem = await person({ is_oem: true });
    const answer = await oem.get('/api/v1/notifications/', {
      headers: { 'x-tocsin-selection': `${device.clientId},,` },
    });
    expect(ids(answer)).toEqual([id]);
  });
});

describe('the log', () => {
  // spec: monitoring 7 GET notifications/
  it('shows the devices of the sites that the person has, newest first', async () => {
    const client = (await makeClient(database.db)).id;
    const mine = await makeSite(database.db, { client_id: client });
    const other = await makeSite(database.db, { client_id: client });
    const device = await makeDevice(database.db, { site_id: mine.id });
    await makeEvent(await makeDevice(database.db, { site_id: other.id }));
    const first = await makeEvent(device, { at: start - 1000 });
    const second = await makeEvent(device, { at: start });
    const who = await person({ client, on: { [mine.id]: 'User' } });
    const answer = (await list(who)).json();
    expect(answer.results.map((row: { id: number }) => row.id)).toEqual([second, first]);
    expect(answer.count).toBe(2);
    expect(answer.results[0]).toMatchObject({
      pk: second,
      event_type: 'alarm_on',
      event_type_label: 'Alarm Detected',
      full_sensor_id: `${device.id}.4.4000`,
      is_active: true,
      acknowledged: null,
    });
  });

  // spec: monitoring 3 Notification filter
  it('filters by words, state, type, device and range in the zone of the site', async () => {
    const device = await makeDevice(database.db);
    const who = await person({ client: device.clientId, manages: true });
    const noon = Date.parse('2026-07-01T17:00:00Z');
    const bearing = await makeEvent(device, { at: noon, sensor: 'Tail bearing (right)' });
    const cleared = await makeEvent(device, { at: noon + 5_000, type: 'alarm_off', active: false, content: 'OK' });
    const late = await makeEvent(device, { at: noon + 9_000, late: true });
    expect(ids(await list(who, '?search=tail bear'))).toEqual([bearing]);
    expect(ids(await list(who, "?search=')%3B drop"))).toEqual([]);
    expect(ids(await list(who, '?is_active=true'))).toEqual([bearing]);
    expect(ids(await list(who, '?is_active=false'))).toEqual([cleared]);
    expect(ids(await list(who, '?event_type=alarm_off,warning_off'))).toEqual([cleared]);
    const range = 'date_created_from=2026-07-01 12:00:00&date_created_to=2026-07-01 12:00:05';
    expect(ids(await list(who, `?location=${device.siteId}&${range}&ordering=date_created`))).toEqual([
      bearing,
      cleared,
    ]);
    expect(ids(await list(who, `?device=${device.id}&date_created_from=${noon + 9_000}`))).toEqual([late]);
  });

  it('continues after its cursor without missing or repeating a row', async () => {
    const device = await makeDevice(database.db);
    const who = await person({ client: device.clientId, manages: true });
    const created: number[] = [];
    for (let i = 0; i < 7; i++) created.unshift(await makeEvent(device, { at: start + Math.floor(i / 3) }));
    const seen: number[] = [];
    let cursor = '';
    for (;;) {
      const answer = (await list(who, `?limit=2${cursor}`)).json();
      seen.push(...answer.results.map((row: { id: number }) => row.id));
      if (answer.next === null) break;
      cursor = `&cursor=${answer.next}`;
    }
    expect(seen).toEqual(created);
  });

  // spec: monitoring 7 GET notifications/active-count/
  it('counts active events that are not late at every device that the person may open, whatever is selected', async () => {
    const [one, two] = [await makeDevice(database.db), await makeDevice(database.db)];
    const active = await makeEvent(one);
    await makeEvent(one, { late: true });
    await makeEvent(one, { active: false });
    const remote = await makeEvent(two);
    const count = async (who: SignedIn, selection?: string) => {
      const options = selection === undefined ? {} : { headers: { 'x-tocsin-selection': selection } };
      const { count: counted } = (await who.get('/api/v1/notifications/active-count/', options)).json();
      const current = (await who.get('/api/v2/current-user-notifications/?limit=1000', options)).json();
      expect(current.count).toBe(counted);
      return ids({ json: () => current }).filter((id) => id === active || id === remote);
    };
    const manager = await person({ client: one.clientId, manages: true });
    expect((await manager.get('/api/v1/notifications/active-count/')).json()).toEqual({ count: 1 });
    expect(await count(manager)).toEqual([active]);
    const staff = await person({ is_superuser: true });
    expect((await count(staff)).sort()).toEqual([active, remote].sort());
    expect((await count(staff, `${one.clientId},,`)).sort()).toEqual([active, remote].sort());
    // A selection that is gone by now takes nothing away from the bell.
    expect(await count(manager, '999999,,')).toEqual([active]);
  });

  it('has client and zone in each row, and covers the selected client unless all are requested', async () => {
    const [one, two] = [await makeDevice(database.db), await makeDevice(database.db)];
    const here = await makeEvent(one);
    const remote = await makeEvent(two);
    const staff = await person({ is_superuser: true });
    const read = async (query: string, selection: string) => {
      const answer = await staff.get(`/api/v1/notifications/?limit=1000${query}`, {
        headers: { 'x-tocsin-selection': selection },
      });
      return ids(answer).filter((id) => id === here || id === remote);
    };
    expect(await read('', `${one.clientId},,`)).toEqual([here]);
    expect((await read('&all_clients=true', `${one.clientId},,`)).sort()).toEqual([here, remote].sort());
    expect((await read('', ',,')).sort()).toEqual([here, remote].sort());
    const [row] = (await list(staff, `?device=${one.id}`)).json().results;
    const site = await database.db
      .selectFrom('site')
      .select('timezone')
      .where('id', '=', one.siteId)
      .executeTakeFirst();
    expect(row).toMatchObject({ client: 'Company', client_id: one.clientId, location_timezone: site?.timezone });
    // Nobody reaches another tenant's log by it.
    const manager = await person({ client: two.clientId, manages: true });
    expect(ids(await list(manager, '?all_clients=true'))).toEqual([remote]);
  });
});

describe('shelved notifications', () => {
  it('stay active, are filtered, and come last of the active ones', async () => {
    const device = await makeDevice(database.db);
    const alarm = await makeEvent(device, { at: start });
    const warning = await makeEvent(device, { at: start - 60_000, type: 'warning_on' });
    await sql`update event set is_shelved = true, priority = 1 where id = ${alarm}`.execute(database.db);
    await sql`update event set priority = 3 where id = ${warning}`.execute(database.db);
    const who = await person({ on: { [device.siteId]: 'User' } });
    const active = await list(who, '?is_active=true&ordering=priority');
    expect(ids(active)).toEqual([warning, alarm]);
    expect(active.json().results[1]).toMatchObject({ is_shelved: true, is_active: true, color: 'alarm' });
    const first = await list(who, '?is_active=true&ordering=priority&limit=1');
    expect(ids(await list(who, `?is_active=true&ordering=priority&limit=1&cursor=${first.json().next}`))).toEqual([
      alarm,
    ]);
    expect(ids(await list(who, '?is_shelved=true'))).toEqual([alarm]);
    expect(ids(await list(who, '?is_shelved=false'))).toEqual([warning]);
  });
});

describe('acknowledging', () => {
  // spec: decisions 6 POST notifications/{id}/acknowledge/
  it('stores person and time, publishes it and leaves an audit row', async () => {
    const device = await makeDevice(database.db);
    const id = await makeEvent(device);
    const who = await person({
      client: device.clientId,
      on: { [device.siteId]: 'User' },
      first_name: 'Ana',
      last_name: 'Ruiz',
    });
    const answer = await who.post(`/api/v1/notifications/${id}/acknowledge/`, { comment: 'On my way' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().acknowledged).toEqual({
      by: 'Ana Ruiz',
      at: new Date(start).toISOString(),
      comment: 'On my way',
    });
    expect(publishedIds).toContain(id);
    const audit = await database.db.selectFrom('audit').selectAll().where('device_id', '=', device.id).execute();
    expect(audit).toMatchObject([{ action: 'acknowledge', user_name: 'Ana Ruiz' }]);
  });
});

const acknowledge = (who: SignedIn, body: object) => who.post('/api/v1/notifications/acknowledge/', body);

describe('acknowledging many', () => {
  it.each([
    [{}, 'ids'],
    [{ ids: [] }, 'ids'],
    [{ ids: [1], filter: {} }, 'ids'],
    [{ filter: {} }, 'as_of'],
    [{ filter: {}, as_of: 'yesterday' }, 'as_of'],
    [{ ids: Array.from({ length: 1001 }, (_, n) => n + 1) }, 'ids'],
    [{ ids: [0] }, 'ids'],
  ])('refuses %j', async (body, field) => {
    const who = await person({ client: (await makeClient(database.db)).id });
    const answer = await acknowledge(who, body);
    expect(answer.statusCode).toBe(400);
    expect(JSON.stringify(answer.json())).toContain(field);
  });

  // meets: isa-18.2 14 operation
  it('answers each id: foreign ones like unknown ones, and acknowledges the others', async () => {
    const device = await makeDevice(database.db);
    const foreign = await makeEvent(await makeDevice(database.db));
    const cleared = await makeEvent(device, { active: false });
    const active = await makeEvent(device);
    const off = await makeEvent(device, { type: 'alarm_off', active: false, needs: false });
    const who = await person({ client: device.clientId, on: { [device.siteId]: 'User' }, first_name: 'Ana' });
    const answer = await acknowledge(who, { ids: [foreign, cleared, 999_999_999, active, off], comment: 'Retracked' });
    expect(answer.json()).toEqual({
      results: [
        { id: foreign, result: 'not-found' },
        { id: cleared, result: 'acknowledged' },
        { id: 999_999_999, result: 'not-found' },
        { id: active, result: 'acknowledged' },
        { id: off, result: 'not-acknowledgeable' },
      ],
      has_more: false,
    });
    expect(publishedIds).toEqual(expect.arrayContaining([cleared, active]));
    expect(publishedIds).not.toContain(foreign);
    const audit = await database.db
      .selectFrom('audit')
      .select('subject_id')
      .where('device_id', '=', device.id)
      .execute();
    expect(audit.map((row) => Number(row.subject_id)).sort((a, b) => a - b)).toEqual([cleared, active]);
    const again = await acknowledge(who, { ids: [cleared] });
    expect(again.json().results).toEqual([{ id: cleared, result: 'already-acknowledged' }]);
    const more = await acknowledge(who, { ids: [cleared], comment: 'Fixed' });
    expect(more.json().results).toEqual([{ id: cleared, result: 'commented' }]);
  });

  it('acknowledges what a filter listed, and nothing that arrived later', async () => {
    const device = await makeDevice(database.db);
    const who = await person({ client: device.clientId, manages: true });
    const seen = await makeEvent(device, { active: false, at: start - 61_000 });
    const listed = await list(who, '?is_active=false&is_acknowledged=false');
    expect(ids(listed)).toEqual([seen]);
    // Received before the list was read, and committed after it.
    const later = await makeEvent(device, { active: false, at: Date.parse(listed.json().as_of) - 30_000 });
    const filter = { is_active: false, is_acknowledged: false };
    const answer = await acknowledge(who, { filter, as_of: listed.json().as_of });
    expect(answer.json().results).toEqual([{ id: seen, result: 'acknowledged' }]);
    expect(ids(await list(who, '?is_active=false&is_acknowledged=false'))).toEqual([later]);
  });

  it('acknowledges by its mark exactly what a list showed, also an alarm of the last minute', async () => {
    const device = await makeDevice(database.db);
    const who = await person({ client: device.clientId, manages: true });
    const filter = { is_acknowledged: false };
    const fresh = await makeEvent(device, { active: true, at: start - 1 });
    // Being written while the list is read: it has arrived, but nobody can see it yet.
    const connection = await database.pool.connect();
    try {
      await connection.query('begin');
      await connection.query(
        `insert into event (id, at, received_at, device_id, client_id, site_id, type, client_name, site_name, device_name,
           content, is_active, is_late, is_notified, is_test, needs_acknowledgement)
         select 900001, at, received_at, device_id, client_id, site_id, type, client_name, site_name, device_name,
           content, is_active, is_late, is_notified, is_test, needs_acknowledgement from event where id = $1`,
        [fresh],
      );
      const listed = (await list(who, '?is_acknowledged=false')).json();
      expect(listed.results.map(({ id }: { id: number }) => id)).toEqual([fresh]);
      await connection.query('commit');
      const later = await makeEvent(device, { active: true, at: start - 60_000 });
      const answer = await acknowledge(who, { filter, as_of: listed.as_of, mark: listed.mark });
      expect(answer.json().results).toEqual([{ id: fresh, result: 'acknowledged' }]);
      expect(ids(await list(who, '?is_acknowledged=false')).toSorted()).toEqual([later, 900_001].toSorted());
    } finally {
      connection.release();
    }
    // Rows of an earlier version, and those that a restored backup brought from another database.
    await sql`update event set written_in = case id when 900001 then null else '9000000000'::xid8 end
      where device_id = ${device.id}`.execute(database.db);
    const { as_of, mark } = (await list(who, '?is_acknowledged=false')).json();
    expect((await acknowledge(who, { filter, as_of, mark })).json().results).toHaveLength(2);
  });

  it.each(['x', '1', '2:1:', '1:5:4,3', '1:5:9', '0:0:', '1:2:;', '1:5:3,3'])('refuses %j as a mark', async (mark) => {
    const who = await person();
    const answer = await acknowledge(who, { filter: {}, as_of: new Date(start).toISOString(), mark });
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([400, ['mark']]);
  });

  it('continues a filter of more than 1000 events where the previous call ended', async () => {
    const device = await makeDevice(database.db);
    const who = await person({ client: device.clientId, manages: true });
    await sql`insert into event (id, at, received_at, device_id, client_id, site_id, type, client_name, site_name,
        device_name, content, is_active, is_late, is_notified, is_test, needs_acknowledgement)
      select 10000 + n, ${start}::bigint - n, ${start - 60_000}, ${device.id}, ${device.clientId}, ${device.siteId}, 'alarm_on', '', '',
        '', '', false, false, true, false, true from generate_series(0, 1004) n`.execute(database.db);
    const call = () => acknowledge(who, { filter: {}, as_of: new Date(start).toISOString() });
    const first = (await call()).json();
    expect([first.results.length, first.has_more]).toEqual([1000, true]);
    const second = (await call()).json();
    expect([second.results.length, second.has_more]).toEqual([5, false]);
  });
});

describe('an unacknowledged alarm', () => {
  it('is counted after it has cleared, until it is acknowledged', async () => {
    const device = await makeDevice(database.db);
    const who = await person({ client: device.clientId, manages: true });
    const count = async () => (await who.get('/api/v1/notifications/unacknowledged-count/')).json();
    await makeEvent(device);
    await makeEvent(device, { type: 'alarm_off', active: false, needs: false });
    // A back-fill that is being read in.
    await makeEvent(device, { active: false, late: true });
    expect(await count()).toEqual({ count: 0, count_is_least: false });
    const before = await makeEvent(device, { at: start - 60_000, active: false, late: true });
    expect((await count()).count).toBe(1);
    await who.post(`/api/v1/notifications/${before}/acknowledge/`, {});
    const cleared = await makeEvent(device, { active: false });
    expect(await count()).toEqual({ count: 1, count_is_least: false });
    const stranger = await person({ client: (await makeClient(database.db)).id, manages: true });
    expect((await stranger.get('/api/v1/notifications/unacknowledged-count/')).json().count).toBe(0);
    await who.post(`/api/v1/notifications/${cleared}/acknowledge/`, {});
    expect((await count()).count).toBe(0);
    expect(ids(await list(who, '?is_acknowledged=true'))).toEqual([cleared, before]);
    const { rows } = await database.pool.query('select acknowledged_user from event where id = $1', [cleared]);
    expect(ids(await list(who, `?acknowledged_by=${rows[0].acknowledged_user}`))).toEqual([cleared, before]);
  });
});
