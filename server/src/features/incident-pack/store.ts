import { maxPackDevices, maxPackRows } from '@tocsin/contract/incident-pack';
import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import { query } from '../../platform/query.ts';

/** Unix ms, half-open. */
export interface Span {
  readonly from: number;
  readonly to: number;
}
/** One row more than the limit shows that there are too many. */
const most = maxPackRows + 1;

export interface FocusRow {
  readonly id: number;
  readonly at: number;
  readonly type: string;
  readonly device_id: number;
  readonly client_id: number;
  readonly site_id: number;
  readonly incident_id: number | null;
  readonly site: string;
  readonly company: string;
  readonly timezone: string;
}
/** The event of a pack, with the place where it happened. */
export const findFocus = (db: Db, id: number): Promise<FocusRow | undefined> =>
  query(db).first(sql<FocusRow>`select e.id, e.at, e.type, e.device_id, e.client_id, e.site_id, i.incident_id,
      s.title as site, c.company, s.timezone
    from event e join site s on s.id = e.site_id join client c on c.id = s.client_id
      left join incident i on i.device_id = e.device_id and i.event_id = e.id
    where e.id = ${id}`);

export interface PackDevice {
  readonly id: number;
  readonly title: string;
  readonly serial_number: string;
  readonly device_type: string;
}
/** The device of the event and those of its incident that still stand at its site, the event's own first. */
export const packDevices = (db: Db, focus: FocusRow, seesSuspended: boolean): Promise<PackDevice[]> =>
  query(db).all(sql<PackDevice>`select d.id, d.title, d.serial_number,
      coalesce(d.is_emulated_as, d.device_type) as device_type
    from device d join site s on s.id = d.site_id
    where d.site_id = ${focus.site_id} and d.removed_at is null
      and (${seesSuspended} or not (s.is_suspended or d.is_suspended))
      and (d.id = ${focus.device_id} or d.id in (select i.device_id from incident i
        where i.incident_id = ${focus.incident_id}::bigint))
    order by d.id <> ${focus.device_id}, d.title, d.id limit ${maxPackDevices}`);

/** Ids of the devices' events in a span, and of the incident's alarms, in the order in which they began. */
export async function packEvents(
  db: Db,
  focus: FocusRow,
  devices: readonly number[],
  { from, to }: Span,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select e.id from event e
    where e.site_id = ${focus.site_id} and e.device_id = any(${[...devices]}::int[]) and e.at >= ${from} and e.at < ${to}
    order by e.at, e.id limit ${most}`.execute(db);
  return rows.map(({ id }) => id);
}

export interface HeldBackRow {
  readonly kind: 'shelved' | 'out of service';
  readonly device: string;
  readonly what: string;
  readonly reason: string;
  readonly by: string;
  readonly from: number;
  readonly until: number;
  readonly ended: number | null;
  readonly ended_by: string;
}
const ms = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000)::bigint`);

/** What was shelved in a span, and what is out of service since before its end. */
export const heldBack = (
  db: Db,
  { site_id: siteId }: FocusRow,
  devices: readonly number[],
  { from, to }: Span,
): Promise<HeldBackRow[]> =>
  query(db).all(sql<HeldBackRow>`select 'shelved' as kind, h.device_name as device,
      case when h.group_id is null then '' else h.title end as what, h.reason, h.user_name as by, h.started_at as from,
      h.until, h.ended_at as ended, coalesce(h.ended_by, '') as ended_by
    from shelf h where h.site_id = ${siteId} and h.device_id = any(${[...devices]}::int[]) and h.started_at < ${to}
      and coalesce(h.ended_at, h.until) >= ${from}
    union all
    select 'out of service', coalesce(d.title, ''), coalesce(l.label, o.sensor_name, ''), o.reason, o.user_name,
      ${ms('o.since')}, ${ms('o.review_at')}, null, ''
    from out_of_service o left join device d on d.id = o.device_id
      left join sensor_label l on l.device_id = o.device_id and l.path = o.path
    where (o.site_id = ${siteId} or o.device_id = any(${[...devices]}::int[])) and ${ms('o.since')} < ${to}
    order by 6 limit ${most}`);

export interface PackNoteRow {
  readonly at: number;
  readonly written_at: number;
  readonly device: string;
  readonly sensor: string;
  readonly by: string;
  readonly text: string;
}
/** What people noted about a moment of a span at these devices, or at their whole site. */
export const notesIn = (
  db: Db,
  { site_id: siteId }: FocusRow,
  devices: readonly number[],
  { from, to }: Span,
): Promise<PackNoteRow[]> =>
  query(db).all(sql<PackNoteRow>`select ${ms('n.at')} as at, ${ms('n.written_at')} as written_at,
      coalesce(d.title, '') as device, coalesce(n.sensor_name, '') as sensor, n.user_name as by, n.text
    from site_note n left join device d on d.id = n.device_id
    where n.site_id = ${siteId} and (n.device_id is null or n.device_id = any(${[...devices]}::int[]))
      and n.at >= ${new Date(from)} and n.at < ${new Date(to)}
    order by n.at, n.id limit ${most}`);

