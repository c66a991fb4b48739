import { fillFrame } from '../fill-frame.ts';
import {
  type AcceptedFrame,
  ALARM,
  ALARM_SENT,
  BOOT_GIVEN,
  type Change,
  type DecodedFrame,
  EVALUATED,
  HOLDS,
  type RefusalKind,
  type Restamp,
  SENT,
  SEQ_GIVEN,
  STATE_SENT,
} from '../types.ts';
import { powerUp } from './birth.ts';
import { compare, contentHash, noteKey as rememberKey } from './dedupe-window.ts';
import {
  clockText,
  futureMs,
  measure,
  noteWrong,
  resetClock,
  sample,
  toleratedMs,
  wrongFromMs,
} from './device-clock.ts';
import { clearRefusals, countRefusal, type DeviceState } from './device-state.ts';
import { heard, offlineAfterMs } from './silence.ts';
import { textIndex } from './text-table.ts';
import { timeMistake } from './time-mistake.ts';

/** The result of one data message. */
export interface TrackedData {
  readonly changes: Change[];
  readonly frames: AcceptedFrame[];
  readonly late: AcceptedFrame[];
  restamp: Restamp | null;
  duplicates: number;
  rejectedValues: number;
  refused: number;
  refusedKind: RefusalKind | null;
  /** What the sender probably does wrong; null: nothing is known beside the kind. */
  refusedText: string | null;
}

/** An empty result, filled while the message is processed. */
export const emptyTracked = (): TrackedData => ({
  changes: [],
  frames: [],
  late: [],
  restamp: null,
  duplicates: 0,
  rejectedValues: 0,
  refused: 0,
  refusedKind: null,
  refusedText: null,
});

const lateMs = 10 * 60_000;

/**
 * Processes one frame: duplicate, refused, late or live. `single`: its message had no other frame. `newest`: it is the
 * last frame of its message, the only one that counts for the clock and silence.
 */
export function trackFrame(
  deviceState: DeviceState,
  frame: DecodedFrame,
  how: { readonly single: boolean; readonly newest: boolean; readonly now: number; readonly retentionMs: number },
  out: TrackedData,
): void {
  const { now } = how;
  const boot = frame.boot ?? deviceState.boot ?? 0;
  let seq = frame.seq ?? 0;
  const content = frame.byEdge?.content ?? contentHash(frame);
  if (deviceState.newest && frame.ts <= deviceState.newest.deviceTs) {
    const same = compare(deviceState.recent, frame, boot, content);
    if (same.kind === 'duplicate') {
      deviceState.counters.duplicates++;
      out.duplicates++;
      return;
    }
    if (same.kind === 'conflict') {
      deviceState.counters.conflicts++;
      seq = same.seq;
    }
  }
  out.rejectedValues += frame.rejected;
  deviceState.counters.rejectedValues += frame.rejected;

  const when = placeInTime(deviceState, frame, seq, boot, how, out);
  if (when.kind === 'refused') {
    const mistake = timeMistake(frame.ts, now);
    countRefusal(deviceState, when.why, mistake ?? when.text, now);
    out.refused++;
    out.refusedKind = when.why;
    out.refusedText = mistake;
    if (when.why === 'future' && !frame.historical) keepAlarms(deviceState, frame, boot, seq, now, out);
    return;
  }
  clearRefusals(deviceState);
  rememberKey(deviceState.recent, { deviceTs: frame.ts, boot, seq, content });
  const accepted = acceptedFrame(deviceState, frame, when, boot, seq, now);
  if (when.kind === 'late') acceptLate(deviceState, accepted, frame, how, out);
  else acceptLive(deviceState, accepted, frame, how.newest, out);
}

type When =
  | { readonly kind: 'live' | 'late'; readonly ts: number }
  | { readonly kind: 'refused'; readonly why: RefusalKind; readonly text: string };

function placeInTime(
  deviceState: DeviceState,
  frame: DecodedFrame,
  seq: number,
  boot: number,
  how: { readonly newest: boolean; readonly now: number; readonly retentionMs: number },
  out: TrackedData,
): When {
  const { clock } = deviceState;
  const { now } = how;
  const rowNewest = clock.count > 0 ? clock.lastTs : Number.NEGATIVE_INFINITY;
  const decided = how.newest && !frame.historical && sample(clock, frame.ts, now);
  if (decided) decideClock(deviceState, frame.ts, now, out);
  let ts = frame.ts + clock.appliedMs;
  if (frame.historical) return ts > now + futureMs ? future(deviceState, frame.ts, now, out) : { kind: 'late', ts };
  // Live whatever its ts is, unless a newer frame of the same row only overtook it.
  if (decided && frame.ts >= rowNewest) return { kind: 'live', ts };

  if (ts > now + futureMs && clock.appliedMs !== 0 && frame.ts <= now + futureMs) {
    // The clock was corrected; with the old offset its times would be in the future.
    clock.appliedMs = 0;
    ts = frame.ts;
  }
  if (ts > now + futureMs) return future(deviceState, frame.ts, now, out);
  if (ts < now - how.retentionMs) return { kind: 'refused', why: 'too_old', text: 'Older than the retention time' };
  const { newest } = deviceState;
  const before =
    newest !== null &&
    (ts < newest.ts || (ts === newest.ts && (boot < newest.boot || (boot === newest.boot && seq < newest.seq))));
  if (before || ts < now - lateMs) return { kind: 'late', ts };
  if (isCatchingUp(deviceState) && ts < now - offlineAfterMs(deviceState.silence)) return { kind: 'late', ts };
  return { kind: 'live', ts };
}

