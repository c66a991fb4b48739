import { maxAlarms } from '@tocsin/contract/analytics';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import { query } from '../../platform/query.ts';
import type { Span } from './rules.ts';

/** What a report counts: a span, and if set only what is or is not shelved or acknowledged. */
export interface Counting extends Span {
  readonly isShelved?: boolean | undefined;
  readonly isOutOfService?: boolean | undefined;
  readonly isAcknowledged?: boolean | undefined;
}

const wasOutOfService = sql`was_out_of_service(e.site_id, e.device_id, e.group_id || '.' || e.sensor_id, e.at)`;

const isOfKind = ({ isShelved, isOutOfService, isAcknowledged }: Counting): RawBuilder<SqlBool> => {
  const shelved = isShelved === undefined ? sql`true` : sql`e.is_shelved = ${isShelved}`;
  const outOfService = isOutOfService === undefined ? sql`true` : sql`${wasOutOfService} = ${isOutOfService}`;
  const acknowledged =
    isAcknowledged === undefined ? sql`true` : sql`(e.acknowledged_at is not null) = ${isAcknowledged}`;
  return sql<SqlBool>`${shelved} and ${acknowledged} and ${outOfService}`;
};

/** Beginnings of alarms and warnings. Late events count; those of a sensor under test do not. */
const counted = (counting: Counting): RawBuilder<SqlBool> => sql`e.type in ('alarm_on', 'warning_on') and not e.is_test
  and e.at >= ${counting.from} and e.at < ${counting.to} and ${isOfKind(counting)}`;

/** A sensor's path; for a node of an F500 the group's id. */
const pathOf = sql<string>`concat_ws('.', e.group_id, e.sensor_id)`;
/** The given name of an event's sensor, else its name as it was then. */
const nameOf = sql<string>`coalesce((select l.label from sensor_label l where l.device_id = e.device_id and l.path = ${pathOf}),
  e.sensor_name, ${pathOf})`;

export interface DeviceHead {
  readonly title: string;
  readonly timezone: string;
  readonly site_id: number;
}
export const deviceHead = (db: Db, deviceId: number): Promise<DeviceHead | undefined> =>
  query(db).first(sql<DeviceHead>`select d.title, s.timezone, d.site_id from device d
    join site s on s.id = d.site_id where d.id = ${deviceId}`);

/** Counts by sensor path, under its newest name. */
export const countBySensor = (
  db: Db,
  deviceId: number,
  span: Counting,
): Promise<{ sensor_name: string; count: number; sensor_id: string }[]> =>
  query(db).all(sql<{ sensor_name: string; count: number; sensor_id: string }>`
    select ${pathOf} as sensor_id, count(*) as count,
      (array_agg(${nameOf} order by e.at desc, e.id desc))[1] as sensor_name
    from event e where e.device_id = ${deviceId} and ${counted(span)}
    group by 1 order by 2 desc, 1`);

/** Counts by hour of the day in the zone, 0 to 23; empty hours are left out. */
export async function countByHour(
  db: Db,
  deviceId: number,
  span: Counting,
  zone: string,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ hour: number; count: number }>`
    select extract(hour from to_timestamp(e.at / 1000.0) at time zone ${zone})::int as hour, count(*) as count
    from event e where e.device_id = ${deviceId} and ${counted(span)} group by 1`.execute(db);
  return new Map(rows.map((row) => [row.hour, row.count]));
}

export const countByType = (db: Db, deviceId: number, span: Counting): Promise<{ name: string; count: number }[]> =>
  query(db).all(sql<{ name: string; count: number }>`
    select coalesce(nullif(e.content, ''), 'Alarm') as name, count(*) as count
    from event e where e.device_id = ${deviceId} and ${counted(span)} group by 1 order by 2 desc, 1`);

/** One device, or every device of a site that is not removed. */
export type Scope = { readonly device: number } | { readonly site: number };
const within = (scope: Scope): RawBuilder<SqlBool> =>
  'device' in scope
    ? sql`e.device_id = ${scope.device}`
    : sql`e.site_id = ${scope.site} and e.device_id in (select d.id from device d
        where d.site_id = ${scope.site} and d.removed_at is null)`;

export interface BeginningRow {
  readonly at: number;
  readonly device_id: number;
  readonly device: string;
  readonly sensor_id: string;
  readonly sensor_name: string;
  /** 1 (critical) to 4 (low). */
  readonly priority: number | null;
  readonly needs_acknowledgement: boolean;
  /** Unix ms; null: not acknowledged. */
  readonly acknowledged_at: number | null;
  readonly respond_within_minutes: number | null;
  readonly is_shelved: boolean;
  readonly was_out_of_service: boolean;
  /** The rule of a warning; null: an alarm of the device. */
  readonly rule_id: number | null;
  readonly is_warning: boolean;
  /** Unix ms; null: still active. */
  readonly ended_at: number | null;
}

