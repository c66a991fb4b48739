import type { DeviceId } from '@tocsin/contract/ids';
import type { GroupDef, Layout, SensorDef } from '@tocsin/contract/layout';
import type pg from 'pg';
import type { AcceptedFrame } from '../../pipeline/types.ts';
import { arePiecesMissing, historyMissing, isMissing } from '../../platform/backup/store-pieces.ts';
import { copyOut, decodeCopy, readInt8 } from '../../platform/copy-protocol.ts';
import { Refusal } from '../../platform/errors.ts';
import { estimateRows } from '../../platform/store-citus.ts';
import type { ArchivedDays } from '../archive/archived-days.ts';
import { type DayChunk, dayOf } from '../archive/day-object.ts';
import { liveKey } from '../archive/store.ts';
import { decodeFrames, type FrameTable, selectFrames } from '../codec/frame-rows.ts';
import { hourMs, hourOf } from '../codec/hour.ts';
import type { DeviceSpan } from './calls.ts';

/** Where stored history is: in PostgreSQL, and archived days in object storage (null: none are). */
export interface HistorySource {
  readonly pool: pg.Pool;
  readonly archive: ArchivedDays | null;
}

/** One snapshot of the history. */
export interface Picture {
  readonly client: pg.PoolClient;
  /** The chunks of an archived day; null: it was deleted meanwhile. */
  archived(deviceId: DeviceId, day: number): Promise<readonly DayChunk[] | null>;
  /** Throws 503 when history of this range is still to come back from a backup. */
  refuseMissing(deviceId: DeviceId, from: number, to: number): Promise<void>;
}

/** Thrown within a snapshot: an archived day is not on this disk. */
class OnlyInStore extends Error {}

/**
 * Reads in one snapshot, so that what compaction moves from frames to chunks meanwhile is seen exactly once. A read that
 * needs the object storage begins again when it is its turn, so that a slow store does not take all connections.
 */
export async function inOnePicture<T>(source: HistorySource, read: (picture: Picture) => Promise<T>): Promise<T> {
  try {
    return await inPicture(source, read, false);
  } catch (error) {
    if (!(error instanceof OnlyInStore && source.archive)) throw error;
    return source.archive.inTurn(() => inPicture(source, read, true));
  }
}

async function inPicture<T>(
  { pool, archive }: HistorySource,
  read: (picture: Picture) => Promise<T>,
  mayWait: boolean,
): Promise<T> {
  const client = await pool.connect();
  const archived: Picture['archived'] = async (deviceId, day) => {
    const key = await liveKey(client, deviceId, day);
    if (key === null || !archive) return null;
    if (mayWait) return archive.read(key);
    const near = await archive.readNear(key);
    if (!near) throw new OnlyInStore();
    return near;
  };
  let areSomeMissing: boolean | null = null;
  const refuseMissing: Picture['refuseMissing'] = async (deviceId, from, to) => {
    areSomeMissing ??= await arePiecesMissing(client);
    if (areSomeMissing && (await isMissing(client, deviceId, from, to))) throw historyMissing();
  };
  let broken: Error | undefined;
  try {
    await client.query('begin isolation level repeatable read read only');
    return await read({ client, archived, refuseMissing });
  } catch (error) {
    if (!(error instanceof OnlyInStore || error instanceof Refusal))
      broken = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    await client.query('rollback').catch(() => {});
    client.release(broken);
  }
}

export interface ChunkBytes {
  readonly t0: number;
  readonly part: number;
  readonly layoutIds: readonly number[];
  readonly keys: Buffer;
  readonly p: Buffer;
}

/** Chunks of the hours that overlap the range, in order. `p`: with the columns. */
export async function readChunks(
  picture: Picture,
  deviceId: DeviceId,
  from: number,
  to: number,
  p = true,
): Promise<ChunkBytes[]> {
  await picture.refuseMissing(deviceId, hourOf(from), to);
  const data = await copyOut(
    picture.client,
    `select t0, part, array_to_string(layout_ids, ','), keys, ${p ? 'p' : `''::bytea`} from chunk
     where device_id = ${Number(deviceId)} and t0 >= ${hourOf(from)} and t0 < ${Number(to)} order by t0, part`,
  );
  return chunksOf(picture, deviceId, data);
}

