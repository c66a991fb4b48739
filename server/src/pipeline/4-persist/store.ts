import { serverTimedEvents } from '@tocsin/contract/event';
import type { DeviceId } from '@tocsin/contract/ids';
import { priorityLevel } from '@tocsin/contract/priority';
import type pg from 'pg';
import { type BundleRow, unpackBundle } from '../../history/codec/frame-bundle.ts';
import { packedBound, packFrame } from '../../history/codec/frame-pack.ts';
import { bundleTable, type FrameTable } from '../../history/codec/frame-rows.ts';
import { hourMs, hourOf } from '../../history/codec/hour.ts';
import { copyInto } from '../../platform/copy-protocol.ts';
import { untilWorkersSettled } from '../../platform/store-citus.ts';
import type { CatalogDevice } from '../catalog.ts';
import type {
  AcceptedFrame,
  DeviceStateRow,
  EventChange,
  EventEnd,
  EventRow,
  MaintenanceStep,
  NewLayout,
} from '../types.ts';
import type { DeviceRestamp } from './batch.ts';
import { bundleColumns, byForm, encodeBundles, encodeFrames, type FrameRow, frameColumns } from './copy-binary.ts';

/** Stores layouts; a known layout gets the new names. */
export async function insertLayouts(client: pg.Client, layouts: readonly NewLayout[]): Promise<void> {
  await client.query(
    `insert into device_layout (device_id, layout_id, hash, groups, sensors)
     select * from unnest($1::int[], $2::int[], $3::text[], $4::jsonb[], $5::jsonb[])
     on conflict (device_id, layout_id) do update set groups = excluded.groups, sensors = excluded.sensors`,
    columns(layouts, [
      (row) => row.deviceId,
      (row) => row.layoutId,
      (row) => row.hash,
      (row) => JSON.stringify(row.groups),
      (row) => JSON.stringify(row.sensors),
    ]),
  );
}

/** Stores frames, those that arrived together as bundles. An existing key fails the transaction. */
export async function copyFrames(client: pg.Client, table: FrameTable, rows: readonly FrameRow[]): Promise<void> {
  const { singles, bundles } = byForm(rows);
  const ownTime = table === 'frame_late';
  if (singles.length > 0) await copyInto(client, `${table} (${frameColumns})`, encodeFrames(singles, ownTime));
  if (bundles.length > 0) await copyInto(client, `${bundleTable(table)} (${bundleColumns})`, encodeBundles(bundles));
}

/** A stored frame of the same time as a new one; `row` is the index of the new one. */
export interface RecentDuplicate {
  readonly row: number;
  readonly boot: number;
  readonly seq: number;
  readonly p: Buffer;
}
/** Frames that were stored together, in the same hour as new ones. */
export interface RecentBundle extends BundleRow {
  readonly deviceId: number;
}

/** Stored frames with the same own times as these, live or late; and the bundles that may contain one. */
export async function findStoredDuplicates(
  client: pg.Client,
  rows: readonly FrameRow[],
): Promise<{ singles: readonly RecentDuplicate[]; bundles: readonly RecentBundle[] }> {
  const { rows: singles } = await client.query<RecentDuplicate>({
    name: 'find-duplicates',
    text: `with late as (select * from unnest($1::int[], $2::bigint[]) with ordinality as l (device_id, device_ts, n))
      select n::int - 1 as row, f.boot, f.seq, f.p from late l
        join frame f on f.device_id = l.device_id and f.ts = l.device_ts and f.device_ts is null
      union all
      select n::int - 1, f.boot, f.seq, f.p from late l
        join frame f on f.device_id = l.device_id and f.device_ts = l.device_ts
      union all
      select n::int - 1, f.boot, f.seq, f.p from late l
        join frame_late f on f.device_id = l.device_id and f.device_ts = l.device_ts`,
    values: columns(rows, [(row) => row.deviceId, (row) => row.frame.deviceTs]),
  });
  const bundle =
    'b.device_id as "deviceId", b.ts, b.device_ts as "deviceTs", b.received_at as "receivedAt", b.layout_id as "layoutId", b.p';
  // Its last frame comes less than an hour after its first one.
  const overlaps = `b.device_id = s.device_id and b.device_ts <= s.most and b.device_ts > s.least - ${hourMs}
    and b.device_ts + b.ts_to - b.ts >= s.least`;
  const { rows: bundles } = await client.query<RecentBundle>({
    name: 'find-bundles',
    text: `with s as (select * from unnest($1::int[], $2::bigint[], $3::bigint[]) as s (device_id, least, most))
      select ${bundle} from s join frame_bundle b on ${overlaps}
      union all
      select ${bundle} from s join frame_bundle_late b on ${overlaps}`,
    values: spans(rows, (row) => row.frame.deviceTs),
  });
  return { singles, bundles };
}

