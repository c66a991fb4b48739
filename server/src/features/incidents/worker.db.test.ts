import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { drivenClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { type MadeDevice, makeDevice, makeSite } from '../../platform/testing/factories.ts';
import { groupArrived } from './worker.ts';

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

const run = () =>
  groupArrived({
    db: database.db,
    clock: drivenClock(now),
    log: createLog('silent'),
    intervalOf: async () => 2_000,
    changed: async (ids) => {
      published.push(...ids);
    },
  });
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

it('counts warnings of devices that only warn as alarms', async () => {
  const node = await makeDevice(database.db, { site_id: leg.siteId, device_type: '0005' });
  await alarm(node, 0, { type: 'warning_on' });
  await alarm(node, 30, { type: 'warning_on' });
  await alarm(leg, 0, { type: 'warning_on' });
  await alarm(leg, 30, { type: 'warning_on' });
  await run();
  expect(await stored()).toHaveLength(2);
});
