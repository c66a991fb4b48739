import type { BoardRow, EventChange, EventEnd, EventRow, KeepEntry, MaintenanceStep, NewLayout } from '../passing.ts';
import type { FrameRow } from './copy-binary.ts';

/** What one transaction writes: every waiting entry of some devices, with their rows as of now. */
export interface Batch {
  readonly entries: readonly KeepEntry[];
  readonly boards: readonly BoardRow[];
  readonly layouts: readonly NewLayout[];
  readonly frames: readonly FrameRow[];
  readonly late: readonly FrameRow[];
  readonly events: readonly EventRow[];
  readonly ends: readonly EventEnd[];
  readonly changes: readonly EventChange[];
  readonly steps: readonly MaintenanceStep[];
}

/** Lays the entries' parts side by side, in order. `boards` are asked for by the caller: at the moment of the cut. */
export function layOut(entries: readonly KeepEntry[], boards: readonly BoardRow[]): Batch {
  const frames: FrameRow[] = [];
  const late: FrameRow[] = [];
  const rows = { layouts: [] as NewLayout[], events: [] as EventRow[], ends: [] as EventEnd[] };
  const changes: EventChange[] = [];
  const steps: MaintenanceStep[] = [];
  for (let entry = 0; entry < entries.length; entry++) {
    const one = entries[entry];
    if (one.layout) rows.layouts.push(one.layout);
    for (const frame of one.frames) frames.push({ deviceId: one.deviceId, frame, seq: frame.seq, entry });
    for (const frame of one.lateFrames) late.push({ deviceId: one.deviceId, frame, seq: frame.seq, entry });
    for (const event of one.events) rows.events.push(event);
    for (const end of one.ends) rows.ends.push(end);
    for (const change of one.changes) changes.push(change);
    for (const step of one.steps) steps.push(step);
  }
  return { entries, boards, frames, late, changes, steps, ...rows };
}

/** Whether there is anything to write; a barrier alone needs no transaction. */
export function isEmpty(batch: Batch): boolean {
  const { boards, layouts, frames, late, events, ends, changes, steps } = batch;
  return [boards, layouts, frames, late, events, ends, changes, steps].every((part) => part.length === 0);
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
