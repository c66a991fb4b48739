import { type checkKinds, mostOfShift, type recordKinds } from '@tocsin/contract/handover';
import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import { query } from '../../platform/query.ts';

export interface SiteHead {
  readonly id: number;
  readonly title: string;
  readonly client_id: number;
  readonly company: string;
  readonly timezone: string;
  /** null: the usual times. */
  readonly starts: readonly string[] | null;
}

/** A site with its shift times. */
export const siteHead = (db: Db, id: number): Promise<SiteHead | undefined> =>
  query(db).first(sql<SiteHead>`select s.id, s.title, s.client_id, c.company, s.timezone, h.starts
    from site s join client c on c.id = s.client_id left join site_shifts h on h.site_id = s.id
    where s.id = ${id}`);

/** Locks the site until the transaction ends, so that two presses of one person are one take-over. */
export const lockSite = (db: Db, id: number): Promise<void> =>
  query(db).run(sql`select 1 from site where id = ${id} for update`);

export const writeStarts = (db: Db, siteId: number, starts: readonly string[]): Promise<void> =>
  query(db).run(sql`insert into site_shifts (site_id, starts) values (${siteId}, ${[...starts]}::text[])
    on conflict (site_id) do update set starts = excluded.starts`);

/** Where to look: only OEM and super users see suspended sites and devices. */
export interface Place {
  readonly siteId: number;
  readonly seesSuspended: boolean;
}
/** Unix ms, half-open. */
interface Span {
  readonly from: number;
  readonly to: number;
}

const begins = sql.raw(
  `e.type in ('alarm_on', 'warning_on', 'device_offline', 'sensor_disappeared') and not e.is_test`,
);
/** Rows of an alias `x` with site_id and device_id, whose device is there and may be opened. */
const openDevices = ({ siteId, seesSuspended }: Place, x: string) =>
  sql`join device d on d.id = ${sql.ref(`${x}.device_id`)} and d.removed_at is null
    join site s on s.id = ${sql.ref(`${x}.site_id`)} and s.id = ${siteId}
      and (${seesSuspended} or not (s.is_suspended or d.is_suspended))`;

/** Ids of what began in a span, newest first. */
export const begunIn = (db: Db, place: Place, { from, to }: Span): Promise<number[]> =>
  query(db).column(
    sql<{ id: number }>`select e.id from event e ${openDevices(place, 'e')}
    where ${begins} and e.at >= ${from} and e.at < ${to} order by e.at desc, e.id desc limit ${mostOfShift}`,
    'id',
  );

/** How many alarms, warnings and losses of a device or sensor began in a span. */
export async function countsIn(db: Db, place: Place, { from, to }: Span) {
  const { rows } = await sql<{ alarms: number; warnings: number; offline: number }>`select
      count(*) filter (where e.type = 'alarm_on')::int as alarms,
      count(*) filter (where e.type = 'warning_on')::int as warnings,
      count(*) filter (where e.type in ('device_offline', 'sensor_disappeared'))::int as offline
    from event e ${openDevices(place, 'e')} where ${begins} and e.at >= ${from} and e.at < ${to}`.execute(db);
  return rows[0] ?? { alarms: 0, warnings: 0, offline: 0 };
}

export interface OpenEvent {
  readonly id: number;
  readonly is_active: boolean;
  readonly who: string | null;
}
/** What was active or not acknowledged at a moment (`now`: still is), most urgent first. */
export const openAt = (db: Db, place: Place, at: number): Promise<OpenEvent[]> =>
  query(db).all(sql<OpenEvent>`select * from (
    select e.id, e.at, e.priority, not e.is_late and (e.is_active or coalesce(e.ended_at >= ${at}, false)) as is_active,
      e.needs_acknowledgement and (e.acknowledged_at is null or e.acknowledged_at >= ${at}) as is_open,
      case when e.acknowledged_at < ${at} then e.acknowledged_by end as who
    from event e ${openDevices(place, 'e')}
    where ${begins} and e.at < ${at} and (e.is_active or e.ended_at >= ${at}
      or (e.needs_acknowledgement and (e.acknowledged_at is null or e.acknowledged_at >= ${at})))) o
    where o.is_active or o.is_open
    order by o.is_active desc, coalesce(o.priority, 5), o.at desc, o.id desc limit ${mostOfShift}`);