/** After an offline period, older frames are those it stored meanwhile; this ends with a recent frame. */
const isCatchingUp = (deviceState: DeviceState): boolean => !deviceState.online && deviceState.newest !== null;

function future(deviceState: DeviceState, ts: number, now: number, out: TrackedData): When {
  noticeClock(deviceState, now - ts, now, out);
  return { kind: 'refused', why: 'future', text: clockText(now - ts) };
}

/**
 * The alarm flags of a frame whose clock is ahead count, though nothing else of it does: an alarm must be told, and its
 * device says nothing else. A frame that is older than another one of these by the device's own time says nothing.
 */
function keepAlarms(
  deviceState: DeviceState,
  frame: DecodedFrame,
  boot: number,
  seq: number,
  now: number,
  out: TrackedData,
): void {
  const before = deviceState.newestAhead;
  if (before && (frame.ts < before.ts || (frame.ts === before.ts && seq < before.seq))) return;
  deviceState.newestAhead = { ts: frame.ts, seq };
  if (!frame.flags.some((flag) => (flag & ALARM_SENT) !== 0)) return;
  const { known } = deviceState;
  // The arrays of a state may wait to be written, and must not change.
  const flags = known.flags.map((flag, i) => {
    const sent = frame.flags[i] ?? 0;
    return (sent & ALARM_SENT) === 0 ? flag : (flag & ~ALARM) | (sent & ALARM);
  });
  deviceState.known = { ...known, flags };
  out.changes.push({
    kind: 'ahead',
    frame: acceptedFrame(deviceState, frame, { kind: 'late', ts: now }, boot, seq, now),
  });
}

function decideClock(deviceState: DeviceState, ts: number, now: number, out: TrackedData): void {
  const { clock, newest } = deviceState;
  // Frames of a clock that was ahead were refused: nothing of them was stored at a wrong time.
  const wasRefused = clock.firstTs + clock.appliedMs > clock.firstArrival + futureMs;
  const delta = measure(clock);
  if (Math.abs(delta) > toleratedMs && !wasRefused) {
    const since = clock.firstArrival;
    // Frames of this row that are already stored have a wrong time.
    if (clock.count > 1) out.restamp = { sinceReceivedAt: since, deltaMs: delta };
    if (newest && newest.receivedAt >= since) {
      deviceState.newest = { ...newest, ts: newest.ts + delta };
      if (deviceState.at) deviceState.at = deviceState.at.map((at) => at + delta);
    }
    out.changes.push({ kind: 'decided', sinceReceivedAt: since, deltaMs: delta });
    const steppedBack = newest !== null && newest.receivedAt < since && clock.firstTs < newest.deviceTs - toleratedMs;
    if (steppedBack) noticeClock(deviceState, clock.measuredMs || newest.deviceTs - ts, now, out);
  }
  if (clock.measuredMs !== null && Math.abs(clock.measuredMs) > wrongFromMs)
    noticeClock(deviceState, clock.measuredMs, now, out);
  else resetClock(clock, now);
}

function noticeClock(deviceState: DeviceState, byMs: number, now: number, out: TrackedData): void {
  if (noteWrong(deviceState.clock, byMs, now))
    out.changes.push({ kind: 'clock_wrong', at: now, content: clockText(byMs) });
}

