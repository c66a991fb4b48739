import type { WarningRule } from '../../pipeline/catalog.ts';
import type { RehearsedRule } from '../../pipeline/rehearsal-types.ts';
import type { EvaluatedDevice } from '../../pipeline/types.ts';
import type { Exclusion } from './known-state.ts';
import type { PackedSignal, SignalRule } from './signal.ts';
import type { StoredAction, StoredAlarm } from './store.ts';

/** One rehearsal of a device's rules. Times are unix ms, the range is half-open. */
export interface RehearsalOrder {
  readonly device: EvaluatedDevice;
  /** Rules in force, each with its `since`, whose stored events are compared. */
  readonly inForce: readonly WarningRule[];
  /** Rules to try, with ids that no rule in force has. */
  readonly edited: readonly WarningRule[];
  readonly from: number;
  readonly to: number;
  readonly now: number;
  /** The rule whose signal is returned for sliders; null: none. */
  readonly signal: SignalRule | null;
}

/** How the rehearsal of a rule in force compares with the stored events. */
export interface IdentityCheck {
  readonly ruleId: number;
  /** Stored beginnings and ends in the range, and how many of them are in excluded spans. */
  readonly stored: number;
  readonly inExcluded: number;
  /** Stored and rehearsed alike. */
  readonly reproduced: number;
  /** Stored outside of excluded spans, but not rehearsed; and the reverse. Times of at most 20 each. */
  readonly missing: readonly number[];
  readonly unexpected: readonly number[];
  readonly excluded: readonly Exclusion[];
}

export interface RehearsalOutcome {
  /** By rule id, of rules in force and edited ones; spans that overlap the range. */
  readonly rules: readonly RehearsedRule[];
  readonly checks: readonly IdentityCheck[];
  /** Frames read, those before the range included. */
  readonly frames: number;
  /** Time of the first and last frame of the range; null: it has none. */
  readonly first: number | null;
  readonly last: number | null;
  readonly signal: PackedSignal | null;
  /** Stored alarms of the rules' sensors, and warnings of the rules in force that people acted upon. */
  readonly alarms: readonly StoredAlarm[];
  readonly actions: readonly StoredAction[];
}

/** Calls of the rehearsal thread. */
export type RehearsalCalls = {
  /** null: cancelled. */
  readonly run: {
    readonly takes: { readonly id: number; readonly order: RehearsalOrder };
    readonly gives: RehearsalOutcome | null;
  };
  readonly cancel: { readonly takes: number; readonly gives: unknown };
  /** The thread's memory in bytes: its heap and array buffers. */
  readonly memory: { readonly takes: null; readonly gives: number };
  readonly stop: { readonly takes: null; readonly gives: unknown };
};

/** Calls that the thread makes: the share of the range that has been read, 0 to 1. */
export type RehearsalCallbacks = {
  readonly progress: { readonly takes: { readonly id: number; readonly share: number }; readonly gives: unknown };
};
