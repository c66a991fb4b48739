import type { EventType } from '@tocsin/contract/event';
import type { DeviceId } from '@tocsin/contract/ids';
import type { GroupDef, Layout, SensorDef } from '@tocsin/contract/layout';
import { priorityOfLevel } from '@tocsin/contract/priority';
import type pg from 'pg';
import { type BundleRow, unpackBundle } from '../../history/codec/frame-bundle.ts';
import { unpackFrame } from '../../history/codec/frame-pack.ts';
import { hourMs } from '../../history/codec/hour.ts';
import { untilWorkersSettled } from '../../platform/store-citus.ts';
import type { AcceptedFrame, DeviceStateRow, EventRow, StoredDeviceState } from '../types.ts';

interface DeviceStateRecord {
  device_id: DeviceId;
  layout_id: number | null;
  newest_ts: number | null;
  received_at: number | null;
  online: boolean;
  texts: string[];
  state: string;
  hash: string | null;
  groups: GroupDef[] | null;
  sensors: SensorDef[] | null;
  layout_ids: Record<string, number> | null;
}

/** Loads the device states of the last commit. */
export async function loadDeviceStates(
  pool: pg.Pool,
  deviceIds: readonly DeviceId[] | 'all',
): Promise<StoredDeviceState[]> {
  await untilWorkersSettled(pool);
  const { rows } = await pool.query<DeviceStateRecord>(
    `select d.*, l.hash, l.groups, l.sensors,
       (select jsonb_object_agg(hash, layout_id order by layout_id) from device_layout where device_id = d.device_id)
         as layout_ids
     from device_latest d left join device_layout l on l.device_id = d.device_id and l.layout_id = d.layout_id
     where $1::int[] is null or d.device_id = any ($1) order by d.device_id`,
    [deviceIds === 'all' ? null : deviceIds],
  );
  const windows = await loadWindows(pool, deviceIds);
  return rows.map((row) => {
    const ofDevice = windows.get(row.device_id);
    return {
      row: deviceStateRow(row),
      layout: layoutOf(row),
      layoutIds: new Map(Object.entries(row.layout_ids ?? {})),
      ...(ofDevice ? { windows: ofDevice } : {}),
    };
  });
}

type StoredWindows = NonNullable<StoredDeviceState['windows']>;

/** How far a frame's time may be before that of an earlier one: frames that are older are late. */
const backwardsMs = 600_000;

/** The stored windows of rules, each with the frames that came after them. */
async function loadWindows(
  pool: pg.Pool,
  deviceIds: readonly DeviceId[] | 'all',
): Promise<ReadonlyMap<DeviceId, StoredWindows>> {
  const ids = deviceIds === 'all' ? null : deviceIds;
  const { rows } = await pool.query<{ device_id: DeviceId; state: string }>(
    'select device_id, state from rule_window where $1::int[] is null or device_id = any ($1)',
    [ids],
  );
  if (rows.length === 0) return new Map();
  const { rows: frames } = await pool.query<FrameRecord>(
    `select f.device_id, f.ts, coalesce(f.device_ts, f.ts) as device_ts, f.boot, f.seq, f.received_at, f.layout_id, f.p
     from rule_window w join frame f on f.device_id = w.device_id and f.ts >= w.ts - ${backwardsMs}
       and (f.received_at, f.ts) > (w.received_at, w.ts)
     where $1::int[] is null or w.device_id = any ($1)
     order by f.received_at, f.ts, f.boot, f.seq`,
    [ids],
  );
  const byDevice = Map.groupBy(frames, (frame) => frame.device_id);
  const bundled = Map.groupBy(await loadBundles(pool, ids), ({ deviceId }) => deviceId);
  return new Map(
    rows.map(({ device_id, state }) => {
      const bundles = (bundled.get(device_id) ?? []).flatMap(framesAfter);
      const all = [...(byDevice.get(device_id) ?? []).map(acceptedFrame), ...bundles];
      if (bundles.length > 0) all.sort(byArrival);
      return [device_id, { state, frames: all }];
    }),
  );
}

interface BundleRecord extends BundleRow {
  readonly deviceId: DeviceId;
  /** Times of the window. */
  readonly windowTs: number;
  readonly windowReceivedAt: number;
}