export interface OpenShelf {
  readonly id: number;
  readonly device_id: number;
  readonly device: string;
  readonly title: string;
  readonly whole: boolean;
  readonly reason: string;
  readonly user_name: string;
  readonly started_at: number;
  readonly until: number;
}
/** What was shelved at a moment, the next to end first. */
export const shelvedAt = (db: Db, place: Place, at: number): Promise<OpenShelf[]> =>
  query(db).all(sql<OpenShelf>`select h.id, h.device_id, d.title as device, h.title,
      h.group_id is null as whole, h.reason, h.user_name, h.started_at, h.until
    from shelf h ${openDevices(place, 'h')}
    where h.started_at < ${at} and (h.ended_at is null or h.ended_at >= ${at})
    order by h.until, h.id limit ${mostOfShift}`);

export interface FoundNotWell {
  readonly id: number;
  readonly device_id: number;
  readonly device: string;
  readonly what: string;
  readonly by: string;
  readonly at: Date;
}
/** What rounds of a span found not well, whose task was open at its end, newest first; a task is of the millisecond of its round. */
export const foundNotWell = (db: Db, place: Place, { from, to }: Span): Promise<FoundNotWell[]> =>
  query(db).all(sql<FoundNotWell>`select t.id, t.device_id, d.title as device, t.what, t.created_by as by,
      t.created_at as at
    from maintenance_task t join daily_round r on r.device_id = t.device_id and r.user_name = t.created_by
      and coalesce(r.received_at, r.at) = t.created_at ${openDevices(place, 'r')}
    where t.event_id = 0 and t.created_at >= ${new Date(from)} and t.created_at < ${new Date(to)}
      and (t.closed_at is null or t.closed_at >= ${new Date(to)})
    order by t.created_at desc, t.id limit ${mostOfShift}`);

export interface NeverReported {
  readonly id: number;
  readonly title: string;
  readonly created_at: Date;
}
/** Devices that were added before a moment and have no frame to this day, the oldest first. */
export async function neverReported(db: Db, place: Place, at: number): Promise<NeverReported[]> {
  const { rows: devices } = await sql<NeverReported>`select d.id, d.title, d.created_at
    from (select id as device_id, site_id from device) x ${openDevices(place, 'x')}
    where d.created_at < ${new Date(at)} order by d.created_at, d.id limit ${mostOfShift}`.execute(db);
  const ids = devices.map(({ id }) => id);
  // A query of its own: Citus does not join a table of the coordinator with the absence of a distributed row.
  const { rows } = await sql<{ id: number }>`select device_id as id from device_latest
    where device_id = any(${ids}::int[])`.execute(db);
  const reported = new Set(rows.map(({ id }) => id));
  return devices.filter(({ id }) => !reported.has(id));
}

export interface OutOfService {
  readonly id: number;
  readonly device_id: number | null;
  readonly device: string | null;
  readonly sensor: string | null;
  readonly reason: string;
  readonly user_name: string;
  readonly since: Date;
  readonly review_at: Date;
}
/** What is out of service now, the earliest review date first. */
export const outOfServiceNow = (db: Db, { siteId }: Place): Promise<OutOfService[]> =>
  query(db).all(sql<OutOfService>`select o.id, o.device_id, d.title as device,
      coalesce(l.label, o.sensor_name) as sensor, o.reason, o.user_name, o.since, o.review_at
    from out_of_service o left join device d on d.id = o.device_id
      left join sensor_label l on l.device_id = o.device_id and l.path = o.path
    where coalesce(o.site_id, d.site_id) = ${siteId} and d.removed_at is null
    order by o.review_at, o.id limit ${mostOfShift}`);

/** One thing that a person did; `at` in unix ms. */
export interface RecordRow {
  readonly kind: (typeof recordKinds)[number];
  readonly at: number;
  readonly device: string;
  readonly what: string;
  readonly by: string;
  readonly comment: string;
}
/** A record that may have been written without a network. */
export interface WrittenRow extends RecordRow {
  readonly device_at: Date | null;
  readonly device_offset_ms: number | null;
  readonly received_at: Date;
}