/** The indexes of those live frames that are stored as rows of their own; and the bundles that may contain one. */
export async function findStoredLive(
  client: pg.Client,
  rows: readonly FrameRow[],
): Promise<{ singles: readonly number[]; bundles: readonly Pick<RecentBundle, 'deviceId' | 'ts' | 'p'>[] }> {
  const { rows: singles } = await client.query<{ row: number }>(
    `select n::int - 1 as row from unnest($1::int[], $2::bigint[], $3::bigint[], $4::bigint[]) with ordinality
       as l (device_id, ts, boot, seq, n) join frame f using (device_id, ts, boot, seq)`,
    columns(rows, [(row) => row.deviceId, (row) => row.frame.ts, (row) => row.frame.boot, (row) => row.seq]),
  );
  const { rows: bundles } = await client.query<Pick<RecentBundle, 'deviceId' | 'ts' | 'p'>>(
    `select b.device_id as "deviceId", b.ts, b.p
     from unnest($1::int[], $2::bigint[], $3::bigint[]) as s (device_id, least, most)
       join frame_bundle b on b.device_id = s.device_id and b.ts <= s.most and b.ts > s.least - ${hourMs}
         and b.ts_to >= s.least`,
    spans(rows, (row) => row.frame.ts),
  );
  return { singles: singles.map(({ row }) => row), bundles };
}

/** Time of the newest stored live frame of each device; null: none. */
export async function newestStored(
  client: pg.Client,
  deviceIds: readonly number[],
): Promise<readonly { deviceId: number; ts: number | null }[]> {
  if (deviceIds.length === 0) return [];
  const { rows } = await client.query<{ deviceId: number; ts: number | null }>(
    `select d.device_id as "deviceId", greatest((select max(ts) from frame f where f.device_id = d.device_id),
       (select max(ts_to) from frame_bundle b where b.device_id = d.device_id
          and b.ts = (select max(l.ts) from frame_bundle l where l.device_id = d.device_id))) as ts
     from device_latest d where d.device_id = any ($1)`,
    [deviceIds],
  );
  const stored = new Map(rows.map(({ deviceId, ts }) => [deviceId, ts]));
  return deviceIds.map((deviceId) => ({ deviceId, ts: stored.get(deviceId) ?? null }));
}

/** For each device and hour of a time of these rows: the device, its first and its last time. */
function spans(rows: readonly FrameRow[], timeOf: (row: FrameRow) => number): [number[], number[], number[]] {
  const byHour = new Map<string, { deviceId: number; least: number; most: number }>();
  for (const row of rows) {
    const [ts, { deviceId }] = [timeOf(row), row];
    const key = `${deviceId} ${hourOf(ts)}`;
    const span = byHour.get(key);
    if (!span) byHour.set(key, { deviceId, least: ts, most: ts });
    else if (ts < span.least) span.least = ts;
    else if (ts > span.most) span.most = ts;
  }
  const all = [...byHour.values()];
  return [all.map(({ deviceId }) => deviceId), all.map(({ least }) => least), all.map(({ most }) => most)];
}

/** An hour of a device; `t0` is its first millisecond in UTC. */
export interface HourKey {
  readonly deviceId: number;
  readonly t0: number;
}

/** Records the first live frame of an hour: its chunk becomes pending when the hour is closed. */
export async function enqueueHours(client: pg.Client, hours: readonly HourKey[]): Promise<void> {
  await client.query(
    `insert into pending_hour (device_id, t0) select * from unnest($1::int[], $2::bigint[]) on conflict do nothing`,
    columns(hours, [(hour) => hour.deviceId, (hour) => hour.t0]),
  );
}

/** Makes these hours pending again, because late frames arrived for them. */
export async function enqueueLateHours(client: pg.Client, hours: readonly HourKey[], now: number): Promise<void> {
  await client.query(
    `insert into pending_hour as o (device_id, t0, late_first, late_last)
     select device_id, t0, $3, $3 from unnest($1::int[], $2::bigint[]) as h (device_id, t0)
     on conflict (device_id, t0) do update
       set late_first = coalesce(o.late_first, excluded.late_first), late_last = excluded.late_last, rev = o.rev + 1`,
    [...columns(hours, [(hour) => hour.deviceId, (hour) => hour.t0]), now],
  );
}

