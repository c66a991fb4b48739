import type { Inspection } from '@tocsin/contract/inspection';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../access/testing.ts';
import { drivenClock } from '../../platform/clock.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { type MadeDevice, makeDevice, makeUser, type SignedIn, signedIn } from '../../platform/testing/factories.ts';
import { addInspectionRoutes } from './index.ts';

const database = testDatabase();
const hour = 3_600_000;
const day = Date.UTC(2026, 10, 20);
const clock = drivenClock(day + 48 * hour);
let api: TestApi;
let leg: MadeDevice;
let engineer: SignedIn;

beforeAll(async () => {
  const { db } = database;
  api = await testApi(db, (a) =>
    addInspectionRoutes(a, {
      db,
      clock,
      monthsIn: async () => [],
      inactiveSpansOf: async () => ({ inactiveSpans: [], cut: false }),
    }),
  );
  leg = await makeDevice(db, { title: 'Leg 1', created_at: new Date(day - 100 * hour) });
  engineer = await signedIn(api.http, db, await makeUser(db, { on: { [leg.siteId]: 'Engineer' } }));
  await sql`update site set timezone = 'UTC', created_at = ${new Date(day - 100 * hour)}
    where id = ${leg.siteId}`.execute(db);
  await sql`insert into monitoring_watch (since, seen_at) values (${day - 100 * hour}, ${day})`.execute(db);
  await sql`insert into device_layout (device_id, layout_id, hash, groups, sensors, made_at)
    values (${leg.id}, ${leg.id}, 'h', '[]', '[]', ${new Date(day - 100 * hour)})`.execute(db);
  await sql`insert into sensor_label (device_id, path, label) values (${leg.id}, '4.4003', 'Tail bearing')`.execute(db);
});
afterAll(() => api.http.close());

const shelf = (id: number, from: number, to: number | null, sensor: string | null) =>
  sql`insert into shelf (id, device_id, client_id, site_id, client_name, site_name, device_name, group_id, sensor_id,
      title, covers_alarms, reason_code, reason, priority, started_at, first_from, until, user_name, ended_at)
    values (${id}, ${leg.id}, ${leg.clientId}, ${leg.siteId}, 'C', 'S', 'Leg 1', ${sensor === null ? null : '4'},
      ${sensor}, 'Head bearing', false, 'chattering', 'Cable is loose', 'medium', ${day + from * hour},
      ${day + from * hour}, ${day + 30 * hour}, 'Eve', ${to === null ? null : day + to * hour})`.execute(database.db);
const look = async (): Promise<Inspection> =>
  (await engineer.get(`/api/v1/locations/${leg.siteId}/inspection/?from=2026-11-20&to=2026-11-20`)).json();

it('lists what was shelved, out of service or suspected dead, with who and why, also after it ended', async () => {
  const { db } = database;
  await shelf(1, 1, 2, '4000');
  await shelf(2, 3, 4, null);
  await shelf(3, -10, -9, '4000');
  await sql`insert into out_of_service (device_id, path, sensor_name, since, user_name, reason, review_at)
    values (${leg.id}, '4.4001', 'Head bearing right', ${new Date(day + 5 * hour)}, 'Dale', 'Probe', now())`.execute(
    db,
  );
  await sql`update out_of_service set reason = 'Probe broken off' where device_id = ${leg.id}`.execute(db);
  await sql`delete from out_of_service where device_id = ${leg.id}`.execute(db);
  await sql`update out_of_service_span set ended_at = ${new Date(day + 7 * hour)} where device_id = ${leg.id}`.execute(
    db,
  );
  await sql`insert into sensor_suspicion (device_id, path, kind, type, unit, since, found_at, seen_at, evidence,
      dismissed_by, dismissed_reason)
    values (${leg.id}, '4.4003', 'flat', 'NUMERIC', 'C', ${day + 20 * hour}, now(), now(), '{}', 'Eve',
      'Spare')`.execute(db);
  const { unwatched, devices } = await look();
  expect(
    unwatched.results.map((row) => [
      row.reason,
      row.sensor_id,
      row.sensor,
      (Date.parse(row.from) - day) / hour,
      (Date.parse(row.to) - day) / hour,
      row.open,
      row.detail,
    ]),
  ).toEqual([
    ['shelved', '4.4000', 'Head bearing', 1, 2, false, 'by Eve: Cable is loose'],
    ['shelved', '', '', 3, 4, false, 'by Eve: Cable is loose'],
    ['out-of-service', '4.4001', 'Head bearing right', 5, 7, false, 'by Dale: Probe broken off'],
    [
      'suspected-dead',
      '4.4003',
      'Tail bearing',
      20,
      24,
      true,
      'does not change while its neighbours do; dismissed by Eve: Spare',
    ],
  ]);
  // Shelves hold messages back; the device was monitored all the time.
  expect(devices.map((row) => row.unwatched_ms)).toEqual([0]);
});

it('lists sensors while they were armed in a walk test, and not those that were skipped', async () => {
  const sensor = (path: string, since: number | null, disarmedAt: number | null) => ({
    path,
    name: `Sensor ${path}`,
    since: since === null ? null : day + since * hour,
    disarmedAt: disarmedAt === null ? null : day + disarmedAt * hour,
    isArmed: since !== null && disarmedAt === null,
  });
  const sensors = [sensor('4.4010', 11, 12), sensor('4.4011', 11, null), sensor('4.4012', null, null)];
  await sql`insert into walk_test (id, device_id, client_id, site_id, client_name, site_name, device_name, user_id,
      started_at, state) values (9, ${leg.id}, ${leg.clientId}, ${leg.siteId}, 'C', 'S', 'Leg 1', 1, ${day + 11 * hour},
      ${JSON.stringify({ userName: 'Petra', sensors })}::jsonb)`.execute(database.db);
  const { unwatched } = await look();
  expect(
    unwatched.results.flatMap((row) =>
      row.reason === 'test' ? [[row.sensor_id, (Date.parse(row.to) - day) / hour, row.open, row.detail]] : [],
    ),
  ).toEqual([
    ['4.4010', 12, false, 'walk test 9 by Petra'],
    ['4.4011', 24, true, 'walk test 9 by Petra'],
  ]);
  await sql`delete from walk_test`.execute(database.db);
});

it('lists a shelf and a sensor out of service that go on', async () => {
  await shelf(4, 22, null, '4002');
  await sql`insert into out_of_service (device_id, path, sensor_name, since, user_name, reason, review_at)
    values (${leg.id}, '4.4005', 'Spare', ${new Date(day + 23 * hour)}, 'Dale', '', now())`.execute(database.db);
  const { unwatched } = await look();
  expect(unwatched.results.filter((row) => row.open).map((row) => [row.reason, row.sensor_id, row.detail])).toEqual([
    ['suspected-dead', '4.4003', expect.any(String)],
    ['shelved', '4.4002', 'by Eve: Cable is loose'],
    ['out-of-service', '4.4005', 'by Dale'],
  ]);
});