/** Acknowledgements in a span, newest first. */
export const acknowledgedIn = (db: Db, place: Place, { from, to }: Span): Promise<RecordRow[]> =>
  query(db).all(sql<RecordRow>`select 'acknowledged' as kind, e.acknowledged_at as at, d.title as device,
      concat_ws(': ', e.sensor_name, e.content) as what, e.acknowledged_by as by,
      coalesce(e.acknowledged_comment, '') as comment
    from event e ${openDevices(place, 'e')}
    where e.acknowledged_at >= ${from} and e.acknowledged_at < ${to}
    order by e.acknowledged_at desc, e.id desc limit ${mostOfShift}`);

/** Shelves that began or ended in a span, newest first. */
export const shelvesIn = (db: Db, place: Place, { from, to }: Span): Promise<RecordRow[]> =>
  query(db).all(sql<RecordRow>`select m.kind, m.at, d.title as device, h.title as what, m.by, m.comment
    from shelf h ${openDevices(place, 'h')} cross join lateral (values
      ('shelved', h.started_at, h.user_name, h.reason),
      ('shelf_ended', h.ended_at, coalesce(h.ended_by, ''), '')) m (kind, at, by, comment)
    where m.at >= ${from} and m.at < ${to} order by m.at desc, h.id desc limit ${mostOfShift}`);

/** Ended proof tests of a span, newest first; `what` is the sensor, and `comment` begins with the result. */
export const testsIn = (db: Db, place: Place, { from, to }: Span) =>
  query(db).all(sql<RecordRow & { readonly passed: boolean }>`select 'test' as kind, m.at, d.title as device,
      m.sensor_name as what, m.user_name as by, m.step = 'maintanance_succeeded' as passed,
      coalesce((select string_agg(c.comment, ' / ' order by c.id) from maintenance_test c
        where c.device_id = m.device_id and c.test_id = m.test_id and c.comment <> ''), '') as comment
    from device d join site s on s.id = d.site_id join maintenance_test m on m.device_id = d.id
    where d.site_id = ${place.siteId} and d.removed_at is null
      and (${place.seesSuspended} or not (s.is_suspended or d.is_suspended))
      and m.step in ('maintanance_succeeded', 'maintenance_failed') and m.at >= ${from} and m.at < ${to}
    order by m.at desc, m.id desc limit ${mostOfShift}`);

/** Who looked last at a device in a span: by a proof test, a round or a note; undefined: nobody on record. */
export const lastCheck = (db: Db, { siteId }: Place, deviceId: number, { from, to }: Span) =>
  query(db).first(sql<{ kind: (typeof checkKinds)[number]; at: number; by: string }>`select c.kind, c.at, c.by from (
      select 'test' as kind, at, user_name as by from maintenance_test
        where device_id = ${deviceId} and step in ('maintanance_succeeded', 'maintenance_failed')
      union all select 'round', (extract(epoch from at) * 1000)::bigint, user_name from daily_round
        where device_id = ${deviceId}
      union all select 'note', (extract(epoch from at) * 1000)::bigint, user_name from site_note
        where site_id = ${siteId} and device_id = ${deviceId}) c
    where c.at >= ${from} and c.at < ${to} order by c.at desc limit 1`);

/** Daily rounds of a span, newest first. */
export const roundsIn = (db: Db, place: Place, { from, to }: Span): Promise<WrittenRow[]> =>
  query(db).all(sql<WrittenRow>`select 'round' as kind, (extract(epoch from r.at) * 1000)::bigint as at,
      d.title as device, '' as what, r.user_name as by, r.note as comment, r.device_at, r.device_offset_ms,
      coalesce(r.received_at, r.at) as received_at
    from daily_round r ${openDevices(place, 'r')}
    where r.at >= ${new Date(from)} and r.at < ${new Date(to)}
    order by r.at desc, r.id desc limit ${mostOfShift}`);

