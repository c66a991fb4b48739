import { setImmediate as nextTurn } from 'node:timers/promises';
import type pg from 'pg';
import { unpackBundle, unpackBundleKeys } from '../../history/codec/frame-bundle.ts';
import { unpackFrame } from '../../history/codec/frame-pack.ts';
import { hourOf } from '../../history/codec/hour.ts';
import type { InjectFault } from '../../platform/fault-injection.ts';
import { placeAmong, type StoredDuplicate } from '../duplicates.ts';
import type { AcceptedFrame, DeviceStateRow, EventChange, EventEnd, EventRow } from '../types.ts';
import type { Batch } from './batch.ts';
import type { FrameRow } from './copy-binary.ts';
import { begin, type Fence } from './fence.ts';
import type { FinishedHours, ReadHours } from './finished-hours.ts';
import { applyRestamp } from './restamp.ts';
import * as store from './store.ts';
import { markShelved, writeShelves } from './store-shelves.ts';
import { writeWalks } from './store-walks.ts';

/**
 * Work that events cause (e-mails), queued in the same transaction, so that it exists exactly when the events are
 * stored.
 */
export type EnqueueInTransaction = (
  transaction: pg.ClientBase,
  stored: {
    readonly events: readonly EventRow[];
    readonly ends: readonly EventEnd[];
    readonly changes: readonly EventChange[];
  },
) => Promise<void>;

/**
 * Thrown when frames of these devices lack a lookup among finished hours, or a finished hour was written since. Nothing
 * of the batch is stored: the transaction never waits for a lookup.
 */
export class LookupNeeded extends Error {
  readonly devices: ReadonlySet<number>;

  constructor(devices: ReadonlySet<number>) {
    super('Duplicates among finished hours have to be looked up');
    this.devices = devices;
  }
}

export interface WriteContext {
  readonly injectFault: InjectFault;
  readonly namesOf: store.NamesOf;
  readonly enqueue: EnqueueInTransaction;
  /** The current versions of finished hours; null when there are none to look up. */
  readonly versions: FinishedHours['versions'] | null;
  readonly now: () => number;
  /** The days with a partition; a frame of another day is stored as late. */
  readonly hasPartition: (ts: number) => boolean;
  readonly textsKnown: (row: DeviceStateRow) => boolean;
  /** Time of the device's newest stored live frame; undefined: not known, so its live frames are looked up. */
  readonly newestLive: (deviceId: number) => number | undefined;
  /** True when this hour of the device is known to be pending. */
  readonly onHourPending: (deviceId: number, t0: number) => boolean;
  /** State of the batch in flight, as of its cut. */
  readonly fence: () => Fence;
}

/** The result of a committed batch. */
export interface Written {
  /** Number of frames of each entry that were stored before, by the entry's index. */
  readonly duplicates: ReadonlyMap<number, number>;
  readonly conflicts: number;
  readonly hours: readonly store.HourKey[];
  readonly events: readonly EventRow[];
  /** Time of the newest live frame of each device that has some in the batch. */
  readonly newestLive: ReadonlyMap<number, number>;
}

export const nothingWritten: Written = {
  duplicates: new Map(),
  conflicts: 0,
  hours: [],
  events: [],
  newestLive: new Map(),
};

/**
 * Writes a batch between begin and commit. The caller commits, so that it knows when the response was lost. `careful`:
 * looks up every live frame, because some may be stored already.
 */
