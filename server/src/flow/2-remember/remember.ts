import type { Change, DecodedBirth, DecodedFrame, NewLayout } from '../passing.ts';
import { takeBirth } from './birth.ts';
import { type Board, countRefusal } from './board.ts';
import { freshTaken, type Taken, takeFrame } from './data.ts';
import { takeDeath } from './life.ts';

/** What one message made of the board. */
export interface Remembered extends Taken {
  layout: NewLayout | null;
}

/** The server's time of the message, in unix milliseconds, and how far back history goes. */
export interface When {
  readonly now: number;
  /** Older frames are refused. */
  readonly retentionMs: number;
}

/** Takes a birth onto the board; says what it changed and whether its list is to be stored. */
export function rememberBirth(
  board: Board,
  birth: DecodedBirth,
  session: number | null,
  nextLayoutId: () => number,
  when: When,
): Remembered {
  const born = takeBirth(board, birth, session, when.now, nextLayoutId);
  const out: Remembered = { ...freshTaken(), layout: born.layout };
  if (!born.taken) {
    const text = 'Too many different lists of sensors in an hour';
    countRefusal(board, 'layouts', text, when.now);
    out.refused = 1;
    out.refusedKind = 'layouts';
    return out;
  }
  out.changes.push(...born.changes);
  if (birth.first) takeFrame(board, birth.first, { ...when, single: true, newest: true }, out);
  return out;
}

/** Frames of one message, in the order of their time: a message may tell them in any. */
export function rememberData(board: Board, frames: readonly DecodedFrame[], single: boolean, when: When): Remembered {
  const out: Remembered = { ...freshTaken(), layout: null };
  const ordered = isAscending(frames) ? frames : [...frames].sort((a, b) => a.ts - b.ts || (a.seq ?? 0) - (b.seq ?? 0));
  const last = ordered.length - 1;
  for (let i = 0; i <= last; i++) {
    const frame = ordered[i];
    if (frame) takeFrame(board, frame, { ...when, single, newest: i === last }, out);
  }
  return out;
}

/** Takes a death onto the board, unless a newer birth stands. */
export function rememberDeath(board: Board, ts: number, will: number | null, when: When): Remembered {
  const change: Change | null = takeDeath(board, ts, will, when.now);
  return { ...freshTaken(), layout: null, changes: change ? [change] : [] };
}

function isAscending(frames: readonly DecodedFrame[]): boolean {
  let last = Number.NEGATIVE_INFINITY;
  for (const frame of frames) {
    if (frame.ts < last) return false;
    last = frame.ts;
  }
  return true;
}