/** Chunks as selected. Those of archived days, whose columns are empty, get their bytes; those of deleted days are left out. */
async function chunksOf(picture: Picture, deviceId: DeviceId, data: Buffer): Promise<ChunkBytes[]> {
  const chunks: ChunkBytes[] = [];
  for (const [t0Field, partField, ids, keys, p] of decodeCopy(data)) {
    const t0 = readInt8(t0Field);
    const part = partField?.readInt16BE(0) ?? 0;
    const bytes = keys?.length
      ? { keys, p: p ?? empty }
      : (await picture.archived(deviceId, dayOf(t0)))?.find((one) => one.t0 === t0 && one.part === part);
    if (bytes) chunks.push({ t0, part, layoutIds: readIds(ids), keys: bytes.keys, p: bytes.p });
  }
  return chunks;
}

/** A stored row of an hour and its version: PostgreSQL's own, which changes with each rewrite. */
export interface RowName {
  readonly t0: number;
  readonly part: number;
  readonly version: string;
  readonly layoutIds: readonly number[];
}

/** Which chunks or slots of a range are stored, in order; bytes are read separately for those not cached. */
export async function readRowNames(
  { client, refuseMissing }: Picture,
  table: 'chunk' | 'slots',
  deviceId: DeviceId,
  from: number,
  to: number,
): Promise<RowName[]> {
  await refuseMissing(deviceId, hourOf(from), to);
  const data = await copyOut(
    client,
    `select t0, part, xmin::text, array_to_string(layout_ids, ',') from ${table}
     where device_id = ${Number(deviceId)} and t0 >= ${hourOf(from)} and t0 < ${Number(to)} order by t0, part`,
  );
  const rows: RowName[] = [];
  for (const [t0, part, version, ids] of decodeCopy(data))
    rows.push({ t0: readInt8(t0), part: part?.readInt16BE(0) ?? 0, version: String(version), layoutIds: readIds(ids) });
  return rows;
}

const rowKey = (t0: number, part: number): string => `${t0} ${part}`;
export const keyOf = (row: RowName): string => rowKey(row.t0, row.part);

const inHours = (hours: readonly number[]): string =>
  `t0 = any ('{${[...new Set(hours)].map(Number).join(',')}}'::bigint[])`;

/** The bytes of slots of these hours, by their rows' keys. */
export async function readSlotBytes(
  { client }: Picture,
  deviceId: DeviceId,
  hours: readonly number[],
): Promise<Map<string, Buffer>> {
  const data = await copyOut(
    client,
    `select t0, part, p from slots where device_id = ${Number(deviceId)} and ${inHours(hours)}`,
  );
  const buffers = new Map<string, Buffer>();
  for (const [t0, part, p] of decodeCopy(data))
    buffers.set(rowKey(readInt8(t0), part?.readInt16BE(0) ?? 0), p ?? empty);
  return buffers;
}

/** The chunks of these hours, by their rows' keys. */
export async function readChunkBytes(
  picture: Picture,
  deviceId: DeviceId,
  hours: readonly number[],
): Promise<Map<string, ChunkBytes>> {
  const data = await copyOut(
    picture.client,
    `select t0, part, array_to_string(layout_ids, ','), keys, p from chunk
     where device_id = ${Number(deviceId)} and ${inHours(hours)}`,
  );
  const chunks = await chunksOf(picture, deviceId, data);
  return new Map(chunks.map((chunk) => [rowKey(chunk.t0, chunk.part), chunk]));
}

const empty = Buffer.alloc(0);
const readIds = (field: Buffer | null): number[] => (field?.length ? field.toString().split(',').map(Number) : []);

/** Frames of hours without a chunk; late ones separately, since they contain only what was sent. */
export async function readHotFrames(
  { client }: Picture,
  deviceId: DeviceId,
  from: number,
  to: number,
  settledHours: readonly number[],
): Promise<{ frames: AcceptedFrame[]; late: AcceptedFrame[] }> {
  const read = async (table: FrameTable) =>
    decodeFrames(await copyOut(client, selectFrames(table, { deviceId, from, to, withoutHours: settledHours })), {
      from,
      to,
    });
  return { frames: await read('frame'), late: await read('frame_late') };
}

/** These layouts of the device and its current one, oldest first. */
export async function readLayouts(
  { client }: Picture,
  deviceId: DeviceId,
  ids: readonly number[],
): Promise<Map<number, Layout>> {
  const { rows } = await client.query<{ layout_id: number; hash: string; groups: GroupDef[]; sensors: SensorDef[] }>(
    `select l.layout_id, l.hash, l.groups, l.sensors from device_layout l left join device_latest d using (device_id)
     where l.device_id = $1 and (l.layout_id = any ($2) or l.layout_id = d.layout_id)
     order by l.layout_id = d.layout_id, l.layout_id`,
    [deviceId, ids],
  );
  return new Map(rows.map(({ layout_id: layoutId, ...rest }) => [layoutId, { layoutId, ...rest }]));
}

