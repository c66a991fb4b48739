import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../platform/testing/database.ts';
import { makeDevice, makeSite } from '../../platform/testing/factories.ts';
import { countHour } from '../../platform/testing/protected-hours.ts';
import { hoursOf, hoursOfMonth, monthAt, releasedIn, trendOf } from './look-hours.ts';

const database = testDatabase();
const hourMs = 3_600_000;
const deviceIn = async (timezone: string) => {
  const site = await makeSite(database.db, { timezone });
  return await makeDevice(database.db, { site_id: site.id, title: 'Leg 1' });
};
const runningByDay = async (siteId: number, from: string, to: string) => {
  const { results } = await hoursOf(database.db, siteId, { from, to, limit: 10, offset: 0 });
  return results.map(({ days }) => days.map(({ running }) => running));
};

describe('a month at a site', () => {
  it('without any hour has no figure', async () => {
    const device = await deviceIn('America/Chicago');
    expect(await hoursOfMonth(database.db, device.siteId, '2026-10')).toMatchObject({
      count: 0,
      since: null,
      until: null,
      total: { running: 0, share: null },
    });
    expect((await trendOf(database.db, device.siteId, Date.UTC(2026, 10, 5))).map(({ share }) => share)).toEqual(
      Array.from({ length: 13 }, () => null),
    );
  });

  it('counts no hour from the oldest on that is still to be counted of any device', async () => {
    const whole = await deviceIn('UTC');
    const other = await makeDevice(database.db, { site_id: whole.siteId, title: 'Leg 2' });
    const fresh = await makeDevice(database.db, { site_id: whole.siteId, title: 'Leg 3' });
    const first = Date.UTC(2026, 9, 3);
    const wait = async (deviceId: number, t0: number) => {
      await sql`insert into pending_hour (device_id, t0) values (${deviceId}, ${t0})`.execute(database.db);
    };
    const known = (deviceId: number) =>
      sql`insert into protection_fact (device_id, from_at, until_at, is_suspended, is_reached, others, reached)
        values (${deviceId}, ${first}, ${first + 60_000}, false, true, '{}', '{}')`.execute(database.db);
    const closed = (t0: number) => sql`update history_closed set closed_until = ${t0}`.execute(database.db);
    const state = async () => {
      const { until, counted, total, results } = await hoursOfMonth(database.db, whole.siteId, '2026-10');
      const at = first + 4 * hourMs;
      const figures = { until, counted, running: total.running };
      expect(await monthAt(database.db, whole.siteId, at)).toMatchObject(figures);
      expect(results.reduce((sum, { running }) => sum + running, 0)).toBe(total.running);
      return [(Date.parse(until ?? '') - first) / hourMs, counted, total.running];
    };
    for (const hour of [0, 1, 2, 3]) await countHour(database.db, whole, first + hour * hourMs, 15);
    await countHour(database.db, other, first, 15);
    await known(other.id);
    // The other's second hour waits to be packed, and its first one with late data, which changes no end.
    await wait(other.id, first + hourMs);
    await wait(other.id, first);
    await closed(first + 2 * hourMs);
    expect(await state()).toEqual([1, 'so_far', 120]);
    await closed(first + 4 * hourMs);
    expect(await state()).toEqual([1, 'behind', 120]);
    // Of a device that has no hour yet, all that waits since it is recorded who would be reached; imports are older.
    await wait(fresh.id, first - 30 * 24 * hourMs);
    expect(await state()).toEqual([1, 'behind', 120]);
    await known(fresh.id);
    expect(await state()).toEqual([1, 'behind', 120]);
    await wait(fresh.id, first);
    expect(await state()).toEqual([0, 'behind', 0]);
    await sql`delete from pending_hour`.execute(database.db);
    for (const hour of [1, 2, 3]) await countHour(database.db, other, first + hour * hourMs, 15);
    expect(await state()).toEqual([4, 'so_far', 480]);
    await countHour(database.db, whole, Date.UTC(2026, 10, 1), 15);
    await countHour(database.db, other, Date.UTC(2026, 10, 1), 15);
    expect((await hoursOfMonth(database.db, whole.siteId, '2026-10')).counted).toBe('whole');
    await closed(0);
  });

  it('has a day of 25 hours when the clocks go back, and one of 23 when they go forward', async () => {
    const device = await deviceIn('America/Chicago');
    // 1 November and 8 March 2026, with an hour before and after each.
    for (let n = -1; n <= 25; n++) await countHour(database.db, device, Date.UTC(2026, 10, 1, 5) + n * hourMs, 15);
    for (let n = -1; n <= 23; n++) await countHour(database.db, device, Date.UTC(2026, 2, 8, 6) + n * hourMs, 15);
    expect(await runningByDay(device.siteId, '2026-10-31', '2026-11-03')).toEqual([[60, 25 * 60, 60]]);
    expect(await runningByDay(device.siteId, '2026-03-07', '2026-03-10')).toEqual([[60, 23 * 60, 60]]);
    expect((await hoursOfMonth(database.db, device.siteId, '2026-10')).total.running).toBe(60);
    expect((await hoursOfMonth(database.db, device.siteId, '2026-11')).total.running).toBe(26 * 60);
  });

  it('says how many required sensors ever passed a proof test before it ended', async () => {
    const device = await deviceIn('UTC');
    await countHour(database.db, device, Date.UTC(2026, 9, 3), 15);
    const testsIn = async (month: string) => {
      const { total, results } = await hoursOfMonth(database.db, device.siteId, month);
      expect(results.map(({ ever_tested, testable }) => ({ ever_tested, testable }))).toEqual([
        { ever_tested: total.ever_tested, testable: total.testable },
      ]);
      return `${total.ever_tested} of ${total.testable}`;
    };
    expect(await testsIn('2026-10')).toBe('0 of 1');
    const at = Date.UTC(2026, 10, 2);
    for (const [id, sensor, step] of [
      [900_001, '4001', 'maintanance_succeeded'],
      [900_002, '4000', 'maintenance_failed'],
      [900_003, '4000', 'maintanance_succeeded'],
    ])
      await sql`insert into maintenance_test (id, test_id, at, started_at, device_id, client_id, site_id, client_name,
          site_name, device_name, serial_number, group_id, group_name, sensor_id, sensor_name, step, user_name, comment)
        values (${id}, ${id}, ${at}, ${at}, ${device.id}, ${device.clientId}, ${device.siteId}, 'c', 's', 'd', 'sn', '4', 'g',
          ${sensor}, 'Bearing', ${step}, 'Ann', '')`.execute(database.db);
    await countHour(database.db, device, Date.UTC(2026, 10, 3), 15);
    expect(await testsIn('2026-10')).toBe('0 of 1');
    expect(await testsIn('2026-11')).toBe('1 of 1');
    // Hours before the test are protected and stay never proved, in the month and in the trend.
    await countHour(database.db, device, Date.UTC(2026, 10, 1), 15);
    const { total, results } = await hoursOfMonth(database.db, device.siteId, '2026-11');
    expect([total, ...results].map(({ protected: kept, proved }) => [kept, proved])).toEqual([
      [120, 60],
      [120, 60],
    ]);
    expect(results[0]?.days.slice(0, 3).map(({ proved }) => proved)).toEqual([0, 0, 60]);
    expect(
      (await trendOf(database.db, device.siteId, Date.UTC(2026, 10, 5), 2)).map(({ proved, share }) => [proved, share]),
    ).toEqual([
      [0, 100],
      [60, 100],
    ]);
  });

  it('is cut within an hour where the zone is', async () => {
    const device = await deviceIn('Asia/Kathmandu');
    // Midnight of 1 November is 18:15 UTC of 31 October.
    await countHour(database.db, device, Date.UTC(2026, 9, 31, 18), 5);
    expect((await hoursOfMonth(database.db, device.siteId, '2026-10')).total).toMatchObject({
      running: 15,
      protected: 15,
    });
    expect((await hoursOfMonth(database.db, device.siteId, '2026-11')).total).toMatchObject({
      running: 45,
      protected: 35,
    });
  });

  it('counts a device where it stood: moved in the month at both sites, removed until then, by its last title', async () => {
    const device = await deviceIn('UTC');
    const there = await makeSite(database.db, { timezone: 'UTC' });
    await countHour(database.db, device, Date.UTC(2026, 9, 3), 15);
    await countHour(database.db, { id: device.id, siteId: there.id }, Date.UTC(2026, 9, 4), 5);
    await sql`update device set removed_at = now(), title = 'Leg 1 (removed)' where id = ${device.id}`.execute(
      database.db,
    );
    for (const [siteId, kept] of [
      [device.siteId, 60],
      [there.id, 50],
    ] as const)
      expect(await hoursOfMonth(database.db, siteId, '2026-10')).toMatchObject({
        total: { running: 60, protected: kept },
        results: [{ device: 'Leg 1 (removed)', running: 60, protected: kept }],
      });
    await sql`delete from device where id = ${device.id}`.execute(database.db);
    expect((await hoursOfMonth(database.db, there.id, '2026-10')).results).toMatchObject([{ device: 'Leg 1' }]);
  });

  it.each([
    'change protection setting',
    'change warnings',
    'copy settings',
    'roll out template',
    'undo copied settings',
  ])('names who released a sensor and why, after: %s', async (action) => {
    const device = await deviceIn('UTC');
    const first = Date.UTC(2026, 9, 3);
    for (const hour of [0, 1, 2]) await countHour(database.db, device, first + hour * hourMs, 15);
    const { rows } = await sql<{ id: number }>`insert into protection_required (device_id, hash, paths)
        values (${device.id}, 'none', '{}') returning id`.execute(database.db);
    await sql`update protection_hour set required_id = ${rows[0]?.id} where device_id = ${device.id}
        and t0 >= ${first + hourMs}`.execute(database.db);
    const change = (at: number, by: string, what: string) =>
      sql`insert into audit (at, user_name, site_id, device_id, action, subject, old, new)
          values (${new Date(at)}, ${by}, ${device.siteId}, ${device.id}, ${what}, 'device', '{}',
            ${JSON.stringify({ reason: `Reason of ${by}` })})`.execute(database.db);
    await change(first - hourMs, 'Sam Vole', 'change warnings');
    await change(first + hourMs / 2, 'Petra Lind', action);
    await change(first + 5 * hourMs, 'Ann Vole', 'change warnings');
    expect((await releasedIn(database.db, device.siteId, '2026-10')).released).toEqual([
      {
        at: new Date(first + hourMs).toISOString(),
        device: 'Leg 1',
        sensor: '4.4000',
        by: 'Petra Lind',
        reason: 'Reason of Petra Lind',
      },
    ]);
  });
});
