import type { WarningRule } from '../catalog.ts';
import type { NearestMiss, RehearsedRule, RehearsedSpan } from '../rehearsal-types.ts';
import type { RuleState } from './evaluation-state.ts';

/** Maximum number of warnings that are listed for one rule. */
const maxSpans = 20_000;

/** Collects what one rehearsed rule does: its warnings, and how close it came to one that it did not raise. */
export class RuleFollower {
  readonly rule: WarningRule;
  unevaluatedMs = 0;
  #compared = Number.NaN;
  readonly #spans: RehearsedSpan[] = [];
  #open: { readonly from: number; extreme: number | null } | null = null;
  /** The condition was true, and the counter is on its way. */
  #excursion: NearestMiss | null = null;
  #delayMiss: NearestMiss | null = null;
  readonly #peaks: Peaks | null;
  readonly #isBelow: boolean;

  constructor(rule: WarningRule) {
    this.rule = rule;
    this.#isBelow = rule.sign === '<' || rule.conditions?.kind === 'flat';
    this.#peaks = rule.sign === '=' && !this.#isBelow ? null : new Peaks(rule.value, this.#isBelow ? -1 : 1);
  }

  on(at: number): void {
    this.#open = { from: at, extreme: null };
    this.#excursion = null;
    this.#peaks?.restart();
  }

  off(at: number): void {
    if (this.#open && this.#spans.length < maxSpans) this.#spans.push({ ...this.#open, to: at });
    this.#open = null;
    this.#peaks?.restart();
  }

  /** The counter has run up to `at` with the conditions of the previous frame. */
  ran({ counterMs, holds }: RuleState, at: number): void {
    if (this.#open || Number.isNaN(this.#compared)) return;
    if (counterMs > (this.#excursion?.heldMs ?? 0) && holds)
      this.#excursion = { kind: 'delay', at, value: this.#compared, heldMs: counterMs };
    else if (counterMs === 0 && this.#excursion && !holds) {
      if (this.#excursion.heldMs > (this.#delayMiss?.heldMs ?? 0)) this.#delayMiss = this.#excursion;
      this.#excursion = null;
    }
  }

  /** The rule's condition after a frame, and the number that it compares. */
  sees(holds: boolean | null, compared: number, at: number): void {
    this.#compared = compared;
    if (holds === null || Number.isNaN(compared)) return;
    const open = this.#open;
    if (!open) {
      if (!holds) this.#peaks?.add(compared, at);
      return;
    }
    if (!this.#peaks) return;
    const { extreme } = open;
    if (extreme === null || (this.#isBelow ? compared < extreme : compared > extreme)) open.extreme = compared;
  }

  result(): RehearsedRule {
    const open = this.#open;
    const spans = open ? [...this.#spans, { ...open, to: null }] : this.#spans;
    const nearestMiss = this.#delayMiss ?? this.#peaks?.nearest() ?? null;
    return { ruleId: this.rule.id, spans, nearestMiss, unevaluatedMs: this.unevaluatedMs };
  }
}

/**
 * Finds the peak closest to a limit that was not crossed. A value on the way to the limit, or on the way back from it,
 * is no peak: on both sides the value must be farther from the peak than the peak is from the limit.
 */
class Peaks {
  readonly #limit: number;
  /** 1: the limit is above the values; -1: below. */
  readonly #direction: 1 | -1;
  #floor = Number.POSITIVE_INFINITY;
  #top = Number.NEGATIVE_INFINITY;
  #topAt = 0;
  #best: { readonly at: number; readonly value: number } | null = null;

  constructor(limit: number, direction: 1 | -1) {
    this.#limit = limit * direction;
    this.#direction = direction;
  }

  restart(): void {
    this.#floor = Number.POSITIVE_INFINITY;
    this.#top = Number.NEGATIVE_INFINITY;
  }

  add(value: number, at: number): void {
    const x = value * this.#direction;
    if (x > this.#top) {
      this.#top = x;
      this.#topAt = at;
    } else if (this.#top - x >= this.#limit - this.#top) {
      this.#take();
      this.#floor = x;
      this.#top = x;
      this.#topAt = at;
    }
    if (x < this.#floor) {
      this.#floor = x;
      this.#top = x;
      this.#topAt = at;
    }
  }

  nearest(): NearestMiss | null {
    this.#take();
    return this.#best && { kind: 'value', at: this.#best.at, value: this.#best.value, heldMs: 0 };
  }

  #take(): void {
    const distance = this.#limit - this.#top;
    if (!Number.isFinite(this.#top) || this.#top - this.#floor < distance) return;
    const value = this.#top * this.#direction;
    const best = this.#best;
    if (best === null || value * this.#direction > best.value * this.#direction)
      this.#best = { at: this.#topAt, value };
  }
}
