import { units } from '@tocsin/contract/sensors';
import type { WarningRule } from '../catalog.ts';
import type { KeptFrame } from '../passing.ts';
import { roundShown, shownValue } from '../shown.ts';
import { type Desk, write } from './desk.ts';
import type { Plan } from './plan.ts';
import type { JudgeState, RuleState } from './state.ts';

/**
 * Warnings by the rules of Edit Warnings (decisions.md 6): an up/down counter, as the devices themselves do it. It runs
 * up while the condition holds and down while it does not, between 0 and the delay; the warning comes on at the delay
 * and goes off at 0. The time between two frames counts for the earlier frame's condition.
 */

/** Lets the counters run up to a moment of device time, at most as long as the last frame's values count. */
export function runCounters(state: JudgeState, plan: Plan, to: number, desk: Desk): void {
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
      if (!rule.open && rule.counterMs >= delay) turnOn(state, plan, rule, reaches, desk);
    } else {
      const reaches = from + rule.counterMs;
      rule.counterMs = Math.max(0, rule.counterMs - (end - from));
      if (rule.open && rule.counterMs === 0) turnOff(plan, rule, reaches, '', desk);
    }
  }
  state.countedTo = end;
}

/** Takes the conditions of a new frame; rules without a delay turn at once. No value: the counter stands still. */
export function takeConditions(state: JudgeState, plan: Plan, frame: KeptFrame, desk: Desk): void {
  for (const rule of state.rules.values()) {
    const index = plan.layout.byPath.get(rule.path);
    const shown = index === undefined ? Number.NaN : shownValue(plan.shown[index], frame.values[index] ?? Number.NaN);
    if (index === undefined || Number.isNaN(shown)) {
      rule.holds = null;
      continue;
    }
    rule.shown = shown;
    rule.holds = conditionHolds(rule, shown, plan.shown[index]?.unit ?? '');
    if (delayOf(state, rule) > 0) continue;
    rule.counterMs = 0;
    if (rule.holds && !rule.open) turnOn(state, plan, rule, frame.ts, desk);
    else if (!rule.holds && rule.open) turnOff(plan, rule, frame.ts, '', desk);
  }
  state.countedTo = frame.ts;
}

/** During its maintenance test a sensor's delay counts as 0. */
function delayOf(state: JudgeState, rule: RuleState): number {
  return state.test?.path === rule.path ? 0 : rule.delayMs;
}

/** By the value as it is shown; `=` compares the shown number. */
export function conditionHolds(rule: Pick<RuleState, 'sign' | 'value'>, value: number, unit: string): boolean {
  switch (rule.sign) {
    case '>':
      return value > rule.value;
    case '<':
      return value < rule.value;
    case '=':
      return roundShown(value, unit) === roundShown(rule.value, unit);
    default:
      return rule.sign satisfies never;
  }
}

/** Device time at which the next counter turns if no frame comes; Infinity when none will. */
export function nextTurn(state: JudgeState): number {
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
 * Takes the rules as they are set now. A rule that was changed or deleted ends its open warning; another unit of
 * degrees only converts the rules' numbers.
 */
export function takeRules(state: JudgeState, plan: Plan, at: number, desk: Desk): void {
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
    if (rule.open) turnOff(plan, rule, at, 'Rule changed', desk);
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
export function turnOn(state: JudgeState, plan: Plan, rule: RuleState, at: number, desk: Desk): void {
  rule.test = state.test?.path === rule.path;
  rule.open = write(desk, plan, {
    ...aboutRule(plan, rule),
    type: 'warning_on',
    at,
    content: ruleText(plan, rule),
    active: true,
    test: rule.test,
  });
}

/** Ends a rule's open warning. */
export function turnOff(plan: Plan, rule: RuleState, at: number, content: string, desk: Desk): void {
  if (!rule.open) return;
  write(desk, plan, {
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
