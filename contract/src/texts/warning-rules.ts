import type { ConditionsFields } from '../rule-conditions.ts';
import { units } from '../sensors.ts';
import { defineTexts } from './define-texts.ts';

/** Texts that say a warning rule in words: in the editor, in events, in mails and in the document of rules. */
export const texts = defineTexts('warning-rules', {
  warnWhen: (sensor: string, condition: string): string => `Warn when ${sensor} ${condition}`,
  above: (limit: string): string => `is above ${limit}`,
  below: (limit: string): string => `is below ${limit}`,
  equal: (limit: string): string => `is equal to ${limit}`,
  rises: (rate: string, time: string): string => `rises by more than ${rate} per minute over ${time}`,
  falls: (rate: string, time: string): string => `falls by more than ${rate} per minute over ${time}`,
  changesLess: (rate: string, time: string): string => `changes by less than ${rate} per minute over ${time}`,
  changesMore: (rate: string, time: string): string => `changes by more than ${rate} per minute over ${time}`,
  changesExactly: (rate: string, time: string): string => `changes by exactly ${rate} per minute over ${time}`,
  moreAbove: (limit: string, other: string): string => `is more than ${limit} above ${other}`,
  moreBelow: (limit: string, other: string): string => `is more than ${limit} below ${other}`,
  lessAbove: (limit: string, other: string): string => `is less than ${limit} above ${other}`,
  exactlyAbove: (limit: string, other: string): string => `is exactly ${limit} above ${other}`,
  differsMore: (limit: string, other: string): string => `differs by more than ${limit} from ${other}`,
  differsLess: (limit: string, other: string): string => `differs by less than ${limit} from ${other}`,
  differsExactly: (limit: string, other: string): string => `differs by exactly ${limit} from ${other}`,
  flat: (limit: string, time: string): string => `moves by at most ${limit} in ${time}`,
  lasting: (time: string): string => ` for ${time}`,
  onlyWhile: (condition: string): string => `, while ${condition}`,
  isState: (sensor: string, state: string): string => `${sensor} is ${state}`,
  endsBehind: (deadband: string): string => `the warning ends ${deadband} behind the limit`,
  endsAt: 'the warning ends at the limit',
  endsAfter: (ends: string, time: string): string => `${ends}, after ${time}`,
  endsAtOnce: (ends: string): string => `${ends}, at once`,
  sentences: (first: string, second: string): string => `${first}; ${second}`,
  seconds: (count: number): string => `${count} s`,
  minutes: (count: number): string => `${count} min`,
  hours: (count: number): string => `${count} h`,
  missingSensor: 'a sensor that is no longer listed',
  beginsValue: { '>': 'Above', '<': 'Below', '=': 'Equal to' },
  unevaluated: {
    title: 'Cannot be evaluated',
    sensor: (sensor: string): string => `${sensor} has no value`,
    window: (time: string): string => `Fewer than ${time} of values without a gap so far`,
    unit: (sensor: string, other: string): string => `${sensor} and ${other} have different units`,
  },
});

/** A rule with the names and units that it is shown with. */
export interface RuleInWords extends Omit<ConditionsFields, 'reference' | 'only_while'> {
  readonly sign: '>' | '<' | '=';
  readonly value: number;
  readonly delay_seconds: number;
  /** The displayed unit of its sensor. */
  readonly unit: string;
  /** Name of the other sensor of a difference; null where it is not listed. */
  readonly reference: string | null;
  readonly only_while: {
    readonly name: string | null;
    readonly unit: string;
    readonly sign: '>' | '<' | '=' | null;
    readonly value: number | null;
    readonly state: string | null;
    readonly for_seconds: number;
  } | null;
}

const unitNames: ReadonlyMap<string, string> = new Map(units.map(({ id, name }) => [id, id && name]));

/** '65 °C'. */
const amount = (value: number, unit: string): string => {
  const shown = unitNames.get(unit) ?? unit;
  return shown === '' ? `${value}` : `${value} ${shown}`;
};

/** '90 s', '5 min', '8 h': in the largest unit that needs no fraction. */
export function durationText(seconds: number): string {
  if (seconds > 0 && seconds % 3_600 === 0) return texts.hours(seconds / 3_600);
  if (seconds > 0 && seconds % 60 === 0) return texts.minutes(seconds / 60);
  return texts.seconds(seconds);
}