/** Notes about moments of a span, newest first. */
export const notesIn = (db: Db, place: Place, { from, to }: Span): Promise<WrittenRow[]> =>
  query(db).all(sql<WrittenRow>`select 'note' as kind, (extract(epoch from n.at) * 1000)::bigint as at,
      coalesce(d.title, '') as device, coalesce(n.sensor_name, '') as what, n.user_name as by, n.text as comment,
      n.device_at, n.device_offset_ms, n.written_at as received_at
    from site_note n join site s on s.id = n.site_id left join device d on d.id = n.device_id
    where n.site_id = ${place.siteId} and (n.device_id is null or d.removed_at is null)
      and (${place.seesSuspended} or not (s.is_suspended or coalesce(d.is_suspended, false)))
      and n.at >= ${new Date(from)} and n.at < ${new Date(to)}
    order by n.at desc, n.id desc limit ${mostOfShift}`);

/** Changes of what protects, without their values, which the audit log keeps; newest first. */
export const changesIn = (db: Db, place: Place, { from, to }: Span): Promise<RecordRow[]> =>
  query(db).all(sql<RecordRow>`select 'change' as kind, (extract(epoch from a.at) * 1000)::bigint as at,
      d.title as device, a.action as what, a.user_name as by, '' as comment
    from audit a ${openDevices(place, 'a')}
    where a.at >= ${new Date(from)} and a.at < ${new Date(to)} and a.action in ('change warnings', 'change responses',
      'change sensor types', 'take out of service', 'extend out of service', 'return to service', 'suspend',
      'reactivate')
    order by a.at desc, a.id desc limit ${mostOfShift}`);

export interface TakeoverRow {
  readonly id: number;
  readonly at: Date;
  readonly user_id: number | null;
  readonly user_name: string;
  readonly comment: string;
  readonly points: number;
}
const takeover = sql.raw('id, at, user_id, user_name, comment, cardinality(points) as points');

/** Who took over the shift that begins at a moment, oldest first. */
export const takeoversOf = (db: Db, siteId: number, from: number): Promise<TakeoverRow[]> =>
  query(db).all(sql<TakeoverRow>`select ${takeover} from shift_takeover
    where site_id = ${siteId} and shift_from = ${new Date(from)} order by id limit ${mostOfShift}`);

/** Who took over the shifts that begin in a span, oldest first. */
export const takeoversIn = (db: Db, siteId: number, { from, to }: Span): Promise<TakeoverRow[]> =>
  query(db).all(sql<TakeoverRow>`select ${takeover} from shift_takeover
    where site_id = ${siteId} and shift_from >= ${new Date(from)} and shift_from < ${new Date(to)}
    order by id limit ${mostOfShift}`);

/** Whoever took over last a shift that began earlier. */
export async function holderBefore(db: Db, siteId: number, from: number): Promise<string | null> {
  const { rows } = await sql<{ user_name: string }>`select user_name from shift_takeover
    where site_id = ${siteId} and shift_from < ${new Date(from)} order by shift_from desc, id desc limit 1`.execute(db);
  return rows[0]?.user_name ?? null;
}

export async function addTakeover(
  db: Db,
  row: Span & {
    readonly siteId: number;
    readonly at: number;
    readonly userId: number;
    readonly by: string;
    readonly comment: string;
    readonly points: readonly string[];
  },
): Promise<TakeoverRow> {
  const { rows } = await sql<TakeoverRow>`insert into shift_takeover
      (site_id, shift_from, shift_to, at, user_id, user_name, comment, points)
    values (${row.siteId}, ${new Date(row.from)}, ${new Date(row.to)}, ${new Date(row.at)}, ${row.userId}, ${row.by},
      ${row.comment}, ${[...row.points]}::text[]) returning ${takeover}`.execute(db);
  const [added] = rows;
  if (!added) throw new Error('a stored take-over is missing');
  return added;
}

/** Those of the sites whose shifts were taken over in the last 30 days, with their own times. */
export const handedOver = (
  db: Db,
  siteIds: readonly number[],
): Promise<{ readonly id: number; readonly starts: readonly string[] | null }[]> =>
  query(db).all(sql<{ id: number; starts: string[] | null }>`select s.id, h.starts
    from site s left join site_shifts h on h.site_id = s.id where s.id = any(${[...siteIds]}::int[])
      and exists (select 1 from shift_takeover t where t.site_id = s.id and t.at > now() - interval '30 days')`);
