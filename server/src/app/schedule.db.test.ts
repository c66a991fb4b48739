import { DeviceStatus } from '@tocsin/contract/status';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { seedPolicy } from '../features/escalation/index.ts';
import { seedRotation } from '../features/on-call/index.ts';
import { drivenClock } from '../platform/clock.ts';
import { enqueueJob } from '../platform/jobs.ts';
import { createLog } from '../platform/log.ts';
import { enqueueScheduled, scheduledTasks } from '../platform/scheduled-jobs.ts';
import { testDatabase } from '../platform/testing/database.ts';
import { type MadeDevice, makeDevice, makeSite, makeUser } from '../platform/testing/factories.ts';
import { type ScheduleSources, scheduleOf } from './schedule.ts';

const database = testDatabase();
const now = Date.parse('2026-11-23T15:00:00Z');
const log = createLog('silent');
const clock = drivenClock(now);
const daysAgo = (days: number): Date => new Date(now - days * 86_400_000);

/** A client with a site, a device, a manager and a user. */
interface Plant {
  readonly device: MadeDevice;
  readonly managerId: number;
  readonly userId: number;
}
let bad: Plant;
let good: Plant;

async function plant(): Promise<Plant> {
  const { db } = database;
  const site = await makeSite(db, { timezone: 'America/Denver' });
  const device = await makeDevice(db, { site_id: site.id });
  const manager = await makeUser(db, { on: { [site.id]: 'Manager' } });
  const user = await makeUser(db, { on: { [site.id]: 'User' } });
  return { device, managerId: manager.id, userId: user.id };
}
const isBad = (id: number): boolean => id === bad.device.id;
const sources = (): ScheduleSources => ({
  db: database.db,
  clock,
  log,
  config: { publicUrl: 'https://tocsin.example', demo: false, smtpUrl: null },
  health: { metrics: async () => new Map() },
  deleteHistory: async (id) => {
    if (isBad(id)) throw new Error('its chunks cannot be read');
  },
  incidents: {
    intervalOf: async (id) => {
      if (isBad(id)) throw new Error('no interval');
      return 2_000;
    },
    changed: async () => {},
  },
  protection: {
    live: async (id) => {
      if (isBad(id)) throw new Error('no document');
      return {
        Id: String(id),
        Name: 'Leg',
        Status: DeviceStatus.enum.OK,
        Alarm: false,
        device: { deviceId: String(id), udf_id: null, deviceType: '0300', versionInfo: null, is_online: true },
        groups: [],
      } as never;
    },
    ledger: async () => [],
    unevaluatedOf: () => new Map() as never,
    scanWith: (work) =>
      work(async (id) => {
        if (isBad(id)) throw new Error('its history cannot be read');
        return { suspicions: [], lives: [], sensors: [] };
      }),
  },
});

const count = async (query: ReturnType<typeof sql>): Promise<number> => (await query.execute(database.db)).rows.length;

async function alarms({ device }: Plant): Promise<void> {
  for (const after of [0, 20])
    await sql`insert into event (id, at, received_at, device_id, client_id, site_id, type, client_name, site_name,
        device_name, group_id, sensor_id, content, is_active, is_late, is_notified, is_test)
      values (${device.id * 100 + after}, ${now - 60_000 + after}, ${now - 60_000 + after}, ${device.id},
        ${device.clientId}, ${device.siteId}, 'alarm_on', '', '', '', '4', ${String(after)}, '', true, false, true, false)`.execute(
      database.db,
    );
}
async function outage({ device }: Plant): Promise<void> {
  await sql`with made as (insert into edge (site_id, title, code_hash, code_expires_at, made_by, made_at, seen_at, health)
      values (${device.siteId}, 'Head house', '\\x00', now(), 'Ann', now(), ${new Date(now)}, '{"oldest_at": null}')
      returning id)
    insert into edge_outage (edge_id, from_at, to_at) select id, ${daysAgo(0.5)}, ${daysAgo(0.4)} from made`.execute(
    database.db,
  );
}
const mailsOf = ({ device, managerId, userId }: Plant) =>
  count(sql`select from mail where client_id = ${device.clientId} or user_id in (${managerId}, ${userId})`);

