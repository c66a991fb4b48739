import {
  BOOT_GIVEN,
  type Change,
  type DecodedFrame,
  HOLDS,
  JUDGED,
  type KeptFrame,
  type RefusalKind,
  type Restamp,
  SENT,
  SEQ_GIVEN,
  STATE_SENT,
} from '../passing.ts';
import { makeWhole } from '../whole.ts';
import { powerUp } from './birth.ts';
import { type Board, countRefusal, forgiveRefusals } from './board.ts';
import { clockText, forgiveClock, futureMs, measure, noteWrong, sample, toleratedMs, wrongFromMs } from './clock.ts';
import { compare, contentHash, remember as rememberKey } from './recent.ts';
import { heard, offlineAfterMs } from './silence.ts';
import { textIndex } from './texts.ts';

/** What became of one data message. */
export interface Taken {
  readonly changes: Change[];
  readonly frames: KeptFrame[];
  readonly late: KeptFrame[];
  restamp: Restamp | null;
  duplicates: number;
  rejectedValues: number;
  refused: number;
  refusedKind: RefusalKind | null;
}

/** Nothing found yet; filled by what a message brings. */
export const freshTaken = (): Taken => ({
  changes: [],
  frames: [],
  late: [],
  restamp: null,
  duplicates: 0,
  rejectedValues: 0,
  refused: 0,
  refusedKind: null,
});

const lateMs = 10 * 60_000;

/**
 * Takes one frame. `single`: its message had no other; `newest`: the last of its message, which alone tells of clock
 * and silence. Decided here: duplicate, refused, late or live (decisions.md 5).
 */
export function takeFrame(
  board: Board,
  frame: DecodedFrame,
  how: { readonly single: boolean; readonly newest: boolean; readonly now: number; readonly retentionMs: number },
  out: Taken,
): void {
  const { now } = how;
  const boot = frame.boot ?? board.boot ?? 0;
  let seq = frame.seq ?? 0;
  const content = frame.seq === null ? contentHash(frame) : 0;
  if (board.newest && frame.ts <= board.newest.deviceTs) {
    const same = compare(board.recent, frame, boot, content);
    if (same.kind === 'duplicate') {
      board.counters.duplicates++;
      out.duplicates++;
      return;
    }
    if (same.kind === 'conflict') {
      board.counters.conflicts++;
      seq = same.seq;
    }
  }
  out.rejectedValues += frame.rejected;
  board.counters.rejectedValues += frame.rejected;

  const when = placeInTime(board, frame, seq, boot, how, out);
  if (when.kind === 'refused') {
    countRefusal(board, when.why, when.text, now);
    out.refused++;
    out.refusedKind = when.why;
    return;
  }
  forgiveRefusals(board);
  rememberKey(board.recent, { deviceTs: frame.ts, boot, seq, content });
  const kept = keep(board, frame, when, boot, seq, now);
  if (when.kind === 'late') takeLate(board, kept, frame, how, out);
  else takeLive(board, kept, frame, how.newest, out);
}

type When =
  | { readonly kind: 'live' | 'late'; readonly ts: number }
  | { readonly kind: 'refused'; readonly why: RefusalKind; readonly text: string };

function placeInTime(
  board: Board,
  frame: DecodedFrame,
  seq: number,
  boot: number,
  how: { readonly newest: boolean; readonly now: number; readonly retentionMs: number },
  out: Taken,
): When {
  const { clock } = board;
  const { now } = how;
  const rowNewest = clock.count > 0 ? clock.lastTs : Number.NEGATIVE_INFINITY;
  const decided = how.newest && !frame.historical && sample(clock, frame.ts, now);
  if (decided) decideClock(board, frame.ts, now, out);
  let ts = frame.ts + clock.appliedMs;
  if (frame.historical) return ts > now + futureMs ? future(board, frame.ts, now, out) : { kind: 'late', ts };
  // Live whatever its ts is, unless it only was overtaken by another of its row.
  if (decided && frame.ts >= rowNewest) return { kind: 'live', ts };

  if (ts > now + futureMs && clock.appliedMs !== 0 && frame.ts <= now + futureMs) {
    // Its clock was set right: with the old offset it would speak from the future.
    clock.appliedMs = 0;
    ts = frame.ts;
  }
  if (ts > now + futureMs) return future(board, frame.ts, now, out);
  if (ts < now - how.retentionMs) return { kind: 'refused', why: 'too_old', text: 'Older than the retention time' };
  const { newest } = board;
  const before =
    newest !== null &&
    (ts < newest.ts || (ts === newest.ts && (boot < newest.boot || (boot === newest.boot && seq < newest.seq))));
  if (before || ts < now - lateMs) return { kind: 'late', ts };
  if (isCatchingUp(board) && ts < now - offlineAfterMs(board.silence)) return { kind: 'late', ts };
  return { kind: 'live', ts };
}

/** It was offline: until a frame is young, old ones are what it stored meanwhile. */
const isCatchingUp = (board: Board): boolean => !board.online && board.newest !== null;

function future(board: Board, ts: number, now: number, out: Taken): When {
  noticeClock(board, now - ts, now, out);
  return { kind: 'refused', why: 'future', text: clockText(now - ts) };
}

