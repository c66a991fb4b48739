import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Committed } from '../../pipeline/types.ts';
import { drivenClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { type MadeDevice, makeDevice, makeSite } from '../../platform/testing/factories.ts';
import { createGrouping, groupArrived } from './grouping.ts';

const database = testDatabase();
const start = Date.UTC(2026, 10, 20, 2);
let now = start;
let nextId = 1;
let leg: MadeDevice;
let drag: MadeDevice;
let published: number[] = [];

beforeEach(async () => {
  now = start;
  published = [];
  await sql`delete from incident`.execute(database.db);
  await sql`delete from event`.execute(database.db);
  const site = await makeSite(database.db);
  leg = await makeDevice(database.db, { site_id: site.id });
  drag = await makeDevice(database.db, { site_id: site.id });
});

/** Stores the beginning of an alarm `after` seconds from the start; `late`: seconds until it was received. */
async function alarm(device: MadeDevice, after: number, { late = 0, type = 'alarm_on' } = {}): Promise<number> {
  const id = nextId++;
  const at = start + after * 1_000;
  await sql`insert into event (id, at, received_at, device_id, client_id, site_id, type, client_name, site_name,
      device_name, group_id, sensor_id, content, is_active, is_late, is_notified, is_test)
    values (${id}, ${at}, ${at + late * 1_000}, ${device.id}, ${device.clientId}, ${device.siteId}, ${type}, '', '', '',
      '4', ${String(id)}, '', true, ${late > 0}, true, false)`.execute(database.db);
  now = Math.max(now, at + late * 1_000 + 1_000);
  return id;
}

/** A published schema of the site in which a machine of each device is connected with the other. */
async function connect(a: MadeDevice, b: MadeDevice): Promise<void> {
  const document = { connectors: [{ start_m_fe_id: 'leg', end_m_fe_id: 'drag' }] };
  const { rows } = await sql<{ tab: number; schema: number }>`with made as (
      insert into schema (site_id, name, is_published, modified_at)
      values (${a.siteId}, 'Plant', true, now()) returning id)
    insert into schema_tab (schema_id, position, name, document, modified_at)
      select id, 0, 'Tab', ${JSON.stringify(document)}, now() from made
    returning id as tab, schema_id as schema`.execute(database.db);
  const [made] = rows;
  for (const [name, device] of [
    ['leg', a],
    ['drag', b],
  ] as const)
    await sql`with machine as (insert into schema_machine (tab_id, frontend_id, name)
        values (${made?.tab}, ${name}, ${name}) returning id)
      insert into schema_sensor (schema_id, tab_id, machine_id, device_id, group_id, sensor_id, device_name, group_name,
        sensor_name, type, unit)
      select ${made?.schema}, ${made?.tab}, id, ${device.id}, '4', '4000', '', '', '', 'NUMERIC', 'C' from machine`.execute(
      database.db,
    );
}

const dependencies = (clock = drivenClock(now)) => ({
  db: database.db,
  clock,
  log: createLog('silent'),
  intervalOf: async () => 2_000,
  changed: async (ids: readonly number[]) => {
    published.push(...ids);
  },
});
const run = () => groupArrived(dependencies());
const stored = async () =>
  (
    await sql<{ event_id: number; incident_id: number; is_first: boolean; uncertain_ms: number | null; late: boolean }>`
      select event_id, incident_id, is_first, uncertain_ms, is_late_first as late from incident order by event_id`.execute(
      database.db,
    )
  ).rows;

describe('two machines of a schema', () => {
  // meets: isa-18.2 12 first-out
  it('are one incident, the first marked, and each change is published once', async () => {
    await connect(leg, drag);
    const first = await alarm(leg, 0);
    const second = await alarm(drag, 30);
    await run();
    const rows = await stored();
    expect(rows).toMatchObject([
      { event_id: first, is_first: true, uncertain_ms: null, late: false },
      { event_id: second, is_first: false },
    ]);
    expect(rows[0]?.incident_id).toBe(rows[1]?.incident_id);
    expect(published).toHaveLength(2);
    await run();
    expect(published).toHaveLength(2);
  });

  it('keep the incident when another alarm joins, and when a late one takes the first place', async () => {
    await connect(leg, drag);
    const second = await alarm(drag, 60);
    await alarm(drag, 61);
    await run();
    const [before] = await stored();
    expect(before).toMatchObject({ event_id: second, is_first: true });
    const first = await alarm(leg, 0, { late: 300 });
    await run();
    const rows = await stored();
    expect(new Set(rows.map((row) => row.incident_id))).toEqual(new Set([before?.incident_id]));
    expect(rows.filter((row) => row.is_first)).toMatchObject([{ event_id: first, late: true }]);
  });

  it('say that the order is not certain within the reporting interval', async () => {
    await connect(leg, drag);
    await alarm(leg, 0);
    await alarm(drag, 2);
    await run();
    expect((await stored())[0]).toMatchObject({ is_first: true, uncertain_ms: 2_000 });
  });
});

it('leaves machines that are not connected, ends, and alarms after ten minutes alone', async () => {
  await alarm(leg, 0);
  await alarm(drag, 30);
  await alarm(leg, 31, { type: 'alarm_off' });
  await alarm(leg, 600);
  await run();
  expect(await stored()).toEqual([]);
});

it('joins warnings of every device and lost nodes, and outages that follow', async () => {
  await alarm(leg, 0, { type: 'warning_on' });
  await alarm(leg, 30, { type: 'warning_on' });
  await alarm(leg, 40, { type: 'device_offline' });
  await alarm(drag, 0, { type: 'device_offline' });
  await alarm(drag, 1, { type: 'device_offline' });
  await run();
  expect(await stored()).toHaveLength(3);
});

describe('a shelf', () => {
  const shelve = (id: number, on: boolean) =>
    sql`update event set is_shelved = ${on} where id = ${id}`.execute(database.db);

  it('keeps an event out until it ends, and then joins it with its true beginning', async () => {
    const shelved = await alarm(leg, 0);
    await shelve(shelved, true);
    const loud = await alarm(leg, 30);
    await run();
    expect(await stored()).toEqual([]);
    await shelve(shelved, false);
    await run();
    expect(await stored()).toMatchObject([
      { event_id: shelved, is_first: true, incident_id: shelved },
      { event_id: loud, is_first: false },
    ]);
  });

  it('that begins later leaves a member where it is', async () => {
    const first = await alarm(leg, 0);
    await alarm(leg, 30);
    await run();
    await shelve(first, true);
    await alarm(leg, 60);
    await run();
    expect(await stored()).toHaveLength(3);
    expect((await stored())[0]).toMatchObject({ event_id: first, is_first: true });
  });
});

it('leaves out what began while its sensor was out of service', async () => {
  await alarm(leg, 0);
  const second = await alarm(leg, 30);
  await sql`insert into out_of_service_span (id, site_id, device_id, path, since)
    select 1, null, device_id, '4.' || sensor_id, to_timestamp(${start / 1_000}) from event where id = ${second}`.execute(
    database.db,
  );
  await run();
  expect(await stored()).toEqual([]);
});

it('does not regroup when the drawing is no longer published', async () => {
  await connect(leg, drag);
  await alarm(leg, 0);
  await alarm(drag, 30);
  await run();
  const before = await stored();
  await sql`update schema set is_published = false`.execute(database.db);
  await alarm(leg, 40);
  await run();
  expect((await stored()).slice(0, 2)).toEqual(before);
});

it('merges two incidents under the number of the one received first', async () => {
  await connect(leg, drag);
  const other = await makeDevice(database.db, { site_id: leg.siteId });
  const first = await alarm(leg, 0);
  await alarm(leg, 1);
  await alarm(other, 2);
  await alarm(other, 3);
  await run();
  expect(new Set((await stored()).map((row) => row.incident_id)).size).toBe(2);
  await connect(drag, other);
  await alarm(drag, 4);
  await run();
  expect(new Set((await stored()).map((row) => row.incident_id))).toEqual(new Set([first]));
});

describe('a committed batch', () => {
  const batch = (...ids: number[]): Committed =>
    ({
      events: ids.map((id) => ({ id, type: 'alarm_on', test: false })),
      changes: [],
      ends: [],
      steps: [],
    }) as unknown as Committed;

  it('is grouped without waiting for the scheduled run', async () => {
    const clock = drivenClock(now);
    const grouping = createGrouping(dependencies(clock));
    const ids = [await alarm(leg, 0), await alarm(leg, 30)];
    grouping.committed(batch(...ids));
    clock.advanceTo(clock.now() + 1_000);
    await expect.poll(() => published.toSorted()).toEqual(ids);
    await grouping.stop();
  });

  it('reads only what can be in an incident with its events', async () => {
    const other = await makeDevice(database.db, { site_id: leg.siteId });
    await connect(leg, drag);
    for (const device of [leg, drag, other]) await alarm(device, 0);
    const clock = drivenClock(now);
    const asked: number[] = [];
    const intervalOf = async (device: number) => {
      asked.push(device);
      return 2_000;
    };
    const grouping = createGrouping({ ...dependencies(clock), intervalOf });
    grouping.committed(batch(await alarm(leg, 30)));
    clock.advanceTo(clock.now() + 1_000);
    await expect.poll(() => published.length).toBe(3);
    expect(asked.toSorted()).toEqual([leg.id, drag.id].toSorted());
    await grouping.stop();
  });

  it('of a thousand events in ten minutes is one incident', async () => {
    const clock = drivenClock(now);
    const grouping = createGrouping(dependencies(clock));
    const ids: number[] = [];
    for (let n = 0; n < 1_000; n++) ids.push(await alarm(leg, n * 0.5));
    grouping.committed(batch(...ids));
    clock.advanceTo(clock.now() + 1_000);
    await expect.poll(() => published.length).toBe(1_000);
    expect(new Set((await stored()).map((row) => row.incident_id))).toEqual(new Set(ids.slice(0, 1)));
    await grouping.stop();
  });
});
