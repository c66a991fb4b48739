import type { DeviceId } from '@tocsin/contract/ids';
import { sensorPath } from '@tocsin/contract/layout';
import { DocumentStatus } from '@tocsin/contract/status';
import { addGap, reportInterval } from '../../pipeline/report-interval.ts';
import { type AcceptedFrame, SENT } from '../../pipeline/types.ts';
import { chunkFrames, recordAlarm, recordNone, recordOf, unpackKeys } from '../codec/chunk.ts';
import { hourMs, hourOf } from '../codec/hour.ts';
import type { HistoryRecord, Moment, MomentQuery, MomentsQuery, RecordsAnswer, RecordsQuery } from './calls.ts';
import { completeFrames } from './complete-frames.ts';
import { layoutIdsOf, readStored, type StoredFrames } from './segments.ts';
import * as store from './store.ts';

interface Entry {
  readonly ts: number;
  readonly seq: number;
  readonly status: number;
}

const words = (status: number): HistoryRecord['status'] =>
  status === recordAlarm
    ? DocumentStatus.enum.Alarm
    : status === recordNone
      ? DocumentStatus.enum['Not scanned']
      : DocumentStatus.enum.OK;

/** Moments whose complete state can be read. Only the listed hours are unpacked, and of them only the keys. */
export async function readRecords(source: store.HistorySource, query: RecordsQuery): Promise<RecordsAnswer> {
  const from = query.from ?? 0;
  return store.inOnePicture(source, async (picture) => {
    const counts = await store.readRecordCounts(picture, query.deviceId, from);
    const settled = counts.map((hour) => hour.t0);
    const hot = await readHot(picture, query.deviceId, from, settled);
    const hours = counts.map((hour) => ({ ...hour, entries: null as Entry[] | null }));
    for (const [t0, entries] of hot) hours.push({ t0, n: entries.length, entries });
    hours.sort((a, b) => a.t0 - b.t0);
    const open = async (hour: (typeof hours)[number]) => {
      hour.entries ??= await readHour(picture, query.deviceId, hour.t0);
      return hour.entries;
    };
    // Of the hour in which the range begins only a part counts.
    const [edge] = hours;
    if (edge && query.from !== null && edge.t0 < query.from) {
      edge.entries = (await open(edge)).filter((entry) => entry.ts >= from);
      edge.n = edge.entries.length;
    }
    const count = hours.reduce((sum, hour) => sum + hour.n, 0);
    if (query.newestFirst) hours.reverse();
    const records: HistoryRecord[] = [];
    let skip = query.offset;
    for (const hour of hours) {
      if (records.length >= query.limit) break;
      if (skip >= hour.n) {
        skip -= hour.n;
        continue;
      }
      const listed = named(await open(hour));
      if (query.newestFirst) listed.reverse();
      records.push(...listed.slice(skip, skip + query.limit - records.length));
      skip = 0;
    }
    return { count, records };
  });
}

/** The seq is returned where one ts has several frames. */
function named(entries: readonly Entry[]): HistoryRecord[] {
  return entries.map(({ ts, seq, status }, i) => {
    const isAlone = entries[i - 1]?.ts !== ts && entries[i + 1]?.ts !== ts;
    return { ts, seq: isAlone ? null : seq, status: words(status) };
  });
}

async function readHour(picture: store.Picture, deviceId: DeviceId, t0: number): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const chunk of await store.readChunks(picture, deviceId, t0, t0 + hourMs, false)) {
    const { n, ts, seq, record } = unpackKeys(chunk.keys);
    for (let i = 0; i < n; i++) entries.push({ ts: ts[i], seq: seq[i], status: record[i] });
  }
  return entries;
}

async function readHot(
  picture: store.Picture,
  deviceId: DeviceId,
  from: number,
  settled: readonly number[],
): Promise<Map<number, Entry[]>> {
  const hot = await store.readHotFrames(picture, deviceId, from, Number.MAX_SAFE_INTEGER, settled);
  const hours = new Map<number, Entry[]>();
  for (const frame of await completeFrames(picture, deviceId, hot, settled)) {
    const t0 = hourOf(frame.ts);
    const entries = hours.get(t0) ?? [];
    if (entries.length === 0) hours.set(t0, entries);
    entries.push({ ts: frame.ts, seq: frame.seq, status: recordOf(frame) });
  }
  return hours;
}