export async function readTexts({ client }: Picture, deviceId: DeviceId): Promise<string[]> {
  const { rows } = await client.query<{ texts: string[] }>('select texts from device_latest where device_id = $1', [
    deviceId,
  ]);
  return rows[0]?.texts ?? [];
}

/** The last written hour before a time. */
export async function lastHourBefore(
  { client, refuseMissing }: Picture,
  deviceId: DeviceId,
  t0: number,
): Promise<number | null> {
  const { rows } = await client.query<{ t0: number }>(
    'select t0 from chunk where device_id = $1 and t0 < $2 order by t0 desc limit 1',
    [deviceId, t0],
  );
  const [last] = rows;
  await refuseMissing(deviceId, last?.t0 ?? 0, t0);
  return last?.t0 ?? null;
}

/** Time of the last frame from `from` up to `to`, the beginning of an hour, that is not in a chunk yet; null: none. */
export async function lastHotFrameBefore(
  { client }: Picture,
  { deviceId, from, to }: DeviceSpan,
): Promise<number | null> {
  const { rows } = await client.query<{ ts: number | null }>(
    `select greatest((select max(ts) from frame where device_id = $1 and ts >= $2 and ts < $3),
                     (select max(ts) from frame_late where device_id = $1 and ts >= $2 and ts < $3),
                     (select max(ts_to) from frame_bundle where device_id = $1 and ts_to >= $2 and ts < $3
                        and ts > $2 - ${hourMs}),
                     (select max(ts_to) from frame_bundle_late where device_id = $1 and ts_to >= $2 and ts < $3
                        and ts > $2 - ${hourMs})) as ts`,
    [deviceId, from, to],
  );
  return rows[0]?.ts ?? null;
}

export interface Span {
  readonly from: number;
  readonly to: number;
}
/** When the device was offline. */
export async function readOffline({ client }: Picture, deviceId: DeviceId, from: number, to: number): Promise<Span[]> {
  const { rows } = await client.query<{ from: number; to: number | null }>(
    `select at as from, ended_at as to from event
     where device_id = $1 and type = 'device_offline' and at < $3 and (ended_at is null or ended_at > $2) order by at`,
    [deviceId, from, to],
  );
  return rows.map((row) => ({ from: row.from, to: row.to ?? Number.POSITIVE_INFINITY }));
}

/** Number of records of each written hour, in order. */
export async function readRecordCounts(
  { client, refuseMissing }: Picture,
  deviceId: DeviceId,
  from: number,
): Promise<{ t0: number; n: number }[]> {
  await refuseMissing(deviceId, hourOf(from), Number.MAX_SAFE_INTEGER);
  const { rows } = await client.query<{ t0: number; n: number }>(
    `select t0, sum(n)::bigint as n from chunk where device_id = $1 and t0 >= $2 group by t0 order by t0`,
    [deviceId, hourOf(from)],
  );
  return rows;
}

export interface ActiveEvent {
  readonly type: string;
  readonly at: number;
  readonly group_id: string | null;
  readonly sensor_id: string | null;
  readonly content: string;
}
/** Alarms and warnings active at a moment. */
export async function readActiveEvents({ client }: Picture, deviceId: DeviceId, at: number): Promise<ActiveEvent[]> {
  const { rows } = await client.query<ActiveEvent>(
    `select type, at, group_id, sensor_id, content from event
     where device_id = $1 and at <= $2 and type in ('alarm_on', 'warning_on')
       and (is_active or ended_at > $2) and not is_test
     order by at`,
    [deviceId, at],
  );
  return rows;
}

export interface SpannedEvent extends ActiveEvent {
  /** null: it is active still. */
  readonly ended_at: number | null;
}
/** Alarms and warnings that were active at some time of a range, both ends included. */
export async function readEventsWithin(
  { client }: Picture,
  { deviceId, from, to }: DeviceSpan,
): Promise<SpannedEvent[]> {
  const { rows } = await client.query<SpannedEvent>(
    `select type, at, group_id, sensor_id, content, case when is_active then null else ended_at end as ended_at
     from event where device_id = $1 and at <= $3 and type in ('alarm_on', 'warning_on')
       and (is_active or ended_at > $2) and not is_test
     order by at`,
    [deviceId, from, to],
  );
  return rows;
}