/** Which of these warning rules are in force. */
export const rulesInForce = async (db: Db, ids: readonly number[]): Promise<ReadonlySet<number>> =>
  new Set(
    await query(db).column(
      sql<{ id: number }>`select id from warning_rule
    where id = any(${[...ids]}::int[]) and until is null`,
      'id',
    ),
  );

/** Beginnings in time order. One row more than the limit shows that there are too many. */
export const beginnings = (db: Db, scope: Scope, span: Counting): Promise<BeginningRow[]> =>
  query(db).all(sql<BeginningRow>`select e.at, e.device_id, e.device_name as device, ${pathOf} as sensor_id,
      ${nameOf} as sensor_name, e.priority, e.needs_acknowledgement, e.acknowledged_at,
      e.respond_within_minutes, e.is_shelved, ${wasOutOfService} as was_out_of_service, case when e.type = 'warning_on' then e.rule_id end as rule_id, e.type = 'warning_on' as is_warning,
      e.ended_at
    from event e where ${within(scope)} and ${counted(span)} order by e.at, e.id limit ${maxAlarms + 1}`);

/** Whether readings that came late to devices are still to be evaluated. */
export const isCounting = (db: Db, scope: Scope): Promise<boolean> =>
  query(db).exists(sql`select 1 from pending_hour p join device d on d.id = p.device_id
    where p.late_first is not null and ${'device' in scope ? sql`d.id = ${scope.device}` : sql`d.site_id = ${scope.site}`} limit 1`);

export interface LongStandingRow
  extends Pick<BeginningRow, 'at' | 'device_id' | 'device' | 'sensor_id' | 'sensor_name'> {
  readonly type: 'alarm_on' | 'warning_on';
  readonly content: string;
  readonly ended_at: number | null;
}

/** Alarms that stayed active longer than a limit and were active within the span, longest first. */
export async function longStandingEvents(
  db: Db,
  scope: Scope,
  counting: Counting,
  now: number,
  longerMs: number,
  limit: number,
): Promise<LongStandingRow[]> {
  const { from, to } = counting;
  const end = sql`coalesce(e.ended_at, ${now}::bigint)`;
  const { rows } = await sql<LongStandingRow>`select e.at, e.device_id, e.device_name as device, ${pathOf} as sensor_id,
      ${nameOf} as sensor_name, e.type, e.content, e.ended_at
    from event e where ${within(scope)} and e.type in ('alarm_on', 'warning_on') and not e.is_test and ${isOfKind(counting)}
      and e.at < ${to} and ${end} > ${from} and ${end} - e.at > ${longerMs} and (e.is_active or e.ended_at is not null)
    order by ${end} - e.at desc, e.at, e.id limit ${limit}`.execute(db);
  return rows;
}

/** A moment at which the rules of a sensor changed, with the beginnings in equal times before and after it. */
export interface RuleChangeRow extends Pick<BeginningRow, 'at' | 'device_id' | 'device' | 'sensor_id' | 'sensor_name'> {
  readonly before: number;
  readonly after: number;
}

/** Changes of warning rules in a span, newest first; `maxMs` bounds the time that is counted on each side. */
export async function ruleChanges(
  db: Db,
  scope: Scope,
  { from, to }: Span,
  { now, maxMs, limit }: { readonly now: number; readonly maxMs: number; readonly limit: number },
): Promise<RuleChangeRow[]> {
  const ofScope =
    'device' in scope ? sql`d.id = ${scope.device}` : sql`d.site_id = ${scope.site} and d.removed_at is null`;
  const begun = (after: RawBuilder<unknown>, until: RawBuilder<unknown>) => sql`(select count(*)::int from event e
    where e.device_id = c.device_id and e.at >= ${after} and e.at < ${until} and not e.is_test
      and e.type in ('alarm_on', 'warning_on') and ${pathOf} = c.path)`;
  const side = sql`least(${maxMs}::bigint, ${now}::bigint - c.at)`;
  const { rows } = await sql<RuleChangeRow>`with c as (
      select distinct w.device_id, d.title, w.path, m.at
      from warning_rule w join device d on d.id = w.device_id cross join lateral (values (w.since), (w.until)) m (at)
      where ${ofScope} and m.at >= ${from} and m.at < ${to} and m.at > 0 and m.at < ${now}
      order by m.at desc, w.device_id, w.path limit ${limit})
    select c.at, c.device_id, c.title as device, c.path as sensor_id,
      coalesce((select l.label from sensor_label l where l.device_id = c.device_id and l.path = c.path),
        (select e.sensor_name from event e where e.device_id = c.device_id and ${pathOf} = c.path
          order by e.at desc limit 1), c.path) as sensor_name,
      ${begun(sql`c.at - ${side}`, sql`c.at`)} as before, ${begun(sql`c.at`, sql`c.at + ${side}`)} as after
    from c order by c.at desc, c.device_id, c.path`.execute(db);
  return rows;
}