function decideClock(board: Board, ts: number, now: number, out: Taken): void {
  const { clock, newest } = board;
  const delta = measure(clock);
  if (Math.abs(delta) > toleratedMs) {
    const since = clock.firstArrival;
    // Frames of this row that are stored already stand at a wrong time.
    if (clock.count > 1) out.restamp = { sinceReceivedAt: since, deltaMs: delta };
    if (newest && newest.receivedAt >= since) {
      board.newest = { ...newest, ts: newest.ts + delta };
      if (board.at) board.at = board.at.map((at) => at + delta);
    }
    out.changes.push({ kind: 'decided', sinceReceivedAt: since, deltaMs: delta });
    const steppedBack = newest !== null && newest.receivedAt < since && clock.firstTs < newest.deviceTs - toleratedMs;
    if (steppedBack) noticeClock(board, clock.measuredMs || newest.deviceTs - ts, now, out);
  }
  if (clock.measuredMs !== null && Math.abs(clock.measuredMs) > wrongFromMs)
    noticeClock(board, clock.measuredMs, now, out);
  else forgiveClock(clock, now);
}

function noticeClock(board: Board, byMs: number, now: number, out: Taken): void {
  if (noteWrong(board.clock, byMs, now)) out.changes.push({ kind: 'clock_wrong', at: now, content: clockText(byMs) });
}

/** Makes the frame to be stored from what was sent: texts become indexes. */
function keep(
  board: Board,
  frame: DecodedFrame,
  when: { readonly kind: 'live' | 'late'; readonly ts: number },
  boot: number,
  seq: number,
  now: number,
): KeptFrame {
  const { flags, values } = frame;
  // What is partly told is filled in place later; a whole frame without texts shares one empty array with its like.
  const bare = frame.whole && frame.statusAt.length + frame.stateAt.length + board.stateOfValue.length === 0;
  const status = bare ? board.noTexts : new Uint16Array(flags.length);
  const state = bare ? board.noTexts : new Uint16Array(flags.length);
  for (let i = 0; i < frame.statusAt.length; i++)
    status[frame.statusAt[i] ?? 0] = textIndex(board.texts, frame.statusText[i] ?? '');
  for (let i = 0; i < frame.stateAt.length; i++)
    state[frame.stateAt[i] ?? 0] = textIndex(board.texts, frame.stateText[i] ?? '');
  for (const { index, texts } of board.stateOfValue) {
    // A sensor with a list of states says its state by its value, where the message gives none.
    const flag = flags[index] ?? 0;
    const text = (flag & SENT) !== 0 && state[index] === 0 ? texts.get(values[index] ?? Number.NaN) : undefined;
    if (text === undefined) continue;
    state[index] = text;
    flags[index] = flag | STATE_SENT;
  }
  const given =
    (frame.seq === null ? 0 : SEQ_GIVEN) |
    (frame.boot === null ? 0 : BOOT_GIVEN) |
    (board.rbe ? HOLDS : 0) |
    (when.kind === 'live' ? JUDGED : 0);
  const layoutId = board.layout?.layoutId ?? 0;
  return { ts: when.ts, deviceTs: frame.ts, boot, seq, given, layoutId, receivedAt: now, values, flags, status, state };
}

function takeLate(
  board: Board,
  kept: KeptFrame,
  frame: DecodedFrame,
  how: { readonly single: boolean; readonly now: number },
  out: Taken,
): void {
  board.counters.late++;
  out.late.push(kept);
  if (isCatchingUp(board)) {
    board.catchingUp = Math.max(board.catchingUp ?? 0, kept.ts);
    board.backfillUntil = how.now + 60_000;
  } else if (board.backfillUntil > how.now) {
    board.backfillUntil = how.now + 60_000;
  } else if (how.single && !frame.historical && mayBeLive(board, kept, frame)) {
    out.changes.push({ kind: 'suspect', frame: kept });
  }
}

/** A smaller seq of the same boot was sent before: it is history, not a clock that went back. */
function mayBeLive(board: Board, kept: KeptFrame, frame: DecodedFrame): boolean {
  const { newest } = board;
  return frame.seq === null || newest === null || kept.boot !== newest.boot || kept.seq > newest.seq;
}

function takeLive(board: Board, kept: KeptFrame, frame: DecodedFrame, newest: boolean, out: Taken): void {
  const { receivedAt } = kept;
  if (!frame.whole) makeWhole(kept, board.known);
  noteTimes(board, kept, frame.whole);
  board.known = kept;
  board.newest = { ts: kept.ts, deviceTs: kept.deviceTs, boot: kept.boot, seq: kept.seq, receivedAt };
  board.counters.frames++;
  if (frame.boot !== null) {
    const started = powerUp(board, frame.boot, null);
    if (started) out.changes.push({ kind: 'power_up', at: kept.ts, content: started });
  }
  if (newest) {
    heard(board.silence, receivedAt);
    if (!board.online) {
      // The first frame ever is no return.
      if (board.onlineSince !== null) out.changes.push({ kind: 'online', at: receivedAt });
      board.online = true;
      board.onlineSince = receivedAt;
      board.catchingUp = null;
    }
  }
  out.frames.push(kept);
  out.changes.push({ kind: 'frame', frame: kept, holdMs: holdMs(board) });
}

/** How long values count without a further frame. */
function holdMs(board: Board): number {
  return board.rbe && board.sessions.size > 0 ? Number.POSITIVE_INFINITY : offlineAfterMs(board.silence);
}

function noteTimes(board: Board, kept: KeptFrame, whole: boolean): void {
  if (whole) {
    board.at = null;
    return;
  }
  // A copy is not needed: the times are the board's own and leave it only as text.
  board.at ??= new Float64Array(kept.flags.length).fill(board.newest?.ts ?? Number.NaN);
  for (let i = 0; i < kept.flags.length; i++) if ((kept.flags[i] ?? 0) & SENT) board.at[i] = kept.ts;
}
