import type { DeviceId } from '@tocsin/contract/ids';
import type { GroupDef, Layout, SensorDef } from '@tocsin/contract/layout';
import type pg from 'pg';
import type { HourOutcome, StoredEvent } from '../../pipeline/hour-types.ts';
import type { ShelfSpan } from '../../pipeline/shelf-types.ts';
import type { AcceptedFrame } from '../../pipeline/types.ts';
import { copyOut } from '../../platform/copy-protocol.ts';
import { chunkCodec } from '../codec/chunk.ts';
import { decodeFrames, type FrameTable, selectFrames } from '../codec/frame-rows.ts';
import { hourMs } from '../codec/hour.ts';
import type { PackedHour } from '../codec/pack-hour.ts';
import { slotsCodec } from '../codec/slots.ts';

/**
 * A finished, pending hour of a device. `rev` increases with each late frame, so that one that arrived meanwhile is not
 * lost.
 */
export interface PendingHour {
  readonly deviceId: DeviceId;
  readonly t0: number;
  readonly rev: number;
  readonly late: boolean;
  readonly closed: boolean;
}

/**
 * Closes all hours before `until`. From then on their frames go to frame_late; frames of transactions that began before
 * are in `frame` as soon as `gateIsShut` returns true.
 */
export async function closeHours(client: pg.ClientBase, until: number): Promise<void> {
  await client.query(
    `update history_closed set closed_until = $1, closed_by = pg_current_xact_id() where closed_until < $1`,
    [until],
  );
}

/**
 * Whether every transaction that could still store a frame of an hour before the gate has ended. Transaction ids are
 * shared by the whole cluster; a forgotten transaction of another database does not count.
 */
export async function isIntakeClosed(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ shut: boolean }>(
    // An id that was not allocated yet is from another cluster: the data was restored from a backup.
    `select coalesce(pg_snapshot_xmin(s) > closed_by or closed_by >= pg_snapshot_xmax(s), true) or not exists (
         select from pg_stat_activity a
         where a.datname = current_database() and age(a.backend_xid) > age(closed_by::xid)
         union all
         select from pg_prepared_xacts p
         where p.database = current_database() and age(p.transaction) > age(closed_by::xid)) as shut
     from history_closed, pg_current_snapshot() s`,
  );
  return rows[0]?.shut ?? false;
}

/**
 * Closed hours, and hours with late frames that were quiet or have waited long enough. An hour that is only evaluated
 * again waits while older hours of its device receive late frames, which would change its beginning once more: a device
 * that back-fills days would have each of its newest hours evaluated for every older one.
 */
export async function dueHours(
  client: pg.ClientBase,
  when: {
    readonly quietSince: number;
    readonly waitedSince: number;
    readonly heldSince: number;
    /** Hours of archived days wait while the archive does not answer. */
    readonly isArchiveAway: boolean;
    /** Devices that wait for their history. Hours that are to come back from a backup wait in any case. */
    readonly without: readonly DeviceId[];
  },
  limit: number,
): Promise<PendingHour[]> {
  const { rows } = await client.query<PendingHour>(
    `select device_id as "deviceId", t0, rev, late_first is not null as late, t0 + ${hourMs} <= closed_until as closed
     from pending_hour o, history_closed
     where case when late_first is null then t0 + ${hourMs} <= closed_until
                when late_first = 0 then late_last <= $4 or not exists (select from pending_hour older
                  where older.device_id = o.device_id and older.t0 < o.t0 and older.late_first > 0)
                else late_last <= $1 or late_first <= $2 end
       and not ($5 and exists (select from archive_object a where a.device_id = o.device_id and a.state = 'live'
         and a.day = o.t0 - o.t0 % 86400000))
       and device_id <> all ($6) and not exists (select from history_piece m
         where m.t0_from > o.t0 - 86400000 and m.t0_from <= o.t0 and m.t0_to > o.t0
           and m.device_from <= o.device_id and m.device_to >= o.device_id)
     order by device_id, t0 limit $3`,
    [when.quietSince, when.waitedSince, limit, when.heldSince, when.isArchiveAway, when.without],
  );
  return rows;
}

