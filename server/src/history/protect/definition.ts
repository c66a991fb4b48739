import { type ProtectionCause, protectionCauses } from '@tocsin/contract/protection-causes';
import { type Mask, mark, minuteMs, minutes, noMinute } from './mask.ts';
import type { HourSignal } from './signal.ts';

/** A time, half-open, in unix ms; `to` null: it lasts. */
interface Span {
  readonly from: number;
  readonly to: number | null;
}
/** Of a sensor, of a node (its group), or of the whole device (null). */
interface PathSpan extends Span {
  readonly path: string | null;
}

/** What the tables say of a device in an hour. */
export interface HourFacts {
  readonly t0: number;
  /** Minutes from `from` until `to` count. */
  readonly counts: { readonly from: number; readonly to: number };
  /** Paths in order. */
  readonly required: readonly string[];
  readonly shelves: readonly PathSpan[];
  /** `path` null: the device or its site. */
  readonly outOfService: readonly PathSpan[];
  readonly suspicions: readonly { readonly path: string; readonly spans: readonly Span[] }[];
  /** When each required sensor that can be tested last passed before the end of the hour, in order, and in the hour. */
  readonly passed: readonly { readonly path: string; readonly at: number }[];
  readonly untestable: ReadonlySet<string>;
  /** When the device was added: a sensor that was never tested is due an interval later. */
  readonly addedAt: number;
  readonly intervalMs: number;
  /** Tests in progress: their alarms reach nobody. */
  readonly tests: readonly PathSpan[];
  /** Who would have been reached, in order; a row holds until the next, at most `factHoldMs` after its last sighting. */
  readonly facts: readonly {
    readonly from: number;
    readonly until: number;
    readonly isSuspended: boolean;
    /** An alarm of the usual priority, and the sensors of which the opposite is true. */
    readonly isReached: boolean;
    readonly others: readonly string[];
  }[];
}

/** A cause with the minutes that it owns in each quarter of the hour; path '': the device. */
interface CauseMinutes {
  readonly cause: ProtectionCause;
  readonly path: string;
  readonly quarters: readonly number[];
}
export interface HourMinutes {
  readonly counted: Mask;
  /** By quarters of the hour. */
  readonly running: readonly number[];
  readonly protected: readonly number[];
  readonly causes: readonly CauseMinutes[];
}

/** What was seen once a minute holds for this long without another look. */
const factHoldMs = 150_000;
const quarters = 4;

/**
 * Definition 1. A minute of a device is running when its running sensor says so, or when that is not known. It is
 * protected when the device is online, neither suspended nor out of service, every required sensor has a fresh good
 * value, is not shelved, out of service, disabled, not scanned, suspected dead or overdue for its proof test, and an
 * alarm of it would have reached somebody. Else the first cause in that order owns the minute. Pure.
 */
export function minutesOf(signal: HourSignal, facts: HourFacts): HourMinutes {
  const { t0, counts, required } = facts;
  const counted = noMinute();
  // Whole minutes alone: those of its first frame and of its removal do not count.
  const [first, end] = [Math.ceil((counts.from - t0) / minuteMs), Math.floor((counts.to - t0) / minuteMs)];
  mark(counted, t0, t0 + first * minuteMs, t0 + end * minuteMs);
  const runs = noMinute();
  for (let minute = 0; minute < minutes; minute++)
    if (counted[minute] === 1 && (signal.running[minute] === 1 || signal.unknown[minute] === 1)) runs[minute] = 1;
  const owner = new Owners(runs);
  owner.take('no_data', '', signal.unknown);
  owner.take('offline', '', signal.offline);
  owner.take('suspended', '', suspended(facts));
  owner.take(
    'out_of_service',
    '',
    spanned(
      t0,
      facts.outOfService.filter(({ path }) => path === null),
    ),
  );
  if (required.length === 0) owner.take('nothing_required', '', noMinute().fill(1));
  const each = (cause: ProtectionCause, of: (path: string) => Mask | undefined): void => {
    for (const path of required) {
      const mask = owner.isDone ? undefined : of(path);
      if (mask) owner.take(cause, path, mask);
    }
  };
  each('no_value', (path) => signal.missing.get(path)?.value);
  each('shelved', (path) => covering(t0, facts.shelves, path));
  each('out_of_service', (path) => covering(t0, facts.outOfService, path));
  each('disabled', (path) => signal.missing.get(path)?.disabled);
  each('not_scanned', (path) => signal.missing.get(path)?.scan);
  each('suspected_dead', (path) => {
    const spans = facts.suspicions.filter((one) => one.path === path).flatMap((one) => one.spans);
    return spans.length === 0 ? undefined : spanned(t0, spans);
  });
  each('overdue', (path) => overdue(facts, path));
  const reach = reaches(facts);
  each('not_reached', reach);
  return { counted, ...owner.sums() };
}