export async function writeBatch(
  client: pg.Client,
  batch: Batch,
  context: WriteContext,
  careful: boolean,
): Promise<Written> {
  const { closedUntil } = await begin(client, context.fence());
  // A live frame of a closed hour (the batch was queued for long) becomes a late frame.
  const isOpen = ({ frame }: FrameRow) => frame.ts >= closedUntil && context.hasPartition(frame.ts);
  const live = batch.frames.every(isOpen) ? batch.frames : batch.frames.filter(isOpen);
  const belated = live === batch.frames ? [] : batch.frames.filter((row) => !isOpen(row));
  if (context.versions) checkLookups(belated, batch.late);
  await context.injectFault('begun');
  const duplicates = new Map<number, number>();
  const count = (row: FrameRow) => duplicates.set(row.entry, (duplicates.get(row.entry) ?? 0) + 1);

  if (batch.layouts.length > 0) await store.insertLayouts(client, batch.layouts);
  for (const restamp of batch.restamps) await applyRestamp(client, restamp, closedUntil, context);

  const newestLive = new Map<number, number>();
  const isUnknown = new Set(batch.restamps.map((restamp) => restamp.deviceId));
  const knownLive = (deviceId: number) =>
    careful || isUnknown.has(deviceId) ? undefined : context.newestLive(deviceId);
  const fresh = await withoutStored(client, live, knownLive, newestLive, count);
  if (fresh.length > 0) await store.copyFrames(client, 'frame', fresh);
  const hours = newHours(live, context.onHourPending);
  if (hours.length > 0) await store.enqueueHours(client, hours);

  let conflicts = 0;
  if (batch.late.length + belated.length > 0) {
    const placed = await placeLate(client, belated.concat(batch.late), batch.lookups.read, context.versions, count);
    conflicts = placed.conflicts;
    if (placed.rows.length > 0) {
      await store.copyFrames(client, 'frame_late', placed.rows);
      await store.enqueueLateHours(client, hoursOf(placed.rows), context.now());
    }
  }

  await context.injectFault('frames');
  if (batch.deviceStates.length > 0) await store.upsertDeviceStates(client, batch.deviceStates, context.textsKnown);
  await store.upsertWindows(client, batch.deviceStates);
  const events = newEvents(batch, duplicates);
  if (events.length > 0) await store.insertEvents(client, events, context.namesOf);
  if (batch.ends.length > 0) await store.endEvents(client, batch.ends);
  for (const { deviceId, stillActive } of batch.entries)
    if (stillActive) await store.endOthers(client, deviceId, stillActive);
  if (batch.changes.length > 0) {
    await store.changeEvents(client, batch.changes);
    await markShelved(client, batch.changes);
  }
  if (batch.steps.length > 0) await store.insertSteps(client, batch.steps, context.namesOf);
  if (batch.shelves.length > 0) await writeShelves(client, batch.shelves, context.namesOf);
  if (batch.walks.length > 0) await writeWalks(client, batch.walks, context.namesOf);
  const { ends, changes } = batch;
  if (events.length + ends.length + changes.length > 0) await context.enqueue(client, { events, ends, changes });
  return { duplicates, conflicts, hours, events, newestLive };
}

/** If all late frames of an entry are stored already, so are its events. */
function newEvents(batch: Batch, duplicates: ReadonlyMap<number, number>): readonly EventRow[] {
  if (duplicates.size === 0) return batch.events;
  const isNew = (index: number) => {
    const entry = batch.eventEntries[index];
    const { frames, lateFrames } = batch.entries[entry];
    return lateFrames.length === 0 || duplicates.get(entry) !== frames.length + lateFrames.length;
  };
  return batch.events.filter((_, index) => isNew(index));
}

/**
 * The live frames that are not stored yet, found frame by frame, because a bundle has the key of its first frame only.
 * A frame newer than all stored ones of its device needs no lookup; in order, and after a restart's first batch, that is
 * every frame. Fills `newest`.
 */
async function withoutStored(
  client: pg.Client,
  live: readonly FrameRow[],
  knownLive: WriteContext['newestLive'],
  newest: Map<number, number>,
  count: (row: FrameRow) => void,
): Promise<readonly FrameRow[]> {
  const unsure: FrameRow[] = [];
  const unknown = new Set<number>();
  for (const row of live) {
    const { deviceId, frame } = row;
    const stored = knownLive(deviceId);
    const inBatch = newest.get(deviceId);
    if (stored === undefined) unknown.add(deviceId);
    if (stored === undefined || frame.ts <= stored || (inBatch !== undefined && frame.ts <= inBatch)) unsure.push(row);
    newest.set(deviceId, Math.max(frame.ts, inBatch ?? frame.ts, stored ?? frame.ts));
  }
  if (unsure.length === 0) return live;
  const { singles, bundles } = await store.findStoredLive(client, unsure);
  const taken = new Set(singles.map((index) => liveKey(unsure[index])));
  for (const { deviceId, ts, p } of bundles) {
    const { n, after, boot, seq } = unpackBundleKeys(p);
    for (let i = 0; i < n; i++) taken.add(`${deviceId} ${ts + after[i]} ${boot[i]} ${seq[i]}`);
  }
  for (const { deviceId, ts } of await store.newestStored(client, [...unknown]))
    newest.set(deviceId, Math.max(ts ?? 0, newest.get(deviceId) ?? 0));
  const devices = new Set(unsure.map((row) => row.deviceId));
  return live.filter((row) => {
    if (!devices.has(row.deviceId)) return true;
    const key = liveKey(row);
    if (taken.has(key)) count(row);
    else {
      taken.add(key);
      return true;
    }
    return false;
  });
}

const liveKey = ({ deviceId, frame, seq }: FrameRow): string => `${deviceId} ${frame.ts} ${frame.boot} ${seq}`;

