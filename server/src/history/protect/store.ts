import type { DeviceId } from '@tocsin/contract/ids';
import { definition } from '@tocsin/contract/protection-causes';
import type pg from 'pg';
import { hourMs } from '../codec/hour.ts';
import { causeNumber, type HourMinutes } from './definition.ts';
import { bitsOf } from './mask.ts';
import type { HourSignal, Tail } from './signal.ts';

const dayMs = 86_400_000;
/** Speeds of this time tell how fast a machine runs. */
const peakMs = 28 * dayMs;
/** A test fails by itself within this time. */
const testMs = 20 * 60_000;
const ms = (column: string): string => `(extract(epoch from ${column}) * 1000)::bigint`;

interface SpanRow {
  readonly path: string | null;
  readonly from: number;
  readonly to: number | null;
}
type MissingRow = Readonly<
  Record<string, { readonly value?: string; readonly disabled?: string; readonly scan?: string }>
>;

/** What a stored hour keeps when it is counted again. */
export interface StoredHour {
  readonly frames: number;
  readonly setting_id: number | null;
  readonly required: readonly string[];
  readonly running_path: string | null;
  readonly running_unit: string | null;
  readonly offline_ms: number;
  readonly interval_days: number;
  readonly tail: Tail;
  readonly site_id: number;
  readonly running: string;
  readonly unknown: string;
  readonly offline: string;
  readonly missing: MissingRow;
}

/** Everything of a device in an hour that the tables know. */
export interface HourRow {
  readonly device: {
    readonly site_id: number;
    readonly title: string;
    readonly added_at: number;
    readonly removed_at: number | null;
    readonly raises_alarms: boolean;
    readonly report_interval_s: number | null;
    readonly interval_days: number;
  } | null;
  readonly since_at: number | null;
  readonly own: StoredHour | null;
  readonly before: StoredHour | null;
  readonly setting: {
    readonly id: number;
    readonly running_path: string | null;
    readonly running_above: number | null;
    readonly sensors: Readonly<Record<string, boolean>>;
  } | null;
  readonly rules: readonly string[];
  readonly events: readonly { readonly at: number; readonly online: boolean }[];
  readonly shelves: readonly SpanRow[];
  readonly out_of_service: readonly SpanRow[];
  readonly suspicions: readonly {
    readonly path: string;
    readonly since: number;
    readonly ended_at: number | null;
    readonly dismissed_at: number | null;
    readonly dismissed_until: number | null;
  }[];
  readonly passed: readonly { readonly path: string; readonly at: number }[];
  readonly tests: readonly SpanRow[];
  readonly facts: readonly {
    readonly from: number;
    readonly until: number;
    readonly isSuspended: boolean;
    readonly isReached: boolean;
    readonly others: readonly string[];
  }[];
}

const storedHour = (at: string): string => `(select row_to_json(o) from (
  select h.frames, h.setting_id, q.paths as required, h.running_path, h.running_unit, h.offline_ms, h.interval_days, h.tail,
    h.site_id, h.running, h.unknown, h.offline, h.missing
  from protection_hour h join protection_required q on q.id = h.required_id
  where h.device_id = $1 and h.t0 = ${at}) o)`;
const listed = (select: string): string => `coalesce((select json_agg(x) from (${select}) x), '[]')`;

