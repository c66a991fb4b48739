import type { Layout } from '@tocsin/contract/layout';
import type { EventEnd, EventRow, JudgedDevice, KeptFrame } from './passing.ts';

/** One hour of one device, read anew in order: for its chunk, its slots and its late events. */
export interface HourInput {
  readonly device: JudgedDevice;
  readonly texts: readonly string[];
  readonly layouts: ReadonlyMap<number, Layout>;
  readonly t0: number;
  /** The end of the hour, or of the part of it that `frames` and `events` are of. */
  readonly until: number;
  readonly now: number;
  /** `end` of the hour before; null when there is none. */
  readonly start: string | null;
  /** All frames of the hour, live and late, in the order (ts, boot, seq), each once. */
  readonly frames: readonly KeptFrame[];
  /** The stored alarm and warning events (on and off) of this device with `at` in the hour, by (at, id). */
  readonly events: readonly EventRow[];
  /** Ids for new late events. */
  readonly nextId: () => number;
}

/** Doing it again with the outcome stored gives the same `end` and nothing to change. */
export interface HourOutcome {
  /** The same frames, each with the whole state: what a message left out is filled from the frame before. */
  readonly frames: readonly KeptFrame[];
  /** The state at the hour's end: the next hour's `start`. When it differs from the stored one, the next hour is owed. */
  readonly end: string;
  readonly insert: readonly EventRow[];
  readonly ends: readonly EventEnd[];
  /**
   * Back-fill found the true start of an event that a live frame had raised. When that lies in an earlier hour, the
   * earlier hour is owed again, so that its `end` names this event.
   */
  readonly moves: readonly { readonly id: number; readonly at: number }[];
  /** Late events that fuller data no longer bears out, or that turned out to be the start of another one. */
  readonly remove: readonly number[];
}
/** Stage 3 as stage 4 calls it for an hour with late frames: pure, the same input gives the same events. */
export type JudgeHour = (input: HourInput) => HourOutcome;
