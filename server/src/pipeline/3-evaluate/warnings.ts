import { units } from '@tocsin/contract/sensors';
import type { WarningRule } from '../catalog.ts';
import type { AcceptedFrame } from '../types.ts';
import { convertedValue, roundConverted } from '../unit-conversion.ts';
import type { Plan } from './evaluation-plan.ts';
import type { EvaluationState, RuleState } from './evaluation-state.ts';
import { type EventSink, write } from './event-sink.ts';

/**
 * Warnings by the rules of Edit Warnings: an up/down counter, as in the devices themselves. It counts up while the
 * condition is true and down while it is false, between 0 and the delay; the warning begins at the delay and ends at 0.
 * The time between two frames counts for the earlier frame's condition.
 */

/** Advances the counters to a moment of device time, at most as long as the last frame's values are valid. */
export function runCounters(state: EvaluationState, plan: Plan, to: number, sink: EventSink): void {
  const from = state.countedTo;
  if (from === null || state.frameTs === null) return;
  const end = Math.min(to, state.frameTs + (state.holdMs ?? 0));
  if (end <= from) return;
  for (const rule of state.rules.values()) {
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
export function applyConditions(state: EvaluationState, plan: Plan, frame: AcceptedFrame, sink: EventSink): void {
  for (const rule of state.rules.values()) {
    const index = plan.layout.byPath.get(rule.path);
    const shown =
      index === undefined ? Number.NaN : convertedValue(plan.shown[index], frame.values[index] ?? Number.NaN);
    if (index === undefined || Number.isNaN(shown)) {
      rule.holds = null;
      continue;
    }
    rule.shown = shown;
    rule.holds = conditionHolds(rule, shown, plan.shown[index]?.unit ?? '');
    if (delayOf(state, rule) > 0) continue;
    rule.counterMs = 0;
    if (rule.holds && !rule.open) turnOn(state, plan, rule, frame.ts, sink);
    else if (!rule.holds && rule.open) turnOff(plan, rule, frame.ts, '', sink);
  }
  state.countedTo = frame.ts;
}

/** During its maintenance test a sensor's delay counts as 0. */
function delayOf(state: EvaluationState, rule: RuleState): number {
  return state.test?.path === rule.path ? 0 : rule.delayMs;
}

/** Compares the displayed value; `=` compares the displayed number. */
export function conditionHolds(rule: Pick<RuleState, 'sign' | 'value'>, value: number, unit: string): boolean {
  switch (rule.sign) {
    case '>':
      return value > rule.value;
    case '<':
      return value < rule.value;
    case '=':
      return roundConverted(value, unit) === roundConverted(rule.value, unit);
    default:
      return rule.sign satisfies never;
  }
}

/** Device time at which the next counter elapses if no frame comes; Infinity when none will. */
export function nextTurn(state: EvaluationState): number {
  const from = state.countedTo;
  if (from === null || state.frameTs === null) return Number.POSITIVE_INFINITY;
  const end = state.frameTs + (state.holdMs ?? 0);
  let soonest = Number.POSITIVE_INFINITY;
  for (const rule of state.rules.values()) {
    if (rule.holds === null || rule.holds === (rule.open !== null)) continue;
    const turn = from + (rule.holds ? Math.max(0, delayOf(state, rule) - rule.counterMs) : rule.counterMs);
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
}

function sameRule(a: RuleState, b: WarningRule, converted: boolean): boolean {
  return a.path === b.path && a.sign === b.sign && a.delayMs === b.delayMs && (converted || a.value === b.value);
}

function freshRule(rule: WarningRule): RuleState {
  const { id, path, sign, value, delayMs } = rule;
  return { ruleId: id, path, sign, value, delayMs, counterMs: 0, holds: null, shown: null, open: null, test: false };
}

/** Begins a rule's warning. */
export function turnOn(state: EvaluationState, plan: Plan, rule: RuleState, at: number, sink: EventSink): void {
  rule.test = state.test?.path === rule.path;
  rule.open = write(sink, plan, {
    ...aboutRule(plan, rule),
    type: 'warning_on',
    at,
    content: ruleText(plan, rule),
    active: true,
    test: rule.test,
  });
}

/** Ends a rule's open warning. */
export function turnOff(plan: Plan, rule: RuleState, at: number, content: string, sink: EventSink): void {
  if (!rule.open) return;
  write(sink, plan, {
    ...aboutRule(plan, rule),
    type: 'warning_off',
    at,
    content: content || ruleText(plan, rule),
    forebear: rule.open,
    test: rule.test,
  });
  rule.open = null;
  rule.test = false;
}

function aboutRule(plan: Plan, rule: RuleState) {
  const index = plan.layout.byPath.get(rule.path);
  const [groupId = null, sensorId = null] = rule.path.split('.');
  return {
    groupId,
    sensorId,
    sensorName: index === undefined ? sensorId : (plan.names[index] ?? sensorId),
    value: rule.shown,
    ruleId: rule.ruleId,
  };
}

const signWords = { '>': 'Above', '<': 'Below', '=': 'Equal to' } as const;

const unitNames: ReadonlyMap<string, string> = new Map(units.map(({ id, name }) => [id, id && name]));

/** 'Above 65 °C for 60 s'. */
function ruleText(plan: Plan, rule: RuleState): string {
  const index = plan.layout.byPath.get(rule.path);
  const unit = index === undefined ? '' : (plan.shown[index]?.unit ?? '');
  const delay = rule.delayMs > 0 ? ` for ${rule.delayMs / 1_000} s` : '';
  const said = unitNames.get(unit) ?? unit;
  return `${signWords[rule.sign]} ${rule.value}${said ? ` ${said}` : ''}${delay}`;
}
