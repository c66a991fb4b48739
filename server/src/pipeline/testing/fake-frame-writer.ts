import type { DeviceId } from '@tocsin/contract/ids';
import type { Layout } from '@tocsin/contract/layout';
import type { ShelfChange } from '../shelf-types.ts';
import type {
  AcceptedFrame,
  BatchWriter,
  Committed,
  EventChange,
  EventEnd,
  EventRow,
  FrameWriterCallbacks,
  MaintenanceStep,
  StoredDeviceState,
  WindowsRow,
  WriteEntry,
  WriteOutcome,
} from '../types.ts';
import type { WalkRow } from '../walk-types.ts';

/** Stage 4 in memory, for tests of the pipeline: only this border is faked. */
export class FakeFrameWriter implements BatchWriter {
  readonly frames: AcceptedFrame[] = [];
  readonly late: AcceptedFrame[] = [];
  readonly events: EventRow[] = [];
  readonly ends: EventEnd[] = [];
  readonly steps: MaintenanceStep[] = [];
  readonly changes: EventChange[] = [];
  readonly shelves: ShelfChange[] = [];
  readonly walks: WalkRow[] = [];
  readonly deviceStates = new Map<DeviceId, StoredDeviceState>();
  readonly layouts = new Map<number, Layout>();
  readonly windows = new Map<DeviceId, WindowsRow>();
  entries: WriteEntry[] = [];
  /** False: entries wait for commit(). */
  atOnce = true;
  callbacks: FrameWriterCallbacks | null = null;
  isFull = false;
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  put(entry: WriteEntry): void {
    this.entries.push(entry);
    // After the pipeline's own call has returned, as with a real commit.
    if (this.atOnce) queueMicrotask(() => this.commit());
  }

  /** Commits all waiting entries as one batch. */
  commit(): void {
    const batch = this.entries;
    this.entries = [];
    const outcomes = batch.map((entry) => [entry, this.#store(entry)] as const);
    for (const deviceId of new Set(batch.filter((entry) => entry.hasDeviceState).map((entry) => entry.deviceId))) {
      const row = this.callbacks?.deviceStateRow(deviceId);
      if (!row) continue;
      const layoutIds = new Map([...this.layouts.values()].map((layout) => [layout.hash, layout.layoutId]));
      const layout = row.layoutId === null ? null : (this.layouts.get(row.layoutId) ?? null);
      this.deviceStates.set(deviceId, { row, layout, layoutIds });
      if (row.windows) this.windows.set(deviceId, row.windows);
    }
    const committed: Committed = {
      events: batch.flatMap((entry) => entry.events),
      ends: batch.flatMap((entry) => entry.ends),
      changes: batch.flatMap((entry) => entry.changes),
      steps: batch.flatMap((entry) => entry.steps),
    };
    this.callbacks?.committed(committed);
    for (const [entry, outcome] of outcomes) entry.done(outcome.outcome, outcome.duplicates);
  }

  /** Drops the queue: nothing of it is stored. */
  giveUp(): void {
    const batch = this.entries;
    this.entries = [];
    this.callbacks?.discard([...new Set(batch.map((entry) => entry.deviceId))]);
    for (const entry of batch) entry.done('again', 0);
  }

  #store(entry: WriteEntry): { outcome: WriteOutcome; duplicates: number } {
    if (entry.layout) this.layouts.set(entry.layout.layoutId, entry.layout);
    const { restamp } = entry;
    if (restamp) {
      const moved = (frame: AcceptedFrame): AcceptedFrame =>
        frame.receivedAt >= restamp.sinceReceivedAt ? { ...frame, ts: frame.ts + restamp.deltaMs } : frame;
      this.frames.splice(0, this.frames.length, ...this.frames.map(moved));
      this.late.splice(0, this.late.length, ...this.late.map(moved));
      this.events.forEach((event, i) => {
        if (event.receivedAt >= restamp.sinceReceivedAt) this.events[i] = { ...event, at: event.at + restamp.deltaMs };
      });
    }
    let duplicates = 0;
    for (const frame of entry.lateFrames) {
      const known = [...this.frames, ...this.late].some(
        (one) => one.deviceTs === frame.deviceTs && one.boot === frame.boot && one.seq === frame.seq,
      );
      if (known) duplicates++;
      else this.late.push(frame);
    }
    this.frames.push(...entry.frames);
    const allKnown = entry.lateFrames.length > 0 && duplicates === entry.lateFrames.length + entry.frames.length;
    if (!allKnown) this.events.push(...entry.events);
    for (const change of entry.changes) {
      const at = this.events.findIndex((event) => event.id === change.id);
      const event = this.events[at];
      if (!event) continue;
      if (change.kind === 'live') this.events[at] = change.event;
      else if (change.kind !== 'again') this.events[at] = { ...event, shelved: change.kind === 'shelved' };
    }
    this.ends.push(...entry.ends);
    this.steps.push(...entry.steps);
    this.changes.push(...entry.changes);
    this.shelves.push(...entry.shelves);
    this.walks.push(...entry.walks);
    return { outcome: allKnown ? 'duplicate' : 'stored', duplicates };
  }

  full(): boolean {
    return this.isFull;
  }

  whenRoom(fn: () => void): void {
    queueMicrotask(fn);
  }

  storedUntil(): number {
    return this.#now();
  }

  async loadDeviceStates(ids: readonly DeviceId[] | 'all'): Promise<readonly StoredDeviceState[]> {
    return [...this.deviceStates]
      .filter(([id]) => ids === 'all' || ids.includes(id))
      .map(([id, state]) => ({ ...state, ...this.#windowsOf(id) }));
  }

  #windowsOf(id: DeviceId): Pick<StoredDeviceState, 'windows'> {
    const row = this.windows.get(id);
    if (!row) return {};
    const isLater = ({ receivedAt, ts }: AcceptedFrame) =>
      receivedAt > row.receivedAt || (receivedAt === row.receivedAt && ts > row.ts);
    return { windows: { state: row.state, frames: this.frames.filter(isLater) } };
  }

  async loadActive(ids: readonly DeviceId[] | 'all'): Promise<readonly EventRow[]> {
    const ended = new Set(this.ends.map((end) => end.id));
    return this.events.filter(
      (event) => event.active && !ended.has(event.id) && (ids === 'all' || ids.includes(event.deviceId)),
    );
  }
}
