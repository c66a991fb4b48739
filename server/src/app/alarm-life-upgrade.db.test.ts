import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readHead } from '../platform/backup/restore.ts';
import { createLog } from '../platform/log.ts';
import { migrate } from '../platform/migrate.ts';
import { createTestDatabase, dropTestDatabase, type TestDatabase } from '../platform/testing/database.ts';
import { makeDevice } from '../platform/testing/factories.ts';

const backup = join(import.meta.dirname, '../../versions/v1.0.0.tocsin');
const log = createLog('silent');
const at = Date.UTC(2026, 10, 20);
let database: TestDatabase;
const query = async (text: string): Promise<Record<string, unknown>[]> => (await database.pool.query(text)).rows;

/** Events as 1.0.0 stored them, by id. */
const events = [
  [9_001, 'alarm_on', true, false, null],
  [9_002, 'alarm_on', false, false, null],
  [9_003, 'warning_on', true, false, null],
  [9_004, 'alarm_on', true, true, null],
  [9_005, 'alarm_on', true, false, 'Ann'],
] as const;

beforeAll(async () => {
  database = await createTestDatabase('template1');
  const { migrations } = await readHead(backup);
  await migrate(database.pool, log, { only: new Set(migrations) });
  const leg = await makeDevice(database.db, { device_type: '0300' });
  for (const [id, type, isActive, isTest, by] of events)
    await database.pool.query(
      `insert into event (id, at, received_at, device_id, client_id, site_id, type, client_name, site_name, device_name,
         group_id, sensor_id, content, is_active, is_late, is_told, is_test, acknowledged_by, acknowledged_at)
       values ($1, $2, $2, $7, $8, $9, $3, '', '', '', '4', '4000', '', $4, false, true, $5, $6::text,
         case when $6::text is null then null else $2::bigint end)`,
      [id, at, type, isActive, isTest, by, leg.id, leg.clientId, leg.siteId],
    );
  await makeDevice(database.db, { site_id: leg.siteId, is_suspended: true });
  expect((await migrate(database.pool, log)).length).toBeGreaterThan(0);
});
afterAll(() => dropTestDatabase(database));

it('after the upgrade active alarms need acknowledgement; cleared ones, tests and warnings do not', async () => {
  const needing = await query(
    `select id::int as id, acknowledged_at is null as "isOpen" from event where id > 9000 and needs_acknowledgement
     order by id`,
  );
  expect(needing).toEqual([
    { id: 9_001, isOpen: true },
    { id: 9_005, isOpen: false },
  ]);
  const cleared = await query(
    'select count(*)::int as n from event where needs_acknowledgement and acknowledged_at is null and not is_active',
  );
  expect(cleared).toEqual([{ n: 0 }]);
});

it('nothing is shelved, nothing notifies again, and no incident is made up', async () => {
  const [state] = await query(
    `select (select count(*)::int from shelf) as shelves,
       (select count(*)::int from event where is_shelved) as shelved,
       (select count(*)::int from event where respond_within_minutes is not null) as again,
       (select count(*)::int from incident) as incidents`,
  );
  expect(state).toEqual({ shelves: 0, shelved: 0, again: 0, incidents: 0 });
});

it('what was suspended is out of service without a reason, to be reviewed in seven days', async () => {
  const rows = await query(
    `select o.reason, o.next_mail_at, o.review_at between now() + interval '6 days' and now() + interval '7 days' as "isInAWeek"
     from out_of_service o where o.device_id = (select max(id) from device)`,
  );
  expect(rows).toEqual([{ reason: '', next_mail_at: null, isInAWeek: true }]);
});

it('existing clients change limits without a reason, as before', async () => {
  const rows = await query('select distinct changes_need_reason, changes_need_approval from client');
  expect(rows).toEqual([{ changes_need_reason: false, changes_need_approval: false }]);
});
