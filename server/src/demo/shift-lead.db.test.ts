import { expect, it } from 'vitest';
import { drivenClock } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';
import { testDatabase } from '../platform/testing/database.ts';
import { eventually } from '../platform/testing/eventually.ts';
import { makeDevice, makeUser } from '../platform/testing/factories.ts';
import { startShiftLeads } from './shift-lead.ts';

const database = testDatabase();
/** 16:00 at the site. */
const now = Date.parse('2026-11-20T22:00:00Z');
const hourMs = 3_600_000;

it('leaves the last five minutes, the last night, and what is active, to whoever tries the demo', async () => {
  const device = await makeDevice(database.db);
  const manager = await makeUser(database.db, { client: device.clientId, on: { [device.siteId]: 'Manager' } });
  const insert = (rows: string, at: number) =>
    database.pool.query(
      `insert into event (id, at, received_at, device_id, client_id, site_id, type, client_name, site_name, device_name,
         content, is_active, is_late, is_notified, is_test, needs_acknowledgement)
       select id, $1::bigint - hours * $2::numeric, $1::bigint, $3, $4, $5, 'alarm_on', '', '', '', '', id = 3, false, true,
         false, true
       from (values ${rows}) as v (id, hours)`,
      [at, hourMs, device.id, device.clientId, device.siteId],
    );
  await insert('(1, 21), (2, 0.05), (3, 40), (4, 13), (5, 37)', now);
  const clock = drivenClock(now);
  const asked: (readonly [number, readonly number[]])[] = [];
  const stop = startShiftLeads({
    db: database.db,
    clock,
    log: createLog('silent'),
    acknowledge: async (userId, ids) => void asked.push([userId, ids]),
  });
  clock.advanceTo(now + 31_000);
  await eventually(() => expect(asked).toEqual([[manager.id, [1, 5]]]));
  // 02:00 at the site: what happens at night while the demo runs is acknowledged as by day.
  const night = now + 10 * hourMs;
  await insert('(6, 0.5)', night);
  clock.advanceTo(night);
  await eventually(() => {
    clock.advanceTo(clock.now() + 60_000);
    expect(asked).toContainEqual([manager.id, [6, 2, 1, 5]]);
  });
  await stop();
});

it('acknowledges as the account manager where a site has no Manager', async () => {
  const device = await makeDevice(database.db);
  const manager = await makeUser(database.db, { client: device.clientId, manages: true });
  await database.pool.query(
    `insert into event (id, at, received_at, device_id, client_id, site_id, type, client_name, site_name, device_name,
       content, is_active, is_late, is_notified, is_test, needs_acknowledgement)
     values (70, $1, $1, $2, $3, $4, 'alarm_on', '', '', '', '', false, false, true, false, true)`,
    [now - hourMs, device.id, device.clientId, device.siteId],
  );
  const clock = drivenClock(now);
  const asked: (readonly [number, readonly number[]])[] = [];
  const stop = startShiftLeads({
    db: database.db,
    clock,
    log: createLog('silent'),
    acknowledge: async (userId, ids) => void asked.push([userId, ids]),
  });
  clock.advanceTo(now + 31_000);
  await eventually(() => expect(asked).toContainEqual([manager.id, [70]]));
  await stop();
});