/** `texts` null: unchanged since the row was last written. */
export async function upsertDeviceStates(
  client: pg.Client,
  deviceStates: readonly DeviceStateRow[],
  knows: TextsKnown,
): Promise<void> {
  await client.query({
    name: 'upsert-device-states',
    text: `insert into device_latest as d (device_id, layout_id, newest_ts, received_at, online, texts, state)
      select device_id, layout_id, newest_ts, received_at, online, coalesce(texts, '[]'), state
      from unnest($1::int[], $2::int[], $3::bigint[], $4::bigint[], $5::boolean[], $6::jsonb[],
          string_to_array($7, chr(31)))
        as u (device_id, layout_id, newest_ts, received_at, online, texts, state)
      on conflict (device_id) do update set
        layout_id = excluded.layout_id, newest_ts = excluded.newest_ts, received_at = excluded.received_at,
        online = excluded.online, state = excluded.state,
        texts = case when excluded.texts = '[]' then d.texts else excluded.texts end`,
    values: [
      ...columns(deviceStates, [
        (row) => row.deviceId,
        (row) => row.layoutId,
        (row) => row.newestTs,
        (row) => row.receivedAt,
        (row) => row.online,
        (row) => (knows(row) ? null : JSON.stringify(row.texts)),
      ]),
      // As array elements, every quote would be escaped; JSON writes control characters as escapes.
      deviceStates.map((row) => row.state).join('\u001f'),
    ],
  });
}
/** Stores the windows of the rows that have them. */
export async function upsertWindows(client: pg.Client, rows: readonly DeviceStateRow[]): Promise<void> {
  const due = rows.flatMap(({ deviceId, windows }) => (windows ? { deviceId, ...windows } : []));
  if (due.length === 0) return;
  await client.query(
    `insert into rule_window (device_id, received_at, ts, state)
     select * from unnest($1::int[], $2::bigint[], $3::bigint[], $4::text[])
     on conflict (device_id) do update set
       received_at = excluded.received_at, ts = excluded.ts, state = excluded.state`,
    columns(due, [(row) => row.deviceId, (row) => row.receivedAt, (row) => row.ts, (row) => row.state]),
  );
}
/** Whether the database already has these texts: texts are only ever appended. */
export type TextsKnown = (row: DeviceStateRow) => boolean;

/** What an event carries of its device, as it is called at the time. */
export type EventNames = Pick<CatalogDevice, 'clientId' | 'siteId' | 'clientCompany' | 'siteTitle' | 'title'>;
/** The current names that an event stores of its device; undefined when the device was removed. */
export type NamesOf = (id: DeviceId) => EventNames | undefined;

/** Stores events with the current names of device, site and client, which later renames do not change. */
export async function insertEvents(client: pg.Client, events: readonly EventRow[], namesOf: NamesOf): Promise<void> {
  const device = (row: EventRow) => namesOf(row.deviceId);
  const site = (row: EventRow) => row.site ?? device(row);
  await client.query({
    name: 'insert-events',
    text: `insert into event (id, at, received_at, device_id, client_id, site_id, type, client_name, site_name,
        device_name, group_id, sensor_id, sensor_name, content, value, forebear_id, rule_id, is_active, is_late, is_notified,
        is_test, needs_acknowledgement, priority, respond_within_minutes, is_shelved)
      select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::int[], $5::int[], $6::int[], $7::text[],
        $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[],
        $15::double precision[], $16::bigint[], $17::int[], $18::boolean[], $19::boolean[], $20::boolean[], $21::boolean[],
        $22::boolean[], $23::smallint[], $24::int[], $25::boolean[])
      on conflict (device_id, id) do nothing`,
    values: columns(events, [
      (row) => row.id,
      (row) => row.at,
      (row) => row.receivedAt,
      (row) => row.deviceId,
      (row) => site(row)?.clientId ?? 0,
      (row) => site(row)?.siteId ?? 0,
      (row) => row.type,
      (row) => site(row)?.clientCompany ?? '',
      (row) => site(row)?.siteTitle ?? '',
      (row) => device(row)?.title ?? '',
      (row) => row.groupId,
      (row) => row.sensorId,
      (row) => row.sensorName,
      (row) => row.content,
      (row) => row.value,
      (row) => row.forebearId,
      (row) => row.ruleId,
      (row) => row.active,
      (row) => row.late,
      (row) => row.notified,
      (row) => row.test,
      (row) => row.needsAcknowledgement,
      (row) => (row.priority === null ? null : priorityLevel(row.priority)),
      (row) => row.respondWithinMinutes,
      (row) => row.shelved,
    ]),
  });
}