/** What a job finds of a plant, and how it shows that the job was done for it; null: it has no items. */
const items: Readonly<
  Record<
    string,
    { readonly set: (of: Plant) => Promise<unknown>; readonly done: (of: Plant) => Promise<number> } | null
  >
> = {
  'alive-mail': null,
  'audit-seal': null,
  'webhook-cleanup': null,
  // What a feed answers is noted with the feed, so that a bad one is no failure of the job.
  'read-rss': null,
  incidents: {
    set: alarms,
    done: ({ device }) =>
      count(sql`select from incident i join event e on e.id = i.event_id where e.device_id = ${device.id}`),
  },
  'edges.digest': { set: outage, done: mailsOf },
  'rule-units': {
    set: async ({ device }) => {
      const sensors = [{ groupId: '4', sensorId: '1', name: 'Head', type: 'NUMERIC', unit: 'bar', states: {} }];
      await sql`update device_layout set groups = '[{"id":"4","name":"Temp"}]', sensors = ${JSON.stringify(sensors)}
        where device_id = ${device.id}`.execute(database.db);
      await sql`insert into warning_rule (device_id, path, sign, value, delay_seconds, "position", unit)
        values (${device.id}, '4.1', '>', 80, 0, 0, 'C')`.execute(database.db);
    },
    done: mailsOf,
  },
  'on-call-gaps': {
    set: async ({ device, userId }) => {
      await sql`update users set is_active = false where id = ${userId}`.execute(database.db);
      await database.db.transaction().execute((trx) =>
        seedRotation(trx, device.clientId, {
          title: 'Nights',
          timezone: 'UTC',
          handover_time: '06:00',
          weekday: 1,
          start: '2026-11-16',
          people: [{ id: userId, name: 'Ann' }],
          overrides: [],
          at: now,
        }),
      );
    },
    done: mailsOf,
  },
  'walk-tasks': {
    set: async ({ device }) => {
      if (isBad(device.id))
        await sql`update site set timezone = 'Nowhere/None' where id = ${device.siteId}`.execute(database.db);
      const id = device.id * 100 + 50;
      const sensors = [{ path: '4.1', name: 'Head', state: 'failed', cause: 'not_tripped', reason: '' }];
      await sql`insert into event (id, at, received_at, device_id, client_id, site_id, type, client_name, site_name,
          device_name, content, is_active, is_late, is_notified, is_test)
        values (${id}, ${now - 180_000}, ${now - 180_000}, ${device.id}, ${device.clientId}, ${device.siteId},
          'maintenance', '', '', '', '', false, false, true, true)`.execute(database.db);
      await sql`insert into walk_test (id, device_id, client_id, site_id, client_name, site_name, device_name, user_id,
          started_at, ended_at, signed_at, state)
        values (${id}, ${device.id}, ${device.clientId}, ${device.siteId}, '', '', '', 1, ${now - 180_000},
          ${now - 120_000}, ${now - 120_000}, ${JSON.stringify({ userId: bad.managerId, userName: 'Dale', sensors })})`.execute(
        database.db,
      );
    },
    done: ({ device }) => count(sql`select from maintenance_task where device_id = ${device.id}`),
  },
  'handover-mails': {
    set: ({ device, userId }) =>
      sql`insert into handover_mail (site_id, user_id, span, next_at)
        values (${device.siteId}, ${userId}, 'day', ${daysAgo(0.1)})`.execute(database.db),
    done: mailsOf,
  },
  'protection-watch': {
    set: () =>
      sql`insert into inactive_seen (device_id, path, kind, since)
      values (${good.device.id}, '4.1', 'disabled', now()) on conflict do nothing`.execute(database.db),
    // The document does not name the sensor any more.
    done: async ({ device }) => 1 - (await count(sql`select from inactive_seen where device_id = ${device.id}`)),
  },
  'protection-reach': {
    set: async ({ device, userId }) => {
      if (!isBad(device.id)) return;
      const people = [{ id: userId, name: 'Ann' }];
      await database.db.transaction().execute(async (trx) => {
        const at = { title: 'Days', handover_time: '06:00', weekday: 1, start: '2026-11-16', overrides: [], at: now };
        const id = await seedRotation(trx, device.clientId, { ...at, timezone: 'Nowhere/None', people });
        await seedPolicy(trx, device.clientId, {
          title: 'Urgent',
          event_types: ['alarm_on'],
          least_priority: 4,
          device_ids: null,
          steps: [{ after_minutes: 0, everybody: false, targets: [{ kind: 'rotation', id, name: 'Days' }] }],
          repeats: 0,
          repeat_after_minutes: 10,
          goes_on_after_clearing: false,
          at: now,
        });
      });
    },
    done: ({ device }) => count(sql`select from protection_fact where device_id = ${device.id}`),
  },
  'protection-scan': {
    set: async () => {},
    done: ({ device }) => count(sql`select from device_scan where device_id = ${device.id}`),
  },
  'protection-mail': {
    set: async ({ device }) => {
      if (isBad(device.id))
        await sql`update site set timezone = 'Nowhere/None' where id = ${device.siteId}`.execute(database.db);
    },
    done: ({ device }) => count(sql`select from protection_mail where site_id = ${device.siteId}`),
  },
  'out-of-service.reviews': {
    set: async ({ device }) => {
      if (isBad(device.id))
        await sql`update site set timezone = 'Nowhere/None' where id = ${device.siteId}`.execute(database.db);
      await sql`insert into out_of_service (device_id, since, user_name, reason, review_at)
        values (${device.id}, now(), '', '', '2027-03-14T06:00:00Z')`.execute(database.db);
    },
    done: ({ device }) =>
      count(sql`select from out_of_service where device_id = ${device.id} and next_mail_at is not null`),
  },
  'policy-test-reminders': {
    set: ({ device }) =>
      sql`insert into escalation_policy (client_id, site_id, title, event_types, least_priority, steps, repeats,
          repeat_after_minutes, goes_on_after_clearing, created_at)
        values (${device.clientId}, ${device.siteId}, 'Nights', '{alarm_on}', 4, '[]', 0, 10, true, ${daysAgo(100)})`.execute(
        database.db,
      ),
    done: mailsOf,
  },
  'forget-accounts': {
    set: async ({ userId }) => {
      await sql`insert into session (token_hash, user_id, address, created_at, used_at)
        values (${Buffer.from(`old ${userId}`)}, ${userId}, '', ${daysAgo(90)}, ${daysAgo(90)})`.execute(database.db);
      await sql`insert into mail (message_id, kind, to_address, subject, html, text, created_at, state, user_id)
        values (${`<old-${userId}>`}, 'other', 'a@b.example', '', '', '', ${daysAgo(200)}, 'sent', ${userId})`.execute(
        database.db,
      );
    },
    // Sessions cannot be deleted here, mails can.
    done: async ({ userId }) => 1 - (await count(sql`select from mail where message_id = ${`<old-${userId}>`}`)),
  },
  'purge-removed': {
    set: ({ device }) =>
      sql`update device set removed_at = ${daysAgo(40)} where id = ${device.id}`.execute(database.db),
    done: async ({ device }) => 1 - (await count(sql`select from device where id = ${device.id}`)),
  },
};

