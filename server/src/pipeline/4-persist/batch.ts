import { serverTimedEvents } from '@tocsin/contract/event';
import type { ShelfChange } from '../shelf-types.ts';
import type {
  AcceptedFrame,
  DeviceStateRow,
  EventChange,
  EventEnd,
  EventRow,
  MaintenanceStep,
  NewLayout,
  Restamp,
  WriteEntry,
} from '../types.ts';
import type { WalkRow } from '../walk-types.ts';
import type { FrameRow } from './copy-binary.ts';
import type { DeviceLookup, EntryDuplicates, ReadHours } from './finished-hours.ts';

/** The content of one transaction: queued entries of some devices, with their current rows. */
export interface Batch {
  readonly entries: readonly WriteEntry[];
  readonly deviceStates: readonly DeviceStateRow[];
  readonly layouts: readonly NewLayout[];
  /** Applied to stored data before the rest is written. */
  readonly restamps: readonly DeviceRestamp[];
  readonly frames: readonly FrameRow[];
  readonly late: readonly FrameRow[];
  readonly events: readonly EventRow[];
  /** The entry of each event, by index. */
  readonly eventEntries: readonly number[];
  readonly ends: readonly EventEnd[];
  readonly changes: readonly EventChange[];
  readonly steps: readonly MaintenanceStep[];
  readonly shelves: readonly ShelfChange[];
  readonly walks: readonly WalkRow[];
  readonly lookups: Lookups;
}

/** The result of the lookup among finished hours, made before the batch was cut. */
export interface Lookups {
  readonly duplicates: ReadonlyMap<WriteEntry, EntryDuplicates>;
  /** By device. */
  readonly read: ReadonlyMap<number, ReadHours>;
}
const noLookups: Lookups = { duplicates: new Map(), read: new Map() };

/** Combines the lookups of several devices. */
export function lookupsOf(results: readonly DeviceLookup[]): Lookups {
  if (results.length === 0) return noLookups;
  const duplicates = new Map(results.flatMap((one) => [...one.duplicates]));
  return { duplicates, read: new Map(results.map(({ read }) => [read.deviceId, read])) };
}

export interface DeviceRestamp extends Restamp {
  readonly deviceId: number;
}

/** Concatenates the entries' data in order. The caller passes the device states as of the moment of the cut. */
export function layOut(
  entries: readonly WriteEntry[],
  deviceStates: readonly DeviceStateRow[],
  lookups: Lookups = noLookups,
): Batch {
  const layouts: NewLayout[] = [];
  const restamps: DeviceRestamp[] = [];
  const frames: FrameRow[] = [];
  const late: FrameRow[] = [];
  const events: EventRow[] = [];
  const eventEntries: number[] = [];
  const ends: EventEnd[] = [];
  const changes: EventChange[] = [];
  const steps: MaintenanceStep[] = [];
  const shelves: ShelfChange[] = [];
  const walks: WalkRow[] = [];
  for (let entry = 0; entry < entries.length; entry++) {
    const { deviceId, ...one } = entries[entry];
    if (one.restamp) {
      const restamp = { deviceId, ...one.restamp };
      restamps.push(restamp);
      // Frames queued in the same batch are older too.
      for (const rows of [frames, late]) moveFrames(rows, restamp);
      moveEvents(events, restamp);
    }
    if (one.layout) layouts.push(one.layout);
    const ofEntry = lookups.duplicates.size > 0 ? lookups.duplicates.get(entries[entry]) : undefined;
    const { live = null, late: duplicates = null } = ofEntry ?? {};
    addRows(frames, deviceId, one.frames, entry, live);
    addRows(late, deviceId, one.lateFrames, entry, duplicates);
    for (const event of one.events) {
      events.push(event);
      eventEntries.push(entry);
    }
    for (const end of one.ends) ends.push(end);
    for (const change of one.changes) changes.push(change);
    for (const step of one.steps) steps.push(step);
    for (const shelf of one.shelves) shelves.push(shelf);
    for (const walk of one.walks) walks.push(walk);
  }
  return {
    entries,
    deviceStates,
    layouts,
    restamps,
    frames,
    late,
    events,
    eventEntries,
    ends,
    changes,
    steps,
    shelves,
    walks,
    lookups,
  };
}

function addRows(
  rows: FrameRow[],
  deviceId: number,
  frames: readonly AcceptedFrame[],
  entry: number,
  duplicates: FrameDuplicates | null,
): void {
  for (let i = 0; i < frames.length; i++) {
    const frame = frames[i];
    rows.push({ deviceId, frame, seq: frame.seq, entry, duplicates: duplicates?.[i] ?? null });
  }
}
type FrameDuplicates = readonly FrameRow['duplicates'][];

function moveFrames(rows: FrameRow[], { deviceId, sinceReceivedAt, deltaMs }: DeviceRestamp): void {
  rows.forEach((row, index) => {
    if (row.deviceId !== deviceId || row.frame.receivedAt < sinceReceivedAt) return;
    const frame: AcceptedFrame = { ...row.frame, ts: row.frame.ts + deltaMs };
    rows[index] = { ...row, frame };
  });
}

function moveEvents(events: EventRow[], { deviceId, sinceReceivedAt, deltaMs }: DeviceRestamp): void {
  events.forEach((event, index) => {
    if (event.deviceId === deviceId && event.receivedAt >= sinceReceivedAt && !serverTimedEvents.has(event.type))
      events[index] = { ...event, at: event.at + deltaMs };
  });
}

/** Whether there is anything to write; a barrier alone needs no transaction. */
export function isEmpty(batch: Batch): boolean {
  const { deviceStates, layouts, restamps, frames, late, events, ends, changes, steps, shelves, walks } = batch;
  return [deviceStates, layouts, restamps, frames, late, events, ends, changes, steps, shelves, walks].every(
    (part) => part.length === 0,
  );
}

/** The batch reduced to some of its entries, in their order. */
export function part(batch: Batch, wanted: (entry: WriteEntry) => boolean): Batch {
  const entries = batch.entries.filter(wanted);
  const devices = new Set(entries.map((entry) => entry.deviceId));
  return layOut(
    entries,
    batch.deviceStates.filter((row) => devices.has(row.deviceId)),
    batch.lookups,
  );
}

/** Approximate size in bytes of memory, for the queue's limit. */
export function weigh(entry: WriteEntry): number {
  let bytes = 300;
  for (const frame of entry.frames) bytes += 250 + 13 * frame.values.length;
  for (const frame of entry.lateFrames) bytes += 250 + 13 * frame.values.length;
  if (entry.layout) bytes += 200 * entry.layout.sensors.length;
  const { events, ends, changes, steps, shelves, walks } = entry;
  for (const { walk } of walks) bytes += 300 * walk.sensors.length;
  return bytes + 600 * (events.length + ends.length + changes.length + steps.length + shelves.length);
}
