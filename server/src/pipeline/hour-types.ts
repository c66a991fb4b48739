import type { Layout } from '@tocsin/contract/layout';
import type { ShelfSpan } from './shelf-types.ts';
import type { AcceptedFrame, EvaluatedDevice, EventEnd, EventRow } from './types.ts';

/** One hour of one device for re-evaluation: the input for its chunk, its slots and its late events. */
export interface HourInput {
  readonly device: EvaluatedDevice;
  readonly texts: readonly string[];
  readonly layouts: ReadonlyMap<number, Layout>;
  readonly t0: number;
  /** The end of the hour, or of the part that `frames` and `events` cover. */
  readonly until: number;
  readonly now: number;
  /** `end` of the previous hour; null without one. */
  readonly start: string | null;
  /** `end` as it is stored; null: the hour was not stored yet. */
  readonly storedEnd: string | null;
  /** All frames of the hour, live and late, each once, ordered by (ts, boot, seq). */
  readonly frames: readonly AcceptedFrame[];
  /** The stored alarm and warning events (on and off) of this device with `at` in the hour, ordered by (at, id). */
  readonly events: readonly StoredEvent[];
  /** Shelves of the device that were active in the hour: they hold late events back like live ones. */
  readonly shelves: readonly ShelfSpan[];
  /** Ids for new late events. */
  readonly nextId: () => number;
}

/** An event of the log, with what people and earlier evaluations have done with it. */
export interface StoredEvent extends EventRow {
  readonly acknowledged: boolean;
  /** It has an end: an off-event, or a reason without one. */
  readonly ended: boolean;
}

/** The result of an hour. Once stored, evaluating the hour again gives the same `end` and no changes. */
export interface HourOutcome {
  /** The same frames with the full state: omitted values are filled from the preceding frame. */
  readonly frames: readonly AcceptedFrame[];
  /**
   * The state at the hour's end, the next hour's `start`. If it differs from the stored one, the next hour is pending.
   */
  readonly end: string;
  readonly insert: readonly EventRow[];
  readonly ends: readonly EventEnd[];
  /**
   * Back-fill revealed the true start of an event raised by a live frame. If it is in an earlier hour, that hour
   * becomes pending, so that its `end` names this event.
   */
  readonly moves: readonly { readonly id: number; readonly at: number }[];
  /**
   * Late events that nobody has heard of and that more complete data no longer supports, and those that were merged into
   * another event. Events that notified or were acknowledged end with `notConfirmed` instead.
   */
  readonly remove: readonly number[];
  /** Merged events: `into` takes over the acknowledgement of `from`, which is in `remove`. */
  readonly merges: readonly { readonly from: number; readonly into: number }[];
}
/** The reason of an end when complete data shows that the event did not happen. */
export const notConfirmed = 'Not confirmed by complete data';

/** Stage 3 as stage 4 calls it for an hour with late frames. Pure: the same input gives the same events. */
export type EvaluateHour = (input: HourInput) => HourOutcome;
