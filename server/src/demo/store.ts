import type { DemoClient, DemoDevice, DemoPerson, DemoSite } from '@tocsin/simulator/demo-plant';
import { sql, type Transaction } from 'kysely';
import type { Db } from '../platform/db.ts';
import { query } from '../platform/query.ts';
import type { Tables } from '../platform/tables.ts';

type Trx = Transaction<Tables>;

/** False for a database with any data, the demo's included. */
export async function isEmpty(db: Db): Promise<boolean> {
  return (await db.selectFrom('client').select('id').limit(1).executeTakeFirst()) === undefined;
}

export async function insertClient(trx: Trx, client: DemoClient): Promise<number> {
  const row = await trx
    .insertInto('client')
    .values({
      number: client.number,
      company: client.company,
      address: client.address,
      phone: client.phone,
      full_name: client.fullName,
      email: client.email,
      alternative_name: client.emergency.name,
      alternative_email: client.emergency.email,
      alternative_phone: client.emergency.phone,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function insertSite(trx: Trx, clientId: number, site: DemoSite): Promise<number> {
  const row = await trx
    .insertInto('site')
    .values({
      client_id: clientId,
      title: site.title,
      address: site.address,
      full_name: site.fullName,
      email: site.email,
      mobile: site.mobile,
      timezone: site.timezone,
      latitude: site.latitude,
      longitude: site.longitude,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function insertDevice(
  trx: Trx,
  siteId: number,
  device: DemoDevice,
  code: { readonly cipher: Buffer; readonly hash: Buffer },
): Promise<number> {
  await trx
    .insertInto('device_registry')
    .values({
      serial_number: device.serialNumber,
      code_cipher: code.cipher,
      code_hash: code.hash,
      device_type: device.type,
    })
    .execute();
  const row = await trx
    .insertInto('device')
    .values({
      site_id: siteId,
      title: device.title,
      serial_number: device.serialNumber,
      device_type: device.type,
      udf_id: device.udfId,
      degrees: device.degrees,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Inserts a registered, active person with a password. */
export async function insertPerson(
  trx: Trx,
  person: DemoPerson,
  company: string,
  passwordHash: string,
  selected: { readonly client: number | null; readonly site: number | null },
): Promise<number> {
  const row = await trx
    .insertInto('users')
    .values({
      username: person.email,
      email: person.email,
      first_name: person.firstName,
      last_name: person.lastName,
      company,
      password_hash: passwordHash,
      is_superuser: person.staff === 'superuser',
      is_oem: person.staff === 'oem',
      is_accounts_management: person.staff === 'account-manager',
      registered_at: new Date(),
      mailbox_verified_at: new Date(),
      current_client: selected.client,
      current_site: selected.site,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function insertMember(trx: Trx, userId: number, clientId: number, manages: boolean): Promise<void> {
  await trx
    .insertInto('client_member')
    .values({ user_id: userId, client_id: clientId, is_accounts_management: manages })
    .execute();
}

export async function insertMembership(
  trx: Trx,
  userId: number,
  siteId: number,
  permission: 'User' | 'Engineer' | 'Manager',
): Promise<void> {
  await trx
    .insertInto('membership')
    .values({ user_id: userId, site_id: siteId, has_access: true, permission })
    .execute();
}

/** Device ids by serial number: an F500 is addressed by its id. */
export async function deviceIds(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await db.selectFrom('device').select(['id', 'serial_number']).where('removed_at', 'is', null).execute();
  return new Map(rows.map((row) => [row.serial_number, row.id]));
}

/** The first Manager of a site. */
export async function managerOf(db: Db, siteId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('membership')
    .select('user_id')
    .where(({ and }) => and({ site_id: siteId, permission: 'Manager' }))
    .orderBy('user_id')
    .executeTakeFirst();
  return row?.user_id;
}

/** The first account manager of a site's client. */
export async function accountManagerOf(db: Db, siteId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('client_member as m')
    .innerJoin('site as s', 's.client_id', 'm.client_id')
    .select('m.user_id')
    .where('s.id', '=', siteId)
    .where('m.is_accounts_management', '=', true)
    .orderBy('m.user_id')
    .executeTakeFirst();
  return row?.user_id;
}

/**
 * Events that began before a moment, have cleared and need acknowledgement, at most 500, by site. Of what began in the
 * night before the demo was started, from 22:00 to 06:00 at the site, the newest event of each site is left for a day.
 */
export async function unacknowledgedBefore(
  db: Db,
  before: { readonly at: number; readonly night: number; readonly startedAt: number },
): Promise<readonly { readonly siteId: number; readonly ids: readonly number[] }[]> {
  const { rows } = await sql<{ site_id: number; id: number; is_night: boolean }>`select e.site_id, e.id,
      e.at >= ${before.night}::bigint and e.at < ${before.startedAt}::bigint
        and (to_timestamp(e.at / 1000.0) at time zone s.timezone)::time not between '06:00' and '22:00' as is_night
    from event e join site s on s.id = e.site_id
    where e.needs_acknowledgement and e.acknowledged_at is null and not e.is_active and e.at < ${before.at}::bigint
    order by e.at desc, e.id desc limit 500`.execute(db);
  return [...Map.groupBy(rows, (row) => row.site_id)].flatMap(([siteId, of]) => {
    const left = of.find((row) => row.is_night);
    const ids = of.filter((row) => row !== left).map((row) => row.id);
    return ids.length === 0 ? [] : [{ siteId, ids }];
  });
}

/** Takes a sensor of the demo out of service since some days, as a person of the client; `reviewAt` in unix ms. */
export const insertOutOfService = (
  trx: Trx,
  deviceId: number,
  out: {
    readonly path: string;
    readonly sensorName: string;
    readonly reason: string;
    readonly by: string;
    readonly since: number;
    readonly reviewAt: number;
  },
): Promise<void> =>
  query(trx).run(sql`insert into out_of_service (device_id, path, sensor_name, since, user_name, reason, review_at)
    values (${deviceId}, ${out.path}, ${out.sensorName}, ${new Date(out.since)}, ${out.by}, ${out.reason},
      ${new Date(out.reviewAt)})`);

/** Whether anything is shelved. */
export const hasActiveShelf = (db: Db): Promise<boolean> =>
  query(db).exists(sql`select 1 from shelf where ended_at is null limit 1`);

/** The sensor that raised the most warnings since a moment (unix ms), of a site with a Manager; undefined: none did. */
export const mostWarnings = (
  db: Db,
  since: number,
): Promise<
  | { readonly deviceId: number; readonly siteId: number; readonly groupId: string; readonly sensorId: string }
  | undefined
> =>
  query(db).first(sql<{
    deviceId: number;
    siteId: number;
    groupId: string;
    sensorId: string;
  }>`select e.device_id as "deviceId", e.site_id as "siteId", e.group_id as "groupId", e.sensor_id as "sensorId"
    from event e join device d on d.id = e.device_id and d.removed_at is null
    where e.type = 'warning_on' and e.sensor_id is not null and e.at >= ${since}
      and exists (select 1 from membership m where m.site_id = e.site_id and m.permission = 'Manager')
    group by 1, 2, 3, 4 order by count(*) desc, 1, 3, 4 limit 1`);

/** A passed test from before the demo started, as three steps of a record. */
export interface PastTest {
  readonly deviceId: number;
  /** `groupId.sensorId`. */
  readonly path: string;
  readonly sensorName: string;
  readonly groupName: string;
  readonly by: string;
  readonly at: number;
  readonly comment: string;
  readonly walkId?: number | undefined;
}

/** Inserts records of tests from before the demo started; later ones are written by the pipeline only. */
export async function insertPastTests(trx: Trx, tests: readonly PastTest[]): Promise<void> {
  if (tests.length === 0) return;
  const minuteMs = 60_000;
  const steps = tests.flatMap((test, n) => {
    const [groupId = '', sensorId = ''] = test.path.split('.');
    const step = (index: number, name: string, afterMs: number, comment: string) => sql`(${n * 3 + index}::int,
      ${n * 3}::int, ${test.at + afterMs}::bigint, ${test.at}::bigint, ${test.deviceId}::int, ${groupId}, ${test.groupName},
      ${sensorId}, ${test.sensorName}, ${name}, ${test.by}, ${comment}, ${test.walkId ?? null}::bigint)`;
    return [
      step(0, 'maintenance_expect_alarm_on', 0, ''),
      step(1, 'maintanance_succeeded', 3 * minuteMs, ''),
      step(2, 'comment', 4 * minuteMs, test.comment),
    ];
  });
  // Ids below the first event's: the sequence hands out blocks of a thousand.
  await sql`insert into maintenance_test (id, test_id, at, started_at, device_id, client_id, site_id, client_name, site_name,
      device_name, serial_number, group_id, group_name, sensor_id, sensor_name, step, user_name, comment, walk_id)
    select b.base + v.n, b.base + v.test, v.at, v.started_at, d.id, s.client_id, s.id, c.company, s.title, d.title,
      d.serial_number, v.group_id, v.group_name, v.sensor_id, v.sensor_name, v.step, v.by, v.comment, v.walk_id
    from (values ${sql.join(steps)}) as v(n, test, at, started_at, device_id, group_id, group_name, sensor_id, sensor_name,
      step, by, comment, walk_id) cross join (select nextval('event_ids') as base) b
      join device d on d.id = v.device_id join site s on s.id = d.site_id join client c on c.id = s.client_id
    order by v.n`.execute(trx);
}

/** In the demo's past an alarm of each device would have reached its client's contact. */
export const insertPastReach = (trx: Trx, now: number): Promise<void> =>
  query(trx).run(sql`insert into protection_fact (device_id, from_at, until_at, is_suspended, is_reached, others,
      reached)
    select id, ${now - pastMs}, ${now}, false, true, '{}', '{}' from device`);
const pastMs = 70 * 86_400_000;
