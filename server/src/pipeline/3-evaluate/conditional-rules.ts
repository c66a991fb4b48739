import { type AcceptedFrame, HOLDS } from '../types.ts';
import { convertedValue } from '../unit-conversion.ts';
import type { Plan } from './evaluation-plan.ts';
import { type EvaluationState, isUnderTest, type RuleState } from './evaluation-state.ts';
import type { EventSink } from './event-sink.ts';
import { type ConditionPlan, comparedNumber, gateHolds, ownConditionHolds } from './rule-conditions.ts';
import { addValue, clearWindow, emptyWindow, type RuleWindow } from './rule-windows.ts';
import { turnOff, turnOn } from './warning-events.ts';

/**
 * Counters of rules that have conditions beside sensor, sign, value and delay. `holds` is the rule's own condition;
 * `only_while` additionally decides whether a closed warning's counter may run up. While a warning is open, its counter
 * runs between 0 and the off-delay. During a maintenance test of its sensor neither delays nor deadband nor `only_while`
 * apply.
 */

const isTested = (state: EvaluationState, rule: RuleState): boolean => isUnderTest(state, rule.path);

const delayOf = (state: EvaluationState, rule: RuleState): number => (isTested(state, rule) ? 0 : rule.delayMs);

const offDelayOf = (state: EvaluationState, rule: RuleState, { settings }: ConditionPlan): number =>
  isTested(state, rule) ? 0 : (settings.offDelayMs ?? rule.delayMs);

/** Device time from which the rule may begin, Infinity while it may not; null: not known, the counter stands still. */
function beginsFrom(state: EvaluationState, rule: RuleState, { settings }: ConditionPlan, from: number): number | null {
  if (settings.onlyWhile === null || isTested(state, rule)) return from;
  const gate = state.gates.get(rule.ruleId);
  if (!gate || gate.holds === null) return null;
  return gate.holds ? from + settings.onlyWhile.forMs - gate.ms : Number.POSITIVE_INFINITY;
}

/** Advances one rule's counter over a span of device time in which the last frame's values are valid. */
export function runConditional(
  state: EvaluationState,
  plan: Plan,
  rule: RuleState,
  conditions: ConditionPlan,
  from: number,
  end: number,
  sink: EventSink,
): void {
  if (rule.holds !== null) {
    if (rule.open) runOpen(state, plan, rule, conditions, from, end, sink);
    else if (rule.holds) runClosed(state, plan, rule, conditions, from, end, sink);
    else rule.counterMs = Math.max(0, rule.counterMs - (end - from));
  }
  const gate = state.gates.get(rule.ruleId);
  if (gate?.holds) gate.ms = Math.min(conditions.settings.onlyWhile?.forMs ?? 0, gate.ms + (end - from));
}

function runOpen(
  state: EvaluationState,
  plan: Plan,
  rule: RuleState,
  conditions: ConditionPlan,
  from: number,
  end: number,
  sink: EventSink,
): void {
  if (rule.holds) {
    rule.counterMs = Math.min(offDelayOf(state, rule, conditions), rule.counterMs + (end - from));
    return;
  }
  const reaches = from + rule.counterMs;
  rule.counterMs = Math.max(0, rule.counterMs - (end - from));
  if (rule.counterMs === 0) turnOff(plan, rule, reaches, '', sink);
}

function runClosed(
  state: EvaluationState,
  plan: Plan,
  rule: RuleState,
  conditions: ConditionPlan,
  from: number,
  end: number,
  sink: EventSink,
): void {
  const begins = beginsFrom(state, rule, conditions, from);
  if (begins === null) return;
  const delay = delayOf(state, rule);
  const up = Math.min(begins, end);
  rule.counterMs = Math.max(0, rule.counterMs - (up - from));
  const reaches = up + Math.max(0, delay - rule.counterMs);
  rule.counterMs = Math.min(delay, rule.counterMs + (end - up));
  if (begins <= end && reaches <= end) begin(state, plan, rule, conditions, reaches, sink);
}

function begin(
  state: EvaluationState,
  plan: Plan,
  rule: RuleState,
  conditions: ConditionPlan,
  at: number,
  sink: EventSink,
): void {
  turnOn(state, plan, rule, at, sink);
  rule.counterMs = offDelayOf(state, rule, conditions);
}

/** Applies a new frame's values to one rule; without a delay it changes at once. */
export function applyConditional(
  state: EvaluationState,
  plan: Plan,
  rule: RuleState,
  conditions: ConditionPlan,
  texts: readonly string[],
  frame: AcceptedFrame,
  sink: EventSink,
): void {
  const { sensor, settings } = conditions;
  const raw = sensor === null ? Number.NaN : (frame.values[sensor.index] ?? Number.NaN);
  addToWindow(state, rule, raw, frame);
  const compared = comparedNumber(conditions, frame, state.windows.get(rule.ruleId));
  const deadband = rule.open && !isTested(state, rule) ? settings.deadband : 0;
  rule.holds = Number.isNaN(compared) ? null : ownConditionHolds(rule, conditions, compared, deadband);
  if (sensor !== null && !Number.isNaN(raw)) rule.shown = convertedValue(plan.shown[sensor.index], raw);
  const gate = state.gates.get(rule.ruleId);
  if (gate) {
    gate.holds = gateHolds(conditions, frame, texts);
    if (gate.holds === false) gate.ms = 0;
  }
  const begins = beginsFrom(state, rule, conditions, frame.ts);
  noteEvaluated(state, rule.ruleId, rule.holds !== null && (rule.open !== null || begins !== null), frame.ts);
  if (rule.open) {
    if (offDelayOf(state, rule, conditions) > 0) return;
    rule.counterMs = 0;
    if (rule.holds === false) turnOff(plan, rule, frame.ts, '', sink);
  } else if (delayOf(state, rule) === 0) {
    rule.counterMs = 0;
    if (rule.holds && begins !== null && begins <= frame.ts) begin(state, plan, rule, conditions, frame.ts, sink);
  }
}

