import type { Clock } from '../../../platform/clock.ts';

/** The pending work of one session, in order of arrival. */
export interface Turns {
  /** Earliest start of the next piece of work, unix milliseconds. */
  notBefore: number;
  readonly waiting: { readonly at: number; readonly run: () => void }[];
}

/**
 * Runs work at the session's `notBefore`, or at once when that has passed, and never before earlier work. All work
 * shares one timer, because the order of simultaneous timers is undefined.
 */
export function inTurn(clock: Clock, turns: Turns, run: () => void): void {
  if (turns.waiting.length === 0 && turns.notBefore <= clock.now()) {
    run();
    return;
  }
  turns.waiting.push({ at: turns.notBefore, run });
  if (turns.waiting.length === 1) wait(clock, turns);
}

function wait(clock: Clock, turns: Turns): void {
  const [next] = turns.waiting;
  if (next) clock.after(Math.max(0, next.at - clock.now()), () => runDue(clock, turns));
}

function runDue(clock: Clock, turns: Turns): void {
  for (let next = turns.waiting[0]; next && next.at <= clock.now(); next = turns.waiting[0]) {
    next.run();
    turns.waiting.shift();
  }
  wait(clock, turns);
}
