import { z } from 'zod';
import { line } from './line.ts';

/**
 * What a rule compares with its value: the displayed value, its change in units per minute, its difference to another
 * sensor, or the span between its smallest and largest value.
 */
export const ruleKinds = ['value', 'rise', 'difference', 'flat'] as const;
export const RuleKind = z.enum(ruleKinds, 'Must be value, rise, difference or flat.');
export type RuleKind = z.infer<typeof RuleKind>;

/** Bounds of windows, in seconds. */
export const shortestWindow = 10;
export const longestWindow: Readonly<Record<'rise' | 'flat', number>> = { rise: 3_600, flat: 28_800 };
/** Rules with a window that a device may have. */
export const windowedRulesAtMost = 100;

const day = 86_400;
const wrongSeconds = `Enter a whole number of seconds from 0 to ${day}.`;
const seconds = z.number(wrongSeconds).int(wrongSeconds).min(0, wrongSeconds).max(day, wrongSeconds);
const wrongSensor = 'Please select your sensor';
const Ref = z.string(wrongSensor).trim().min(1, wrongSensor).max(80, wrongSensor);
const wrongNumber = 'Enter a number.';
const number = z.number(wrongNumber).refine(Number.isFinite, wrongNumber);
const unit = line().max(32, 'Ensure this field has no more than 32 characters.').nullish();
const wrongWindow = `Enter a whole number of seconds from ${shortestWindow} to ${longestWindow.flat}.`;

/**
 * A rule begins only while another sensor of the device has been so for `for_seconds`: `sign` and `value` for a number,
 * `state` (the text as the device sends it) for a state or contact.
 */
const OnlyWhileInput = z
  .object({
    sensor_id: Ref,
    sign: z.enum(['>', '<', '='], 'Please select your sign').nullish(),
    value: number.nullish(),
    state: line().min(1, 'Enter a state.').max(80, 'Ensure this field has no more than 80 characters.').nullish(),
    for_seconds: seconds.nullish(),
    /** Unit of `value`; omitted: the one that it had, for another sensor its displayed one. */
    unit,
  })
  .refine(
    ({ sign, value, state }) => ((state ?? null) === null) !== ((sign ?? null) === null && (value ?? null) === null),
    'Give either sign and value, or state.',
  )
  .refine(({ sign, value }) => ((sign ?? null) === null) === ((value ?? null) === null), 'Give both sign and value.');

/** The fields of a warning row beside sensor, sign, value and delay. An omitted field keeps its value, null clears it. */
export const ConditionsInput = z.object({
  kind: RuleKind.nullish(),
  window_seconds: z
    .number(wrongWindow)
    .int(wrongWindow)
    .min(shortestWindow, wrongWindow)
    .max(longestWindow.flat, wrongWindow)
    .nullish(),
  reference: Ref.nullish(),
  absolute: z.boolean('Must be true or false.').nullish(),
  deadband: number.min(0, 'Ensure this value is greater than or equal to 0.').nullish(),
  off_delay_seconds: seconds.nullish(),
  only_while: OnlyWhileInput.nullish(),
  /** Unit of the rule's numbers; omitted: the one that they had, for a new rule the sensor's displayed one. */
  unit,
});
export type ConditionsInput = z.infer<typeof ConditionsInput>;

/** `only_while` of a stored rule; its sensor is `groupId.sensorId`. */
export const OnlyWhile = z.object({
  sensor_id: z.string(),
  sign: z.enum(['>', '<', '=']).nullable(),
  value: z.number().nullable(),
  state: z.string().nullable(),
  for_seconds: z.number(),
  /** null: the displayed unit of its sensor. */
  unit: z.string().nullable(),
});
export type OnlyWhile = z.infer<typeof OnlyWhile>;

/** The same fields of a stored rule. */
export const ConditionsFields = z.object({
  kind: RuleKind,
  /** For rise and flat. */
  window_seconds: z.number().nullable(),
  /** For difference: the sensor (`groupId.sensorId`) whose value is subtracted. */
  reference: z.string().nullable(),
  /** For difference: both directions. */
  absolute: z.boolean(),
  /** How far behind the limit an open warning's value must be before it ends. */
  deadband: z.number(),
  /** null: as long as the delay. */
  off_delay_seconds: z.number().nullable(),
  only_while: OnlyWhile.nullable(),
  /** Unit in which the numbers were typed; values are converted to it. null: the displayed unit of the sensor. */
  unit: z.string().nullable(),
});
export type ConditionsFields = z.infer<typeof ConditionsFields>;

/** A rule that compares the value, as all did before there were other kinds. */
export const simpleConditions: ConditionsFields = {
  kind: 'value',
  window_seconds: null,
  reference: null,
  absolute: false,
  deadband: 0,
  off_delay_seconds: null,
  only_while: null,
  unit: null,
};

/** Whether a rule keeps a window of past values. */
export const isWindowed = (rule: Pick<ConditionsFields, 'kind'>): boolean =>
  rule.kind === 'rise' || rule.kind === 'flat';
