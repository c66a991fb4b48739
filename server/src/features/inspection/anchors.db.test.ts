import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, dropTestDatabase, type TestDatabase } from '../../platform/testing/database.ts';
import { type MadeDevice, makeDevice } from '../../platform/testing/factories.ts';
import { addAnchor, recomputeAnchors } from './anchors.ts';

const began = Date.UTC(2026, 10, 20, 12);
let database: TestDatabase;
let leg: MadeDevice;
let mill: MadeDevice;
let nextId = 1;
beforeEach(async () => {
  database = await createTestDatabase();
  [leg, mill] = [await makeDevice(database.db), await makeDevice(database.db)];
  return () => dropTestDatabase(database);
});

const record = async (device: MadeDevice, comment = 'good'): Promise<void> => {
  const id = nextId++;
  await sql`insert into maintenance_test (id, test_id, at, started_at, device_id, client_id, site_id, client_name,
      site_name, device_name, serial_number, group_id, group_name, sensor_id, sensor_name, step, user_id, user_name, comment)
    values (${id}, ${id}, ${began + id}, ${began}, ${device.id}, ${device.clientId}, ${device.siteId}, 'C', 'S', 'D',
      'SN', '4', 'Temperature', '4001', 'Bearing', 'comment', null, 'Eve', ${comment})`.execute(database.db);
};
const anchor = (day: number) =>
  database.db.transaction().execute((trx) => addAnchor(trx, new Date(began + day * 86_400_000)));
const recompute = () => recomputeAnchors(database.db);
/** What somebody does who owns the database: no trigger stands in the way, and chain and head follow the lie. */
const forge = (statement: string) =>
  database.db.transaction().execute(async (trx) => {
    await sql`alter table maintenance_test disable trigger user`.execute(trx);
    await sql.raw(statement).execute(trx);
    const { rows } = await sql<{ device_id: number; link: number }>`
      select device_id, link from maintenance_test order by device_id, link`.execute(trx);
    for (const { device_id, link } of rows)
      await sql`update maintenance_test m set chain = maintenance_test_hash((select b.chain from maintenance_test b
        where b.device_id = ${device_id} and b.link = ${link - 1}), m)
        where m.device_id = ${device_id} and m.link = ${link}`.execute(trx);
    await sql`delete from maintenance_test_head`.execute(trx);
    await sql`insert into maintenance_test_head (device_id, link, chain) select distinct on (device_id) device_id, link,
      chain from maintenance_test order by device_id, link desc`.execute(trx);
    await sql`alter table maintenance_test enable trigger user`.execute(trx);
  });

describe('a check value that left the database', () => {
  const values = async () => (await recompute()).anchors.map(({ value }) => value);

  // meets: isa-18.2 15 maintenance
  it('differs once a record was rewritten together with its chain and its head', async () => {
    await record(leg, 'first');
    const first = await anchor(0);
    await record(leg, 'bearing noisy');
    await record(mill);
    const second = await anchor(1);
    await forge(`update maintenance_test set comment = 'fine' where comment = 'bearing noisy'`);
    const { anchors, brokenDevices } = await recompute();
    expect(brokenDevices).toEqual([]);
    expect(anchors.map(({ value }) => value)).toEqual([first?.value, expect.not.stringMatching(`^${second?.value}$`)]);
  });

  it('differs once the last record was taken away', async () => {
    await record(leg);
    await record(leg, 'to be forgotten');
    const sent = await anchor(0);
    await forge(`delete from maintenance_test where comment = 'to be forgotten'`);
    expect((await recompute()).brokenDevices).toEqual([]);
    expect(await values()).not.toEqual([sent?.value]);
  });

  it('follows from the records as long as nobody rewrites them, whatever is added', async () => {
    await record(leg);
    const sent = [await anchor(0)];
    await record(mill);
    await record(leg);
    sent.push(await anchor(1));
    // A day without a test.
    sent.push(await anchor(2));
    await record(mill);
    const { anchors, brokenDevices } = await recompute();
    expect(anchors).toEqual(sent.map((one) => ({ at: one?.at, value: one?.value })));
    expect(new Set(anchors.map(({ value }) => value)).size).toBe(3);
    expect(brokenDevices).toEqual([]);
    expect(sent.map((one) => [one?.records, one?.devices])).toEqual([
      [1, 1],
      [3, 2],
      [3, 2],
    ]);
    expect(sent[0]?.value).toMatch(/^[0-9a-f]{8}(?: [0-9a-f]{8}){3}$/);
  });

  it('is not made while there is no record', async () => {
    expect(await anchor(0)).toBeNull();
    expect(await recompute()).toEqual({ anchors: [], brokenDevices: [] });
  });
});

it('names the devices whose records were changed without their chain', async () => {
  const { db } = database;
  await record(leg);
  await record(mill);
  await db.transaction().execute(async (trx) => {
    await sql`alter table maintenance_test disable trigger user`.execute(trx);
    await sql`update maintenance_test set comment = 'fine' where device_id = ${mill.id}`.execute(trx);
    await sql`alter table maintenance_test enable trigger user`.execute(trx);
  });
  expect((await recompute()).brokenDevices).toEqual([mill.id]);
});