const hourSelect = `select
  (select row_to_json(o) from (select d.site_id, d.title, ${ms('d.created_at')} as added_at,
      ${ms('d.removed_at')} as removed_at, t.raises_alarms, t.report_interval_s, s.proof_interval_days as interval_days
    from device d join site s on s.id = d.site_id join device_type t on t.id = d.shown_type_id where d.id = $1) o) as device,
  (select since_at from protection_device where device_id = $1) as since_at,
  ${storedHour('$2')} as own, ${storedHour(`$2 - ${hourMs}`)} as before,
  (select row_to_json(o) from (select id, running_path, running_above, sensors from protection_setting
    where device_id = $1 and since <= to_timestamp($2 / 1000.0) order by since desc, id desc limit 1) o) as setting,
  array(select distinct path from warning_rule where device_id = $1 and since < $3 and (until is null or until > $2)) as rules,
  ${listed(`select at, type = 'device_online' as online from event where device_id = $1 and at >= $2 and at < $3
    and type in ('device_offline', 'device_online') order by at, id`)} as events,
  ${listed(`select nullif(concat_ws('.', group_id, sensor_id), '') as path, started_at as from, coalesce(ended_at, until) as to
    from shelf where device_id = $1 and started_at < $3 and coalesce(ended_at, until) > $2 order by id`)} as shelves,
  ${listed(`select o.path, ${ms('o.since')} as from, ${ms('o.ended_at')} as to from out_of_service_span o
    where (o.device_id = $1 or o.site_id = coalesce(
      (select site_id from protection_hour where device_id = $1 and t0 = $2), (select site_id from device where id = $1))) and o.since < to_timestamp($3 / 1000.0)
      and (o.ended_at is null or o.ended_at > to_timestamp($2 / 1000.0)) order by o.id`)} as out_of_service,
  ${listed(`select path, since, ${ms('ended_at')} as ended_at, ${ms('dismissed_at')} as dismissed_at,
      ${ms('dismissed_until')} as dismissed_until
    from sensor_suspicion where device_id = $1 and since < $3 and (ended_at is null or ended_at > to_timestamp($2 / 1000.0))
    order by id`)} as suspicions,
  ${listed(`select group_id || '.' || sensor_id as path, at from maintenance_test
    where device_id = $1 and at < $3 and at >= $2 - ${3_660 * dayMs} and step = 'maintanance_succeeded' order by at, id`)} as passed,
  ${listed(`select group_id || '.' || sensor_id as path, min(started_at) as from,
      max(at) filter (where step in ('maintanance_succeeded', 'maintenance_failed', 'maintenance_canceled')) as to
    from maintenance_test where device_id = $1 and at >= $2 - ${testMs} and started_at < $3 group by test_id, 1
    having coalesce(max(at) filter (where step in ('maintanance_succeeded', 'maintenance_failed', 'maintenance_canceled')),
      $3) > $2`)} as tests,
  ${listed(`select from_at as from, until_at as until, is_suspended as "isSuspended",
      is_reached as "isReached", others from protection_fact
    where device_id = $1 and from_at < $3 and until_at > $2 - 300000 order by from_at`)} as facts`;

export async function readHour(client: pg.ClientBase, deviceId: DeviceId, t0: number): Promise<HourRow> {
  const { rows } = await client.query<HourRow>({
    name: 'protection-hour',
    text: hourSelect,
    values: [deviceId, t0, t0 + hourMs],
  });
  const [row] = rows;
  if (!row) throw new Error('a select without from has one row');
  return row;
}

/** The highest half-hour mean of a running sensor in the four weeks before an hour. */
export async function peakBefore(
  client: pg.ClientBase,
  deviceId: DeviceId,
  t0: number,
  { path, unit }: { readonly path: string; readonly unit: string },
): Promise<number | null> {
  const { rows } = await client.query<{ peak: number | null }>({
    name: 'protection-peak',
    text: `select max(peak) as peak from protection_hour where device_id = $1 and t0 >= $2 and t0 < $3
      and running_path = $4 and running_unit = $5`,
    values: [deviceId, t0 - peakMs, t0, path, unit],
  });
  return rows[0]?.peak ?? null;
}

/** The last stored hour of a device before another. */
export async function lastHourBefore(client: pg.ClientBase, deviceId: DeviceId, t0: number): Promise<number | null> {
  const { rows } = await client.query<{ t0: number | null }>(
    'select max(t0) as t0 from protection_hour where device_id = $1 and t0 < $2',
    [deviceId, t0],
  );
  return rows[0]?.t0 ?? null;
}

/** Since when the installation keeps who would have been reached; null: not yet. */
export async function factsSince(client: pg.ClientBase): Promise<number | null> {
  const { rows } = await client.query<{ at: number | null }>('select min(from_at) as at from protection_fact');
  return rows[0]?.at ?? null;
}

