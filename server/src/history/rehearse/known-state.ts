import type { RuleSample } from '../../pipeline/rehearsal-types.ts';

interface Chain {
  isOpen: boolean;
  counterMs: number;
}

/** Why the stored events of a time may differ from the rehearsed ones. */
export type ExclusionReason =
  | 'start'
  | 'rule_changed'
  | 'scale'
  | 'layout'
  | 'test'
  | 'fix'
  | 'offline'
  | 'gap'
  | 'clock'
  | 'late';

export interface Exclusion {
  readonly from: number;
  readonly to: number;
  readonly reason: ExclusionReason;
}

/** After these a window holds other parts than without. */
const movesWindows: ReadonlySet<ExclusionReason> = new Set(['start', 'rule_changed', 'scale', 'clock', 'late']);

/**
 * Knows when a rule's live state can be inferred from frames alone. After a disturbance it follows the two extreme
 * states, a counter at 0 and an open warning with a full counter: the true state lies between them, so it is known
 * again as soon as both are the same.
 */
export class KnownState {
  readonly exclusions: Exclusion[] = [];
  #since: { from: number; readonly reason: ExclusionReason } | null = null;
  #isWindowMoved = false;
  #disturbedTo = Number.NEGATIVE_INFINITY;
  #low: Chain = { isOpen: false, counterMs: 0 };
  #high: Chain = { isOpen: false, counterMs: 0 };
  #last: RuleSample | null = null;

  get isKnown(): boolean {
    return this.#since === null;
  }

  /**
   * From `from` to `to` the live state may differ for a reason. The parts of a window then differ until a gap empties
   * it: `emptiesWindow`.
   */
  disturb(from: number, to: number, reason: ExclusionReason, emptiesWindow = false): void {
    if (emptiesWindow) this.#isWindowMoved = false;
    else if (movesWindows.has(reason)) this.#isWindowMoved = true;
    this.#name(from, reason);
    this.#disturbedTo = Math.max(this.#disturbedTo, to);
    this.#reset();
  }

  /** Names the time from `from` on. What began while an earlier reason was still at work keeps that name. */
  #name(from: number, reason: ExclusionReason): void {
    const since = this.#since;
    if (since) {
      if (since.reason === reason || from <= since.from || from < this.#disturbedTo) return;
      this.exclusions.push({ from: since.from, to: from, reason: since.reason });
    }
    this.#since = { from, reason };
  }

  #reset(): void {
    this.#low = { isOpen: false, counterMs: 0 };
    this.#high = { isOpen: true, counterMs: Number.POSITIVE_INFINITY };
  }

  /** A frame at `at`: `elapsedMs` of counting since the previous one, and the rule's condition from now on. */
  frame(at: number, elapsedMs: number, sample: RuleSample | null): void {
    const last = this.#last;
    this.#last = sample;
    if (!this.#since || !sample) return;
    if (at < this.#disturbedTo + sample.memoryMs || (sample.hasWindow && this.#isWindowMoved)) {
      this.#reset();
      return;
    }
    if (last) {
      run(this.#low, elapsedMs, last, at);
      run(this.#high, elapsedMs, last, at);
    }
    change(this.#low, sample, at);
    change(this.#high, sample, at);
    const { isOpen, counterMs } = this.#low;
    // A beginning that becomes permitted between two frames is not followed here.
    const isOpening = Number.isFinite(sample.mayBeginFrom) && (sample.mayBeginFrom ?? 0) > at;
    if (isOpening || isOpen !== this.#high.isOpen || counterMs !== this.#high.counterMs) return;
    this.exclusions.push({ from: this.#since.from, to: at, reason: this.#since.reason });
    this.#since = null;
  }

  /** A frame while the state is known needs nothing. */
  idle(): void {
    this.#last = null;
  }

  finish(at: number): readonly Exclusion[] {
    if (this.#since && this.#since.from <= at)
      this.exclusions.push({ from: this.#since.from, to: at, reason: this.#since.reason });
    this.#since = null;
    return this.exclusions;
  }
}

/** Counts between 0 and the delay while closed, and between 0 and the off-delay while open. */
function run(chain: Chain, elapsedMs: number, sample: RuleSample, at: number): void {
  const { delayMs, offDelayMs } = sample;
  const holds = chain.isOpen ? sample.keeps : beginsNow(sample, at - elapsedMs);
  if (holds === null) return;
  if (chain.isOpen) {
    chain.counterMs = Math.min(chain.counterMs, offDelayMs);
    if (holds) chain.counterMs = Math.min(offDelayMs, chain.counterMs + elapsedMs);
    else {
      chain.counterMs -= elapsedMs;
      if (chain.counterMs <= 0) close(chain);
    }
    return;
  }
  chain.counterMs = holds ? chain.counterMs + elapsedMs : Math.max(0, chain.counterMs - elapsedMs);
  if (chain.counterMs >= delayMs && holds) {
    chain.isOpen = true;
    chain.counterMs = offDelayMs;
  }
}

/** Without a delay a condition acts at once. */
function change(chain: Chain, sample: RuleSample, at: number): void {
  const { keeps, delayMs, offDelayMs } = sample;
  if (chain.isOpen && keeps === false && offDelayMs === 0) close(chain);
  else if (!chain.isOpen && beginsNow(sample, at) === true && delayMs === 0) {
    chain.isOpen = true;
    chain.counterMs = offDelayMs;
  }
}

/** The condition with its gate; a gate that opens later than `at` is closed. null: the counter stands still. */
function beginsNow({ begins, mayBeginFrom }: RuleSample, at: number): boolean | null {
  if (begins !== true) return begins;
  return mayBeginFrom === null ? null : mayBeginFrom <= at;
}

function close(chain: Chain): void {
  chain.isOpen = false;
  chain.counterMs = 0;
}