export interface DuplicateChunk {
  readonly layoutIds: readonly number[];
  readonly keys: Buffer;
  readonly p: Buffer;
}
/**
 * Chunks that may contain a frame with one of these own times. Of archived days none: frames sent again are recognised
 * when their hour is written.
 */
export async function readDuplicateChunks(
  { client }: Picture,
  deviceId: DeviceId,
  deviceTs: readonly number[],
  p: boolean,
): Promise<DuplicateChunk[]> {
  const least = deviceTs.reduce((a, b) => Math.min(a, b));
  const most = deviceTs.reduce((a, b) => Math.max(a, b));
  const hours = [...new Set(deviceTs.map(hourOf))].join(',');
  const data = await copyOut(
    client,
    `select array_to_string(layout_ids, ','), keys, ${p ? 'p' : `''::bytea`} from chunk
     where device_id = ${Number(deviceId)} and t0 = any ('{${hours}}'::bigint[]) and octet_length(keys) > 0
     union all
     select array_to_string(layout_ids, ','), keys, ${p ? 'p' : `''::bytea`} from chunk
     where device_id = ${Number(deviceId)} and t0 <> all ('{${hours}}'::bigint[])
       and (device_ts_from < t0 or device_ts_to >= t0 + ${hourMs})
       and device_ts_from <= ${most} and device_ts_to >= ${least} and octet_length(keys) > 0`,
  );
  const chunks: DuplicateChunk[] = [];
  for (const [ids, keys, bytes] of decodeCopy(data))
    chunks.push({ layoutIds: readIds(ids), keys: keys ?? empty, p: bytes ?? empty });
  return chunks;
}

/** Late frames that may wait for their day to be read from the archive or restored: further ones are refused. */
const maxLateRows = 1_000_000;

/** Whether one of these days is elsewhere and too many late frames wait, as PostgreSQL estimates them. */
export async function isLateFull({ client }: Picture, wanted: readonly WantedHours[]): Promise<boolean> {
  if ((await estimateRows(client, ['frame_late', 'frame_bundle_late'])) < maxLateRows) return false;
  for (const { deviceId, hours } of wanted)
    for (const day of new Set(hours.map(dayOf)))
      if (
        (await liveKey(client, deviceId as DeviceId, day)) !== null ||
        (await isMissing(client, deviceId, day, day + 1))
      )
        return true;
  return false;
}

/** Hours of a device, and the range of the times to be found in them. */
export interface WantedHours {
  readonly deviceId: number;
  readonly hours: readonly number[];
  readonly least: number;
  readonly most: number;
}

/**
 * For each of these the versions of all stored hours that may contain one of its times (`readDuplicateChunks`), as one
 * text. A rewritten hour has another PostgreSQL row version.
 */
export async function readVersions(
  client: Pick<pg.ClientBase, 'query'>,
  wanted: readonly WantedHours[],
): Promise<string[]> {
  const { rows } = await client.query<{ n: number; version: string }>({
    name: 'chunk-versions',
    text: `with hours as (select * from unnest($1::int[], $2::int[], $3::bigint[]) as h (n, device_id, t0)),
        spans as (select * from unnest($4::int[], $5::bigint[], $6::bigint[]) with ordinality as s (device_id, least, most, n))
      select n, string_agg(t0 || '/' || part || '/' || version, ' ' order by t0, part) as version from (
        select h.n, c.t0, c.part, c.xmin::text as version
          from hours h join chunk c on c.device_id = h.device_id and c.t0 = h.t0
        union
        select s.n::int, c.t0, c.part, c.xmin::text
          from spans s join chunk c on c.device_id = s.device_id and c.device_ts_from <= s.most and c.device_ts_to >= s.least
            and (c.device_ts_from < c.t0 or c.device_ts_to >= c.t0 + ${hourMs})
      ) as found group by n`,
    values: [
      wanted.flatMap(({ hours }, index) => hours.map(() => index + 1)),
      wanted.flatMap(({ deviceId, hours }) => hours.map(() => deviceId)),
      wanted.flatMap(({ hours }) => hours),
      wanted.map(({ deviceId }) => deviceId),
      wanted.map(({ least }) => least),
      wanted.map(({ most }) => most),
    ],
  });
  const versions = new Map(rows.map(({ n, version }) => [n, version]));
  return wanted.map((_, index) => versions.get(index + 1) ?? '');
}
