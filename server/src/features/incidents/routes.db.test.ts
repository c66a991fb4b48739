import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../access/testing.ts';
import { drivenClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
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
import type { LiveValues } from './facts.ts';
import { groupArrived } from './grouping.ts';
import { addIncidentRoutes } from './index.ts';
import type { NowDevice } from './now.ts';
import type { EventKnowledge } from './read.ts';

const database = testDatabase();
const now = Date.parse('2026-11-27T10:12:03Z');
const minute = 60_000;
const clock = drivenClock(now);
const event = eventFactory(database, now - 8 * minute);
const devices: NowDevice[] = [];
const known: EventKnowledge[] = [];
const told = new Set<number>();
const advice = new Map<number, string>();
const values = new Map<number, LiveValues>();
const before = new Map<number, LiveValues>();
const recent = new Map<number, LiveValues>();
let queries = 0;
let api: TestApi;
let leg: MadeDevice;
let viewer: SignedIn;

const bearing = { name: 'Head bearing left', unit: 'C', isNumeric: true, isContact: false };
const measured = (value: number, at: number, state = ''): LiveValues => ({
  isOnline: true,
  isByException: false,
  intervalMs: 2_000,
  sensors: new Map([['4.4000', { ...bearing, state, value, at }]]),
});

beforeAll(async () => {
  api = await testApi(database.db, (a) =>
    addIncidentRoutes(a, {
      db: database.db,
      clock,
      notificationsById: (db, ids) => {
        queries++;
        return notificationsById(db, ids);
      },
      valuesNow: async (id) => values.get(id),
      valuesAt: async (ids, at) => {
        const known = at < clock.now() - 2 * minute ? before : recent;
        return new Map(ids.flatMap((id) => (known.has(id) ? [[id, known.get(id) as LiveValues]] : [])));
      },
      adviceOf: async () => advice,
      knowledgeOf: async () => known,
      toldOtherwise: async () => told,
      devices: () => devices,
      dueSources: [
        async ([site]) =>
          site
            ? [
                { kind: 'handover', site, device: null, what: '', at: '2026-11-27T12:00:00.000Z', days_over: 0 },
                { kind: 'test', site, device: null, what: 'Bin 1 level', at: null, days_over: 3 },
                { kind: 'test', site, device: null, what: 'Bin 2 level', at: null, days_over: 2 },
              ]
            : [],
      ],
    }),
  );
});
afterAll(async () => {
  await api.http.close();
});
beforeEach(async () => {
  await sql`delete from incident`.execute(database.db);
  await sql`delete from event`.execute(database.db);
  for (const kept of [values, before, advice]) kept.clear();
  known.length = 0;
  devices.length = 0;
  queries = 0;
  const site = await makeSite(database.db, { timezone: 'America/Chicago' });
  leg = await makeDevice(database.db, { site_id: site.id, title: 'Leg 1' });
  viewer = await signedIn(api.http, database.db, await makeUser(database.db, { on: { [site.id]: 'User' } }));
  clock.advanceTo(clock.now() + minute);
});
const stop = (over = {}) => event(leg, { at: now - 5 * minute, content: 'Stopped: persistent alarm', ...over });
const group = () =>
  groupArrived({
    db: database.db,
    clock: drivenClock(now),
    log: createLog('silent'),
    intervalOf: async () => 2_000,
    changed: async () => undefined,
  });
const selected = () => ({ headers: { 'x-tocsin-selection': `${leg.clientId},,` } });
const list = async (query = '', as = viewer) => (await as.get(`/api/v1/incidents/${query}`, selected())).json();
const one = async (id: number, as = viewer) => await as.get(`/api/v1/incidents/${id}/`, selected());

describe('who sees an incident', () => {
  it('nobody of another client, by list or by number', async () => {
    const id = await event(leg);
    const other = await makeDevice(database.db);
    const stranger = await signedIn(
      api.http,
      database.db,
      await makeUser(database.db, { on: { [other.siteId]: 'Manager' } }),
    );
    expect((await one(id, stranger)).statusCode).toBe(404);
    const headers = { headers: { 'x-tocsin-selection': `${other.clientId},,` } };
    expect((await stranger.get('/api/v1/incidents/', headers)).json()).toMatchObject({ count: 0, results: [] });
    expect((await stranger.get('/api/v1/now/', headers)).json()).toMatchObject({
      incidents: { count: 0 },
      day: [{ spans: [] }],
    });
  });

  it('a reader without rights to half of it sees the other half, and nothing is called first', async () => {
    const hidden = await makeDevice(database.db, { site_id: leg.siteId, is_suspended: true });
    const first = await event(hidden, { at: now - 9 * minute });
    const second = await event(leg);
    const place = sql`(device_id, event_id, incident_id, is_first, uncertain_ms, size, span_ms)`;
    await sql`insert into incident ${place} values (${hidden.id}, ${first}, ${first}, true, 2000, 2, 1000),
      (${leg.id}, ${second}, ${first}, false, 2000, 2, 1000)`.execute(database.db);
    const incident = (await one(second)).json();
    expect(incident).toMatchObject({ id: first, first: null, event_count: 1, devices: [{ id: leg.id }] });
    expect(JSON.stringify(incident)).not.toContain(`Leg ${hidden.id}`);
    expect(incident.story.clauses[0].text).not.toContain('First');
    expect((await list()).results).toMatchObject([{ id: first, event_count: 1 }]);
    expect((await one(first)).json()).toMatchObject({ event_count: 1 });
    const oem = await signedIn(api.http, database.db, await makeUser(database.db, { is_oem: true }));
    expect((await one(second, oem)).json()).toMatchObject({
      first,
      event_count: 2,
      facts: { uncertain: { event: second } },
    });
  });

  it('people outside the client appear as their receipts name them', async () => {
    const id = await event(leg);
    const at = clock.now() + minute;
    known.push({
      event: id,
      receipts: [],
      next: { event: id, escalation: 1, step: 1, at: new Date(at).toISOString(), people: ['Operator'] },
    });
    const person = async () =>
      (await list()).results[0].story.clauses.find(({ kind }: { kind: string }) => kind === 'person').text;
    expect(await person()).toContain('Operator is next');
    // A step whose time is over is not to come.
    clock.advanceTo(at + 1);
    expect(await person()).not.toContain('Operator');
  });
});

describe('a story', () => {
  it('keeps the first event after it cleared, with its value now, who has it and what to do', async () => {
    const bearing = await event(leg, { ended: now - 3 * minute });
    const stopped = await stop();
    await group();
    values.set(leg.id, measured(71.2, clock.now() - 1_000));
    before.set(leg.id, measured(77.2, clock.now() - 5 * minute));
    advice.set(bearing, 'Do not restart it.');
    await sql`update event set duration = ended_at - at where id = ${bearing}`.execute(database.db);
    await sql`update event set acknowledged_by = 'Sam Ortega', acknowledged_at = ${now - 4 * minute},
      acknowledged_comment = 'on my way' where id = ${stopped}`.execute(database.db);
    const { results, totals } = await list();
    expect(totals).toEqual({ alarms: 1, warnings: 0, shelved: 0, cleared: 1, sites: 1 });
    expect(results).toMatchObject([
      {
        id: bearing,
        first: bearing,
        active: 1,
        unacknowledged: 1,
        counts: { alarms: 1, warnings: 0, offline: 0, shelved: 0 },
        story: {
          severity: 'alarm',
          first: expect.stringContaining('84.5 °C, cleared 04:09'),
          now: expect.stringMatching(/now 71\.2 °C, falling 6 °C in 5 min$/),
        },
        who_knows: [{ name: 'Sam Ortega', state: 'acknowledged', comment: 'on my way' }],
      },
    ]);
    expect(results[0].story.clauses.map(({ kind }: { kind: string }) => kind)).toEqual([
      'cause',
      'consequence',
      'person',
      'trend',
      'advice',
    ]);
    expect((await one(stopped)).json()).toMatchObject({ id: bearing, facts: { advice: 'Do not restart it.' } });
  });

  it('has value and instruction of what stands now, not of what was first and cleared elsewhere', async () => {
    const pit = await makeDevice(database.db, { site_id: leg.siteId, title: 'Receiving pit' });
    const bearing = await event(leg, { ended: now - 3 * minute });
    const warned = await event(pit, { at: now - 2 * minute, type: 'warning_on' });
    await sql`insert into incident (device_id, event_id, incident_id, is_first, uncertain_ms, size, span_ms)
      values (${leg.id}, ${bearing}, ${bearing}, true, null, 2, 1000),
      (${pit.id}, ${warned}, ${bearing}, false, null, 2, 1000)`.execute(database.db);
    values.set(leg.id, measured(40, clock.now() - 1_000, 'Running'));
    values.set(pit.id, measured(66, clock.now() - 1_000));
    before.set(pit.id, measured(60, clock.now() - 5 * minute));
    advice.set(bearing, 'Keep the leg stopped.');
    const { facts } = (await one(bearing)).json();
    expect(facts).toMatchObject({ advice: null, advised: null, running: [leg.id] });
    expect(facts.present).toMatchObject({
      device: `Leg ${pit.id}`,
      full_sensor_id: `${pit.id}.4.4000`,
      value: 66,
      before: { value: 60 },
    });
    advice.set(warned, 'Stop the receiving.');
    expect((await one(bearing)).json().facts).toMatchObject({ advice: 'Stop the receiving.', advised: warned });
  });

  it('says by speed or contact that a machine runs, whatever the words of its states', async () => {
    const id = await stop({ ended: now - minute });
    const state = { name: 'Zustand', unit: '', isNumeric: false, isContact: false, state: 'Läuft', value: 2 };
    const runs = async (...sensors: readonly (typeof state)[]) => {
      clock.advanceTo(clock.now() + minute);
      const paths = sensors.map((sensor, n) => [`4.400${n}`, { ...sensor, at: clock.now() - 1_000 }] as const);
      values.set(leg.id, { ...measured(0, 0), sensors: new Map(paths) });
      return (await one(id)).json().facts.running.length === 1;
    };
    const speed = (value: number, unit = 'RPM') => ({ ...state, name: 'Drehzahl', unit, isNumeric: true, value });
    expect(await runs(state, speed(88))).toBe(true);
    expect(await runs({ ...state, state: 'Running' }, speed(0.2))).toBe(false);
    expect(await runs(state, speed(88), speed(0))).toBe(false);
    expect(await runs({ ...state, isContact: true, value: 1 })).toBe(true);
    expect(await runs({ ...state, isContact: true, value: 84.5 })).toBe(false);
    // A level in per cent says nothing of the machine.
    expect(await runs({ ...state, state: 'Stopped' }, speed(40, '%'))).toBe(false);
    expect(await runs({ ...state, state: 'Running' }, speed(40, '%'))).toBe(true);
  });

  it('names what was active already, and of another site nothing', async () => {
    await event(leg, { at: now - 60 * minute, sensor: 'Tail bearing' });
    const other = await makeDevice(database.db, {
      site_id: (await makeSite(database.db, { client_id: leg.clientId })).id,
    });
    await event(other, { at: now - 70 * minute, sensor: 'Pellet bearing' });
    await stop();
    const told = (await list('?is_active=true')).results.find(({ story }: { story: { headline: string } }) =>
      story.headline.includes('stopped'),
    );
    expect(JSON.stringify(told.story)).toContain('Tail bearing');
    expect(JSON.stringify(told.story)).toContain('already active since');
    expect(JSON.stringify(told.story)).not.toContain('Pellet bearing');
  });

  it('says that it is not the first time: alarms of the machine that ended within the hour, no test, no shelf', async () => {
    const other = await makeDevice(database.db, { site_id: leg.siteId });
    const past = (minutes: number, sensor: string, over = {}, device = leg) =>
      event(device, { at: now - minutes * minute, sensor, ended: now - (minutes - 1) * minute, ...over });
    const hot = await past(25, 'Head bearing left');
    const tested = await past(20, 'Proof');
    await sql`update event set is_test = true where id = ${tested}`.execute(database.db);
    await past(20, 'Rub block', { type: 'warning_on' });
    await past(20, 'Boot bearing', {}, other);
    await past(100, 'Tail bearing');
    const held = await past(20, 'Motor');
    await sql`update event set is_shelved = true where id = ${held}`.execute(database.db);
    await event(leg, { at: now - 20 * minute, sensor: 'Level', ended: now - minute });
    const stopped = await stop();
    const { facts, story } = (await one(stopped)).json();
    expect(facts.earlier.map(({ id }: { id: number }) => id)).toEqual([hot]);
    expect(story.earlier).toMatch(/^Earlier alarm: /);
    expect(story.clauses.filter(({ text }: { text: string }) => text === story.earlier)).toHaveLength(1);
    expect((await one(hot)).json().story.earlier).toBe(null);
  });

  it('of a device that was removed in the middle is not told, and the rest is', async () => {
    const bearing = await event(leg);
    await stop();
    await group();
    await sql`update device set removed_at = now() where id = ${leg.id}`.execute(database.db);
    expect((await list()).results).toEqual([]);
    expect((await one(bearing)).statusCode).toBe(404);
  });
});

describe('the list', () => {
  it('comes active by priority, then unacknowledged, shelved last; filtered by site and by activity', async () => {
    const shelved = await event(leg, { priority: 1 });
    await sql`update event set is_shelved = true where id = ${shelved}`.execute(database.db);
    const cleared = await event(leg, { ended: now, priority: 1 });
    const low = await event(leg, { type: 'warning_on', priority: 3, needs: false });
    const high = await event(leg, { priority: 1 });
    const ids = async (query = '') => (await list(query)).results.map(({ id }: { id: number }) => id);
    expect(await ids()).toEqual([high, low, cleared, shelved]);
    expect(await ids('?is_active=false')).toEqual([cleared]);
    expect(await ids('?limit=1&offset=1')).toEqual([low]);
    expect(await ids(`?site=${leg.siteId}`)).toHaveLength(4);
    expect(await ids('?site=999999')).toEqual([]);
  });

  const incident = async (events: readonly number[]) =>
    await sql`insert into incident (device_id, event_id, incident_id, is_first, size, span_ms)
      select ${leg.id}, id, ${events[0]}, id = ${events[0]}, ${events.length}, 1000
      from unnest(${[...events]}::bigint[]) id`.execute(database.db);
  it('goes by what stands: a critical alarm that has cleared does not put its warning before an alarm', async () => {
    const cleared = await event(leg, { ended: now, priority: 1 });
    const warning = await event(leg, { type: 'warning_on', priority: 3 });
    await incident([cleared, warning]);
    const same = await event(leg, { type: 'warning_on', priority: 2 });
    const alarm = await event(leg, { priority: 2, at: now - 9 * minute });
    expect((await list()).results.map(({ id }: { id: number }) => id)).toEqual([alarm, same, cleared]);
  });

  const many = async (count: number, over = {}) => {
    const ids: number[] = [];
    for (let n = 0; n < count; n++) ids.push(await event(leg, { at: now - 9 * minute + n, ...over }));
    return ids;
  };

  it('has every incident of its page with its first events, however long the others are', async () => {
    for (let n = 0; n < 12; n++) await incident(await many(20));
    const { count, results } = await list('?limit=20');
    expect(count).toBe(12);
    expect(results.map(({ events }: { events: unknown[] }) => events.length)).toEqual(Array(12).fill(20));
  });

  it('tells of a sensor that chattered for long that it is in alarm now', async () => {
    const ids = await many(250, { ended: now, needs: false });
    await incident([...ids, await event(leg, { at: now - minute })]);
    expect((await list()).results).toMatchObject([{ active: 1, event_count: 251, story: { severity: 'alarm' } }]);
  });

  it('of a thousand events reads a fixed number of rows in a fixed number of queries', async () => {
    for (let n = 0; n < 1_000; n++) await event(leg, { at: now - 9 * minute + n * 500, sensor: `Sensor ${n}` });
    await group();
    const { count, results } = await list();
    expect(count).toBe(1);
    expect(results[0].event_count).toBe(1_000);
    expect(results[0].events.length).toBeLessThanOrEqual(200);
    expect(results[0].facts.events.length).toBeLessThanOrEqual(40);
    expect(queries).toBe(1);
  });
});

describe('what the first page shows', () => {
  const read = async () => (await viewer.get('/api/v1/now/', selected())).json();

  it('is the running incidents, what is due, and silent devices', async () => {
    await event(leg);
    devices.push(
      { id: leg.id, title: 'Leg 1', siteId: leg.siteId, isSuspended: false, isOnline: true, lastSeenAt: now - 1_000 },
      {
        id: 2,
        title: 'Truck scale',
        siteId: leg.siteId,
        isSuspended: false,
        isOnline: false,
        lastSeenAt: now - 38 * minute,
      },
      { id: 5, title: 'Kiln', siteId: leg.siteId, isSuspended: false, isOnline: null, lastSeenAt: null },
      { id: 3, title: 'Hidden', siteId: leg.siteId, isSuspended: true, isOnline: false, lastSeenAt: now },
      { id: 4, title: 'Elsewhere', siteId: 999, isSuspended: false, isOnline: false, lastSeenAt: now },
    );
    expect(await read()).toMatchObject({
      incidents: { count: 1, totals: { alarms: 1 } },
      // The first of each kind stands before the others.
      due: [{ kind: 'test', what: 'Bin 1 level', days_over: 3 }, { kind: 'handover' }, { what: 'Bin 2 level' }],
      due_count: 3,
      silent: [{ device: { title: 'Truck scale' } }, { device: { title: 'Kiln' }, since: null }],
      silent_count: 2,
      devices: { total: 3, online: 1 },
      quiet_since: null,
      last: null,
    });
  });

  it('says since when it is quiet, and what was last', async () => {
    // Of the day before yesterday, and still waiting for somebody.
    await event(leg, { at: now - 2_880 * minute, ended: now - 2_870 * minute });
    const id = await event(leg, { ended: now - 2 * minute, needs: false });
    const answer = await read();
    expect(answer).toMatchObject({
      incidents: { count: 1 },
      quiet_since: new Date(now - 2 * minute).toISOString(),
      last: { id },
    });
    expect(answer.day).toMatchObject([
      { spans: [{ severity: 'alarm', to: new Date(now - 2 * minute).toISOString() }] },
    ]);
    const elsewhere = (await viewer.get('/api/v1/now/?all_clients=true&site=999999', selected())).json();
    expect(elsewhere).toMatchObject({ quiet_since: null, last: null, day: [], incidents: { count: 0 } });
  });
});
