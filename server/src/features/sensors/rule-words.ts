import type { ConditionsFields } from '@tocsin/contract/rule-conditions';
import type { RuleInWords } from '@tocsin/contract/texts/warning-rules';
import type { ShownSensor } from './list.ts';

/** A rule with the names and units of the device's sensors, for its sentence. */
export function inWords(
  rule: ConditionsFields & {
    readonly path: string;
    readonly sign: '>' | '<' | '=';
    readonly value: number;
    readonly delay_seconds: number;
  },
  sensors: ReadonlyMap<string, ShownSensor>,
): RuleInWords {
  const gate = rule.only_while;
  const gateSensor = gate === null ? undefined : sensors.get(gate.sensor_id);
  return {
    kind: rule.kind,
    window_seconds: rule.window_seconds,
    absolute: rule.absolute,
    deadband: rule.deadband,
    off_delay_seconds: rule.off_delay_seconds,
    sign: rule.sign,
    value: rule.value,
    delay_seconds: rule.delay_seconds,
    unit: rule.unit ?? sensors.get(rule.path)?.shownUnit ?? '',
    reference: rule.reference === null ? null : (sensors.get(rule.reference)?.shownName ?? null),
    only_while: gate && {
      name: gateSensor?.shownName ?? null,
      unit: gate.unit ?? gateSensor?.shownUnit ?? '',
      sign: gate.sign,
      value: gate.value,
      state: gate.state,
      for_seconds: gate.for_seconds,
    },
  };
}