/** The device's complete state at a moment; null: no such record. */
export async function readMoment(
  source: store.HistorySource,
  { deviceId, ts, seq }: MomentQuery,
): Promise<Moment | null> {
  return store.inOnePicture(source, async (picture) => {
    const stored = await readStored(picture, deviceId, hourOf(ts), Math.min(ts + 1, hourOf(ts) + hourMs));
    const frames = framesOf(stored).filter((frame) => frame.ts <= ts);
    const frame = frames.find((one) => one.ts === ts && (seq === null || one.seq === seq));
    return frame ? await momentOf(picture, { deviceId, at: ts, stored, frames, frame }) : null;
  });
}

/** Live frames are looked for in this time before a moment; they are in chunks soon after their hour. */
const hotBackMs = 2 * 86_400_000;

/** For each device its complete state at a moment, by its last frame until then; null: it had never sent. */
export async function readMoments(
  source: store.HistorySource,
  { deviceIds, at }: MomentsQuery,
): Promise<(Moment | null)[]> {
  return store.inOnePicture(source, async (picture) => {
    const moments: (Moment | null)[] = [];
    for (const deviceId of deviceIds) moments.push(await readLast(picture, deviceId, at));
    return moments;
  });
}

/** The device's complete state by its last frame until a moment. */
export async function readLast(picture: store.Picture, deviceId: DeviceId, at: number): Promise<Moment | null> {
  const readUntil = async (t0: number): Promise<Moment | null> => {
    const stored = await readStored(picture, deviceId, t0, Math.min(at + 1, t0 + hourMs));
    const frames = framesOf(stored).filter((frame) => frame.ts <= at);
    const frame = frames.at(-1);
    return frame ? await momentOf(picture, { deviceId, at, stored, frames, frame }) : null;
  };
  const moment = await readUntil(hourOf(at));
  if (moment) return moment;
  const settled = await store.lastHourBefore(picture, deviceId, hourOf(at));
  const hot = await store.lastHotFrameBefore(picture, { deviceId, from: at - hotBackMs, to: hourOf(at) });
  const before = Math.max(settled ?? Number.NEGATIVE_INFINITY, hot === null ? Number.NEGATIVE_INFINITY : hourOf(hot));
  return Number.isFinite(before) ? await readUntil(before) : null;
}

interface FrameAt {
  readonly deviceId: DeviceId;
  readonly at: number;
  readonly stored: StoredFrames;
  /** Of the hour until the moment, in order. */
  readonly frames: readonly AcceptedFrame[];
  readonly frame: AcceptedFrame;
}

async function momentOf(
  picture: store.Picture,
  { deviceId, at, stored, frames, frame }: FrameAt,
): Promise<Moment | null> {
  const layout = (await store.readLayouts(picture, deviceId, layoutIdsOf(stored))).get(frame.layoutId);
  if (!layout) return null;
  const active = await store.readActiveEvents(picture, deviceId, at);
  return {
    frame,
    layout,
    texts: await store.readTexts(picture, deviceId),
    reportedAt: reportedAt(frames, frame, layout.sensors.map(sensorPath).length),
    usualMs: usualBefore(frames, frame),
    activeEvents: active.map(({ type, at: since, group_id, sensor_id, content }) => ({
      type,
      at: since,
      content,
      path: [group_id, sensor_id].filter((part) => part !== null).join('.'),
    })),
  };
}

/** The frames of what was read, by their times. */
export function framesOf({ chunks, hot }: StoredFrames): AcceptedFrame[] {
  return [...chunks.flatMap((chunk) => chunkFrames(chunk.layoutIds, chunk.keys, chunk.p)), ...hot].sort(
    (a, b) => a.ts - b.ts || a.boot - b.boot || a.seq - b.seq,
  );
}

/** Ordered by the device's own time, late frames included. */
function usualBefore(frames: readonly AcceptedFrame[], frame: AcceptedFrame): number {
  const gaps: number[] = [];
  for (const [i, one] of frames.entries()) {
    if (one.ts > frame.ts) break;
    if (i > 0) addGap(gaps, one.ts - frames[i - 1].ts);
  }
  return reportInterval(gaps);
}

function reportedAt(frames: readonly AcceptedFrame[], frame: AcceptedFrame, sensors: number): Float64Array {
  const times = new Float64Array(sensors).fill(Number.NaN);
  for (const one of frames) {
    if (one.layoutId === frame.layoutId) for (let i = 0; i < sensors; i++) if (one.flags[i] & SENT) times[i] = one.ts;
    if (one === frame) break;
  }
  return times;
}
