import type { GroupDef, Layout, SensorDef } from '@tocsin/contract/layout';
import type pg from 'pg';
import type { WriteEntry } from '../types.ts';
import { layOut, lookupsOf } from './batch.ts';
import { unfenced } from './fence.ts';
import type { FinishedHours } from './finished-hours.ts';
import { LookupNeeded, type WriteContext, writeBatch } from './write-batch.ts';

/**
 * What an import must know of a device: its sensors, under the id of its imported frames, their names, the zone, and the
 * first frame that it sent itself. null: there is none, or it has not said yet which sensors it has.
 */
export async function importTarget(client: pg.ClientBase, deviceId: number) {
  const { rows } = await client.query<{
    layout_id: number;
    groups: GroupDef[];
    sensors: SensorDef[];
    first_at: number | null;
  }>(
    `select l.layout_id, l.groups, l.sensors,
       least((select min(ts) from frame where device_id = $1), (select min(ts) from frame_bundle where device_id = $1),
         (select min(t0) from chunk where device_id = $1 and 0 < any (layout_ids))) as first_at
     from device_latest e join device_layout l on l.device_id = e.device_id and l.layout_id = e.layout_id
     where e.device_id = $1`,
    [deviceId],
  );
  const { rows: devices } = await client.query<{ names: Record<string, string> | null; zone: string }>(
    `select s.timezone as zone,
       (select jsonb_object_agg(n.path, n.label) from sensor_label n where n.device_id = d.id) as names
     from device d join site s on s.id = d.site_id where d.id = $1 and d.removed_at is null`,
    [deviceId],
  );
  const [[row], [device]] = [rows, devices];
  if (!row || !device) return null;
  const { groups, sensors, first_at: firstAt } = row;
  const layout: Layout = { layoutId: -row.layout_id, hash: `imported ${row.layout_id}`, groups, sensors };
  return { layout, names: new Map(Object.entries(device.names ?? {})), zone: device.zone, firstAt };
}

/** One import of a device at a time, in all processes; ends with the connection. */
export async function takeImport(client: pg.ClientBase, deviceId: number): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    `select pg_try_advisory_lock(hashtext('history import'), $1) as taken`,
    [deviceId],
  );
  return rows[0]?.taken ?? false;
}

/** Attempts to write while hours of the device are being finished. */
const attempts = 20;

/**
 * Stores the late frames of an entry, which are imported, without those that are stored already, in one transaction.
 * Returns how many these were.
 */
export async function importFrames(
  client: pg.Client,
  entry: WriteEntry,
  finished: FinishedHours,
  now: () => number,
): Promise<number> {
  const context: WriteContext = {
    injectFault: async () => {},
    namesOf: () => undefined,
    enqueue: async () => {},
    versions: finished.versions,
    now,
    hasPartition: () => false,
    textsKnown: () => true,
    newestLive: () => undefined,
    onHourPending: () => false,
    fence: () => unfenced,
  };
  for (let left = attempts; ; left--) {
    const { duplicates, read } = await finished.find(
      entry.lateFrames.map((frame) => ({ deviceId: entry.deviceId, frame })),
    );
    const lookups = read.map((hours) => ({
      read: hours,
      duplicates: new Map([[entry, { live: null, late: duplicates }]]),
    }));
    try {
      const written = await writeBatch(client, layOut([entry], [], lookupsOf(lookups)), context, false);
      await client.query('commit');
      return written.duplicates.get(0) ?? 0;
    } catch (error) {
      await client.query('rollback');
      if (!(error instanceof LookupNeeded) || left === 1) throw error;
    }
  }
}