/** Hours of the device before `t0` that have frames but no chunk yet, after the last chunk. */
export async function hoursWithoutChunk(client: pg.ClientBase, deviceId: DeviceId, t0: number): Promise<number[]> {
  const pending = await client.query<{ t0: number }>(
    'select t0 from pending_hour where device_id = $1 and t0 < $2 order by t0',
    [deviceId, t0],
  );
  const hours = pending.rows.map((row) => row.t0);
  if (hours.length === 0) return [];
  const written = await client.query<{ t0: number }>('select t0 from chunk where device_id = $1 and t0 = any ($2)', [
    deviceId,
    hours,
  ]);
  const there = new Set(written.rows.map((row) => row.t0));
  return hours.filter((hour) => !there.has(hour));
}

/** The end state of an hour of the device; null: it was written without evaluation. */
export interface StoredEnd {
  readonly t0: number;
  readonly endState: Buffer | null;
}

/** The last written hour before this one, and the first one after it. */
export async function neighbours(
  client: pg.ClientBase,
  deviceId: DeviceId,
  t0: number,
): Promise<{ before: StoredEnd | null; after: number | null }> {
  const before = await client.query<StoredEnd>(
    `select t0, end_state as "endState" from chunk where device_id = $1 and t0 < $2 order by t0 desc, part desc limit 1`,
    [deviceId, t0],
  );
  const after = await client.query<{ t0: number }>(
    'select t0 from chunk where device_id = $1 and t0 > $2 order by t0 limit 1',
    [deviceId, t0],
  );
  return { before: before.rows[0] ?? null, after: after.rows[0]?.t0 ?? null };
}

/** Whether an hour is written. */
export async function hasChunk(client: pg.ClientBase, deviceId: DeviceId, t0: number): Promise<boolean> {
  const { rowCount } = await client.query('select from chunk where device_id = $1 and t0 = $2 limit 1', [deviceId, t0]);
  return (rowCount ?? 0) > 0;
}

/** One stored part of an hour. */
export interface ChunkRow {
  readonly part: number;
  readonly n: number;
  readonly layout_ids: number[];
  readonly keys: Buffer;
  readonly p: Buffer;
  readonly end_state: Buffer | null;
}

/** The hour's chunk, part by part; empty if it was not written yet. `part` null: all parts. */
export async function chunkRows(client: pg.ClientBase, deviceId: DeviceId, t0: number): Promise<ChunkRow[]> {
  const { rows } = await client.query<ChunkRow>(
    'select part, n, layout_ids, keys, p, end_state from chunk where device_id = $1 and t0 = $2 order by part',
    [deviceId, t0],
  );
  return rows;
}

/** Number of frames of the hour outside its chunk, live and late. */
export async function countFrames(client: pg.ClientBase, deviceId: DeviceId, t0: number): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    `select (select count(*) from frame where device_id = $1 and ts >= $2 and ts < $3)
          + (select count(*) from frame_late where device_id = $1 and ts >= $2 and ts < $3)
          + (select coalesce(sum(n), 0) from frame_bundle where device_id = $1 and ts >= $2 and ts < $3)
          + (select coalesce(sum(n), 0) from frame_bundle_late where device_id = $1 and ts >= $2 and ts < $3) as n`,
    [deviceId, t0, t0 + hourMs],
  );
  return rows[0]?.n ?? 0;
}

/** Frames of a lane from `from` up to `to`, in order. */
export async function readFrames(
  client: pg.Client | pg.PoolClient,
  table: FrameTable,
  deviceId: DeviceId,
  from: number,
  to: number,
): Promise<AcceptedFrame[]> {
  return decodeFrames(await copyOut(client, selectFrames(table, { deviceId, from, to })), { from, to });
}

/** Every layout that the device ever had, by id. */
export async function readLayouts(client: pg.ClientBase, deviceId: DeviceId): Promise<Map<number, Layout>> {
  const { rows } = await client.query<{ layout_id: number; hash: string; groups: GroupDef[]; sensors: SensorDef[] }>(
    'select layout_id, hash, groups, sensors from device_layout where device_id = $1',
    [deviceId],
  );
  return new Map(rows.map(({ layout_id: layoutId, ...rest }) => [layoutId, { layoutId, ...rest }]));
}