/** The device counts from a moment on; an earlier one than before opens its hours. */
export async function beginDevice(
  client: pg.ClientBase,
  deviceId: DeviceId,
  device: { readonly site_id: number; readonly title: string },
  since: number,
): Promise<void> {
  await client.query(
    `insert into protection_device as p (device_id, site_id, title, since_at, filled_until) values ($1, $2, $3, $4, $5)
     on conflict (device_id) do update set since_at = least(p.since_at, excluded.since_at),
       filled_until = least(p.filled_until, excluded.filled_until)`,
    [deviceId, device.site_id, device.title, since, Math.floor(since / hourMs) * hourMs],
  );
}

/** The id of a set of required sensors of a device. */
export async function requiredId(client: pg.ClientBase, deviceId: DeviceId, paths: readonly string[]): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `with made as (insert into protection_required (device_id, hash, paths)
       values ($1, md5($2::text[]::text), $2) on conflict (device_id, hash) do nothing returning id)
     select id from made union all
     select id from protection_required where device_id = $1 and hash = md5($2::text[]::text) limit 1`,
    [deviceId, [...paths]],
  );
  const [row] = rows;
  if (!row) throw new Error('the set of required sensors was just stored');
  return row.id;
}

export interface NewHour {
  readonly siteId: number;
  readonly frames: number;
  readonly signal: HourSignal;
  readonly requiredId: number;
  readonly required: readonly string[];
  readonly settingId: number | null;
  readonly runner: { readonly path: string; readonly unit: string; readonly above: number | null } | null;
  readonly peak: number | null;
  readonly offlineMs: number;
  readonly intervalDays: number;
  readonly tail: Tail;
  readonly minutes: HourMinutes;
}

export async function writeHour(client: pg.ClientBase, deviceId: DeviceId, t0: number, hour: NewHour): Promise<void> {
  const { signal, runner, minutes } = hour;
  await client.query({
    name: 'protection-write',
    text: `insert into protection_hour (device_id, t0, site_id, definition, frames, counted, running, unknown, offline, missing,
        required_id, setting_id, running_path, running_unit, running_above, peak, offline_ms, interval_days, tail,
        running_minutes, protected_minutes, causes, cause_paths, cause_minutes)
      values ($1, $2, $3, ${definition}, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21,
        $22, $23)
      on conflict (device_id, t0) do update set frames = excluded.frames, counted = excluded.counted,
        running = excluded.running, unknown = excluded.unknown, offline = excluded.offline, missing = excluded.missing,
        required_id = excluded.required_id, setting_id = excluded.setting_id, running_path = excluded.running_path,
        running_unit = excluded.running_unit, running_above = excluded.running_above, peak = excluded.peak,
        offline_ms = excluded.offline_ms, interval_days = excluded.interval_days, tail = excluded.tail,
        running_minutes = excluded.running_minutes, protected_minutes = excluded.protected_minutes,
        causes = excluded.causes, cause_paths = excluded.cause_paths, cause_minutes = excluded.cause_minutes`,
    values: [
      deviceId,
      t0,
      hour.siteId,
      hour.frames,
      bitsOf(minutes.counted),
      bitsOf(signal.running),
      bitsOf(signal.unknown),
      bitsOf(signal.offline),
      JSON.stringify(missingOf(signal, hour.required)),
      hour.requiredId,
      hour.settingId,
      runner?.path ?? null,
      runner?.unit ?? null,
      runner?.above ?? null,
      hour.peak,
      hour.offlineMs,
      hour.intervalDays,
      JSON.stringify(hour.tail),
      ...figuresOf(minutes),
    ],
  });
}

/** Only the figures: what the frames said and the settings of the hour stay. */
export async function writeFigures(client: pg.ClientBase, deviceId: DeviceId, t0: number, minutes: HourMinutes) {
  await client.query(
    `update protection_hour set running_minutes = $3, protected_minutes = $4, causes = $5, cause_paths = $6,
       cause_minutes = $7 where device_id = $1 and t0 = $2`,
    [deviceId, t0, ...figuresOf(minutes)],
  );
}

const figuresOf = ({ running, protected: kept, causes }: HourMinutes): readonly unknown[] => [
  running,
  kept,
  causes.map(({ cause }) => causeNumber(cause)),
  causes.map(({ path }) => path),
  causes.flatMap(({ quarters }) => quarters),
];

