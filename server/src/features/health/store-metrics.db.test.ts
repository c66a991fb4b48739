import { expect, it } from 'vitest';
import { testDatabase } from '../../platform/testing/database.ts';
import { readStoredMetrics } from './store-metrics.ts';

const database = testDatabase();
const hourMs = 3_600_000;
const daysAgo = (days: number) => Math.floor((Date.now() - days * 24 * hourMs) / hourMs) * hourMs;

it('an old hour waits since its late frames came, or since there is a portal, and not since its own time', async () => {
  const { pool } = database;
  await pool.query('update history_closed set closed_until = $1', [daysAgo(0)]);
  const now = Date.now() + 60_000;
  await pool.query('insert into pending_hour (device_id, t0) values (1, $1)', [daysAgo(31)]);
  expect((await readStoredMetrics(pool, now)).history_lag_seconds).toBeLessThan(3 * 3_600);
  const late = now - 2 * hourMs;
  await pool.query('update migration set applied_at = $1', [new Date(daysAgo(60))]);
  expect((await readStoredMetrics(pool, now)).history_lag_seconds).toBeGreaterThan(30 * 86_400);
  await pool.query('update pending_hour set late_first = $1, late_last = $1', [late]);
  expect((await readStoredMetrics(pool, now)).history_lag_seconds).toBe(2 * 3_600);
});

it('the age of a transaction that began before hours were closed is reported while it is open', async () => {
  const { pool } = database;
  const forgotten = await pool.connect();
  await forgotten.query('begin; select pg_current_xact_id(); select pg_sleep(0.01)');
  await pool.query('update history_closed set closed_by = pg_current_xact_id()');
  expect((await readStoredMetrics(pool, Date.now())).history_held_seconds).toBeGreaterThan(0);
  await forgotten.query('rollback');
  forgotten.release();
  expect((await readStoredMetrics(pool, Date.now())).history_held_seconds).toBe(0);
});
