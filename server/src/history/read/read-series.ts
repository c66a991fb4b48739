import type { DeviceId } from '@tocsin/contract/ids';
import { HOLDS, type IndexedLayout } from '../../pipeline/types.ts';
import { unpackKeys } from '../codec/chunk.ts';
import { hourMs, hourOf } from '../codec/hour.ts';
import { slotMs as storedSlotMs } from '../codec/slot-segment.ts';
import { type StatusRank, statusRanks } from '../codec/slots.ts';
import type { SeriesAnswer, SeriesQuery } from './calls.ts';
import { completeFrames } from './complete-frames.ts';
import { ConversionHistory } from './convert-units.ts';
import { fullSeries } from './full-resolution.ts';
import { gapTexts, wasOffline } from './points.ts';
import { type ReadySlots, readFineSlots, readStoredSlots, type SlotRow } from './ready-slots.ts';
import { wantedSensors } from './requested-series.ts';
import {
  indexAll,
  layoutIdsOf,
  readStored,
  type SeriesSegment,
  type StoredFrames,
  seriesSegmentsOf,
  sliceOf,
} from './segments.ts';
import { Grid } from './slot-grid.ts';
import * as store from './store.ts';

/** Maximum range of one read at full resolution and in slots finer than stored ones: a day and a tenth, as graphs ask. */
const maxFullMs = 26.5 * hourMs;

/** Every slot, and every hour, consists of whole parts of this width. */
function partOf(slotMs: number): number {
  let [part, rest] = [slotMs, hourMs];
  while (rest > 0) [part, rest] = [rest, part % rest];
  return part;
}

/** Reads the series of a device over a time range. Runs in a worker thread. */
export async function readSeries(
  source: store.HistorySource,
  query: SeriesQuery,
  ready: ReadySlots,
): Promise<SeriesAnswer> {
  const { device, from, to, slotMs } = query;
  const isCoarse = slotMs !== null && slotMs % storedSlotMs === 0;
  if (!isCoarse && to - from > maxFullMs) throw new RangeError('at full resolution at most one day can be read');
  const begin = slotMs === null ? from : Math.floor(from / slotMs) * slotMs;
  const until = slotMs === null ? to : Math.ceil(to / slotMs) * slotMs;
  return store.inOnePicture(source, async (picture) => {
    const course = new ConversionHistory(device, from, to);
    const texts = await store.readTexts(picture, device.id);
    const rank = statusRanks(texts);
    const read =
      slotMs === null
        ? { slots: [], stored: await readStored(picture, device.id, begin, until) }
        : await readInSlots(picture, { device, from: begin, to: until, slotMs }, course, { ready, rank });
    const held = await readHeld(picture, device.id, begin, read);
    const ids = [read.stored, held].flatMap(layoutIdsOf).concat(read.slots.flatMap((row) => row.layoutIds));
    const layouts = indexAll(await store.readLayouts(picture, device.id, [...new Set(ids)]));
    const offline = await store.readOffline(picture, device.id, from - hourMs, to);
    const wanted = wantedSensors([...layouts.values()], device, course, query.paths, to);
    const gaps = { text: gapTexts(texts), offline, afterMs: query.offlineAfterMs };
    const segments = [
      ...segmentsInMemory(held, layouts, begin, offline),
      ...seriesSegmentsOf(read.stored, layouts, begin, until),
    ];
    if (slotMs === null)
      return { texts, series: fullSeries(segments, wanted, course, gaps), newest: newestOf(segments) };
    const grid = new Grid({ from, to }, slotMs, wanted, course, rank);
    fill(grid, read.slots, segments, layouts);
    return { texts, series: grid.series(gaps.text, offline, to), newest: grid.newest };
  });
}

interface Read {
  readonly slots: readonly SlotRow[];
  readonly stored: StoredFrames;
}