/** Ends events by their ids. An end before the start (a clock was set) gives a duration of zero. */
export async function endEvents(client: pg.Client, ends: readonly EventEnd[]): Promise<void> {
  await client.query({
    name: 'end-events',
    text: `update event e set is_active = false, ended_at = u.ended_at,
        duration = greatest(u.ended_at - e.at, 0), end_reason = u.reason
      from unnest($1::int[], $2::bigint[], $3::bigint[], $4::text[]) as u (device_id, id, ended_at, reason)
      where e.device_id = u.device_id and e.id = u.id`,
    values: columns(ends, [(row) => row.deviceId, (row) => row.id, (row) => row.endedAt, (row) => row.reason]),
  });
}

/** Fix Notification: ends events that the live state no longer supports. */
export async function endOthers(
  client: pg.Client,
  deviceId: number,
  stillActive: { readonly ids: readonly number[]; readonly at: number },
): Promise<void> {
  await client.query(
    `update event set is_active = false, ended_at = greatest(at, $3), duration = greatest($3 - at, 0),
       end_reason = 'Fix Notification'
     where device_id = $1 and is_active and id <> all ($2::bigint[])`,
    [deviceId, stillActive.ids, stillActive.at],
  );
}

/** Updates events whose start or end moved, or that became live, by their ids. */
export async function changeEvents(client: pg.Client, changes: readonly EventChange[]): Promise<void> {
  const live = changes.filter((change) => change.kind === 'live');
  if (live.length > 0) {
    await client.query(
      `update event e set at = u.at, is_late = false, is_notified = true, is_active = e.ended_at is null,
         duration = case when e.ended_at is not null then greatest(e.ended_at - u.at, 0) end
       from unnest($1::int[], $2::bigint[], $3::bigint[]) as u (device_id, id, at)
       where e.device_id = u.device_id and e.id = u.id`,
      columns(live, [(row) => row.deviceId, (row) => row.id, (row) => row.at]),
    );
  }
  const again = changes.filter((change) => change.kind === 'again');
  if (again.length === 0) return;
  await client.query(
    `update event e set is_notified = true from unnest($1::int[], $2::bigint[]) as u (device_id, id)
     where e.device_id = u.device_id and e.id = u.id`,
    columns(again, [(row) => row.deviceId, (row) => row.id]),
  );
}

/** Stores steps of maintenance tests, once each; the table chains a device's rows by their hashes. */
export async function insertSteps(
  client: pg.Client,
  steps: readonly MaintenanceStep[],
  namesOf: NamesOf,
): Promise<void> {
  const device = (row: MaintenanceStep) => namesOf(row.deviceId);
  await client.query(
    `insert into maintenance_test (id, test_id, at, started_at, device_id, client_id, site_id, client_name, site_name,
       device_name, serial_number, group_id, group_name, sensor_id, sensor_name, step, user_id, user_name, comment, walk_id)
     select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::int[], $6::int[], $7::int[],
       $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[], $16::text[],
       $17::int[], $18::text[], $19::text[], $20::bigint[])
     on conflict (device_id, id) do nothing`,
    columns(steps, [
      (row) => row.id,
      (row) => row.testId,
      (row) => row.at,
      (row) => row.startedAt,
      (row) => row.deviceId,
      (row) => device(row)?.clientId ?? 0,
      (row) => device(row)?.siteId ?? 0,
      (row) => device(row)?.clientCompany ?? '',
      (row) => device(row)?.siteTitle ?? '',
      (row) => device(row)?.title ?? '',
      (row) => row.serialNumber,
      (row) => row.groupId,
      (row) => row.groupName,
      (row) => row.sensorId,
      (row) => row.sensorName,
      (row) => row.step,
      (row) => row.userId,
      (row) => row.userName,
      (row) => row.comment,
      (row) => row.walkId ?? null,
    ]),
  );
}

/** Stores a frame that PostgreSQL refused, with its error code, for later inspection. */
export async function insertRefused(
  client: pg.Client,
  row: FrameRow,
  at: number,
  code: string,
  error: string,
): Promise<void> {
  const { frame } = row;
  const plain = {
    ...frame,
    values: [...frame.values],
    flags: [...frame.flags],
    status: [...frame.status],
    state: [...frame.state],
  };
  await client.query(
    'insert into frame_refused (device_id, ts, at, code, error, frame) values ($1, $2, $3, $4, $5, $6)',
    [row.deviceId, Math.trunc(frame.ts) || 0, at, code, error, JSON.stringify(plain)],
  );
}

/** Converts rows to the columns that unnest takes. */
function columns<Row>(rows: readonly Row[], pick: readonly ((row: Row) => unknown)[]): unknown[][] {
  return pick.map((of) => rows.map(of));
}

