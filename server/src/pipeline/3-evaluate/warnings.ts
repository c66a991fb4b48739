import type { WarningRule } from '../catalog.ts';
import type { AcceptedFrame, UnitConversion } from '../types.ts';
import { convertedValue } from '../unit-conversion.ts';
import {
  applyConditional,
  conditionalTurn,
  noteEvaluated,
  runConditional,
  settleConditions,
} from './conditional-rules.ts';
import type { Plan } from './evaluation-plan.ts';
import { type EvaluationState, isUnderTest, type RuleState } from './evaluation-state.ts';
import type { EventSink } from './event-sink.ts';
import { comparisonHolds } from './rule-conditions.ts';
import { turnOff, turnOn } from './warning-events.ts';

/**
 * Warnings by the rules of Edit Warnings: an up/down counter, as in the devices themselves. It counts up while the
 * condition is true and down while it is false, between 0 and the delay; the warning begins at the delay and ends at 0.
 * The time between two frames counts for the earlier frame's condition. Rules with further conditions are evaluated by
 * conditional-rules.ts.
 */

/** Advances the counters to a moment of device time, at most as long as the last frame's values are valid. */
export function runCounters(state: EvaluationState, plan: Plan, to: number, sink: EventSink): void {
  const from = state.countedTo;
  if (from === null || state.frameTs === null) return;
  const end = Math.min(to, state.frameTs + (state.holdMs ?? 0));
  if (end <= from) return;
  const hasConditions = plan.conditions.size > 0;
  for (const rule of state.rules.values()) {
    const conditions = hasConditions ? plan.conditions.get(rule.ruleId) : undefined;
    if (conditions) {
      runConditional(state, plan, rule, conditions, from, end, sink);
      continue;
    }
    if (rule.holds === null) continue;
    if (rule.holds) {
      const delay = delayOf(state, rule);
      const reaches = from + Math.max(0, delay - rule.counterMs);
      rule.counterMs = Math.min(delay, rule.counterMs + (end - from));
      if (!rule.open && rule.counterMs >= delay) turnOn(state, plan, rule, reaches, sink);
    } else {
      const reaches = from + rule.counterMs;
      rule.counterMs = Math.max(0, rule.counterMs - (end - from));
      if (rule.open && rule.counterMs === 0) turnOff(plan, rule, reaches, '', sink);
    }
  }
  state.countedTo = end;
}

/** Applies a new frame's conditions; rules without a delay change at once. Without a value the counter is paused. */
export function applyConditions(
  state: EvaluationState,
  plan: Plan,
  texts: readonly string[],
  frame: AcceptedFrame,
  sink: EventSink,
): void {
  const hasConditions = plan.conditions.size > 0;
  for (const rule of state.rules.values()) {
    const conditions = hasConditions ? plan.conditions.get(rule.ruleId) : undefined;
    if (conditions) {
      applyConditional(state, plan, rule, conditions, texts, frame, sink);
      continue;
    }
    const index = plan.layout.byPath.get(rule.path);
    const raw = index === undefined ? Number.NaN : (frame.values[index] ?? Number.NaN);
    const as = index === undefined ? undefined : ruleReading(plan, rule, index);
    if (index === undefined || !as || Number.isNaN(raw)) {
      rule.holds = null;
      noteEvaluated(state, rule.ruleId, false, frame.ts);
      continue;
    }
    rule.shown = convertedValue(plan.shown[index], raw);
    rule.holds = comparisonHolds(rule.sign, convertedValue(as, raw), rule.value, as.unit);
    noteEvaluated(state, rule.ruleId, true, frame.ts);
    if (delayOf(state, rule) > 0) continue;
    rule.counterMs = 0;
    if (rule.holds && !rule.open) turnOn(state, plan, rule, frame.ts, sink);
    else if (!rule.holds && rule.open) turnOff(plan, rule, frame.ts, '', sink);
  }
  state.countedTo = frame.ts;
}

/** How a rule reads its sensor: in its own unit; null when that cannot be converted. */
export function ruleReading(plan: Plan, rule: RuleState, index: number): UnitConversion | null | undefined {
  const other = plan.otherUnits.size === 0 ? undefined : plan.otherUnits.get(rule.ruleId);
  return other === undefined ? plan.shown[index] : other;
}

/** During its test a sensor's delay counts as 0. */
function delayOf(state: EvaluationState, rule: RuleState): number {
  return isUnderTest(state, rule.path) ? 0 : rule.delayMs;
}

/** Device time at which the next counter elapses if no frame comes; Infinity when none will. */
export function nextTurn(state: EvaluationState, plan: Plan | null): number {
  const from = state.countedTo;
  if (from === null || state.frameTs === null) return Number.POSITIVE_INFINITY;
  const end = state.frameTs + (state.holdMs ?? 0);
  let soonest = Number.POSITIVE_INFINITY;
  const hasConditions = plan !== null && plan.conditions.size > 0;
  for (const rule of state.rules.values()) {
    const conditions = hasConditions ? plan.conditions.get(rule.ruleId) : undefined;
    if (!conditions && (rule.holds === null || rule.holds === (rule.open !== null))) continue;
    const turn = conditions
      ? conditionalTurn(state, rule, conditions, from)
      : from + (rule.holds ? Math.max(0, delayOf(state, rule) - rule.counterMs) : rule.counterMs);
    if (turn <= end && turn < soonest) soonest = turn;
  }
  return soonest;
}

/**
 * Applies the current rules. A changed or deleted rule ends its open warning; another temperature unit only converts
 * the rules' numbers.
 */
export function applyRules(state: EvaluationState, plan: Plan, at: number, sink: EventSink): void {
  const { device } = plan;
  const converted = state.degrees !== device.degrees && state.degrees !== null;
  state.degrees = device.degrees;
  const wanted = new Map(device.warningRules.map((rule) => [rule.id, rule]));
  for (const rule of [...state.rules.values()]) {
    const now = wanted.get(rule.ruleId);
    if (now && sameRule(rule, now, converted)) {
      rule.value = now.value;
      continue;
    }
    if (rule.open) turnOff(plan, rule, at, 'Rule changed', sink);
    state.rules.delete(rule.ruleId);
  }
  for (const rule of device.warningRules) if (!state.rules.has(rule.id)) state.rules.set(rule.id, freshRule(rule));
  settleConditions(state, plan);
}

function sameRule(a: RuleState, b: WarningRule, converted: boolean): boolean {
  return a.path === b.path && a.sign === b.sign && a.delayMs === b.delayMs && (converted || a.value === b.value);
}

function freshRule(rule: WarningRule): RuleState {
  const { id, path, sign, value, delayMs } = rule;
  return { ruleId: id, path, sign, value, delayMs, counterMs: 0, holds: null, shown: null, open: null, test: false };
}
