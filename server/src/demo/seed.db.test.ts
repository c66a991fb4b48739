import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { expect, it } from 'vitest';
import { walkPdf } from '../features/walk-tests/pdf.ts';
import { findWalk } from '../features/walk-tests/store.ts';
import { testDatabase } from '../platform/testing/database.ts';
import { type DemoDependencies, seedDemo } from './seed.ts';

const database = testDatabase();

const dependencies = (): DemoDependencies => ({
  db: database.db,
  dataDir: mkdtempSync(join(tmpdir(), 'demo-')),
  hashPassword: async (password) => `hashed ${password}`,
  encryptCode: (serialNumber, code) => ({ cipher: Buffer.from(code), hash: Buffer.from(serialNumber) }),
});

it('seeds an empty database once, and prints the same people and password at each start', async () => {
  const demo = dependencies();
  const first = await seedDemo(demo);
  expect(Object.keys(first.addresses)).toHaveLength(8);
  expect(first.people.length).toBeGreaterThanOrEqual(7);
  expect(await seedDemo(demo)).toEqual(first);
  const { count } = await database.db
    .selectFrom('device')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(count).toBe(8);
});

it('addresses the F500, which has no udf_id, by its id', async () => {
  const { addresses } = await seedDemo(dependencies());
  expect(addresses['F5-00418']).toMatch(/^\d+$/);
  expect(addresses['WD4-48123']).toBe('WD000123');
});

it('gives every person of a client that client and its first site as the selection', async () => {
  const rows = await database.db
    .selectFrom('users')
    .innerJoin('client_member', 'client_member.user_id', 'users.id')
    .select(['current_client', 'current_site', 'client_id'])
    .execute();
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) {
    expect(row.current_client).toBe(row.client_id);
    expect(row.current_site).not.toBeNull();
  }
});

it('takes one sensor out of service, with a reason and a review ahead', async () => {
  await seedDemo(dependencies());
  const { rows } = await database.pool.query<{ sensor_name: string; reason: string; ahead: boolean }>(
    'select sensor_name, reason, review_at > now() as ahead from out_of_service',
  );
  expect(rows).toEqual([{ sensor_name: 'Outdoor air', reason: expect.stringContaining('Probe'), ahead: true }]);
});

it('publishes a schema with three tabs at the first site', async () => {
  await seedDemo(dependencies());
  const { rows } = await database.pool.query<{ name: string; tabs: string; sensors: string }>(
    `select s.name, (select count(*) from schema_tab t where t.schema_id = s.id) as tabs,
      (select count(*) from schema_sensor x where x.schema_id = s.id and x.point is not null) as sensors
     from schema s where s.is_published`,
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.name).toBe('Main plant');
  expect(Number(rows[0]?.tabs)).toBe(3);
  expect(Number(rows[0]?.sensors)).toBeGreaterThan(30);
});

it('has a finished walk test with its records and report, and a label of every device', async () => {
  await seedDemo(dependencies());
  const { rows } = await database.pool.query<{ id: number; device_id: number; records: number; labels: number }>(
    `select w.id, w.device_id, (select count(*)::int from maintenance_test t where t.walk_id = w.id
        and t.step = 'maintanance_succeeded') as records, (select count(*)::int from label) as labels
      from walk_test w where w.signed_at is not null`,
  );
  expect(rows).toMatchObject([
    { records: 8, labels: 8 },
    { records: 8, labels: 8 },
  ]);
  for (const { id, device_id } of rows) {
    const walk = await findWalk(database.db, device_id, id);
    if (!walk) throw new Error('no walk');
    expect((await PDFDocument.load(await walkPdf(walk, 'en', Date.now()))).getPageCount()).toBe(1);
  }
});
