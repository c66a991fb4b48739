import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { createFrameTexts } from './load.ts';
import { hurryLateHours, type Rig } from './rig.ts';

const hourMs = 3_600_000;
const framesPerPost = 50;

/** Frames per device in a finished hour, compacted while others arrive. */
export async function leaveFinishedHour(
  rig: Pick<Rig, 'devices' | 'post'>,
  hoursAgo: number,
  frames: number,
): Promise<void> {
  const from = Math.floor(Date.now() / hourMs) * hourMs - hoursAgo * hourMs;
  const stepMs = hourMs / frames;
  await Promise.all(
    rig.devices.map(async (device, d) => {
      const text = createFrameTexts(d + 500, 'compact');
      for (let at = 0; at < frames; at += framesPerPost) {
        const times = Array.from({ length: framesPerPost }, (_, i) => Math.floor(from + stepMs * (at + i)));
        await rig.post(device, 'data', `[${times.map(text).join()}]`);
      }
    }),
  );
}

/** Starts compaction of the finished hours and returns when the first one is being written. */
export async function beginCompaction(database: pg.Client): Promise<void> {
  await hurryLateHours(database);
  const before = await compactedFrames(database);
  while ((await compactedFrames(database)) === before) await pause(50);
}

/** Returns when no hour is pending. */
export async function compactionEnds(database: pg.Client): Promise<void> {
  while ((await waitingFrames(database)) > 0) await pause(200);
}

export async function compactedFrames(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ n: number }>('select coalesce(sum(n), 0)::int as n from chunk');
  return rows[0]?.n ?? 0;
}

/** Late frames that are in no chunk yet; of one device, or of all. */
export async function waitingFrames(database: pg.Client, device: number | null = null): Promise<number> {
  const { rows } = await database.query<{ n: number }>(
    `select ((select count(*) from frame_late where $1::int is null or device_id = $1)
       + (select coalesce(sum(n), 0) from frame_bundle_late where $1::int is null or device_id = $1))::int as n`,
    [device],
  );
  return rows[0]?.n ?? 0;
}
