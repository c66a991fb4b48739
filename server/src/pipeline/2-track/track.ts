import { texts as contents } from '@tocsin/contract/texts/event-contents';
import type { Change, DecodedBirth, DecodedFrame, NewLayout, RefusalKind } from '../types.ts';
import { applyBirth, withFormerLayout } from './birth.ts';
import { emptyTracked, type TrackedData, trackFrame } from './data.ts';
import { countRefusal, type DeviceState } from './device-state.ts';
import { applyDeath, type Death } from './liveness.ts';
import { timeMistake } from './time-mistake.ts';

/** The changes one message made to the device state. */
export interface Tracked extends TrackedData {
  layout: NewLayout | null;
}

/** The message's receive time (server time, unix milliseconds), and the start of the retention time. */
export interface When {
  readonly now: number;
  /** Older frames are refused. */
  readonly retentionMs: number;
}

/** Applies a birth to the device state. Returns the changes, and whether its layout must be stored. */
export function trackBirth(
  deviceState: DeviceState,
  birth: DecodedBirth,
  session: number | null,
  nextLayoutId: () => number,
  when: When,
): Tracked {
  if (birth.isFormer) return trackFormer(deviceState, birth, nextLayoutId, when);
  const born = applyBirth(deviceState, birth, session, when.now, nextLayoutId);
  const out: Tracked = { ...emptyTracked(), layout: born.layout };
  if (!born.taken) {
    const text = 'Too many different lists of sensors in an hour';
    countRefusal(deviceState, 'layouts', text, when.now);
    out.refused = 1;
    out.refusedKind = 'layouts';
    return out;
  }
  // Frames with the same mistake are refused; a birth only says so.
  out.refusedText = timeMistake(birth.ts, when.now);
  out.changes.push(...born.changes);
  if (birth.first) trackFrame(deviceState, birth.first, { ...when, single: true, newest: true }, out);
  return out;
}

/** A mapped message after step 1. */
interface MappedMessage {
  readonly birth: DecodedBirth | null;
  readonly data: FramesOfMessage & {
    readonly refused: readonly { readonly kind: RefusalKind; readonly message: string }[];
  };
}

/** After this many messages in a row without a mapped value, the device says so once. */
const unmappedTold = 3;

/**
 * Applies a mapped message: its birth, if the list of sensors changes, and its frames. One without a mapped value is
 * counted and no sign of life.
 */
export function trackMapped(
  deviceState: DeviceState,
  { birth, data }: MappedMessage,
  nextLayoutId: () => number,
  when: When,
): Tracked {
  const out: Tracked = birth
    ? trackBirth(deviceState, birth, null, nextLayoutId, when)
    : { ...emptyTracked(), layout: null };
  if (out.refusedKind === null) trackFrames(deviceState, data, when, out);
  for (const { kind, message } of data.refused) {
    countRefusal(deviceState, kind, message, when.now);
    if (deviceState.refusedInARow === unmappedTold && deviceState.layout)
      out.changes.push({ kind: 'unmapped', at: when.now, content: contents.refused(message) });
  }
  return out;
}

/** Adds a frame of a list of sensors that the device had before to its history. */
function trackFormer(deviceState: DeviceState, birth: DecodedBirth, nextLayoutId: () => number, when: When): Tracked {
  const out: Tracked = { ...emptyTracked(), layout: null };
  const layout = withFormerLayout(deviceState, birth, when.now, nextLayoutId, () => {
    if (birth.first)
      trackFrame(deviceState, { ...birth.first, historical: true }, { ...when, single: true, newest: false }, out);
  });
  if (layout === 'refused') {
    out.refused = 1;
    out.refusedKind = 'layouts';
  } else out.layout = layout;
  return out;
}

/** The frames of a message, or of a part of it. */
interface FramesOfMessage {
  readonly frames: readonly DecodedFrame[];
  /** True when the message was a single frame, not an array. */
  readonly single: boolean;
  /** True when later frames of the message follow. */
  readonly continues?: boolean;
}

/** Applies the frames of one message in order of time; a message may contain them in any order. */
export function trackData(deviceState: DeviceState, data: FramesOfMessage, when: When): Tracked {
  const out: Tracked = { ...emptyTracked(), layout: null };
  trackFrames(deviceState, data, when, out);
  return out;
}

function trackFrames(
  deviceState: DeviceState,
  { single, frames, continues = false }: FramesOfMessage,
  when: When,
  out: Tracked,
): void {
  const ordered = inOrder(frames);
  const last = ordered.length - 1;
  for (let i = 0; i <= last; i++) {
    const frame = ordered[i];
    if (frame) trackFrame(deviceState, frame, { ...when, single, newest: i === last && !continues }, out);
  }
}

/** The frames by time; of the same time, by seq. */
export const inOrder = (frames: readonly DecodedFrame[]): readonly DecodedFrame[] =>
  isAscending(frames) ? frames : [...frames].sort((a, b) => a.ts - b.ts || (a.seq ?? 0) - (b.seq ?? 0));

/** Applies a death to the device state, unless a newer birth has arrived. */
export function trackDeath(deviceState: DeviceState, death: Death, when: When): Tracked {
  const change: Change | null = applyDeath(deviceState, death, when.now);
  return { ...emptyTracked(), layout: null, changes: change ? [change] : [] };
}

function isAscending(frames: readonly DecodedFrame[]): boolean {
  let last = Number.NEGATIVE_INFINITY;
  for (const frame of frames) {
    if (frame.ts < last) return false;
    last = frame.ts;
  }
  return true;
}
