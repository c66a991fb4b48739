import type { DeviceId } from '@tocsin/contract/ids';
import type pg from 'pg';
import { type ChunkKeys, openChunk, unpackKeys } from '../../../flow/codec/chunk.ts';
import type { Twin, TwinsQuery } from './ports.ts';
import { inOnePicture, readTwinChunks, type TwinChunk } from './store-history.ts';

/** Which frames of finished hours have the own time of these late ones. Keys are small; columns are read on demand. */
export async function readTwins(pool: pg.Pool, { rows }: TwinsQuery): Promise<Twin[][]> {
  const found: Twin[][] = rows.map(() => []);
  const devices = new Map<DeviceId, number[]>();
  rows.forEach((row, index) => {
    const own = devices.get(row.deviceId);
    if (own) own.push(index);
    else devices.set(row.deviceId, [index]);
  });
  await inOnePicture(pool, async (client) => {
    for (const [deviceId, indexes] of devices) {
      const times = indexes.map((index) => rows[index].deviceTs);
      const content = indexes.some((index) => rows[index].content);
      for (const chunk of await readTwinChunks(client, deviceId, times, content)) addTwins(chunk, rows, indexes, found);
    }
  });
  return found;
}

function addTwins(chunk: TwinChunk, rows: TwinsQuery['rows'], indexes: readonly number[], found: Twin[][]): void {
  const keys = unpackKeys(chunk.keys);
  const places = new Map<number, number[]>();
  for (let i = 0; i < keys.n; i++) {
    const there = places.get(keys.deviceTs[i]);
    if (there) there.push(i);
    else places.set(keys.deviceTs[i], [i]);
  }
  const contentAt = contentReader(chunk, keys);
  for (const index of indexes) {
    for (const at of places.get(rows[index].deviceTs) ?? []) {
      const content = rows[index].content ? contentAt(at) : null;
      found[index].push({ boot: keys.boot[at], seq: keys.seq[at], content });
    }
  }
}

function contentReader(chunk: TwinChunk, keys: ChunkKeys): (at: number) => Twin['content'] {
  let segments: ReturnType<typeof openChunk> | null = null;
  return (at) => {
    segments ??= openChunk(chunk.p);
    const segment = segments[keys.segment[at]];
    let place = 0;
    for (let i = 0; i < at; i++) if (keys.segment[i] === keys.segment[at]) place++;
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
      content.values[sensor] = column.values[place];
      content.flags[sensor] = column.flags[place];
      content.status[sensor] = column.status[place];
      content.state[sensor] = column.state[place];
    }
    return content;
  };
}