/** The texts that the device's frames reference by index. */
export async function readTexts(client: pg.ClientBase, deviceId: DeviceId): Promise<string[]> {
  const { rows } = await client.query<{ texts: string[] }>('select texts from device_latest where device_id = $1', [
    deviceId,
  ]);
  return rows[0]?.texts ?? [];
}

/** Alarms and warnings of the hour, on and off, ordered by (at, id). */
export async function hourEvents(client: pg.ClientBase, deviceId: DeviceId, t0: number): Promise<StoredEvent[]> {
  const { rows } = await client.query<StoredEvent>(
    `select id, device_id as "deviceId", type, at, received_at as "receivedAt", group_id as "groupId",
       sensor_id as "sensorId", sensor_name as "sensorName", content, value, is_late as late, is_notified as notified,
       forebear_id as "forebearId", is_active as active, is_test as test, rule_id as "ruleId",
       (array['critical', 'high', 'medium', 'low'])[priority] as priority,
       respond_within_minutes as "respondWithinMinutes",
       needs_acknowledgement as "needsAcknowledgement", is_shelved as shelved, acknowledged_at is not null as acknowledged,
       ended_at is not null as ended
     from event where device_id = $1 and at >= $2 and at < $3
       and type in ('alarm_on', 'alarm_off', 'warning_on', 'warning_off')
     order by at, id`,
    [deviceId, t0, t0 + hourMs],
  );
  return rows;
}

/** The device's shelves that were active at any time of the hour. */
export async function hourShelves(client: pg.ClientBase, deviceId: DeviceId, t0: number): Promise<ShelfSpan[]> {
  const { rows } = await client.query<ShelfSpan>(
    `select group_id as "groupId", sensor_id as "sensorId", rule_id as "ruleId", covers_alarms as "coversAlarms",
       priority, started_at as "from", coalesce(ended_at, until) as "to"
     from shelf where device_id = $1 and started_at < $3 and coalesce(ended_at, until) > $2 order by id`,
    [deviceId, t0, t0 + hourMs],
  );
  return rows;
}

/** One part of an hour to be written. */
export interface PackedSegment {
  readonly part: number;
  readonly n: number;
  readonly deviceTsFrom: number;
  readonly deviceTsTo: number;
  readonly packed: PackedHour;
}

/** Replaces the hour's rows. The month's partitions must exist. */
export async function replaceHour(
  client: pg.ClientBase,
  deviceId: DeviceId,
  t0: number,
  segments: readonly PackedSegment[],
  endState: Buffer | null,
): Promise<void> {
  await client.query('delete from chunk where device_id = $1 and t0 = $2', [deviceId, t0]);
  await client.query('delete from slots where device_id = $1 and t0 = $2', [deviceId, t0]);
  const last = segments.at(-1);
  for (const one of segments) {
    const { part, n, deviceTsFrom, deviceTsTo, packed } = one;
    await client.query(
      `insert into chunk (device_id, t0, part, n, codec, device_ts_from, device_ts_to, layout_ids, keys, p, end_state)
       values ($1, $2, $3, $4, ${chunkCodec}, $5, $6, $7, $8, $9, $10)`,
      [
        deviceId,
        t0,
        part,
        n,
        deviceTsFrom,
        deviceTsTo,
        packed.layoutIds,
        packed.keys,
        packed.p,
        one === last ? endState : null,
      ],
    );
    await client.query(
      `insert into slots (device_id, t0, part, codec, layout_ids, p) values ($1, $2, $3, ${slotsCodec}, $4, $5)`,
      [deviceId, t0, part, packed.layoutIds, packed.slots],
    );
  }
}

/**
 * Deletes exactly the late frames that are now in the chunk. A bundle has the key of its first frame: if that is in the
 * chunk, so are the others, because they were stored in one transaction and are of the same hour.
 */
