import type { BadActors } from '@tocsin/contract/analytics';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../access/testing.ts';
import { drivenClock } from '../../platform/clock.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { type MadeDevice, makeDevice, makeUser, type SignedIn, signedIn } from '../../platform/testing/factories.ts';
import { addAnalyticsRoutes } from './index.ts';

const database = testDatabase();
const zone = 'America/Chicago';
const begin = Date.UTC(2026, 10, 1, 5);
const end = Date.UTC(2026, 10, 21, 6);
const clock = drivenClock(end - 3_600_000);
let api: TestApi;
let leg: MadeDevice;
let oem: SignedIn;
let engineer: SignedIn;

/** Repeatable chance. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

interface Event {
  readonly at: number;
  readonly type: string;
  readonly sensor: string;
  readonly content: string;
  readonly test?: boolean;
  readonly late?: boolean;
  readonly lasts?: number | null;
}
let nextId = 1;
async function store(device: MadeDevice, events: readonly Event[]): Promise<void> {
  for (let from = 0; from < events.length; from += 500) {
    const rows = events.slice(from, from + 500).map((e) => {
      const ended = e.lasts === null ? null : e.at + (e.lasts ?? 60_000);
      return sql`(${nextId++}::bigint, ${e.at}::bigint, ${e.at}::bigint, ${device.id}::int, ${device.clientId}::int,
        ${device.siteId}::int, ${e.type}, 'C', 'S', 'Leg 1', ${e.sensor.split('.')[0]}, ${e.sensor.split('.')[1]},
        ${`Sensor ${e.sensor}`}, ${e.content}, ${e.lasts === null}, ${e.late ?? false}, true, ${e.test ?? false},
        ${ended}::bigint)`;
    });
    await sql`insert into event (id, at, received_at, device_id, client_id, site_id, type, client_name, site_name,
      device_name, group_id, sensor_id, sensor_name, content, is_active, is_late, is_notified, is_test, ended_at)
      values ${sql.join(rows)}`.execute(database.db);
  }
}

const random = chance(42);
const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] ?? (of[0] as T);
const events: Event[] = Array.from({ length: 3_000 }, () => ({
  at: begin - 86_400_000 + Math.floor(random() * (end - begin + 2 * 86_400_000)),
  type: pick(['alarm_on', 'alarm_on', 'warning_on', 'alarm_off', 'maintenance']),
  sensor: pick(['4.4000', '4.4001', '1.1000', '3.3000', '7.7001']),
  content: pick(['Absolute', 'Underspeed', 'Contact Open', 'above 65 C for 60 s']),
  test: random() < 0.1,
  late: random() < 0.1,
  lasts: random() < 0.02 ? 30 * 3_600_000 : random() < 0.01 ? null : 60_000,
}));
// A sensor that chatters, and a flood over several.
for (let i = 0; i < 40; i++)
  events.push({
    at: begin + 3 * 86_400_000 + i * 45_000,
    type: 'alarm_on',
    sensor: '3.3000',
    content: 'Contact Closed',
  });
for (let i = 0; i < 25; i++)
  events.push({ at: begin + 5 * 86_400_000 + i * 20_000, type: 'alarm_on', sensor: `8.80${i}`, content: 'Absolute' });

beforeAll(async () => {
  api = await testApi(database.db, (a) =>
    addAnalyticsRoutes(a, { db: database.db, clock, shiftStartsOf: async () => ['06:00', '18:00'] }),
  );
  leg = await makeDevice(database.db);
  await store(leg, events);
  oem = await signedIn(api.http, database.db, await makeUser(database.db, { is_oem: true }));
  engineer = await signedIn(api.http, database.db, await makeUser(database.db, { on: { [leg.siteId]: 'Engineer' } }));
});
afterAll(async () => {
  await api.http.close();
});

const range = 'start=1%20Nov%202026&end=20%20Nov%202026';
const path = (what: string, device = leg) => `/api/v1/analytics/${device.id}/${what}/`;
const read = async (what: string, query = range) => (await oem.get(`${path(what)}?${query}`)).json();

describe('refuses', () => {
  // spec: monitoring 6 Analytics: super user or OEM with specific device types
  it.each(['alarm-sensor', 'alarm-time', 'alarm-type', 'export'])(
    '%s to an Engineer, and of an IE-Node',
    async (what) => {
      const query = `?${range}&report=alarm-sensor`;
      expect((await engineer.get(path(what) + query)).statusCode).toBe(403);
      const node = await makeDevice(database.db, { device_type: '0005' });
      expect((await oem.get(path(what, node) + query)).statusCode).toBe(403);
      expect((await oem.get(path(what) + query)).statusCode).toBe(200);
    },
  );

  it('bad actors to people who may not edit; an Engineer reads them of every device type', async () => {
    const node = await makeDevice(database.db, { device_type: '0005' });
    const at = async (role: 'User' | 'Engineer') => {
      const who = await signedIn(api.http, database.db, await makeUser(database.db, { on: { [node.siteId]: role } }));
      return (await who.get(`${path('bad-actors', node)}?${range}`)).statusCode;
    };
    expect([await at('User'), await at('Engineer')]).toEqual([403, 200]);
  });

  // spec: monitoring 5 Generate report button disabled without from, to and device
  it('a report without its days', async () => {
    const answer = await oem.get(path('alarm-sensor'));
    expect([answer.statusCode, answer.json()]).toEqual([400, { start: ['Please select date before!'] }]);
  });
});

const counted = events.filter(
  (e) => ['alarm_on', 'warning_on'].includes(e.type) && !e.test && e.at >= begin && e.at < end,
);
const tally = (key: (e: Event) => string): Record<string, number> => {
  const results: Record<string, number> = {};
  for (const e of counted) results[key(e)] = (results[key(e)] ?? 0) + 1;
  return results;
};

// spec: decisions 7 counted are alarm_on and warning_on, late ones included, tests not
describe('equals an independent count over the same events:', () => {
  it('by sensor', async () => {
    const { alarm_sensor_data } = await read('alarm-sensor');
    expect(
      Object.fromEntries(alarm_sensor_data.map((r: { sensor_id: string; count: number }) => [r.sensor_id, r.count])),
    ).toEqual(tally((e) => e.sensor));
  });

  // spec: monitoring 3 Analytics: alarm_time_data (name per hour, count)
  it('by the hour of the day in the site’s zone, over the end of summer time', async () => {
    const { alarm_time_data } = await read('alarm-time');
    const hour = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' });
    const expected = tally((e) => hour.format(e.at));
    expect(alarm_time_data).toHaveLength(24);
    for (const { name, count } of alarm_time_data) expect([name, count]).toEqual([name, expected[name] ?? 0]);
  });

  it('by type', async () => {
    const { alarm_type_data } = await read('alarm-type');
    expect(alarm_type_data.total).toBe(counted.length);
    expect(
      Object.fromEntries(alarm_type_data.data.map((r: { name: string; count: number }) => [r.name, r.count])),
    ).toEqual(tally((e) => e.content));
  });

  // meets: isa-18.2 16.5 standing, 16.6 chattering, 16.7 flood
  it('bad actors, by window functions of PostgreSQL', async () => {
    const report = (await read('bad-actors')) as BadActors;
    const base = sql`select e.at, e.sensor_id, e.id from event e where e.device_id = ${leg.id}
      and e.type in ('alarm_on', 'warning_on') and not e.is_test and e.at >= ${begin} and e.at < ${end}`;
    // What begins in any window that holds enough, each counted once.
    const inBursts = async (least: number, by: 'sensor' | 'all') => {
      const over = by === 'sensor' ? sql`partition by sensor_id` : sql``;
      const same = by === 'sensor' ? sql`and b.sensor_id = w.sensor_id` : sql``;
      const { rows } = await sql<{ count: number; peak: number }>`with base as (${base}),
        windows as (select at, sensor_id, count(*) over (${over} order by at range between 599999 preceding and current row) as n
          from base)
        select (select count(*) from base b where exists (select 1 from windows w where w.n >= ${least} ${same}
            and b.at <= w.at and b.at > w.at - 600000)) as count,
          (select max(n) from windows) as peak`.execute(database.db);
      return rows[0];
    };
    const sum = (rows: readonly { count: number }[]) => rows.reduce((all, row) => all + row.count, 0);
    const chattering = await inBursts(6, 'sensor');
    const floods = await inBursts(10, 'all');
    expect(report.chattering.length).toBeGreaterThan(0);
    expect([sum(report.chattering), report.chattering[0]?.peak]).toEqual([chattering?.count, chattering?.peak]);
    expect([sum(report.floods), Math.max(...report.floods.map((f) => f.peak))]).toEqual([floods?.count, floods?.peak]);
    const longStanding = await sql<{ count: number }>`select count(*) as count from event where device_id = ${leg.id}
      and type in ('alarm_on', 'warning_on') and not is_test and at < ${end} and (ended_at is null or ended_at > ${begin})
      and coalesce(ended_at, ${clock.now()}) - at > 86400000`.execute(database.db);
    expect(report.standing).toHaveLength(longStanding.rows[0]?.count ?? -1);
    expect(report.most_frequent[0]).toMatchObject({
      sensor_id: Object.entries(tally((e) => e.sensor)).sort((a, b) => b[1] - a[1])[0]?.[0],
      count: Math.max(...Object.values(tally((e) => e.sensor))),
    });
    expect(report.total).toBe(counted.length);
    const { rows: windows } = await sql<{
      windows: number;
    }>`select count(distinct (at - ${begin}) / 600000)::int as windows
      from event where device_id = ${leg.id} and type in ('alarm_on', 'warning_on') and not is_test
        and at >= ${begin} and at < ${end}`.execute(database.db);
    const busy = report.rates.steps.filter(({ least }) => least > 0);
    expect(busy.reduce((all, step) => all + step.windows, 0)).toBe(windows[0]?.windows);
    expect(report.answers.map(({ from, to }) => [from, to])).toEqual([
      ['06:00', '18:00'],
      ['18:00', '06:00'],
    ]);
  });
});

it('a range without data is empty, not an error', async () => {
  const empty = 'start=1%20Nov%202020&end=20%20Nov%202020';
  expect(await read('alarm-sensor', empty)).toEqual({ alarm_sensor_data: [] });
  expect(await read('alarm-type', empty)).toEqual({ alarm_type_data: { total: 0, data: [] } });
  expect(await read('bad-actors', empty)).toMatchObject({ total: 0, most_frequent: [], chattering: [], floods: [] });
});

it('a sensor renamed since is counted as one, under its newest name', async () => {
  const device = await makeDevice(database.db);
  const at = begin + 3_600_000;
  await store(device, [
    { at, type: 'alarm_on', sensor: '4.4000', content: 'Absolute' },
    { at: at + 1, type: 'alarm_on', sensor: '4.4000', content: 'Absolute' },
  ]);
  await sql`update event set sensor_name = 'New name' where device_id = ${device.id} and at = ${at + 1}`.execute(
    database.db,
  );
  expect((await oem.get(`${path('alarm-sensor', device)}?${range}`)).json()).toEqual({
    alarm_sensor_data: [{ sensor_id: '4.4000', sensor_name: 'New name', count: 2 }],
  });
});

it('says how many alarms were shelved, and how soon each shift acknowledged', async () => {
  const device = await makeDevice(database.db);
  const at = begin + 10 * 3_600_000;
  await store(device, [
    { at, type: 'alarm_on', sensor: '4.4000', content: 'Absolute' },
    { at: at + 1, type: 'alarm_on', sensor: '4.4001', content: 'Absolute' },
    { at: at + 2, type: 'warning_on', sensor: '4.4002', content: 'Absolute' },
  ]);
  await sql`update event set needs_acknowledgement = true, respond_within_minutes = 5
    where device_id = ${device.id} and at <= ${at + 1}`.execute(database.db);
  await sql`update event set acknowledged_at = at + 90000, is_shelved = true
    where device_id = ${device.id} and at = ${at}`.execute(database.db);
  await sql`update event set is_active = false, ended_at = at + 60000 where device_id = ${device.id}`.execute(
    database.db,
  );
  const report: BadActors = (await oem.get(`${path('bad-actors', device)}?${range}`)).json();
  expect([report.total, report.shelved, report.warnings]).toEqual([3, 1, 1]);
  expect([report.alarm_seconds, report.answer_seconds]).toEqual([120, 90]);
  expect(report.answer_goal).toEqual({ of: 2, within: 1 });
  expect(report.by_day).toEqual([{ day: new Date(at).toISOString().slice(0, 10), alarms: 2, warnings: 1 }]);
  expect(report.answers).toEqual([
    {
      from: '06:00',
      to: '18:00',
      count: 2,
      unacknowledged: 1,
      median_seconds: 90,
      slow_seconds: 90,
      goal_seconds: 300,
    },
    {
      from: '18:00',
      to: '06:00',
      count: 0,
      unacknowledged: 0,
      median_seconds: null,
      slow_seconds: null,
      goal_seconds: null,
    },
  ]);
});

it('counts for the time to respond what kept it or is over, and not what still has time', async () => {
  const device = await makeDevice(database.db);
  const at = clock.now() - 10 * 60_000;
  await store(
    device,
    ['4.4000', '4.4001', '4.4002'].map((sensor) => ({ at, type: 'alarm_on', sensor, content: 'Absolute' })),
  );
  const within = async (sensor: string, minutes: number, acknowledged: number | null = null) => {
    await sql`update event set needs_acknowledgement = true, respond_within_minutes = ${minutes},
      acknowledged_at = ${acknowledged} where device_id = ${device.id} and sensor_id = ${sensor}`.execute(database.db);
    return ((await oem.get(`${path('bad-actors', device)}?${range}`)).json() as BadActors).answer_goal;
  };
  expect(await within('4000', 15)).toBeNull();
  expect(await within('4001', 15, at + 60_000)).toEqual({ of: 1, within: 1 });
  expect(await within('4002', 5)).toEqual({ of: 2, within: 1 });
});

it('names the rule in force behind the warnings of a sensor, and none for alarms or former rules', async () => {
  const device = await makeDevice(database.db);
  const ruled = async (path: string, until: number | null) => {
    const { rows } = await sql<{ id: number }>`insert into warning_rule (device_id, path, sign, value, delay_seconds,
        position, since, until)
      values (${device.id}, ${path}, '>', 65, 0, 0, 1, ${until}) returning id`.execute(database.db);
    return rows[0]?.id ?? 0;
  };
  const present = await ruled('4.4000', null);
  const former = await ruled('4.4001', 2);
  const at = begin + 3_600_000;
  const warning = (sensor: string, minute: number) => ({
    at: at + minute * 60_000,
    type: 'warning_on',
    sensor,
    content: 'above 65 C',
  });
  await store(device, [warning('4.4000', 0), warning('4.4000', 1), warning('4.4000', 2), warning('4.4001', 3)]);
  await store(device, [{ ...warning('4.4002', 5), type: 'alarm_on' }]);
  await sql`update event set rule_id = case sensor_id when '4000' then ${present}::int else ${former}::int end
    where device_id = ${device.id} and type = 'warning_on' and at > ${at}`.execute(database.db);
  const report: BadActors = (await oem.get(`${path('bad-actors', device)}?${range}`)).json();
  expect(report.most_frequent.map(({ sensor_id, warnings, rule }) => ({ sensor_id, warnings, rule }))).toEqual([
    { sensor_id: '4.4000', warnings: 3, rule: { id: present, count: 2 } },
    { sensor_id: '4.4001', warnings: 1, rule: null },
    { sensor_id: '4.4002', warnings: 0, rule: null },
  ]);
});

it('counts the alarms of a sensor before and after each change of its rules, over equal times', async () => {
  const device = await makeDevice(database.db);
  const day = 86_400_000;
  const changed = begin + 10 * day;
  const lately = clock.now() - 3_600_000;
  await sql`insert into warning_rule (device_id, path, sign, value, delay_seconds, position, since, until)
    values (${device.id}, '4.4000', '>', 65, 0, 0, 1, ${changed}), (${device.id}, '4.4000', '>', 70, 0, 0, ${changed}, null),
      (${device.id}, '4.4001', '>', 70, 0, 0, ${lately}, null)`.execute(database.db);
  const alarm = (at: number, sensor = '4.4000') => ({ at, type: 'warning_on', sensor, content: 'above 65 C' });
  await store(device, [
    ...[8, 7, 3, 1].map((days) => alarm(changed - days * day)),
    alarm(changed - 1, '4.4009'),
    alarm(changed),
    alarm(changed + 7 * day),
    { ...alarm(changed + day), test: true },
    alarm(lately - 3_600_001, '4.4001'),
    alarm(lately - 1, '4.4001'),
  ]);
  const report: BadActors = (await oem.get(`${path('bad-actors', device)}?${range}`)).json();
  expect(report.changes).toMatchObject([
    { sensor_id: '4.4001', at: new Date(lately).toISOString(), hours: 1, before: 1, after: 0 },
    { sensor_id: '4.4000', at: new Date(changed).toISOString(), hours: 168, before: 3, after: 1 },
  ]);
});

it('names a sensor as it is named now, also for events before it had a name', async () => {
  const device = await makeDevice(database.db);
  await store(device, [{ at: begin + 86_400_000, type: 'warning_on', sensor: 'values.0', content: 'above 7' }]);
  const named = async (): Promise<unknown> =>
    (await oem.get(`${path('bad-actors', device)}?${range}`)).json().most_frequent[0].sensor_name;
  expect(await named()).toBe('Sensor values.0');
  await sql`insert into sensor_label (device_id, path, label) values (${device.id}, 'values.0', 'Vib 0')`.execute(
    database.db,
  );
  expect(await named()).toBe('Vib 0');
});

it('is exported as CSV with formulas escaped', async () => {
  const type = await oem.get(`${path('export')}?${range}&report=alarm-type`);
  expect(type.headers['content-type']).toContain('text/csv');
  expect(type.body.split('\n')[0]).toBe('﻿type,count');
  const bad = await engineer.get(`${path('bad-actors/export')}?${range}&scope=site`);
  expect(bad.body).toContain('chattering,Leg 1,3.3000,Sensor 3.3000');
  expect(bad.body).toContain('\nflood,');
});

it('counts what began while its sensor was out of service, also after it was put back', async () => {
  const device = await makeDevice(database.db);
  const at = begin + 86_400_000;
  const alarm = (sensor: string, when: number) => ({ at: when, type: 'alarm_on', sensor, content: 'Absolute' });
  await store(device, [alarm('4.4000', at), alarm('4.4000', at + 3_600_000), alarm('4.4001', at)]);
  await sql`insert into out_of_service (device_id, path, since, user_name, reason, review_at)
    values (${device.id}, '4.4000', ${new Date(at - 1)}, 'Dale Novak', 'Probe broken', now())`.execute(database.db);
  await sql`delete from out_of_service where device_id = ${device.id}`.execute(database.db);
  await sql`update out_of_service_span set ended_at = ${new Date(at + 60_000)}
    where device_id = ${device.id}`.execute(database.db);
  const asked = async (more: string): Promise<number[]> => {
    const report: BadActors = (await oem.get(`${path('bad-actors', device)}?${range}${more}`)).json();
    return [report.total, report.out_of_service];
  };
  expect(await asked('')).toEqual([3, 1]);
  expect(await asked('&is_out_of_service=true')).toEqual([1, 1]);
  expect(await asked('&is_out_of_service=false')).toEqual([2, 0]);
  const csv = await oem.get(`${path('bad-actors', device)}export/?${range}`);
  expect(csv.body).toContain('out of service,,,,1,');
});

it('says while readings that came late are still to be evaluated, at the device and at its site', async () => {
  const device = await makeDevice(database.db);
  const isCounting = async (scope: string): Promise<boolean> =>
    (await oem.get(`${path('bad-actors', device)}?${range}&scope=${scope}`)).json().is_counting;
  // The present hour of each device waits until it is over.
  await sql`insert into pending_hour (device_id, t0) values (${device.id}, ${begin})`.execute(database.db);
  expect([await isCounting('device'), await isCounting('site')]).toEqual([false, false]);
  await sql`update pending_hour set late_first = ${end}, late_last = ${end} where device_id = ${device.id}`.execute(
    database.db,
  );
  expect([await isCounting('device'), await isCounting('site')]).toEqual([true, true]);
});

it('counts what is shelved or acknowledged only, or what is not, in every report and among the bad actors', async () => {
  const device = await makeDevice(database.db);
  const at = (n: number): Event => ({ at: begin + n * 3_600_000, type: 'alarm_on', sensor: `4.400${n}`, content: 'A' });
  await store(device, [at(0), at(1), at(2), at(3)]);
  const mark = (sensor: string, what: 'shelved' | 'acknowledged') =>
    sql`update event set is_shelved = is_shelved or ${what === 'shelved'},
        acknowledged_at = case when ${what === 'acknowledged'} then at + 1000 else acknowledged_at end
      where device_id = ${device.id} and sensor_id = ${sensor}`.execute(database.db);
  await mark('4000', 'shelved');
  await mark('4001', 'shelved');
  await mark('4001', 'acknowledged');
  await mark('4002', 'acknowledged');
  const asked = async (query: string): Promise<number[]> => {
    const about = `/api/v1/analytics/${device.id}/`;
    const days = `start=2026-11-01&end=2026-11-20${query}`;
    const total = (await oem.get(`${about}alarm-type/?${days}`)).json().alarm_type_data.total;
    const sensors = (await oem.get(`${about}alarm-sensor/?${days}`)).json().alarm_sensor_data.length;
    const bad = (await oem.get(`${about}bad-actors/?${days}`)).json().total;
    return [total, sensors, bad];
  };
  expect(await asked('')).toEqual([4, 4, 4]);
  expect(await asked('&is_shelved=true')).toEqual([2, 2, 2]);
  expect(await asked('&is_shelved=false')).toEqual([2, 2, 2]);
  expect(await asked('&is_acknowledged=true&is_shelved=false')).toEqual([1, 1, 1]);
  expect(await asked('&is_acknowledged=false&is_shelved=true')).toEqual([1, 1, 1]);
  const wrong = await oem.get(
    `/api/v1/analytics/${device.id}/alarm-type/?start=2026-11-01&end=2026-11-20&is_shelved=x`,
  );
  expect(wrong.statusCode).toBe(400);
});
