import type { DeviceId } from '@tocsin/contract/ids';
import type pg from 'pg';
import { unpackKeys } from '../../../flow/codec/chunk.ts';
import { hourMs, hourOf } from '../../../flow/codec/hour.ts';
import { type StatusRank, statusRanks, slotMs as storedSlotMs } from '../../../flow/codec/slots.ts';
import { HOLDS, type IndexedLayout } from '../../../flow/passing.ts';
import { fullSeries } from './full.ts';
import { Grid } from './grid.ts';
import {
  indexAll,
  layoutIdsOf,
  type Piece,
  piecesOf,
  readStored,
  type StoredFrames,
  sliceOf,
  wholeFrames,
} from './pieces.ts';
import { gapTexts, wasOffline } from './points.ts';
import type { SeriesAnswer, SeriesQuery } from './ports.ts';
import { type ReadySlots, readFineSlots, readStoredSlots, type SlotRow } from './ready-slots.ts';
import { ShownCourse } from './shown-course.ts';
import {
  type ChunkBytes,
  inOnePicture,
  lastHourBefore,
  readChunks,
  readHotFrames,
  readLayouts,
  readOffline,
  readTexts,
  type Span,
} from './store-history.ts';
import { wantedSensors } from './wanted.ts';

/** At full resolution, and in slots of a minute, no more than this is read at once. */
const mostFullMs = 26 * hourMs;

/** Series of a device over a time. Runs in a worker thread. */
export async function readSeries(pool: pg.Pool, query: SeriesQuery, ready: ReadySlots): Promise<SeriesAnswer> {
  const { device, from, to, slotMs } = query;
  const isCoarse = slotMs !== null && slotMs % storedSlotMs === 0;
  if (!isCoarse && to - from > mostFullMs) throw new RangeError('full resolution is read a day at a time');
  const begin = slotMs === null ? from : Math.floor(from / slotMs) * slotMs;
  return inOnePicture(pool, async (client) => {
    const course = new ShownCourse(device, from, to);
    const texts = await readTexts(client, device.id);
    const rank = statusRanks(texts);
    const read =
      slotMs === null
        ? { slots: [], stored: await readStored(client, device.id, begin, to) }
        : await readInSlots(client, { device, from: begin, to, slotMs }, course, { ready, rank });
    const held = await readHeld(client, device.id, begin, read);
    const ids = [read.stored, held].flatMap(layoutIdsOf).concat(read.slots.flatMap((row) => row.layoutIds));
    const layouts = indexAll(await readLayouts(client, device.id, [...new Set(ids)]));
    const offline = await readOffline(client, device.id, from - hourMs, to);
    const wanted = wantedSensors([...layouts.values()], device, course, query.paths, to);
    const gaps = { text: gapTexts(texts), offline, afterMs: query.offlineAfterMs };
    const pieces = [...heldPieces(held, layouts, begin, offline), ...piecesOf(read.stored, layouts, begin, to)];
    if (slotMs === null) return { texts, series: fullSeries(pieces, wanted, course, gaps), newest: newestOf(pieces) };
    const grid = new Grid({ from, to }, slotMs, wanted, course, rank);
    fill(grid, read.slots, pieces, layouts);
    return { texts, series: grid.series(gaps.text, offline, to), newest: grid.newest };
  });
}

interface Read {
  readonly slots: readonly SlotRow[];
  readonly stored: StoredFrames;
}

/** Slots; frames only of hours that have none yet, and of hours within which a setting changes. */
async function readInSlots(
  client: pg.PoolClient,
  { device, from, to, slotMs }: { device: SeriesQuery['device']; from: number; to: number; slotMs: number },
  course: ShownCourse,
  kept: { readonly ready: ReadySlots; readonly rank: StatusRank },
): Promise<Read> {
  const span = { deviceId: device.id, from, to };
  const rows =
    slotMs % storedSlotMs === 0
      ? await readStoredSlots(client, span, kept.ready)
      : await readFineSlots(client, span, slotMs, kept.ready, kept.rank);
  const changing = [...new Set(course.changes.map(hourOf))].filter((t0) => course.changesWithin(t0, t0 + hourMs));
  const chunks: ChunkBytes[] = [];
  for (const t0 of changing) chunks.push(...(await readChunks(client, device.id, t0, t0 + hourMs)));
  // Older than full resolution is kept: then its slots must do.
  const exact = new Set(chunks.map((chunk) => chunk.t0));
  const slots = rows.filter((row) => !exact.has(row.t0));
  const hot = await readHotFrames(client, device.id, from, to, [...new Set(rows.map((row) => row.t0))]);
  return { slots, stored: { chunks, hot: wholeFrames(hot) } };
}

const nothing: StoredFrames = { chunks: [], hot: [] };

/** The last frame before the time, where values hold: of a device that reports by exception. */
async function readHeld(client: pg.PoolClient, deviceId: DeviceId, from: number, read: Read): Promise<StoredFrames> {
  const { slots, stored } = read;
  const first = stored.hot.find((frame) => frame.ts >= from);
  const mayHold =
    slots.length + stored.chunks.length === 0
      ? !first || (first.given & HOLDS) !== 0
      : slots[0]
        ? slots[0].segments.some((segment) => segment.holds)
        : stored.chunks[0] !== undefined && (unpackKeys(stored.chunks[0].keys).given[0] & HOLDS) !== 0;
  if (!mayHold) return nothing;
  const t0 = await lastHourBefore(client, deviceId, from);
  const begin = Math.max(t0 ?? 0, from - mostFullMs);
  const before = await readStored(client, deviceId, t0 ?? begin, from);
  const last = before.hot.at(-1);
  if (last && last.ts < from) return { chunks: [], hot: last.given & HOLDS ? [last] : [] };
  return { chunks: before.chunks.slice(-1), hot: [] };
}

/** The held values as one frame at the beginning of the time. */
function heldPieces(
  held: StoredFrames,
  layouts: ReadonlyMap<number, IndexedLayout>,
  from: number,
  offline: readonly Span[],
): Piece[] {
  const last = piecesOf(held, layouts, 0, from).reduce<Piece | null>(
    (best, piece) => (best && best.ts[best.ts.length - 1] > piece.ts[piece.ts.length - 1] ? best : piece),
    null,
  );
  if (!last) return [];
  const at = last.ts.length - 1;
  if (!(last.given[at] & HOLDS) || wasOffline(offline, last.ts[at], from + 1)) return [];
  const held1 = sliceOf(last, at, at + 1);
  return [{ ...held1, ts: Float64Array.of(from) }];
}

/** In order of time: the last of a slot is the latest. */
function fill(
  grid: Grid,
  slots: readonly SlotRow[],
  pieces: readonly Piece[],
  layouts: ReadonlyMap<number, IndexedLayout>,
): void {
  const steps = [
    ...slots.map((row) => ({ at: row.t0, add: () => addSlotRow(grid, row, layouts) })),
    ...pieces.map((piece) => ({ at: piece.ts[0], add: () => grid.addPiece(piece) })),
  ].sort((a, b) => a.at - b.at);
  for (const step of steps) step.add();
}

function addSlotRow(grid: Grid, row: SlotRow, layouts: ReadonlyMap<number, IndexedLayout>): void {
  row.segments.forEach((segment, index) => {
    const layout = layouts.get(row.layoutIds[index]);
    if (layout) grid.addSlots(row.t0, layout, segment);
  });
}

function newestOf(pieces: readonly Piece[]): number | null {
  let newest: number | null = null;
  for (const { ts } of pieces) newest = Math.max(newest ?? 0, ts[ts.length - 1]);
  return newest;
}
