import { texts as contents } from '@tocsin/contract/texts/event-contents';

/**
 * The clock rule: a wrong clock does not make frames late. When at least five unmarked frames in a row have a span of
 * `ts` and a span of arrival, each at least 10 s, that differ by less than 10 %, they are live whatever their `ts` is,
 * and their offset (server time minus `ts`) is subtracted.
 */
export interface ClockState {
  /** The offset applied at present, ms; 0 while the clock is right. */
  appliedMs: number;
  /** The last measurement; null before the first. */
  measuredMs: number | null;
  /** The consecutive frames being compared. */
  count: number;
  firstTs: number;
  firstArrival: number;
  lastTs: number;
  lastArrival: number;
  /** The smallest offset of the row: that of the frame with the shortest delay. */
  leastOffset: number;
  /** Set while the device is shown with a wrong clock. */
  wrong: ClockWrong | null;
}
/** Deviation of a device's clock in milliseconds; positive when it is behind. */
interface ClockWrong {
  readonly since: number;
  byMs: number;
  /** Last time the clock was measured wrong; the notice remains for another hour. */
  lastSign: number;
}

const framesNeeded = 5;
const spanNeeded = 10_000;
/** At these limits the row restarts, so that a drifting clock is measured repeatedly. */
const framesEnough = 20;
const spanEnough = 60_000;
/** Normal network and sending delay; smaller offsets are not applied, because correct times would jitter. */
export const toleratedMs = 5_000;
/** From this deviation on, users see the clock as wrong. */
export const wrongFromMs = 120_000;
/** A frame whose corrected time is further ahead than this is refused as future. */
export const futureMs = 5 * 60_000;
const noticeLastsMs = 3_600_000;

/** The initial state: times are used as sent. */
export function freshClock(): ClockState {
  return {
    appliedMs: 0,
    measuredMs: null,
    count: 0,
    firstTs: 0,
    firstArrival: 0,
    lastTs: 0,
    lastArrival: 0,
    leastOffset: 0,
    wrong: null,
  };
}

/** Adds one unmarked frame to the row; returns true when the row now meets the rule. */
export function sample(clock: ClockState, ts: number, arrival: number): boolean {
  const offset = arrival - ts;
  const tsSpan = ts - clock.firstTs;
  const arrivalSpan = arrival - clock.firstArrival;
  // Two seconds cover the jitter of short rows; in longer ones the 10 % tolerance is wider.
  const band = Math.max(2_000, Math.max(tsSpan, arrivalSpan) / 10);
  const enough = clock.count >= framesEnough && arrivalSpan >= spanEnough;
  if (clock.count === 0 || enough || Math.abs(tsSpan - arrivalSpan) > band) {
    clock.count = 1;
    clock.firstTs = ts;
    clock.firstArrival = arrival;
    clock.lastTs = ts;
    clock.lastArrival = arrival;
    clock.leastOffset = offset;
    return false;
  }
  clock.count++;
  clock.lastTs = Math.max(clock.lastTs, ts);
  clock.lastArrival = arrival;
  if (offset < clock.leastOffset) clock.leastOffset = offset;
  return meetsRule(clock);
}

function meetsRule(clock: ClockState): boolean {
  const tsSpan = clock.lastTs - clock.firstTs;
  const arrivalSpan = clock.lastArrival - clock.firstArrival;
  return (
    clock.count >= framesNeeded &&
    tsSpan >= spanNeeded &&
    arrivalSpan >= spanNeeded &&
    Math.abs(tsSpan - arrivalSpan) < Math.max(tsSpan, arrivalSpan) / 10
  );
}

/** Measures a row that meets the rule and returns the change of the applied offset in milliseconds (usually 0). */
export function measure(clock: ClockState): number {
  clock.measuredMs = clock.leastOffset;
  if (Math.abs(clock.measuredMs - clock.appliedMs) <= toleratedMs) return 0;
  const before = clock.appliedMs;
  clock.appliedMs = Math.abs(clock.measuredMs) > toleratedMs ? clock.measuredMs : 0;
  return clock.appliedMs - before;
}

/** Records that the clock was measured wrong. Returns true when the notice is new and needs an event. */
export function noteWrong(clock: ClockState, byMs: number, now: number): boolean {
  if (clock.wrong) {
    clock.wrong.byMs = byMs;
    clock.wrong.lastSign = now;
    return false;
  }
  clock.wrong = { since: now, byMs, lastSign: now };
  return true;
}

/** Removes the notice an hour after the last deviation, once the clock was measured right. */
export function resetClock(clock: ClockState, now: number): void {
  if (!clock.wrong || now - clock.wrong.lastSign < noticeLastsMs) return;
  if (clock.measuredMs !== null && Math.abs(clock.measuredMs) <= wrongFromMs) clock.wrong = null;
}

/** 'Device clock is wrong by 2 h 59 min (behind)'. */
export function clockText(byMs: number): string {
  const isBehind = byMs > 0;
  const seconds = Math.round(Math.abs(byMs) / 1_000);
  const days = Math.floor(seconds / 86_400);
  if (days >= 2) return (isBehind ? contents.clockDaysBehind : contents.clockDaysAhead)(String(days));
  return (isBehind ? contents.clockBehind : contents.clockAhead)(spanText(seconds));
}

function spanText(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min${seconds % 60 ? ` ${seconds % 60} s` : ''}`;
  const hours = Math.floor(minutes / 60);
  return `${hours} h${minutes % 60 ? ` ${minutes % 60} min` : ''}`;
}
