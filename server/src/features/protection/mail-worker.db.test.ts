import { loadLanguages } from '@tocsin/contract/languages/load';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { startNotify } from '../../app/testing/started-notify.ts';
import { type Clock, systemClock } from '../../platform/clock.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { createLog } from '../../platform/log.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { makeDevice, makeSite, makeUser } from '../../platform/testing/factories.ts';
import { countHour } from '../../platform/testing/protected-hours.ts';
import { type SmtpReceiver, startSmtp } from '../../platform/testing/smtp.ts';
import { readLedger } from '../maintenance/index.ts';
import { createProtectionMail, dueWeek } from './mail-worker.ts';
import { dueMonth } from './month-mail.ts';
import { announce, liveDocument } from './testing/facts.ts';

const database = testDatabase();
const dayMs = 86_400_000;
/** Monday, 23 November 2026, 06:50 in Denver. */
const early = Date.UTC(2026, 10, 23, 13, 50);
const late = early + 15 * 60_000;

describe('the week of a mail', () => {
  test.each([
    [early, 'America/Denver', '2026-11-16'],
    [late, 'America/Denver', '2026-11-23'],
    [late, 'Europe/Berlin', '2026-11-23'],
    // Sunday, the day on which the clocks went back: the next Monday has not come.
    [Date.UTC(2026, 10, 1, 20), 'America/Denver', '2026-10-26'],
    [Date.UTC(2026, 10, 2, 13, 59), 'America/Denver', '2026-10-26'],
    [Date.UTC(2026, 10, 2, 14), 'America/Denver', '2026-11-02'],
  ])('at %d in %s is that of %s', (now, zone, week) => {
    expect(dueWeek(now, zone)).toBe(week);
  });
});

describe('the month of a mail', () => {
  test.each([
    // 06:59 and 07:00 of 1 November in Denver, when the clocks have just gone back.
    [Date.UTC(2026, 10, 1, 13, 59), 'America/Denver', '2026-10', '2026-09'],
    [Date.UTC(2026, 10, 1, 14), 'America/Denver', '2026-11', '2026-10'],
    [Date.UTC(2026, 9, 31, 18), 'Pacific/Auckland', '2026-11', '2026-10'],
    [Date.UTC(2027, 0, 1, 7), 'UTC', '2027-01', '2026-12'],
  ])('at %d in %s is %s and tells %s', (now, zone, month, told) => {
    expect(dueMonth(now, zone)).toEqual({ month, told });
  });
});

