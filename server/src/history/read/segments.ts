import type { DeviceId } from '@tocsin/contract/ids';
import type { Layout } from '@tocsin/contract/layout';
import { indexLayout } from '../../pipeline/fill-frame.ts';
import type { AcceptedFrame, IndexedLayout } from '../../pipeline/types.ts';
import { openChunk, unpackKeys } from '../codec/chunk.ts';
import { bySegment, newColumn, partOf, type ReadColumn, type Segment } from '../codec/column.ts';
import { completeFrames } from './complete-frames.ts';
import { type ChunkBytes, type Picture, readChunks, readHotFrames } from './store.ts';

/** Frames of one layout as columns, from a chunk or from live frames, ordered by ts. */
export interface SeriesSegment {
  readonly layout: IndexedLayout;
  readonly ts: Float64Array;
  readonly given: Uint8Array;
  column(sensor: number): ReadColumn;
}

/** The stored data of a range, before its layouts are known. */
export interface StoredFrames {
  readonly chunks: readonly ChunkBytes[];
  /** Frames of hours without a chunk, each with the complete state. */
  readonly hot: readonly AcceptedFrame[];
}

export async function readStored(
  picture: Picture,
  deviceId: DeviceId,
  from: number,
  to: number,
): Promise<StoredFrames> {
  const chunks = await readChunks(picture, deviceId, from, to);
  const settled = [...new Set(chunks.map((chunk) => chunk.t0))];
  const hot = await readHotFrames(picture, deviceId, from, to, settled);
  return { chunks, hot: await completeFrames(picture, deviceId, hot, settled) };
}

export function layoutIdsOf({ chunks, hot }: StoredFrames): number[] {
  return [...new Set([...chunks.flatMap((chunk) => chunk.layoutIds), ...hot.map((frame) => frame.layoutId)])];
}

/** All frames of the range, segment by segment, ordered by their beginnings. */
export function seriesSegmentsOf(
  { chunks, hot }: StoredFrames,
  layouts: ReadonlyMap<number, IndexedLayout>,
  from: number,
  to: number,
): SeriesSegment[] {
  const segments = chunks.flatMap((chunk) => chunkSegments(chunk, layouts, from, to));
  segments.push(...recentSegments(hot, layouts));
  return segments.sort((a, b) => a.ts[0] - b.ts[0]);
}

function chunkSegments(
  chunk: ChunkBytes,
  layouts: ReadonlyMap<number, IndexedLayout>,
  from: number,
  to: number,
): SeriesSegment[] {
  const keys = unpackKeys(chunk.keys);
  return openChunk(chunk.p).flatMap((segment, index) => {
    const layout = layouts.get(chunk.layoutIds[index]);
    if (!layout || segment.n === 0) return [];
    const own = chunk.layoutIds.length === 1 ? null : index;
    const ts = pick(keys.ts, keys.segment, own, segment.n);
    const given = pick(keys.given, keys.segment, own, segment.n);
    return clip(layout, ts, given, segment, from, to);
  });
}

/** Which frames of an hour have one layout; null: all. */
export function pick<T extends Float64Array | Uint8Array>(
  all: T,
  segments: Uint8Array,
  own: number | null,
  n: number,
): T {
  if (own === null) return all;
  const picked = all.slice(0, n) as T;
  let at = 0;
  for (let i = 0; i < all.length; i++) if (segments[i] === own) picked[at++] = all[i];
  return picked;
}

/** The part of a segment within the range. */
function clip(
  layout: IndexedLayout,
  ts: Float64Array,
  given: Uint8Array,
  segment: Segment,
  from: number,
  to: number,
): SeriesSegment[] {
  let first = 0;
  while (first < ts.length && ts[first] < from) first++;
  let end = ts.length;
  while (end > first && ts[end - 1] >= to) end--;
  if (first === end) return [];
  const frameColumns = { layout, ts, given, column: segment.column };
  return [first === 0 && end === ts.length ? frameColumns : sliceOf(frameColumns, first, end)];
}

/** Some frames of a segment. */
export function sliceOf(piece: SeriesSegment, begin: number, end: number): SeriesSegment {
  return {
    layout: piece.layout,
    ts: piece.ts.subarray(begin, end),
    given: piece.given.subarray(begin, end),
    column: (sensor) => {
      const column = piece.column(sensor);
      return { ...partOf(column, begin, end), quiet: column.quiet };
    },
  };
}

function recentSegments(
  frames: readonly AcceptedFrame[],
  layouts: ReadonlyMap<number, IndexedLayout>,
): SeriesSegment[] {
  const segments: SeriesSegment[] = [];
  for (const [layoutId, own] of bySegment(frames)) {
    const layout = layouts.get(layoutId);
    if (!layout) continue;
    segments.push({
      layout,
      ts: Float64Array.from(own, (frame) => frame.ts),
      given: Uint8Array.from(own, (frame) => frame.given),
      column: (sensor) => gather(own, sensor),
    });
  }
  return segments;
}

function gather(frames: readonly AcceptedFrame[], sensor: number): ReadColumn {
  const column = newColumn(frames.length);
  for (let i = 0; i < frames.length; i++) {
    const frame = frames[i];
    column.values[i] = frame.values[sensor];
    column.flags[i] = frame.flags[sensor];
    column.status[i] = frame.status[sensor];
    column.state[i] = frame.state[sensor];
  }
  return { ...column, quiet: false };
}

export const indexAll = (layouts: ReadonlyMap<number, Layout>): Map<number, IndexedLayout> =>
  new Map([...layouts].map(([id, layout]) => [id, indexLayout(layout)]));