/** Reads slots; frames only for hours that have none yet and for hours within which a setting changes. */
async function readInSlots(
  picture: store.Picture,
  { device, from, to, slotMs }: { device: SeriesQuery['device']; from: number; to: number; slotMs: number },
  course: ConversionHistory,
  stored: { readonly ready: ReadySlots; readonly rank: StatusRank },
): Promise<Read> {
  const span = { deviceId: device.id, from, to };
  const rows =
    slotMs % storedSlotMs === 0
      ? await readStoredSlots(picture, span, stored.ready)
      : await readFineSlots(picture, span, partOf(slotMs), stored.ready, stored.rank);
  const changing = [...new Set(course.changes.map(hourOf))].filter((t0) => course.changesWithin(t0, t0 + hourMs));
  const chunks: store.ChunkBytes[] = [];
  for (const t0 of changing) chunks.push(...(await store.readChunks(picture, device.id, t0, t0 + hourMs)));
  // Frames older than the retention of full resolution are gone, so their slots are used.
  const exact = new Set(chunks.map((chunk) => chunk.t0));
  const slots = rows.filter((row) => !exact.has(row.t0));
  const settled = [...new Set(rows.map((row) => row.t0))];
  const hot = await store.readHotFrames(picture, device.id, from, to, settled);
  return { slots, stored: { chunks, hot: await completeFrames(picture, device.id, hot, settled) } };
}

const nothing: StoredFrames = { chunks: [], hot: [] };

/** The last frame before the range, for devices that report by exception, whose values stay valid. */
async function readHeld(picture: store.Picture, deviceId: DeviceId, from: number, read: Read): Promise<StoredFrames> {
  const { slots, stored } = read;
  const first = stored.hot.find((frame) => frame.ts >= from);
  const mayHold =
    slots.length + stored.chunks.length === 0
      ? !first || (first.given & HOLDS) !== 0
      : slots[0]
        ? slots[0].segments.some((segment) => segment.holds)
        : stored.chunks[0] !== undefined && (unpackKeys(stored.chunks[0].keys).given[0] & HOLDS) !== 0;
  if (!mayHold) return nothing;
  const t0 = await store.lastHourBefore(picture, deviceId, from);
  const begin = Math.max(t0 ?? 0, from - maxFullMs);
  const before = await readStored(picture, deviceId, t0 ?? begin, from);
  const last = before.hot.at(-1);
  if (last && last.ts < from) return { chunks: [], hot: last.given & HOLDS ? [last] : [] };
  return { chunks: before.chunks.slice(-1), hot: [] };
}

/** The valid earlier values as one frame at the beginning of the range. */
function segmentsInMemory(
  held: StoredFrames,
  layouts: ReadonlyMap<number, IndexedLayout>,
  from: number,
  offline: readonly store.Span[],
): SeriesSegment[] {
  const last = seriesSegmentsOf(held, layouts, 0, from).reduce<SeriesSegment | null>(
    (best, piece) => (best && best.ts[best.ts.length - 1] > piece.ts[piece.ts.length - 1] ? best : piece),
    null,
  );
  if (!last) return [];
  const at = last.ts.length - 1;
  if (!(last.given[at] & HOLDS) || wasOffline(offline, last.ts[at], from + 1)) return [];
  const held1 = sliceOf(last, at, at + 1);
  return [{ ...held1, ts: Float64Array.of(from) }];
}

/** Ordered by time: the last one of a slot is the latest. */
function fill(
  grid: Grid,
  slots: readonly SlotRow[],
  segments: readonly SeriesSegment[],
  layouts: ReadonlyMap<number, IndexedLayout>,
): void {
  const steps = [
    ...slots.map((row) => ({ at: row.t0, add: () => addSlotRow(grid, row, layouts) })),
    ...segments.map((piece) => ({ at: piece.ts[0], add: () => grid.addSegment(piece) })),
  ].sort((a, b) => a.at - b.at);
  for (const step of steps) step.add();
}

function addSlotRow(grid: Grid, row: SlotRow, layouts: ReadonlyMap<number, IndexedLayout>): void {
  row.segments.forEach((segment, index) => {
    const layout = layouts.get(row.layoutIds[index]);
    if (layout) grid.addSlots(row.t0, layout, segment);
  });
}

function newestOf(segments: readonly SeriesSegment[]): number | null {
  let newest: number | null = null;
  for (const { ts } of segments) newest = Math.max(newest ?? 0, ts[ts.length - 1]);
  return newest;
}