beforeAll(async () => {
  // Mails of a plant that is bad, and sessions of its people, are refused by the database.
  await sql`create table bad_row (client_id int, user_id int)`.execute(database.db);
  await sql`create function refuse_bad() returns trigger language plpgsql as $$ begin
    if tg_table_name = 'session' then
      if exists (select from bad_row where user_id = old.user_id) then raise exception 'a bad row'; end if;
      return old;
    end if;
    if exists (select from bad_row where client_id = new.client_id or user_id = new.user_id)
      then raise exception 'a bad row'; end if;
    return new; end $$`.execute(database.db);
  await sql`create trigger bad_mail before insert on mail for each row execute function refuse_bad()`.execute(
    database.db,
  );
  await sql`create trigger bad_session before delete on session for each row execute function refuse_bad()`.execute(
    database.db,
  );
});
beforeEach(async () => {
  const { db } = database;
  for (const table of [
    'escalation_policy',
    'rotation',
    'edge',
    'handover_mail',
    'out_of_service',
    'device_latest',
    'warning_rule',
    'walk_test',
    'maintenance_task',
    'event',
    'bad_row',
  ])
    await sql`delete from ${sql.table(table)}`.execute(db);
  await sql`update site set timezone = 'UTC'`.execute(db);
  [bad, good] = [await plant(), await plant()];
  for (const { device } of [bad, good]) {
    await sql`insert into device_layout (device_id, layout_id, hash, groups, sensors)
      values (${device.id}, 1, 'h', '[]', '[]')`.execute(db);
    await sql`insert into device_latest (device_id, layout_id, state) values (${device.id}, 1, '{}')`.execute(db);
  }
});

