import { simpleConditions } from '@tocsin/contract/rule-conditions';
import { ruleContent } from '@tocsin/contract/texts/warning-rules';
import type { Plan } from './evaluation-plan.ts';
import { type EvaluationState, isUnderTest, type RuleState } from './evaluation-state.ts';
import { type EventSink, write } from './event-sink.ts';

/** Begins a rule's warning. */
export function turnOn(state: EvaluationState, plan: Plan, rule: RuleState, at: number, sink: EventSink): void {
  rule.test = isUnderTest(state, rule.path);
  rule.open = write(sink, plan, {
    ...aboutRule(plan, rule),
    type: 'warning_on',
    at,
    content: ruleText(plan, rule),
    active: true,
    test: rule.test,
    inWalk: rule.test && state.test?.path !== rule.path,
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

/** A rule in words: 'Above 65 °C for 60 s', or what another kind of rule says. */
export function ruleText(plan: Plan, rule: RuleState): string {
  const unitOf = (path: string): string => plan.shown[plan.layout.byPath.get(path) ?? -1]?.unit ?? '';
  const nameOf = (path: string): string | null => plan.names[plan.layout.byPath.get(path) ?? -1] ?? null;
  const settings = plan.conditions.get(rule.ruleId)?.settings;
  const gate = settings?.onlyWhile ?? null;
  const unit = plan.device.warningRules.find(({ id }) => id === rule.ruleId)?.unit;
  return ruleContent({
    ...simpleConditions,
    sign: rule.sign,
    value: rule.value,
    delay_seconds: rule.delayMs / 1_000,
    unit: unit ?? unitOf(rule.path),
    kind: settings?.kind ?? simpleConditions.kind,
    window_seconds: settings ? settings.windowMs / 1_000 : null,
    reference: settings?.reference == null ? null : nameOf(settings.reference),
    absolute: settings?.absolute === true,
    only_while: gate && {
      name: nameOf(gate.path),
      unit: gate.unit ?? unitOf(gate.path),
      sign: gate.sign,
      value: gate.value,
      state: gate.state,
      for_seconds: gate.forMs / 1_000,
    },
  });
}
