import { maxRows, type UnwatchedReason } from '@tocsin/contract/inspection';
import type { MaintenanceStepName } from '@tocsin/contract/maintenance';
import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import { query } from '../../platform/query.ts';

/** Unix ms, half-open. */
export interface Span {
  readonly from: number;
  readonly to: number;
}
/** One row more than the limit shows that there are too many. */
export const most = maxRows + 1;

export interface SiteRow {
  readonly id: number;
  readonly client_id: number;
  readonly title: string;
  readonly address: string;
  readonly company: string;
  readonly timezone: string;
  readonly is_suspended: boolean;
  readonly created_at: number;
}
export const ms = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000)::bigint`);

export const findSite = (db: Db, id: number): Promise<SiteRow | undefined> =>
  query(db).first(sql<SiteRow>`select s.id, s.client_id, s.title, s.address, c.company, s.timezone, s.is_suspended,
    ${ms('s.created_at')} as created_at from site s join client c on c.id = s.client_id where s.id = ${id}`);

export interface DeviceRow {
  readonly id: number;
  readonly title: string;
  readonly serial_number: string;
  readonly device_type: string;
  readonly is_suspended: boolean;
  readonly created_at: number;
  readonly removed_at: number | null;
  /** When it first announced its sensors; null: never. */
  readonly born_at: number | null;
}
/** The devices that belonged to the site at some time of the span. */
export async function findDevices(db: Db, siteId: number, { from, to }: Span): Promise<DeviceRow[]> {
  const { rows } = await sql<
    Omit<DeviceRow, 'born_at'>
  >`select d.id, d.title, d.serial_number, d.device_type, d.is_suspended,
      ${ms('d.created_at')} as created_at, ${ms('d.removed_at')} as removed_at
    from device d where d.site_id = ${siteId} and ${ms('d.created_at')} < ${to}
      and (d.removed_at is null or ${ms('d.removed_at')} > ${from})
    order by lower(d.title), d.id`.execute(db);
  const { rows: births } = await sql<{ id: number; at: number }>`select device_id as id, min(${ms('made_at')}) as at
    from device_layout where device_id = any(${rows.map(({ id }) => id)}) group by device_id`.execute(db);
  const bornAt = new Map(births.map(({ id, at }) => [id, at]));
  return rows.map((row) => ({ ...row, born_at: bornAt.get(row.id) ?? null }));
}

export interface TestStep {
  readonly id: number;
  readonly test_id: number;
  readonly link: number;
  readonly at: number;
  readonly started_at: number;
  readonly device_id: number;
  readonly device_name: string;
  readonly serial_number: string;
  readonly group_id: string;
  readonly group_name: string;
  readonly sensor_id: string;
  readonly sensor_name: string;
  readonly step: MaintenanceStepName;
  readonly user_id: number | null;
  readonly user_name: string;
  readonly comment: string;
  /** The walk test that it was part of. */
  readonly walk_id: number | null;
  /** Hex. */
  readonly chain: string;
  readonly holds: boolean;
}
/** All steps of the site's tests that overlap the span, with their comments even if made later. */
export const findSteps = (db: Db, siteId: number, { from, to }: Span): Promise<TestStep[]> =>
  query(db).all(sql<TestStep>`with tests as (select distinct device_id, test_id from maintenance_test
      where site_id = ${siteId} and at >= ${from} and started_at < ${to}),
    links as (select m.*, maintenance_test_hash(lag(m.chain) over (partition by m.device_id order by m.link), m) as should
      from maintenance_test m where m.device_id in (select device_id from tests))
    select l.id, l.test_id, l.link, l.at, l.started_at, l.device_id, l.device_name, l.serial_number, l.group_id,
      l.group_name, l.sensor_id, l.sensor_name, l.step, l.user_id, l.user_name, l.comment, l.walk_id, encode(l.chain, 'hex') as chain,
      coalesce(l.chain = l.should, false) as holds
    from links l join tests t on t.device_id = l.device_id and t.test_id = l.test_id
    order by l.device_id, l.link limit ${most}`);

export interface ChainRow {
  readonly device: string;
  readonly records: number;
  /** The first record that was altered, or before which one is missing. */
  readonly broken_at: number | null;
  /** Whether the number of records equals the number ever written. */
  readonly whole: boolean;
  /** Hex hash of the last record; the chain of an earlier export must lead to it. */
  readonly head: string;
}
/** Recomputes the hash chain of every device's records from the first to the last. */
export const checkChains = (db: Db, siteId: number): Promise<ChainRow[]> =>
  query(db).all(sql<ChainRow>`with devices as (
      select distinct device_id from maintenance_test where site_id = ${siteId}
      union select h.device_id from maintenance_test_head h join device d on d.id = h.device_id where d.site_id = ${siteId}),
    links as (select m.device_id, m.link, m.device_name, m.chain,
        maintenance_test_hash(lag(m.chain) over w, m) as should, coalesce(lag(m.link) over w, 0) as before
      from maintenance_test m join devices using (device_id) window w as (partition by m.device_id order by m.link)),
    found as (select device_id, count(*) as records, max(link) as last,
        (array_agg(device_name order by link desc))[1] as device, (array_agg(chain order by link desc))[1] as chain,
        min(link) filter (where chain is distinct from should or link <> before + 1) as broken_at
      from links group by device_id)
    select coalesce(f.device, d.title, 'device ' || v.device_id) as device, coalesce(f.records, 0) as records, f.broken_at,
      coalesce(h.link = f.last and h.chain = f.chain, false) as whole, coalesce(encode(h.chain, 'hex'), '') as head
    from devices v left join found f using (device_id) left join maintenance_test_head h using (device_id)
      left join device d on d.id = v.device_id
    order by 1`);

export interface AlarmRow {
  readonly id: number;
  readonly at: number;
  readonly device: string;
  readonly sensor_id: string;
  readonly sensor_name: string;
  readonly type: 'alarm_on' | 'warning_on';
  readonly content: string;
  readonly value: number | null;
  readonly ended_at: number | null;
  /** Neither active nor ended: no end was found for a late event. */
  readonly is_active: boolean;
  readonly end_reason: string | null;
  readonly is_late: boolean;
  readonly is_test: boolean;
  readonly is_shelved: boolean;
  readonly was_out_of_service: boolean;
  readonly acknowledged_by: string | null;
  readonly acknowledged_at: number | null;
  readonly acknowledged_comment: string | null;
}
/** Alarms and warnings that were active at some time of the span. */
export const findAlarms = (db: Db, siteId: number, { from, to }: Span): Promise<AlarmRow[]> =>
  query(db).all(sql<AlarmRow>`select e.id, e.at, e.device_name as device,
      concat_ws('.', e.group_id, e.sensor_id) as sensor_id, coalesce(e.sensor_name, '') as sensor_name, e.type, e.content,
      e.value, e.ended_at, e.is_active, e.end_reason, e.is_late, e.is_test, e.is_shelved, e.acknowledged_by,
      was_out_of_service(e.site_id, e.device_id, e.group_id || '.' || e.sensor_id, e.at) as was_out_of_service,
      e.acknowledged_at, e.acknowledged_comment
    from event e where e.site_id = ${siteId} and e.type in ('alarm_on', 'warning_on') and e.at < ${to}
      and (e.at >= ${from} or e.ended_at > ${from} or e.is_active)
    order by e.at, e.id limit ${most}`);

export interface EventSpan extends Span {
  readonly device_id: number;
  readonly device: string;
  readonly reason: Extract<UnwatchedReason, 'offline' | 'node'>;
  readonly group_id: string | null;
  readonly sensor_name: string | null;
  readonly ended: boolean;
}
/** Times in which a device was offline or one of its nodes was lost. */
export const findOutages = (db: Db, siteId: number, { from, to }: Span, now: number): Promise<EventSpan[]> =>
  query(db).all(sql<EventSpan>`select e.device_id, e.device_name as device, e.group_id, e.sensor_name, e.at as from,
      case e.type when 'device_offline' then 'offline' else 'node' end as reason,
      coalesce(e.ended_at, ${now}::bigint) as to, e.ended_at is not null as ended
    from event e where e.site_id = ${siteId} and not e.is_late and e.at < ${to}
      and (e.type = 'device_offline' or (e.type = 'warning_on' and e.group_id is not null and e.sensor_id is null))
      and (e.is_active or e.ended_at > ${from})
    order by e.at, e.id limit ${most}`);

export interface GapRow extends Span {
  readonly kind: 'server' | 'database' | 'standstill';
}
export const findGaps = (db: Db, { from, to }: Span): Promise<GapRow[]> =>
  query(db).all(sql<GapRow>`select kind, from_at as from, to_at as to from monitoring_gap
    where to_at > ${from} and from_at < ${to} order by from_at, id limit ${most}`);
/** When watch beats were first written; null: never. */
export async function watchedSince(db: Db): Promise<number | null> {
  const { rows } = await sql<{ since: number }>`select since from monitoring_watch`.execute(db);
  return rows[0]?.since ?? null;
}

export interface RoundRow {
  readonly day: string;
  readonly at: Date;
  readonly device_name: string;
  readonly user_name: string;
  readonly note: string;
  readonly device_at: Date | null;
  readonly device_offset_ms: number | null;
  readonly received_at: Date;
}
/** Daily rounds of a site in a span, oldest first. */
export const findRounds = (db: Db, siteId: number, { from, to }: Span): Promise<RoundRow[]> =>
  query(db).all(sql<RoundRow>`select day::text as day, at, device_name, user_name, note, device_at,
      device_offset_ms, coalesce(received_at, at) as received_at
    from daily_round where site_id = ${siteId} and at >= ${new Date(from)} and at < ${new Date(to)}
    order by at, id limit ${most}`);

export interface SuspensionRow {
  readonly at: number;
  /** null: the whole site. */
  readonly device_id: number | null;
  readonly suspended: boolean;
  readonly by: string;
}
/** Every suspension and reactivation of the site or its devices before the end of the span. */
export const findSuspensions = (db: Db, siteId: number, before: number): Promise<SuspensionRow[]> =>
  query(db).all(sql<SuspensionRow>`select ${ms('a.at')} as at,
      case a.subject when 'site' then null else a.device_id end as device_id, a.action = 'suspend' as suspended,
      a.user_name as by
    from audit a where a.site_id = ${siteId} and a.subject in ('site', 'device')
      and a.action in ('suspend', 'reactivate') and ${ms('a.at')} < ${before}
    order by a.id limit ${most}`);

export interface ChangeRow {
  readonly at: number;
  readonly user_name: string;
  readonly action: string;
  readonly subject: string;
  readonly subject_name: string;
  readonly old: unknown;
  readonly new: unknown;
}
/** Changes that people made to the site, its devices, their sensors and rules, and the client's e-mail rules. */
export const findChanges = (
  db: Db,
  { id, client_id }: Pick<SiteRow, 'id' | 'client_id'>,
  { from, to }: Span,
): Promise<ChangeRow[]> =>
  query(db).all(sql<ChangeRow>`select ${ms('a.at')} as at, a.user_name, a.action, a.subject, a.subject_name,
      a.old, a.new
    from audit a where ${ms('a.at')} >= ${from} and ${ms('a.at')} < ${to}
      and (a.site_id = ${id} or (a.client_id = ${client_id} and a.site_id is null and a.subject = 'e-mail rule'))
      and a.subject in ('site', 'device', 'e-mail rule')
      and a.action not in ('select', 'acknowledge') and a.action not like 'maintenance test%'
    order by a.id limit ${most}`);