/** Builds the frame to store from the frame sent: texts become indexes. */
function acceptedFrame(
  deviceState: DeviceState,
  frame: DecodedFrame,
  when: { readonly kind: 'live' | 'late'; readonly ts: number },
  boot: number,
  seq: number,
  now: number,
): AcceptedFrame {
  const { flags, values } = frame;
  // A partial frame is filled in place later; full frames without texts share one empty array.
  const bare = frame.isComplete && frame.statusAt.length + frame.stateAt.length + deviceState.stateOfValue.length === 0;
  const status = bare ? deviceState.noTexts : new Uint16Array(flags.length);
  const state = bare ? deviceState.noTexts : new Uint16Array(flags.length);
  for (let i = 0; i < frame.statusAt.length; i++)
    status[frame.statusAt[i] ?? 0] = textIndex(deviceState.texts, frame.statusText[i] ?? '');
  for (let i = 0; i < frame.stateAt.length; i++)
    state[frame.stateAt[i] ?? 0] = textIndex(deviceState.texts, frame.stateText[i] ?? '');
  for (const { index, texts } of deviceState.stateOfValue) {
    // The state of a sensor with a list of states follows from its value when the message gives none.
    const flag = flags[index] ?? 0;
    if ((flag & SENT) === 0 || state[index] !== 0) continue;
    const value = values[index] ?? Number.NaN;
    const text = texts.get(value);
    // A value missing from the list has no text; the text of the previous value would be wrong.
    if (text === undefined && ((flag & STATE_SENT) !== 0 || Number.isNaN(value))) continue;
    state[index] = text ?? 0;
    flags[index] = flag | STATE_SENT;
  }
  const given =
    (frame.seq === null ? 0 : SEQ_GIVEN) |
    (frame.boot === null ? 0 : BOOT_GIVEN) |
    (deviceState.rbe ? HOLDS : 0) |
    (when.kind === 'live' ? EVALUATED : 0);
  const layoutId = deviceState.layout?.layoutId ?? 0;
  return { ts: when.ts, deviceTs: frame.ts, boot, seq, given, layoutId, receivedAt: now, values, flags, status, state };
}

function acceptLate(
  deviceState: DeviceState,
  accepted: AcceptedFrame,
  frame: DecodedFrame,
  how: { readonly single: boolean; readonly now: number },
  out: TrackedData,
): void {
  deviceState.counters.late++;
  out.late.push(accepted);
  if (frame.tellsAlarms) out.changes.push({ kind: 'suspect', frame: accepted });
  else if (isCatchingUp(deviceState)) {
    deviceState.catchingUp = Math.max(deviceState.catchingUp ?? 0, accepted.ts);
    deviceState.backfillUntil = how.now + 60_000;
  } else if (deviceState.backfillUntil > how.now) {
    deviceState.backfillUntil = how.now + 60_000;
  } else if (how.single && !frame.historical && mayBeLive(deviceState, accepted, frame)) {
    out.changes.push({ kind: 'suspect', frame: accepted });
  }
}

/** A smaller seq of the same boot means history, not a clock that went back. */
function mayBeLive(deviceState: DeviceState, accepted: AcceptedFrame, frame: DecodedFrame): boolean {
  const { newest } = deviceState;
  return frame.seq === null || newest === null || accepted.boot !== newest.boot || accepted.seq > newest.seq;
}

function acceptLive(
  deviceState: DeviceState,
  accepted: AcceptedFrame,
  frame: DecodedFrame,
  newest: boolean,
  out: TrackedData,
): void {
  const { receivedAt } = accepted;
  if (!frame.isComplete) fillFrame(accepted, deviceState.known, frame.byEdge?.known ?? undefined);
  noteTimes(deviceState, accepted, frame.isComplete);
  deviceState.known = accepted;
  deviceState.newest = {
    ts: accepted.ts,
    deviceTs: accepted.deviceTs,
    boot: accepted.boot,
    seq: accepted.seq,
    receivedAt,
  };
  deviceState.counters.frames++;
  deviceState.newestAhead = null;
  if (frame.boot !== null) {
    const started = powerUp(deviceState, frame.boot, null);
    if (started) out.changes.push({ kind: 'power_up', at: accepted.ts, content: started });
  }
  if (newest) {
    heard(deviceState.silence, receivedAt);
    if (!deviceState.online) {
      // The very first frame is not a return.
      if (deviceState.onlineSince !== null) out.changes.push({ kind: 'online', at: receivedAt });
      deviceState.online = true;
      deviceState.onlineSince = receivedAt;
      deviceState.catchingUp = null;
    }
  }
  out.frames.push(accepted);
  out.changes.push({ kind: 'frame', frame: accepted, holdMs: holdMs(deviceState) });
}

/** How long the values are valid without another frame, in milliseconds. */
function holdMs(deviceState: DeviceState): number {
  return deviceState.rbe && deviceState.sessions.size > 0
    ? Number.POSITIVE_INFINITY
    : offlineAfterMs(deviceState.silence);
}

function noteTimes(deviceState: DeviceState, accepted: AcceptedFrame, isComplete: boolean): void {
  if (isComplete) {
    deviceState.at = null;
    return;
  }
  // No copy is needed: the times belong to the device state and leave it only as text.
  deviceState.at ??= new Float64Array(accepted.flags.length).fill(deviceState.newest?.ts ?? Number.NaN);
  for (let i = 0; i < accepted.flags.length; i++) if ((accepted.flags[i] ?? 0) & SENT) deviceState.at[i] = accepted.ts;
}
