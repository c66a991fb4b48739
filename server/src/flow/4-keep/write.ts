import type pg from 'pg';
import type { Reach } from '../../base/kill-at.ts';
import { unpackFrame } from '../codec/frame-pack.ts';
import { hourOf } from '../codec/hour.ts';
import type { BoardRow, EventChange, EventEnd, EventRow, KeptFrame } from '../passing.ts';
import type { Batch } from './batch.ts';
import { AwayError } from './connection.ts';
import type { FrameRow } from './copy-binary.ts';
import { placeAmong, type StoredTwin } from './duplicates.ts';
import { begin, type Fence } from './fence.ts';
import { applyRestamp } from './restamp.ts';
import * as store from './store.ts';

/**
 * Other work that the events owe (mails), queued in the same transaction: sent when and only when the events are
 * stored.
 */
export type Owe = (
  transaction: pg.ClientBase,
  stored: {
    readonly events: readonly EventRow[];
    readonly ends: readonly EventEnd[];
    readonly changes: readonly EventChange[];
  },
) => Promise<void>;

/** Duplicates among finished hours; their chunks are read by a worker thread. */
export type FindInChunks = (rows: readonly FrameRow[]) => Promise<readonly (readonly StoredTwin[])[]>;

export interface WriteContext {
  readonly reach: Reach;
  readonly namesOf: store.NamesOf;
  readonly owe: Owe;
  readonly findInChunks: FindInChunks;
  readonly now: () => number;
  /** The days that have a partition; a frame of another day goes the late way. */
  readonly hasPartition: (ts: number) => boolean;
  readonly textsKnown: (row: BoardRow) => boolean;
  /** True when this hour of the device is owed already, as far as we know. */
  readonly hourOwed: (deviceId: number, t0: number) => boolean;
  /** Of the batch in flight, as of its cut. */
  readonly fence: () => Fence;
}

/** What a batch came to once it is committed. */
export interface Written {
  /** Frames of each entry that were there already; by the entry's index. */
  readonly duplicates: ReadonlyMap<number, number>;
  readonly conflicts: number;
  readonly hours: readonly store.HourKey[];
  readonly events: readonly EventRow[];
}

/**
 * Everything of a batch between begin and commit. The caller commits, so that it knows when the answer was lost.
 * `careful`: beside keys that are there already.
 */
export async function writeBatch(
  client: pg.Client,
  batch: Batch,
  context: WriteContext,
  careful: boolean,
): Promise<Written> {
  const { closedUntil } = await begin(client, context.fence());
  await context.reach('begun');
  const duplicates = new Map<number, number>();
  const count = (row: FrameRow) => duplicates.set(row.entry, (duplicates.get(row.entry) ?? 0) + 1);

  if (batch.layouts.length > 0) await store.insertLayouts(client, batch.layouts);
  for (const restamp of batch.restamps) await applyRestamp(client, restamp, closedUntil, context);

  // A live frame of a closed hour (the batch waited long) can only get there by the hour's job.
  const isOpen = ({ frame }: FrameRow) => frame.ts >= closedUntil && context.hasPartition(frame.ts);
  const live = batch.frames.every(isOpen) ? batch.frames : batch.frames.filter(isOpen);
  const belated = live === batch.frames ? [] : batch.frames.filter((row) => !isOpen(row));
  await insert(client, 'frame', live, careful, count);
  const hours = newHours(live, context.hourOwed);
  if (hours.length > 0) await store.oweHours(client, hours);

  let conflicts = 0;
  if (batch.late.length + belated.length > 0) {
    const placed = await placeLate(client, [...belated, ...batch.late], context.findInChunks, count);
    conflicts = placed.conflicts;
    await insert(client, 'frame_late', placed.rows, careful, count);
    if (placed.rows.length > 0) await store.oweLateHours(client, hoursOf(placed.rows), context.now());
  }

  await context.reach('frames');
  if (batch.boards.length > 0) await store.upsertBoards(client, batch.boards, context.textsKnown);
  const events = newEvents(batch, duplicates);
  if (events.length > 0) await store.insertEvents(client, events, context.namesOf);
  if (batch.ends.length > 0) await store.endEvents(client, batch.ends);
  for (const { deviceId, standing } of batch.entries) if (standing) await store.endOthers(client, deviceId, standing);
  if (batch.changes.length > 0) await store.changeEvents(client, batch.changes);
  if (batch.steps.length > 0) await store.insertSteps(client, batch.steps, context.namesOf);
  const { ends, changes } = batch;
  if (events.length + ends.length + changes.length > 0) await context.owe(client, { events, ends, changes });
  return { duplicates, conflicts, hours, events };
}