class Owners {
  readonly #runs: Mask;
  readonly #left: Mask;
  readonly #causes: { cause: ProtectionCause; path: string; quarters: number[] }[] = [];

  constructor(runs: Mask) {
    this.#runs = runs;
    this.#left = Uint8Array.from(runs);
  }

  get isDone(): boolean {
    return !this.#left.includes(1);
  }

  take(cause: ProtectionCause, path: string, mask: Mask): void {
    const taken = [0, 0, 0, 0];
    for (let minute = 0; minute < minutes; minute++) {
      if (this.#left[minute] === 0 || mask[minute] === 0) continue;
      this.#left[minute] = 0;
      taken[Math.floor(minute / 15)]++;
    }
    if (taken.some((n) => n > 0)) this.#causes.push({ cause, path, quarters: taken });
  }

  sums() {
    return { running: byQuarter(this.#runs), protected: byQuarter(this.#left), causes: this.#causes };
  }
}

const byQuarter = (mask: Mask): number[] =>
  Array.from({ length: quarters }, (_, quarter) =>
    mask.subarray(quarter * 15, (quarter + 1) * 15).reduce((sum, one) => sum + one, 0),
  );

function spanned(t0: number, spans: readonly Span[]): Mask {
  const mask = noMinute();
  for (const { from, to } of spans) mark(mask, t0, from, to ?? Number.POSITIVE_INFINITY);
  return mask;
}

/** Spans of the sensor, of its node or of its device; undefined: none. */
function covering(t0: number, spans: readonly PathSpan[], path: string): Mask | undefined {
  const own = spans.filter((one) => one.path === null || one.path === path || path.startsWith(`${one.path}.`));
  return own.length === 0 ? undefined : spanned(t0, own);
}

/** The minutes after the day on which the sensor was due, until it passes. */
function overdue({ t0, passed, untestable, addedAt, intervalMs }: HourFacts, path: string): Mask | undefined {
  if (untestable.has(path)) return undefined;
  const mask = noMinute();
  let due = addedAt + intervalMs;
  for (const one of passed) {
    if (one.path !== path) continue;
    mark(mask, t0, due, one.at);
    due = one.at + intervalMs;
  }
  mark(mask, t0, due, Number.POSITIVE_INFINITY);
  return mask;
}

function suspended({ t0, facts }: HourFacts): Mask {
  const mask = noMinute();
  facts.forEach((one, index) => {
    if (one.isSuspended) mark(mask, t0, one.from, endOf(facts, index));
  });
  return mask;
}

const endOf = (facts: HourFacts['facts'], index: number): number =>
  Math.min((facts[index]?.until ?? 0) + factHoldMs, facts[index + 1]?.from ?? Number.POSITIVE_INFINITY);

/** The minutes in which an alarm of a sensor would have reached nobody, or in which nobody looked. */
function reaches({ t0, facts, tests }: HourFacts): (path: string) => Mask {
  const end = t0 + minutes * minuteMs;
  const unseen = noMinute();
  let at = t0;
  facts.forEach((one, index) => {
    mark(unseen, t0, at, one.from);
    at = Math.max(at, endOf(facts, index));
  });
  mark(unseen, t0, at, end);
  const partly = facts.some(({ isReached, others }) => !isReached || others.length > 0) || tests.length > 0;
  return (path) => {
    if (!partly) return unseen;
    const mask = Uint8Array.from(unseen);
    facts.forEach((one, index) => {
      if (one.others.includes(path) === one.isReached) mark(mask, t0, one.from, endOf(facts, index));
    });
    for (const test of tests) if (test.path === path) mark(mask, t0, test.from, test.to ?? end);
    return mask;
  };
}

/** The number of a cause as it is stored. */
export const causeNumber = (cause: ProtectionCause): number => protectionCauses.indexOf(cause);
