/**
 * The clock rule (decisions.md 5): a wrong clock is not lateness. When at least five unmarked frames in a row have a
 * span of `ts` and a span of arrival, each at least 10 s, that differ by less than 10 %, they are live whatever their
 * `ts` is, and their offset (server's time minus `ts`) is taken off.
 */
export interface ClockState {
  /** The offset that is taken off at present, ms; 0 while the clock is right. */
  appliedMs: number;
  /** As last measured; null before the first measurement. */
  measuredMs: number | null;
  /** The frames in a row that are being compared. */
  count: number;
  firstTs: number;
  firstArrival: number;
  lastTs: number;
  lastArrival: number;
  /** The least offset of the row: that of the frame which travelled fastest. */
  leastOffset: number;
  /** A wrong clock is shown as long as this stands. */
  wrong: ClockWrong | null;
}
/** That a device's clock is wrong, and by how much, in milliseconds: above 0 it is behind. */
export interface ClockWrong {
  readonly since: number;
  byMs: number;
  /** Last sign of it; the notice stays for an hour beyond. */
  lastSign: number;
}

const framesNeeded = 5;
const spanNeeded = 10_000;
/** Beyond these the row begins anew, so that a drifting clock is measured again and again. */
const framesEnough = 20;
const spanEnough = 60_000;
/** What a network and a sending interval may cost; smaller offsets are not taken off, or good times would jitter. */
export const toleratedMs = 5_000;
/** From here a clock is called wrong, on the page and to people. */
export const wrongFromMs = 120_000;
/** A frame whose time is still further ahead than this, once the clock was reckoned with, is of the future. */
export const futureMs = 5 * 60_000;
const noticeLastsMs = 3_600_000;

/** Nothing is known of the clock yet: times are taken as they come. */
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

/** Takes one unmarked frame into the row; true when the row now meets the rule. */
export function sample(clock: ClockState, ts: number, arrival: number): boolean {
  const offset = arrival - ts;
  const tsSpan = ts - clock.firstTs;
  const arrivalSpan = arrival - clock.firstArrival;
  // Two seconds cover the jitter of short rows; in longer ones the rule's own tenth is wider.
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

/** The row meets the rule: measures, and returns by how much the applied offset changes (mostly 0). */
export function measure(clock: ClockState): number {
  clock.measuredMs = clock.leastOffset;
  if (Math.abs(clock.measuredMs - clock.appliedMs) <= toleratedMs) return 0;
  const before = clock.appliedMs;
  clock.appliedMs = Math.abs(clock.measuredMs) > toleratedMs ? clock.measuredMs : 0;
  return clock.appliedMs - before;
}

/** Notes a sign of a wrong clock. Returns true when the notice is new, which is worth one event. */
export function noteWrong(clock: ClockState, byMs: number, now: number): boolean {
  if (clock.wrong) {
    clock.wrong.byMs = byMs;
    clock.wrong.lastSign = now;
    return false;
  }
  clock.wrong = { since: now, byMs, lastSign: now };
  return true;
}

/** The notice goes an hour after the last sign, once the clock was measured right. */
export function forgiveClock(clock: ClockState, now: number): void {
  if (!clock.wrong || now - clock.wrong.lastSign < noticeLastsMs) return;
  if (clock.measuredMs !== null && Math.abs(clock.measuredMs) <= wrongFromMs) clock.wrong = null;
}

/** 'Device clock is wrong by 2 h 59 min (behind)'. */
export function clockText(byMs: number): string {
  return `Device clock is wrong by ${spanText(Math.abs(byMs))} (${byMs > 0 ? 'behind' : 'ahead'})`;
}

function spanText(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min${seconds % 60 ? ` ${seconds % 60} s` : ''}`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h${minutes % 60 ? ` ${minutes % 60} min` : ''}`;
  return `${Math.floor(hours / 24)} days`;
}
