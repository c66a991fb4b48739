import { serverTimedEvents } from '@tocsin/contract/event';
import type {
  BoardRow,
  EventChange,
  EventEnd,
  EventRow,
  KeepEntry,
  KeptFrame,
  MaintenanceStep,
  NewLayout,
  Restamp,
} from '../passing.ts';
import type { FrameRow } from './copy-binary.ts';

/** What one transaction writes: every waiting entry of some devices, with their rows as of now. */
export interface Batch {
  readonly entries: readonly KeepEntry[];
  readonly boards: readonly BoardRow[];
  readonly layouts: readonly NewLayout[];
  /** To be applied to what is stored, before the rest is. */
  readonly restamps: readonly DeviceRestamp[];
  readonly frames: readonly FrameRow[];
  readonly late: readonly FrameRow[];
  readonly events: readonly EventRow[];
  /** The entry of each event, by index. */
  readonly eventEntries: readonly number[];
  readonly ends: readonly EventEnd[];
  readonly changes: readonly EventChange[];
  readonly steps: readonly MaintenanceStep[];
}
export interface DeviceRestamp extends Restamp {
  readonly deviceId: number;
}

/** Lays the entries' parts side by side, in order. `boards` are asked for by the caller: at the moment of the cut. */
export function layOut(entries: readonly KeepEntry[], boards: readonly BoardRow[]): Batch {
  const layouts: NewLayout[] = [];
  const restamps: DeviceRestamp[] = [];
  const frames: FrameRow[] = [];
  const late: FrameRow[] = [];
  const events: EventRow[] = [];
  const eventEntries: number[] = [];
  const ends: EventEnd[] = [];
  const changes: EventChange[] = [];
  const steps: MaintenanceStep[] = [];
  for (let entry = 0; entry < entries.length; entry++) {
    const { deviceId, ...one } = entries[entry];
    if (one.restamp) {
      const restamp = { deviceId, ...one.restamp };
      restamps.push(restamp);
      // What waited in the same batch is older too.
      for (const rows of [frames, late]) moveFrames(rows, restamp);
      moveEvents(events, restamp);
    }
    if (one.layout) layouts.push(one.layout);
    for (const frame of one.frames) frames.push({ deviceId, frame, seq: frame.seq, entry });
    for (const frame of one.lateFrames) late.push({ deviceId, frame, seq: frame.seq, entry });
    for (const event of one.events) {
      events.push(event);
      eventEntries.push(entry);
    }
    for (const end of one.ends) ends.push(end);
    for (const change of one.changes) changes.push(change);
    for (const step of one.steps) steps.push(step);
  }
  return { entries, boards, layouts, restamps, frames, late, events, eventEntries, ends, changes, steps };
}

function moveFrames(rows: FrameRow[], { deviceId, sinceReceivedAt, deltaMs }: DeviceRestamp): void {
  rows.forEach((row, index) => {
    if (row.deviceId !== deviceId || row.frame.receivedAt < sinceReceivedAt) return;
    const frame: KeptFrame = { ...row.frame, ts: row.frame.ts + deltaMs };
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
  const { boards, layouts, restamps, frames, late, events, ends, changes, steps } = batch;
  return [boards, layouts, restamps, frames, late, events, ends, changes, steps].every((part) => part.length === 0);
}

/** The batch of some of its entries only, in their order. */
export function part(batch: Batch, wanted: (entry: KeepEntry) => boolean): Batch {
  const entries = batch.entries.filter(wanted);
  const devices = new Set(entries.map((entry) => entry.deviceId));
  return layOut(
    entries,
    batch.boards.filter((board) => devices.has(board.deviceId)),
  );
}

/** Rough bytes in memory, for the queue's bound. */
export function weigh(entry: KeepEntry): number {
  let bytes = 300;
  for (const frame of entry.frames) bytes += 250 + 13 * frame.values.length;
  for (const frame of entry.lateFrames) bytes += 250 + 13 * frame.values.length;
  if (entry.layout) bytes += 200 * entry.layout.sensors.length;
  return bytes + 600 * (entry.events.length + entry.ends.length + entry.changes.length + entry.steps.length);
}