/** The bundles with frames that came after the windows. */
async function loadBundles(pool: pg.Pool, ids: readonly DeviceId[] | null): Promise<BundleRecord[]> {
  const { rows } = await pool.query<BundleRecord>(
    `select b.device_id as "deviceId", b.ts, b.device_ts as "deviceTs", b.received_at as "receivedAt",
       b.layout_id as "layoutId", b.p, w.ts as "windowTs", w.received_at as "windowReceivedAt"
     from rule_window w join frame_bundle b on b.device_id = w.device_id
       and b.ts >= w.ts - $2 and b.ts_to >= w.ts - $3 and b.received_at >= w.received_at
     where $1::int[] is null or w.device_id = any ($1)`,
    [ids, backwardsMs + hourMs, backwardsMs],
  );
  return rows;
}

const framesAfter = ({ windowTs, windowReceivedAt, ...bundle }: BundleRecord): AcceptedFrame[] =>
  unpackBundle(bundle).filter(
    ({ ts, receivedAt }) => ts >= windowTs - backwardsMs && (receivedAt > windowReceivedAt || ts > windowTs),
  );

const byArrival = (a: AcceptedFrame, b: AcceptedFrame): number =>
  a.receivedAt - b.receivedAt || a.ts - b.ts || a.boot - b.boot || a.seq - b.seq;

interface FrameRecord {
  device_id: DeviceId;
  ts: number;
  device_ts: number;
  boot: number;
  seq: number;
  received_at: number;
  layout_id: number;
  p: Buffer;
}

const acceptedFrame = (row: FrameRecord): AcceptedFrame => ({
  ts: row.ts,
  deviceTs: row.device_ts,
  boot: row.boot,
  seq: row.seq,
  receivedAt: row.received_at,
  layoutId: row.layout_id,
  ...unpackFrame(row.p),
});

function deviceStateRow(row: DeviceStateRecord): DeviceStateRow {
  return {
    deviceId: row.device_id,
    layoutId: row.layout_id,
    newestTs: row.newest_ts,
    receivedAt: row.received_at,
    online: row.online,
    texts: row.texts,
    state: row.state,
  };
}

function layoutOf(row: DeviceStateRecord): Layout | null {
  if (row.layout_id === null || row.hash === null || !row.groups || !row.sensors) return null;
  return { layoutId: row.layout_id, hash: row.hash, groups: row.groups, sensors: row.sensors };
}

interface ActiveRecord {
  id: number;
  device_id: DeviceId;
  type: EventType;
  at: number;
  received_at: number;
  group_id: string | null;
  sensor_id: string | null;
  sensor_name: string | null;
  content: string;
  value: number | null;
  forebear_id: number | null;
  rule_id: number | null;
  is_late: boolean;
  is_notified: boolean;
  is_test: boolean;
  needs_acknowledgement: boolean;
  priority: number | null;
  respond_within_minutes: number | null;
  is_shelved: boolean;
}

/** Loads the events that have not ended. */
export async function loadActive(pool: pg.Pool, deviceIds: readonly DeviceId[] | 'all'): Promise<EventRow[]> {
  const { rows } = await pool.query<ActiveRecord>(
    `select id, device_id, type, at, received_at, group_id, sensor_id, sensor_name, content, value, forebear_id, rule_id,
       is_late, is_notified, is_test, needs_acknowledgement, priority, respond_within_minutes, is_shelved
     from event where is_active and not is_late and ($1::int[] is null or device_id = any ($1)) order by device_id, id`,
    [deviceIds === 'all' ? null : deviceIds],
  );
  return rows.map((row) => ({
    id: row.id,
    deviceId: row.device_id,
    type: row.type,
    at: row.at,
    receivedAt: row.received_at,
    groupId: row.group_id,
    sensorId: row.sensor_id,
    sensorName: row.sensor_name,
    content: row.content,
    value: row.value,
    late: row.is_late,
    notified: row.is_notified,
    forebearId: row.forebear_id,
    active: true,
    test: row.is_test,
    needsAcknowledgement: row.needs_acknowledgement,
    shelved: row.is_shelved,
    priority: priorityOfLevel(row.priority),
    respondWithinMinutes: row.respond_within_minutes,
    ruleId: row.rule_id,
  }));
}

/** Ids are allocated in blocks; returns the first id of the next block. */
export const idBlocks = { event: 1_000, layout: 100 } as const;

/** Allocates a block of ids that no other process receives; returns the first. */
export async function allocateIds(pool: pg.Pool, kind: keyof typeof idBlocks): Promise<number> {
  const { rows } = await pool.query<{ first: number }>(`select nextval($1)::bigint as first`, [`${kind}_ids`]);
  return rows[0]?.first ?? Promise.reject(new Error('no ids'));
}