export async function removeLate(
  client: pg.ClientBase,
  deviceId: DeviceId,
  frames: readonly AcceptedFrame[],
): Promise<void> {
  const keys = [deviceId, frames.map((f) => f.deviceTs), frames.map((f) => f.boot), frames.map((f) => f.seq)];
  const withKeys = `using unnest($2::bigint[], $3::bigint[], $4::bigint[]) as u (device_ts, boot, seq)
    where f.device_id = $1 and f.device_ts = u.device_ts and f.boot = u.boot and f.seq = u.seq`;
  await client.query(`delete from frame_late f ${withKeys}`, keys);
  await client.query(`delete from frame_bundle_late f ${withKeys}`, keys);
}

/** Removes the pending hour, unless a late frame arrived since it was read. */
export async function settleHour(client: pg.ClientBase, hour: PendingHour): Promise<void> {
  if (hour.closed)
    await client.query('delete from pending_hour where device_id = $1 and t0 = $2 and rev = $3', [
      hour.deviceId,
      hour.t0,
      hour.rev,
    ]);
  else
    await client.query(
      `update pending_hour set late_first = null, late_last = null where device_id = $1 and t0 = $2 and rev = $3`,
      [hour.deviceId, hour.t0, hour.rev],
    );
}

/** The hour's initial state has changed: it is due again, marked by a `late_first` of 0. */
export async function enqueueHourAgain(
  client: pg.ClientBase,
  deviceId: DeviceId,
  t0: number,
  now: number,
): Promise<void> {
  await client.query(
    `insert into pending_hour as o (device_id, t0, late_first, late_last) values ($1, $2, 0, $3)
     on conflict (device_id, t0) do update
       set late_first = 0, late_last = case when o.late_first = 0 then o.late_last else $3 end, rev = o.rev + 1`,
    [deviceId, t0, now],
  );
}

/** Moves and removes late events; new events are inserted like all others. */
export async function correctEvents(
  client: pg.ClientBase,
  deviceId: DeviceId,
  { moves, remove, merges }: Pick<HourOutcome, 'moves' | 'remove' | 'merges'>,
): Promise<void> {
  if (moves.length > 0)
    await client.query(
      `update event e set at = u.at, duration = case when e.ended_at is not null then greatest(e.ended_at - u.at, 0) end
       from unnest($2::bigint[], $3::bigint[]) as u (id, at) where e.device_id = $1 and e.id = u.id`,
      [deviceId, moves.map((move) => move.id), moves.map((move) => move.at)],
    );
  if (merges.length > 0)
    await client.query(
      `update event e set needs_acknowledgement = e.needs_acknowledgement or f.needs_acknowledgement,
         acknowledged_by = coalesce(e.acknowledged_by, f.acknowledged_by),
         acknowledged_user = coalesce(e.acknowledged_user, f.acknowledged_user),
         acknowledged_at = coalesce(e.acknowledged_at, f.acknowledged_at),
         acknowledged_comment = coalesce(e.acknowledged_comment, f.acknowledged_comment)
       from unnest($2::bigint[], $3::bigint[]) as u (from_id, into_id)
         join event f on f.device_id = $1 and f.id = u.from_id
       where e.device_id = $1 and e.id = u.into_id`,
      [deviceId, merges.map((merge) => merge.from), merges.map((merge) => merge.into)],
    );
  if (remove.length > 0) {
    await client.query('delete from event where device_id = $1 and id = any ($2) and is_late', [deviceId, remove]);
    await client.query('update event set forebear_id = null where device_id = $1 and forebear_id = any ($2)', [
      deviceId,
      remove,
    ]);
  }
}

/** Locks a device for one job of a kind at a time across processes; released with the connection. */
export async function takeDevice(client: pg.ClientBase, deviceId: DeviceId, kind = 'hour'): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(hashtext($2), $1) as taken`, [
    deviceId,
    kind,
  ]);
  return rows[0]?.taken ?? false;
}

/** Releases the lock, so that other processes can write hours of the device. */
export async function freeDevice(client: pg.ClientBase, deviceId: DeviceId, kind = 'hour'): Promise<void> {
  await client.query(`select pg_advisory_unlock(hashtext($2), $1)`, [deviceId, kind]);
}
