import type { WarningRule } from './catalog.ts';
import type { AcceptedFrame, EvaluatedDevice, IndexedLayout } from './types.ts';

/** A warning that a rule would have raised, in unix ms; `to` is null while it is active at the end of the range. */
export interface RehearsedSpan {
  readonly from: number;
  readonly to: number | null;
  /** The value farthest beyond the limit while it was active; null for a rule that compares for equality. */
  readonly extreme: number | null;
}

/** The moment closest to a warning that was not raised. */
export interface NearestMiss {
  /** `delay`: the condition was true, but not for long enough. `value`: it never was. */
  readonly kind: 'delay' | 'value';
  readonly at: number;
  readonly value: number;
  /** For `delay`: how far the counter came, in ms. */
  readonly heldMs: number;
}

/** What one rule would have done. */
export interface RehearsedRule {
  readonly ruleId: number;
  readonly spans: readonly RehearsedSpan[];
  readonly nearestMiss: NearestMiss | null;
  /** Time in ms in which the rule could not be evaluated, since its sensor had no value. */
  readonly unevaluatedMs: number;
}

/** The present condition of a rule. */
export interface RuleSample {
  /**
   * What the rule compares with its limit, in the displayed unit; NaN without a value. With `=`: 1 when it is equal,
   * else 0.
   */
  readonly quantity: number;
  /**
   * Unix ms from which the rule's `only_while` permits a beginning, Infinity while it does not; null: unknown, so that
   * the counter stands still.
   */
  readonly mayBeginFrom: number | null;
  /** The rule's own condition, and the one that keeps its warning open; null: cannot be evaluated. */
  readonly begins: boolean | null;
  readonly keeps: boolean | null;
  /** The counter's limits in ms while the warning is closed and open. */
  readonly delayMs: number;
  readonly offDelayMs: number;
  /** How long the rule remembers past frames beside its counter: its window and `only_while`. */
  readonly memoryMs: number;
  /** It has a window, whose parts begin with the first value after a gap. */
  readonly hasWindow: boolean;
}

/** Warning rules that run over frames of the past. */
export interface RuleRehearsal {
  /** Another layout applies from `at`; its sensors may be reduced to those that the rules need. */
  layout(layout: IndexedLayout, at: number): void;
  /** One frame in order of time; `holdMs`: how long its values are valid. Its arrays may be reused afterwards. */
  frame(frame: AcceptedFrame, holdMs: number): void;
  /** The present condition of a rule, after a frame. */
  sample(ruleId: number): RuleSample | null;
  /** Runs the counters to `at` and returns the results by rule id. */
  finish(at: number): ReadonlyMap<number, RehearsedRule>;
}

/** Sensors (`groupId.sensorId`) whose values a rule needs. */
type PathsOfRule = (rule: WarningRule) => readonly string[];

/** How long before the range a rule must run so that its state at the beginning is known in most cases, in ms. */
type LeadOfRule = (rule: WarningRule) => number;

/** The pipeline's evaluation of warning rules, as history calls it for a rehearsal. */
export interface RehearsalEvaluation {
  readonly start: (
    device: EvaluatedDevice,
    rules: readonly WarningRule[],
    texts: readonly string[],
    now: number,
  ) => RuleRehearsal;
  readonly pathsOf: PathsOfRule;
  readonly leadOf: LeadOfRule;
}
