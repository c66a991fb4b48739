import type { Change } from '../passing.ts';
import type { Board } from './board.ts';
import { graceMs, offlineAfterMs } from './silence.ts';

/**
 * Silence, death and sessions (decisions.md 5, Silence). A device that reports by exception lives as long as its MQTT
 * session; every other one by its frames.
 */

/** Server's time at which this device is to be called offline; Infinity when it is or can't be. */
export function silentAt(board: Board): number {
  if (!board.online || (board.rbe && board.sessions.size > 0)) return Number.POSITIVE_INFINITY;
  const last = board.silence.lastArrival ?? board.onlineSince ?? 0;
  return Math.max(last + offlineAfterMs(board.silence), board.graceUntil);
}

/** The deadline came. */
export function fallSilent(board: Board, now: number): Change | null {
  if (silentAt(board) > now) return null;
  const seconds = Math.round((now - (board.silence.lastArrival ?? now)) / 1_000);
  return goOffline(board, now, board.rbe ? 'Session ended' : `No data for ${seconds} s`);
}

/** A death message. One that is older than the newest birth is of a former session and ignored. */
export function takeDeath(board: Board, ts: number, will: number | null, now: number): Change | null {
  if (!board.online) return null;
  const old = will === null ? board.bornTs !== null && ts < board.bornTs : will < (board.bornSession ?? will);
  return old ? null : goOffline(board, now, 'Death message');
}

function goOffline(board: Board, now: number, content: string): Change {
  board.online = false;
  board.onlineSince = now;
  return { kind: 'offline', at: now, content };
}

/** Another session is open for the device; several may be. */
export function beginSession(board: Board, session: number): void {
  board.sessions.add(session);
}

/** When the last session of a by-exception device ends, its silence begins. */
export function endSession(board: Board, session: number, now: number): void {
  board.sessions.delete(session);
  if (board.rbe && board.sessions.size === 0 && board.online) board.silence.lastArrival = now;
}

/** After a restart silence is forgiven for a while, since it was the server that did not listen. */
export function forgiveSilence(board: Board, now: number): void {
  board.graceUntil = now + graceMs(board.silence);
}
