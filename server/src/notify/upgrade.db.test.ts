import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readHead } from '../platform/backup/restore.ts';
import { createLog } from '../platform/log.ts';
import { migrate } from '../platform/migrate.ts';
import { createTestDatabase, dropTestDatabase, type TestDatabase } from '../platform/testing/database.ts';

const backup = join(import.meta.dirname, '../../versions/v2.0.0.tocsin');
const log = createLog('silent');
let database: TestDatabase;
const query = async (text: string): Promise<Record<string, unknown>[]> => (await database.pool.query(text)).rows;

/** What 2.0.0 leaves behind when it stops in the middle of everything. */
beforeAll(async () => {
  database = await createTestDatabase('template1');
  const { migrations } = await readHead(backup);
  await migrate(database.pool, log, { only: new Set(migrations) });
  await query(`insert into pending_rule_event (event_id, again, attempts, retry_at)
    values (1, false, 0, null), (2, true, 3, '2026-11-20T12:00:00Z')`);
  await query(`insert into pending_escalation (event_id, at, attempts, retry_at)
    values (1, '2026-11-20T11:00:00Z', 1, '2026-11-20T11:00:02Z')`);
  await query('insert into pending_webhook_event (event_id, again) values (2, true), (1, false)');
  await migrate(database.pool, log);
});
afterAll(() => dropTestDatabase(database));

it('carries over which events somebody has yet to be asked about, in their order', async () => {
  const rows = await query(`select event_id, audience, is_again, attempts, retry_at from pending_event order by id`);
  const retryAt = new Date('2026-11-20T12:00:00Z');
  expect(rows).toEqual([
    { event_id: 1, audience: 'rules', is_again: false, attempts: 0, retry_at: null },
    { event_id: 2, audience: 'rules', is_again: true, attempts: 3, retry_at: retryAt },
    { event_id: 1, audience: 'policies', is_again: false, attempts: 1, retry_at: new Date('2026-11-20T11:00:02Z') },
    { event_id: 2, audience: 'webhooks', is_again: true, attempts: 0, retry_at: null },
    { event_id: 1, audience: 'webhooks', is_again: false, attempts: 0, retry_at: null },
  ]);
  const [policies] = await query(`select at from pending_event where audience = 'policies'`);
  expect(policies).toEqual({ at: new Date('2026-11-20T11:00:00Z') });
});