const jobOf = (task: string) => {
  const job = scheduleOf(sources()).find((one) => one.task === task);
  if (!job) throw new Error(`no job ${task}`);
  return job;
};

it('the table of this test has every job of the schedule, and each task is there once', () => {
  const tasks = scheduleOf(sources()).map(({ task }) => task);
  expect(tasks.toSorted()).toEqual(Object.keys(items).toSorted());
  expect(new Set(tasks).size).toBe(tasks.length);
});

describe.each(Object.keys(items))('%s', (task) => {
  it('is due again at its usual time after each of 25 failures', async () => {
    const driven = drivenClock(now);
    const dependencies = { db: database.db, clock: driven, log };
    const job = {
      ...jobOf(task),
      run: async () => {
        throw new Error('a fault');
      },
    };
    await sql`delete from graphile_worker._private_jobs`.execute(database.db);
    await sql`delete from scheduled_job`.execute(database.db);
    // As 2.0.0 left it.
    await enqueueJob(database.db, { task, payload: {}, key: task, runAt: new Date(now) });
    await enqueueScheduled(dependencies, [job]);
    for (let n = 1; n <= 25; n++) {
      await scheduledTasks(dependencies, [job])[task]?.({});
      const { rows } = await sql<{ run_at: Date; attempts: number }>`select run_at, attempts from graphile_worker.jobs
        where key = ${task}`.execute(database.db);
      const next = now + n * job.everyMs;
      expect(rows).toEqual([{ run_at: new Date(next), attempts: 0 }]);
      driven.advanceTo(next);
    }
  });
});

type Item = NonNullable<(typeof items)[string]>;
const withItems = Object.entries(items).flatMap(([task, item]): [string, Item][] => (item ? [[task, item]] : []));
const withoutItems = Object.keys(items).filter((task) => items[task] === null);

describe('one bad row among good ones', () => {
  it.each(withItems)('does not keep %s from the rest, and the job counts as failed', async (task, item) => {
    await item.set(bad);
    await item.set(good);
    await sql`insert into bad_row values (${bad.device.clientId}, ${bad.userId}), (null, ${bad.managerId})`.execute(
      database.db,
    );
    await expect(jobOf(task).run()).rejects.toThrow(/failed \(/);
    expect(await item.done(good)).toBeGreaterThan(0);
  });

  it.each(withoutItems)('is nothing to %s, which runs as a whole', async (task) => {
    await jobOf(task).run();
  });
});