describe('over a real mail server', () => {
  let smtp: SmtpReceiver;
  let mail: Jobs;
  let now = early;
  const clock: Clock = { ...systemClock, now: () => now };
  beforeAll(async () => {
    await loadLanguages();
    smtp = await startSmtp();
    mail = await startNotify(database, smtp);
  });
  afterAll(async () => {
    await mail.stop();
    await smtp.close();
  });

  const run = (): Promise<void> => {
    const { db } = database;
    return createProtectionMail({
      log: createLog('silent'),
      db,
      clock,
      publicUrl: 'https://tocsin.example',
      live: (id) => liveDocument(id),
      unevaluatedOf: () => new Map(),
      ledger: (siteId, at) => readLedger(db, siteId, at),
    })();
  };

  it('managers get one mail a week and one reminder, unless they turned them off; users get none', async () => {
    const { db } = database;
    const site = await makeSite(db, { title: 'Limon Feed Mill', timezone: 'America/Denver' });
    const device = await makeDevice(db, { site_id: site.id, title: 'Leg 1', device_type: '0005' });
    await announce(db, device.id, ['4000', '4001']);
    const person = async (role: 'User' | 'Manager', email: string) =>
      await makeUser(db, { on: { [site.id]: role }, email, registered_at: new Date() });
    await person('Manager', 'dale@prairie.example');
    await person('User', 'sam@prairie.example');
    const quiet = await person('Manager', 'quiet@prairie.example');
    await sql`update users set has_protection_mail = false where id = ${quiet.id}`.execute(db);
    const testedAt = early - 400 * dayMs;
    await sql`insert into maintenance_test (id, test_id, at, started_at, device_id, client_id, site_id, client_name, site_name,
        device_name, serial_number, group_id, group_name, sensor_id, sensor_name, step, user_id, user_name, comment)
      values (1, 1, ${testedAt}, ${testedAt}, ${device.id}, ${device.clientId}, ${site.id}, 'c', 's', 'd', 'sn', '4', 'g',
        '4000', 'Bearing', 'maintanance_succeeded', null, 'Ann', '')`.execute(db);
    const sent = async (): Promise<string[]> => {
      const { rows } = await sql<{ line: string }>`select to_address || ': ' || subject as line from mail
        where subject like 'Limon Feed Mill%' order by id`.execute(db);
      return rows.map(({ line }) => line);
    };

    // Before seven, and for a new site, nothing is due.
    await run();
    expect(await sent()).toEqual([]);
    now = late;
    await run();
    await run();
    expect(await sent()).toEqual([
      'dale@prairie.example: Limon Feed Mill: 3 entries not protecting',
      'dale@prairie.example: Limon Feed Mill: 1 proof test is overdue',
    ]);
    const weekly = await smtp.next('dale@prairie.example');
    const reminder = await smtp.next('dale@prairie.example');
    const [list, overdue] = weekly.subject.includes('entries') ? [weekly, reminder] : [reminder, weekly];
    expect(list.text).toContain(`https://tocsin.example/protection?site=${site.id}&csv=true`);
    expect(list.text).toContain('No alarm and no rule: Leg 1, Bearing 4001.');
    expect(list.text).toContain('As of 23 Nov 2026 07:05 (America/Denver).');
    expect(overdue.text).toContain('Leg 1, Bearing 4000: last passed 19 Oct 2025');

    // The same test is reminded again after 30 days, and the list comes again each week.
    now = late + 7 * dayMs;
    await run();
    expect(await sent()).toHaveLength(3);
    now = late + 31 * dayMs;
    await run();
    expect((await sent()).filter((line) => line.includes('overdue'))).toHaveLength(2);
  });

  it('managers get the hours of a month once, in their language, after its last hour is counted', async () => {
    const { db } = database;
    const site = await makeSite(db, { title: 'Hutchinson', timezone: 'America/Chicago' });
    const device = await makeDevice(db, { site_id: site.id, title: 'Leg 2', device_type: '0005' });
    const person = async (role: 'User' | 'Manager', email: string) =>
      await makeUser(db, { on: { [site.id]: role }, email, registered_at: new Date() });
    const english = await person('Manager', 'ann@prairie.example');
    const german = await person('Manager', 'uwe@prairie.example');
    await sql`update users set language = 'de' where id = ${german.id}`.execute(db);
    await person('User', 'tom@prairie.example');
    const off = await person('Manager', 'off@prairie.example');
    await sql`update users set has_protection_mail = false where id = ${off.id}`.execute(db);
    const monthly = async (): Promise<string[]> => {
      const { rows } = await sql<{ line: string }>`select to_address || ': ' || subject as line from mail
        where to_address = any (array['ann@prairie.example', 'uwe@prairie.example', 'tom@prairie.example', 'off@prairie.example'])
          and subject ~ 'hours in|Stunden im' order by to_address, id`.execute(db);
      return rows.map(({ line }) => line);
    };

    // A site is mailed from its second month on.
    await countHour(db, device, Date.UTC(2026, 9, 8, 14), 5);
    now = Date.UTC(2026, 9, 20);
    await run();
    now = Date.UTC(2026, 10, 1, 13, 1);
    await run();
    // 1 November, 07:01 in Chicago: the last hour of October is not counted yet.
    expect(await monthly()).toEqual([]);
    await countHour(db, device, Date.UTC(2026, 10, 1, 4), 15);
    await run();
    await run();
    expect(await monthly()).toEqual([
      'ann@prairie.example: Hutchinson: Protected hours in October 2026: 0 % proved by tests, 91.6 % protected',
      'uwe@prairie.example: Hutchinson: Geschützte Stunden im Oktober 2026: 0 % durch Prüfungen belegt, 91,6 % geschützt',
    ]);
    const { rows } = await sql<{ text: string }>`select text from mail where user_id = ${english.id}
      and subject like '%October%'`.execute(db);
    expect(rows[0]?.text).toContain(
      'Leg 2: 0 % proved by tests, 91.6 % protected, 0.2 h without, 4.4000: Test overdue',
    );
    expect(rows[0]?.text).toContain(
      '91.6 %. In 1.8 of 2 running hours every required sensor could have warned somebody.',
    );
    expect(rows[0]?.text).toContain(`/protection?view=hours&site=${site.id}&month=2026-10`);

    // A month whose last hours never come is told two days later; one without any hour is not told.
    await countHour(db, device, Date.UTC(2026, 10, 15), 15);
    now = Date.UTC(2026, 11, 1, 14);
    await run();
    expect(await monthly()).toHaveLength(2);
    now = Date.UTC(2026, 11, 3, 14);
    await run();
    expect((await monthly()).at(-1)).toMatch(
      /: Geschützte Stunden im November 2026: wird noch gezählt, vollständig bis 14\.11\.2026, 19:00$/,
    );
    expect(await monthly()).toHaveLength(4);
    now = Date.UTC(2027, 0, 4, 14);
    await run();
    expect(await monthly()).toHaveLength(4);
  });
});