/** After a commit whose response was lost: whether its rows exist. They are unique, so one of them is enough. */
export async function isCommitted(client: pg.Client, sign: CommitSign): Promise<boolean> {
  await untilWorkersSettled(client);
  const { rows } =
    sign.kind === 'event'
      ? await client.query('select 1 from event where device_id = $1 and id = $2', [sign.deviceId, sign.id])
      : await client.query(
          `select 1 from frame where device_id = $1 and ts = $2 and boot = $3 and seq = $4 and received_at = $5
           union all
           select 1 from frame_late where device_id = $1 and ts = $2 and boot = $3 and seq = $4 and received_at = $5
           union all
           select 1 from frame_bundle where device_id = $1 and ts = $2 and boot = $3 and seq = $4 and received_at = $5
           union all
           select 1 from frame_bundle_late
             where device_id = $1 and ts = $2 and boot = $3 and seq = $4 and received_at = $5`,
          [sign.row.deviceId, sign.row.frame.ts, sign.row.frame.boot, sign.row.seq, sign.row.frame.receivedAt],
        );
  return rows.length > 0;
}
/** A row that proves that a batch was committed when the response to its commit was lost. */
export type CommitSign =
  | { readonly kind: 'event'; readonly deviceId: number; readonly id: number }
  | { readonly kind: 'frame'; readonly row: FrameRow };

/** A frame in a row of its own. */
type SingleRow = Pick<AcceptedFrame, 'ts' | 'boot' | 'seq' | 'receivedAt' | 'deviceTs' | 'layoutId'> & {
  readonly p: Buffer;
};

/** Takes the device's frames since that arrival out of their tables. Returns each by itself, with its corrected time. */
export async function takeFrames(client: pg.Client, restamp: DeviceRestamp): Promise<SingleRow[]> {
  const since = [restamp.deviceId, restamp.sinceReceivedAt];
  const taken: SingleRow[] = [];
  for (const table of ['frame', 'frame_late'] as const) {
    const { rows: singles } = await client.query<SingleRow>(
      `delete from ${table} where device_id = $1 and received_at >= $2 returning ts, boot, seq,
         received_at as "receivedAt", coalesce(device_ts, ts) as "deviceTs", layout_id as "layoutId", p`,
      since,
    );
    const { rows: bundles } = await client.query<BundleRow>(
      `delete from ${bundleTable(table)} where device_id = $1 and received_at >= $2
       returning ts, device_ts as "deviceTs", received_at as "receivedAt", layout_id as "layoutId", p`,
      since,
    );
    taken.push(...singles);
    for (const frame of bundles.flatMap((bundle) => unpackBundle(bundle))) {
      const p = Buffer.allocUnsafe(packedBound(frame.values.length));
      taken.push({ ...frame, p: p.subarray(0, packFrame(frame, p, 0)) });
    }
  }
  return taken.map((row) => ({ ...row, ts: row.ts + restamp.deltaMs }));
}

/** Inserts frames of a device, each as a row of its own, without those whose key is taken. */
export async function returnFrames(
  client: pg.Client,
  table: FrameTable,
  deviceId: number,
  rows: readonly SingleRow[],
): Promise<void> {
  const deviceTs = table === 'frame' ? 'nullif(device_ts, ts)' : 'device_ts';
  await client.query(
    `insert into ${table} (${frameColumns}) select $1, ts, boot, seq, received_at, ${deviceTs}, layout_id, p
     from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::int[], $8::bytea[])
       as u (ts, boot, seq, received_at, device_ts, layout_id, p)
     on conflict do nothing`,
    [
      deviceId,
      ...columns(rows, [
        (row) => row.ts,
        (row) => row.boot,
        (row) => row.seq,
        (row) => row.receivedAt,
        (row) => row.deviceTs,
        (row) => row.layoutId,
        (row) => row.p,
      ]),
    ],
  );
}

/** Moves a device's events since an arrival by the measured clock offset. */
export async function moveEvents(client: pg.Client, restamp: DeviceRestamp): Promise<void> {
  const moved = await client.query<{ id: number }>(
    `update event set at = at + $3 where device_id = $1 and received_at >= $2 and type <> all ($4::text[])
     returning id`,
    [restamp.deviceId, restamp.sinceReceivedAt, restamp.deltaMs, [...serverTimedEvents]],
  );
  const ids = moved.rows.map((row) => row.id);
  if (ids.length === 0) return;
  await client.query(
    `update event e set ended_at = off.at, duration = greatest(off.at - e.at, 0)
     from event off
     where off.device_id = $1 and off.forebear_id = e.id and e.device_id = $1 and (e.id = any ($2) or off.id = any ($2))`,
    [restamp.deviceId, ids],
  );
}