/** All minutes are one character. */
const allMinutes = '1'.repeat(60);

function missingOf({ missing }: HourSignal, required: readonly string[]): MissingRow {
  const row: Record<string, { value?: string; disabled?: string; scan?: string }> = {};
  for (const path of required) {
    const own = missing.get(path);
    if (!own) continue;
    const kept: { value?: string; disabled?: string; scan?: string } = {};
    for (const kind of ['value', 'disabled', 'scan'] as const) {
      const bits = bitsOf(own[kind]);
      if (bits.includes('1')) kept[kind] = bits === allMinutes ? '*' : bits;
    }
    row[path] = kept;
  }
  return row;
}
export const bitsOfStored = (bits: string | undefined): string =>
  bits === '*' ? allMinutes : (bits ?? '0'.repeat(60));

/** Hours of devices up to a moment that are neither stored nor pending, in order. The demo's past comes by itself. */
export async function hoursToFill(
  client: pg.ClientBase,
  until: number,
  limit: number,
  isDemo: boolean,
): Promise<{ deviceId: DeviceId; t0: number }[]> {
  const { rows } = await client.query<{ deviceId: DeviceId; t0: number }>(
    `select p.device_id as "deviceId", h.t0 from protection_device p left join device d on d.id = p.device_id
       cross join lateral generate_series(p.filled_until,
         least($1, coalesce(${ms('d.removed_at')}, case when d.id is null then p.filled_until else $1 end)) - 1,
         ${hourMs}) as h (t0)
     where p.filled_until < $1 and (not $3 or h.t0 >= ${ms('d.created_at')})
       and not exists (select from pending_hour o where o.device_id = p.device_id and o.t0 <= h.t0 and o.t0 >= p.filled_until)
       and not exists (select from protection_hour s where s.device_id = p.device_id and s.t0 = h.t0)
     order by p.device_id, h.t0 limit $2`,
    [until, limit, isDemo],
  );
  return rows;
}

/** Notes until when the hours of each device are stored, and what it is called. The demo's past comes oldest first. */
export async function noteFilled(client: pg.ClientBase, until: number, isDemo: boolean): Promise<void> {
  await client.query(
    `update protection_device p set title = coalesce(d.title, p.title), filled_until = greatest(p.filled_until, least($1::bigint,
         (select min(o.t0) from pending_hour o where o.device_id = p.device_id and o.t0 >= p.filled_until),
         case when $2 then (select nullif(max(s.t0) + ${hourMs}, v.began) from protection_hour s
           where s.device_id = p.device_id and s.t0 < v.began) end))
     from protection_device q left join device d on d.id = q.device_id
       cross join lateral (select ${ms('d.created_at')} / ${hourMs} * ${hourMs} as began) v
     where q.device_id = p.device_id and p.filled_until < $1`,
    [until, isDemo],
  );
}

/** A device whose hours are to be counted again from a moment on, the longest waiting one first. */
export async function nextRecount(client: pg.ClientBase): Promise<{ deviceId: DeviceId; from: number } | null> {
  const { rows } = await client.query<{ deviceId: DeviceId; from: number }>(
    'select device_id as "deviceId", from_at as from from protection_recount limit 1',
  );
  return rows[0] ?? null;
}

export async function hoursFrom(client: pg.ClientBase, deviceId: DeviceId, from: number, limit: number) {
  const { rows } = await client.query<{ t0: number }>(
    'select t0 from protection_hour where device_id = $1 and t0 >= $2 order by t0 limit $3',
    [deviceId, Math.floor(from / hourMs) * hourMs, limit],
  );
  return rows.map(({ t0 }) => t0);
}

/** Moves the recount on, unless an earlier moment was noted meanwhile; `next` null: it is done. */
export async function settleRecount(
  client: pg.ClientBase,
  deviceId: DeviceId,
  from: number,
  next: number | null,
): Promise<void> {
  if (next === null)
    await client.query('delete from protection_recount where device_id = $1 and from_at = $2', [deviceId, from]);
  else
    await client.query('update protection_recount set from_at = $3 where device_id = $1 and from_at = $2', [
      deviceId,
      from,
      next,
    ]);
}