export interface TestRow {
  readonly device: string;
  readonly path: string;
  readonly sensor: string;
  readonly started_at: number;
  readonly ended_at: number;
  readonly outcome: string;
  readonly by: string;
  readonly comment: string;
}
/** The last finished proof test of each sensor before a moment. */
export const lastTests = (db: Db, devices: readonly number[], before: number): Promise<TestRow[]> =>
  query(db).all(sql<TestRow>`select distinct on (t.device_id, t.group_id, t.sensor_id) t.device_name as device,
      concat_ws('.', t.group_id, t.sensor_id) as path, t.sensor_name as sensor, t.started_at, t.at as ended_at,
      case t.step when 'maintanance_succeeded' then 'passed' when 'maintenance_failed' then 'failed' else 'canceled' end
        as outcome, t.user_name as by, t.comment
    from maintenance_test t where t.device_id = any(${[...devices]}::int[]) and t.at < ${before}
      and t.step in ('maintanance_succeeded', 'maintenance_failed', 'maintenance_canceled')
    order by t.device_id, t.group_id, t.sensor_id, t.at desc, t.id desc limit ${most}`);

export interface ChangeRow {
  readonly device_id: number | null;
  readonly at: number;
  readonly by: string;
  readonly action: string;
  readonly name: string;
  readonly old: Readonly<Record<string, unknown>> | null;
  readonly new: Readonly<Record<string, unknown>> | null;
}
/** What may be shown to everybody who sees the device. */
const shownActions = [
  'change warnings',
  'propose warnings',
  'decline warnings',
  'change sensor names',
  'change sensor types',
  'change sensor images',
  'change responses',
  'copy settings',
  'undo copied settings',
  'suspend',
  'reactivate',
  'take out of service',
  'extend out of service',
  'return to service',
];

/** Changes of the settings of these devices, and what was taken out of service, since a moment; oldest first. */
export const changesSince = (
  db: Db,
  { site_id: siteId }: FocusRow,
  devices: readonly number[],
  from: number,
): Promise<ChangeRow[]> =>
  query(db).all(sql<ChangeRow>`select case a.subject when 'device' then a.device_id end as device_id,
      ${ms('a.at')} as at, a.user_name as by, a.action, a.subject_name as name, a.old, a.new
    from audit a where a.site_id = ${siteId} and a.at >= ${new Date(from)}
      and ((a.subject = 'device' and a.device_id = any(${[...devices]}::int[])) or a.subject = 'site')
      and a.action = any(${shownActions}::text[])
    order by a.id limit ${most}`);

/** The settings of one device: rules and scales as in force at a moment, the others as they are now. */
export interface Settings {
  readonly warning_rules: readonly unknown[];
  readonly scales: readonly unknown[];
  readonly names: Readonly<Record<string, unknown>>;
  readonly images: Readonly<Record<string, unknown>>;
  readonly responses: Readonly<Record<string, unknown>>;
}
export async function settingsAt(db: Db, deviceId: number, at: number): Promise<Settings> {
  const { rows } = await sql<Settings>`select
      (select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(w) - 'device_id' - 'position') order by w.position, w.id), '[]')
        from warning_rule w where w.device_id = ${deviceId} and w.since <= ${at} and (w.until is null or w.until > ${at}))
        as warning_rules,
      (select coalesce(jsonb_agg(to_jsonb(x) - 'device_id' order by x.path), '[]')
        from (select distinct on (path) * from sensor_scale where device_id = ${deviceId} and since <= ${at}
          order by path, since desc) x) as scales,
      (select coalesce(jsonb_object_agg(path, label), '{}') from sensor_label where device_id = ${deviceId}) as names,
      (select coalesce(jsonb_object_agg(path, image_type), '{}') from sensor_image where device_id = ${deviceId}) as images,
      (select coalesce(jsonb_object_agg(r.path, jsonb_strip_nulls(to_jsonb(r) - 'device_id' - 'path')), '{}')
        from sensor_response r where r.device_id = ${deviceId}) as responses`.execute(db);
  return rows[0] ?? { warning_rules: [], scales: [], names: {}, images: {}, responses: {} };
}

export interface RefusedRow {
  readonly device_id: number;
  readonly ts: number;
  readonly received_at: number;
  readonly code: string;
  readonly error: string;
  readonly bytes: number;
}
/** Frames of these devices that could not be stored in a span. */
export const refusedFrames = (db: Db, devices: readonly number[], { from, to }: Span): Promise<RefusedRow[]> =>
  query(db).all(sql<RefusedRow>`select device_id, ts, at as received_at, code, error, length(frame) as bytes
    from frame_refused where device_id = any(${[...devices]}::int[])
      and ((at >= ${from} and at < ${to}) or (ts >= ${from} and ts < ${to})) order by at, id limit ${most}`);

export interface DrawingRow {
  readonly schema: string;
  readonly tab: string;
  readonly tab_id: number;
  readonly published_at: number;
  readonly document: unknown;
}
/**
 * The tabs with one of these devices of the drawing that was published when the alarm began; of the first published one
 * when there was none yet. A published drawing is never changed: an edit is published as another one.
 */
export const drawingsOf = (
  db: Db,
  { site_id: siteId, at }: FocusRow,
  devices: readonly number[],
): Promise<DrawingRow[]> =>
  query(db).all(sql<DrawingRow>`with stood as (select id, name, published_at from schema
      where site_id = ${siteId} and is_published and published_at is not null
      order by published_at > ${new Date(at)},
        case when published_at <= ${new Date(at)} then published_at end desc, published_at, id limit 1)
    select c.name as schema, t.name as tab, t.id as tab_id, ${ms('c.published_at')} as published_at, t.document
    from stood c join schema_tab t on t.schema_id = c.id
    where exists (select 1 from schema_sensor s
      where s.tab_id = t.id and s.device_id = any(${[...devices]}::int[]))
    order by t.position, t.id limit 20`);