function checkLookups(...lists: readonly (readonly FrameRow[])[]): void {
  const missing = new Set<number>();
  for (const rows of lists) for (const row of rows) if (row.duplicates === null) missing.add(row.deviceId);
  if (missing.size > 0) throw new LookupNeeded(missing);
}

/**
 * A frame moved from frame_late into a chunk after the lookup appears in neither result, but the chunk's version
 * changes. Therefore this must run after `findDuplicates`.
 */
async function checkVersions(
  client: pg.Client,
  rows: readonly FrameRow[],
  read: ReadonlyMap<number, ReadHours>,
  versions: FinishedHours['versions'],
): Promise<void> {
  const hoursByDevice = new Map<number, ReadHours>();
  for (const { deviceId } of rows) {
    const hours = read.get(deviceId);
    if (hours) hoursByDevice.set(deviceId, hours);
  }
  const list = [...hoursByDevice.values()];
  const now = await versions(client, list);
  const changed = new Set<number>();
  for (const [index, { deviceId, version }] of list.entries()) if (now[index] !== version) changed.add(deviceId);
  if (changed.size > 0) throw new LookupNeeded(changed);
}

/** Removes the duplicates and assigns a seq to the others. */
async function placeLate(
  client: pg.Client,
  rows: readonly FrameRow[],
  read: ReadonlyMap<number, ReadHours>,
  versions: FinishedHours['versions'] | null,
  count: (row: FrameRow) => void,
): Promise<{ rows: FrameRow[]; conflicts: number }> {
  const duplicates = new Map<number, StoredDuplicate[]>();
  const { singles, bundles } = await store.findStoredDuplicates(client, rows);
  for (const { row, boot, seq, p } of singles)
    listIn(duplicates, row).push({ boot, seq, content: () => unpackFrame(p) });
  if (versions) await checkVersions(client, rows, read, versions);
  // Frames of the same batch can be duplicates of each other.
  const siblings = new Map<string, StoredDuplicate[]>();
  let unpacked = false;
  const onUnpack = (): void => {
    unpacked = true;
  };
  for (const bundle of bundles) addBundle(bundle, siblings, onUnpack);
  const placed: FrameRow[] = [];
  let conflicts = 0;
  for (const [index, row] of rows.entries()) {
    // Unpacking a bundle takes milliseconds: live frames get their turn between two of them.
    if (unpacked) await nextTurn();
    unpacked = false;
    const family = listIn(siblings, `${row.deviceId} ${row.frame.deviceTs}`);
    const position = placeAmong(row.frame, [...(duplicates.get(index) ?? []), ...(row.duplicates ?? []), ...family]);
    if (position.kind === 'duplicate') {
      count(row);
      continue;
    }
    if (position.kind === 'conflict') conflicts++;
    placed.push(position.seq === row.seq ? row : { ...row, seq: position.seq });
    family.push(duplicateOf(row.frame, position.seq));
  }
  return { rows: placed, conflicts };
}

/** Adds the frames of a stored bundle by device and own time. */
function addBundle(bundle: store.RecentBundle, byTime: Map<string, StoredDuplicate[]>, onUnpack: () => void): void {
  const { n, after, boot, seq } = unpackBundleKeys(bundle.p);
  let frames: readonly AcceptedFrame[] | null = null;
  for (let i = 0; i < n; i++)
    listIn(byTime, `${bundle.deviceId} ${bundle.deviceTs + after[i]}`).push({
      boot: boot[i],
      seq: seq[i],
      content: () => {
        if (!frames) onUnpack();
        frames ??= unpackBundle(bundle);
        return frames[i];
      },
    });
}

const duplicateOf = (frame: AcceptedFrame, seq: number): StoredDuplicate => ({
  boot: frame.boot,
  seq,
  content: () => frame,
});

function listIn<Key, Value>(map: Map<Key, Value[]>, key: Key): Value[] {
  let list = map.get(key);
  if (!list) {
    list = [];
    map.set(key, list);
  }
  return list;
}

function newHours(rows: readonly FrameRow[], pending: WriteContext['onHourPending']): store.HourKey[] {
  const hours: store.HourKey[] = [];
  for (const { deviceId, frame } of rows) {
    const t0 = hourOf(frame.ts);
    const last = hours.at(-1);
    if ((last?.deviceId === deviceId && last.t0 === t0) || pending(deviceId, t0)) continue;
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

/** The row that shows, after a lost response, whether the commit took place; null when writing again is harmless. */
export function commitSign(batch: Batch): store.CommitSign | null {
  const [event] = batch.events;
  if (event) return { kind: 'event', deviceId: event.deviceId, id: event.id };
  const [row] = batch.frames.length > 0 ? batch.frames : batch.late;
  return row ? { kind: 'frame', row } : null;
}