/** 'is above 65 °C', 'is more than 15 °C above Ambient', ...: the comparison without delay and conditions. */
function comparison(rule: RuleInWords): string {
  const limit = amount(rule.value, rule.unit);
  const size = amount(Math.abs(rule.value), rule.unit);
  const window = durationText(rule.window_seconds ?? 0);
  const other = rule.reference ?? texts.missingSensor;
  switch (rule.kind) {
    case 'value':
      return { '>': texts.above, '<': texts.below, '=': texts.equal }[rule.sign](limit);
    case 'rise':
      if (rule.sign === '=') return texts.changesExactly(limit, window);
      if (rule.sign === '>') return (rule.value < 0 ? texts.changesMore : texts.rises)(limit, window);
      return rule.value < 0 ? texts.falls(size, window) : texts.changesLess(limit, window);
    case 'difference':
      if (rule.absolute)
        return { '>': texts.differsMore, '<': texts.differsLess, '=': texts.differsExactly }[rule.sign](limit, other);
      if (rule.sign === '<' && rule.value <= 0) return texts.moreBelow(size, other);
      return { '>': texts.moreAbove, '<': texts.lessAbove, '=': texts.exactlyAbove }[rule.sign](limit, other);
    case 'flat':
      return texts.flat(limit, window);
    default:
      return rule.kind satisfies never;
  }
}

/** ', while Motor is Running for 30 min'; empty without the condition. */
function onlyWhileText({ only_while: gate }: RuleInWords): string {
  if (gate === null) return '';
  const name = gate.name ?? texts.missingSensor;
  const condition =
    gate.state !== null || gate.sign === null || gate.value === null
      ? texts.isState(name, gate.state ?? '')
      : `${name} ${{ '>': texts.above, '<': texts.below, '=': texts.equal }[gate.sign](amount(gate.value, gate.unit))}`;
  return texts.onlyWhile(condition + (gate.for_seconds > 0 ? texts.lasting(durationText(gate.for_seconds)) : ''));
}

/** How an open warning ends, where that differs from how it begins; empty otherwise. */
function endText(rule: RuleInWords): string {
  const { deadband, off_delay_seconds: off } = rule;
  if (deadband === 0 && off === null) return '';
  const ends = deadband > 0 ? texts.endsBehind(amount(deadband, rule.unit)) : texts.endsAt;
  if (off === null) return ends;
  return off === 0 ? texts.endsAtOnce(ends) : texts.endsAfter(ends, durationText(off));
}

/**
 * A rule in words: 'Warn when Head bearing left is more than 15 °C above Ambient for 5 min, while Motor is Running for
 * 30 min'. A deadband or an off-delay adds how the warning ends.
 */
export function ruleSentence(sensor: string, rule: RuleInWords): string {
  const lasting = rule.delay_seconds > 0 ? texts.lasting(durationText(rule.delay_seconds)) : '';
  const begins = texts.warnWhen(sensor, comparison(rule) + lasting + onlyWhileText(rule));
  const ends = endText(rule);
  return ends === '' ? begins : texts.sentences(begins, ends);
}

/** Stands for what is not chosen yet. */
const blank = '…';

/** A value rule that is being written: 'Warn when Head bearing left is above … for 60 s'. */
export function unfinishedSentence(
  sensor: string | null,
  rule: Pick<RuleInWords, 'sign' | 'unit'> & { readonly value: number | null; readonly delay_seconds: number | null },
): string {
  const limit = rule.value === null ? blank : amount(rule.value, rule.unit);
  const delay = rule.delay_seconds === null ? blank : durationText(rule.delay_seconds);
  const lasting = rule.delay_seconds === 0 ? '' : texts.lasting(delay);
  const condition = { '>': texts.above, '<': texts.below, '=': texts.equal }[rule.sign](limit);
  return texts.warnWhen(sensor ?? blank, condition + lasting);
}

/** The content of a rule's event: 'Above 65 °C for 60 s', or the condition of another kind of rule. */
export function ruleContent(rule: RuleInWords): string {
  if (rule.kind === 'value') {
    const delay = rule.delay_seconds > 0 ? texts.lasting(texts.seconds(rule.delay_seconds)) : '';
    return `${texts.beginsValue[rule.sign]} ${amount(rule.value, rule.unit)}${delay}${onlyWhileText(rule)}`;
  }
  const lasting = rule.delay_seconds > 0 ? texts.lasting(durationText(rule.delay_seconds)) : '';
  const said = comparison(rule).replace(/^is /, '');
  return said.charAt(0).toUpperCase() + said.slice(1) + lasting + onlyWhileText(rule);
}

/** A rule beside its sensor's name, as in the alarm register: its content, and how its warning ends. */
export function ruleSummary(rule: RuleInWords): string {
  const ends = endText(rule);
  return ends === '' ? ruleContent(rule) : texts.sentences(ruleContent(rule), ends);
}