/** Where all late frames of an entry are stored already, so are its events. */
function newEvents(batch: Batch, duplicates: ReadonlyMap<number, number>): readonly EventRow[] {
  if (duplicates.size === 0) return batch.events;
  const isNew = (index: number) => {
    const entry = batch.eventEntries[index];
    const { frames, lateFrames } = batch.entries[entry];
    return lateFrames.length === 0 || duplicates.get(entry) !== frames.length + lateFrames.length;
  };
  return batch.events.filter((_, index) => isNew(index));
}

async function insert(
  client: pg.Client,
  table: store.FrameTable,
  rows: readonly FrameRow[],
  careful: boolean,
  count: (row: FrameRow) => void,
): Promise<void> {
  if (rows.length === 0) return;
  if (!careful) return store.copyFrames(client, table, rows);
  for (const row of await store.insertFrames(client, table, rows)) count(row);
}

/** Leaves out the duplicates and gives the others their seq. */
async function placeLate(
  client: pg.Client,
  rows: readonly FrameRow[],
  findInChunks: FindInChunks,
  count: (row: FrameRow) => void,
): Promise<{ rows: FrameRow[]; conflicts: number }> {
  const twins = new Map<number, StoredTwin[]>();
  for (const { row, boot, seq, p } of await store.findTwins(client, rows)) {
    listIn(twins, row).push({ boot, seq, content: () => unpackFrame(p) });
  }
  const chunked = await askChunks(findInChunks, rows);
  // Frames of this very batch are each other's twins.
  const siblings = new Map<string, StoredTwin[]>();
  const placed: FrameRow[] = [];
  let conflicts = 0;
  for (const [index, row] of rows.entries()) {
    const family = listIn(siblings, `${row.deviceId} ${row.frame.deviceTs}`);
    const place = placeAmong(row.frame, [...(twins.get(index) ?? []), ...(chunked[index] ?? []), ...family]);
    if (place.kind === 'duplicate') {
      count(row);
      continue;
    }
    if (place.kind === 'conflict') conflicts++;
    placed.push(place.seq === row.seq ? row : { ...row, seq: place.seq });
    family.push(twinOf(row.frame, place.seq));
  }
  return { rows: placed, conflicts };
}

const chunksWithinMs = 30_000;

async function askChunks(findInChunks: FindInChunks, rows: readonly FrameRow[]): ReturnType<FindInChunks> {
  let timer: NodeJS.Timeout | null = null;
  const tooLate = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('no answer')), chunksWithinMs);
  });
  try {
    return await Promise.race([findInChunks(rows), tooLate]);
  } catch (error) {
    throw new AwayError('Finished hours can not be asked for duplicates', { cause: error });
  } finally {
    if (timer) clearTimeout(timer);
  }
}

const twinOf = (frame: KeptFrame, seq: number): StoredTwin => ({ boot: frame.boot, seq, content: () => frame });

function listIn<Key, Value>(map: Map<Key, Value[]>, key: Key): Value[] {
  let list = map.get(key);
  if (!list) {
    list = [];
    map.set(key, list);
  }
  return list;
}

function newHours(rows: readonly FrameRow[], owed: WriteContext['hourOwed']): store.HourKey[] {
  const hours: store.HourKey[] = [];
  for (const { deviceId, frame } of rows) {
    const t0 = hourOf(frame.ts);
    const last = hours.at(-1);
    if ((last?.deviceId === deviceId && last.t0 === t0) || owed(deviceId, t0)) continue;
    hours.push({ deviceId, t0 });
  }
  return hours;
}

function hoursOf(rows: readonly FrameRow[]): store.HourKey[] {
  const hours = new Map<string, store.HourKey>();
  for (const { deviceId, frame } of rows) {
    const t0 = hourOf(frame.ts);
    hours.set(`${deviceId} ${t0}`, { deviceId, t0 });
  }
  return [...hours.values()];
}

/** What shows, after a lost answer, whether the commit took place; null: writing it again does no harm. */
export function commitSign(batch: Batch): store.CommitSign | null {
  const [event] = batch.events;
  if (event) return { kind: 'event', deviceId: event.deviceId, id: event.id };
  const [row] = batch.frames.length > 0 ? batch.frames : batch.late;
  return row ? { kind: 'frame', row } : null;
}