function addToWindow(state: EvaluationState, rule: RuleState, raw: number, frame: AcceptedFrame): void {
  const window = state.windows.get(rule.ruleId);
  if (!window) return;
  const maxGapMs = state.holdMs ?? Number.POSITIVE_INFINITY;
  const holds = (frame.given & HOLDS) !== 0;
  if (!Number.isNaN(raw)) {
    if (addValue(window, raw, frame.ts, frame.receivedAt, maxGapMs, holds)) state.windowsChanged = true;
  } else if (holds && window.count > 0) {
    // By exception, no value is a statement and not a gap.
    clearWindow(window);
    state.windowsChanged = true;
  }
}

/** Records since when a rule cannot be evaluated, or that it can be. */
export function noteEvaluated(state: EvaluationState, ruleId: number, isEvaluated: boolean, at: number): void {
  if (!isEvaluated) {
    if (!state.unevaluated.has(ruleId)) state.unevaluated.set(ruleId, at);
  } else if (state.unevaluated.size > 0) state.unevaluated.delete(ruleId);
}

/** Device time at which one rule's counter elapses if no frame comes; Infinity when it will not. */
export function conditionalTurn(
  state: EvaluationState,
  rule: RuleState,
  conditions: ConditionPlan,
  from: number,
): number {
  if (rule.holds === null || (rule.open && rule.holds)) return Number.POSITIVE_INFINITY;
  if (rule.open) return from + rule.counterMs;
  const begins = rule.holds ? beginsFrom(state, rule, conditions, from) : null;
  if (begins === null || begins === Number.POSITIVE_INFINITY) return Number.POSITIVE_INFINITY;
  return begins + Math.max(0, delayOf(state, rule) - Math.max(0, rule.counterMs - (begins - from)));
}

/**
 * Gives each rule of the plan its gate and window, and drops those of other rules. A window of another length, type,
 * unit or scale starts empty.
 */
export function settleConditions(state: EvaluationState, plan: Plan): void {
  for (const map of [state.gates, state.windows, state.unevaluated])
    for (const id of map.keys()) if (!state.rules.has(id)) map.delete(id);
  for (const [ruleId, { settings, scale }] of plan.conditions) {
    if (settings.onlyWhile !== null && !state.gates.has(ruleId)) state.gates.set(ruleId, { holds: null, ms: 0 });
    const { kind, windowMs } = settings;
    if (kind !== 'rise' && kind !== 'flat') continue;
    const window = state.windows.get(ruleId);
    if (window?.kind === kind && window.windowMs === windowMs && window.scale === scale) continue;
    state.windows.set(ruleId, emptyWindow(ruleId, kind, windowMs, scale));
    state.windowsChanged = true;
  }
}

/** The counter of a warning that has just begun outside its own counter's course. */
export const fullCounter = (state: EvaluationState, plan: Plan, rule: RuleState): number => {
  const conditions = plan.conditions.get(rule.ruleId);
  return conditions ? offDelayOf(state, rule, conditions) : rule.delayMs;
};

/** Whether a rule's `only_while` allows it to begin at the last frame. */
export function mayBegin(state: EvaluationState, plan: Plan, rule: RuleState): boolean {
  const conditions = plan.conditions.get(rule.ruleId);
  if (!conditions) return true;
  const begins = beginsFrom(state, rule, conditions, 0);
  return begins !== null && begins <= 0;
}

/**
 * Adds to the windows that were stored the frames that were evaluated later. Whatever empties a window is stored with
 * its frame, so none of these frames does.
 */
export function completeWindows(
  { state, plan }: { readonly state: EvaluationState; readonly plan: Plan | null },
  stored: ReadonlyMap<number, RuleWindow>,
  frames: readonly AcceptedFrame[],
): void {
  for (const [ruleId, window] of stored) {
    const index = plan?.conditions.get(ruleId)?.sensor?.index;
    if (index === undefined || state.windows.get(ruleId) !== window) continue;
    for (const frame of frames) {
      const raw = frame.values[index] ?? Number.NaN;
      if (frame.layoutId !== plan?.layout.layoutId || Number.isNaN(raw)) continue;
      addValue(window, raw, frame.ts, frame.receivedAt, Number.POSITIVE_INFINITY, (frame.given & HOLDS) !== 0);
    }
  }
}
