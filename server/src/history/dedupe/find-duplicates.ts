import type { DeviceId } from '@tocsin/contract/ids';
import type pg from 'pg';
import { overloaded } from '../../platform/overload.ts';
import { type ChunkKeys, openChunk, unpackKeys } from '../codec/chunk.ts';
import { hourOf } from '../codec/hour.ts';
import type { Duplicate, DuplicatesAnswer, DuplicatesQuery, ReadHours } from '../read/calls.ts';
import { type DuplicateChunk, inOnePicture, isLateFull, readDuplicateChunks, readVersions } from '../read/store.ts';

/**
 * Finds frames of finished hours with the same own times as these late ones, and the versions of the hours read. Keys
 * are small; columns are read on demand.
 */
export async function readDuplicates(pool: pg.Pool, { rows }: DuplicatesQuery): Promise<DuplicatesAnswer> {
  const duplicates: Duplicate[][] = rows.map(() => []);
  const devices = Map.groupBy(rows.keys(), (index) => rows[index].deviceId);
  const hourSets = [...devices].map(([deviceId, indexes]) =>
    hoursOf(
      deviceId,
      indexes.map((index) => rows[index].deviceTs),
    ),
  );
  const read = await inOnePicture({ pool, archive: null }, async (picture): Promise<ReadHours[]> => {
    if (await isLateFull(picture, hourSets)) throw overloaded();
    const versions = await readVersions(picture.client, hourSets);
    for (const [deviceId, indexes] of devices) {
      const times = indexes.map((index) => rows[index].deviceTs);
      const content = indexes.some((index) => rows[index].content);
      for (const chunk of await readDuplicateChunks(picture, deviceId, times, content))
        addDuplicates(chunk, rows, indexes, duplicates);
    }
    return hourSets.map((hours, index) => ({ ...hours, version: versions[index] }));
  });
  return { duplicates, read };
}

function hoursOf(deviceId: DeviceId, times: readonly number[]): Omit<ReadHours, 'version'> {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const ts of times) {
    least = Math.min(least, ts);
    most = Math.max(most, ts);
  }
  return { deviceId, hours: [...new Set(times.map(hourOf))], least, most };
}

function addDuplicates(
  chunk: DuplicateChunk,
  rows: DuplicatesQuery['rows'],
  indexes: readonly number[],
  duplicates: Duplicate[][],
): void {
  const keys = unpackKeys(chunk.keys);
  const rowsByTime = new Map<number, number[]>();
  for (let i = 0; i < keys.n; i++) {
    const there = rowsByTime.get(keys.deviceTs[i]);
    if (there) there.push(i);
    else rowsByTime.set(keys.deviceTs[i], [i]);
  }
  const contentAt = contentReader(chunk, keys);
  for (const index of indexes) {
    for (const at of rowsByTime.get(rows[index].deviceTs) ?? []) {
      const content = rows[index].content ? contentAt(at) : null;
      duplicates[index].push({ boot: keys.boot[at], seq: keys.seq[at], content });
    }
  }
}

function contentReader(chunk: DuplicateChunk, keys: ChunkKeys): (at: number) => Duplicate['content'] {
  let segments: ReturnType<typeof openChunk> | null = null;
  return (at) => {
    segments ??= openChunk(chunk.p);
    const segment = segments[keys.segment[at]];
    let next = 0;
    for (let i = 0; i < at; i++) if (keys.segment[i] === keys.segment[at]) next++;
    const n = segment.sensors;
    const content = {
      given: keys.given[at],
      values: new Float64Array(n),
      flags: new Uint8Array(n),
      status: new Uint16Array(n),
      state: new Uint16Array(n),
    };
    for (let sensor = 0; sensor < n; sensor++) {
      const column = segment.column(sensor);
      content.values[sensor] = column.values[next];
      content.flags[sensor] = column.flags[next];
      content.status[sensor] = column.status[next];
      content.state[sensor] = column.state[next];
    }
    return content;
  };
}
