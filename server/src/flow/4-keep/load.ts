import type { DeviceId } from '@tocsin/contract/ids';
import type { GroupDef, Layout, SensorDef } from '@tocsin/contract/layout';
import type pg from 'pg';
import type { BoardRow, StoredBoard } from '../passing.ts';

interface BoardRecord {
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

/** The boards as they were after their last commit. */
export async function loadBoards(pool: pg.Pool, deviceIds: readonly DeviceId[] | 'all'): Promise<StoredBoard[]> {
  const { rows } = await pool.query<BoardRecord>(
    `select d.*, l.hash, l.groups, l.sensors,
       (select jsonb_object_agg(hash, layout_id order by layout_id) from device_layout where device_id = d.device_id)
         as layout_ids
     from device_latest d left join device_layout l on l.device_id = d.device_id and l.layout_id = d.layout_id
     where $1::int[] is null or d.device_id = any ($1) order by d.device_id`,
    [deviceIds === 'all' ? null : deviceIds],
  );
  return rows.map((row) => ({
    row: boardRow(row),
    layout: layoutOf(row),
    layoutIds: new Map(Object.entries(row.layout_ids ?? {})),
  }));
}

function boardRow(row: BoardRecord): BoardRow {
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

function layoutOf(row: BoardRecord): Layout | null {
  if (row.layout_id === null || row.hash === null || !row.groups || !row.sensors) return null;
  return { layoutId: row.layout_id, hash: row.hash, groups: row.groups, sensors: row.sensors };
}

/** Ids come in blocks: the first of the next block. */
export const idBlocks = { event: 1_000, layout: 100 } as const;

export async function takeIds(pool: pg.Pool, kind: keyof typeof idBlocks): Promise<number> {
  const { rows } = await pool.query<{ first: number }>(`select nextval($1)::bigint as first`, [`${kind}_ids`]);
  return rows[0]?.first ?? Promise.reject(new Error('no ids'));
}
