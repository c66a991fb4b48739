import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { WarningRow } from './sensors.ts';

/** Lengths of history that a rehearsal may run over. */
export const rehearsalDays = [1, 7, 30, 90] as const;
export type RehearsalDays = (typeof rehearsalDays)[number];
/** Maximum number of rules in one rehearsal. */
export const maxTriedRules = 500;
/** Maximum of rules times days, which bounds the time of a run. */
export const maxRuleDays = 4_500;
/** Maximum number of warnings listed for one rule; all are counted. */
export const maxRehearsedSpans = 2_000;
/** Maximum number of excluded spans listed; all are counted. */
export const maxExcludedSpans = 500;

/** Why stored warnings of a time may differ from rehearsed ones. */
export const exclusionReasons = [
  'start',
  'rule_changed',
  'scale',
  'layout',
  'test',
  'fix',
  'offline',
  'gap',
  'clock',
  'late',
] as const;
export const ExclusionReason = z.enum(exclusionReasons);
export type ExclusionReason = z.infer<typeof ExclusionReason>;

const wrongDays = 'Must be 1, 7, 30 or 90.';
export const RehearsalInput = z.object({
  /** The rules to try; a row with the `id` of a rule in force is compared with it. */
  results: z
    .array(WarningRow, 'Give at least one rule.')
    .min(1, 'Give at least one rule.')
    .max(maxTriedRules, `Ensure this list has no more than ${maxTriedRules} rows.`),
  days: z.union(
    rehearsalDays.map((days) => z.literal(days)),
    wrongDays,
  ),
  /** Index of the rule whose signal is sent for sliders. */
  signal: z
    .number()
    .int()
    .min(0)
    .max(maxTriedRules - 1)
    .nullish(),
});
export type RehearsalInput = z.infer<typeof RehearsalInput>;

const Ms = z.number();
/** A rehearsed warning: its beginning, its end (null: still active) and its most extreme value. Times are unix ms. */
const Span = z.object({ from: Ms, to: Ms.nullable(), extreme: z.number().nullable() });

/** The moment closest to a warning that was not raised. */
const NearestMiss = z.object({
  /** `delay`: the condition was true, but not for long enough. `value`: it never was. */
  kind: z.enum(['delay', 'value']),
  at: Ms,
  value: z.number(),
  held_seconds: z.number(),
});
export type NearestMiss = z.infer<typeof NearestMiss>;

/** What a rule does in the range. */
const RuleRun = z.object({
  count: z.number().int(),
  /** Time in warning. */
  total_ms: z.number(),
  spans: z.array(Span),
  nearest_miss: NearestMiss.nullable(),
  /** Time in which it could not be evaluated. */
  unevaluated_ms: z.number(),
});
export type RuleRun = z.infer<typeof RuleRun>;

/** A stored alarm of the rule's sensor, and how long before it each rule warned; null: it did not. */
const RehearsedAlarm = z.object({
  at: Ms,
  before_lead_ms: z.number().nullable(),
  after_lead_ms: z.number().nullable(),
});
export type RehearsedAlarm = z.infer<typeof RehearsedAlarm>;

/** A stored warning of the rule in force that a person acknowledged with a comment. */
const ActedUpon = z.object({
  at: Ms,
  acknowledged_by: z.string(),
  acknowledged_after_ms: z.number(),
  comment: z.string(),
  /** The edited rule warns at that time too. */
  is_kept: z.boolean(),
});
export type ActedUpon = z.infer<typeof ActedUpon>;

const RuleAnswer = z.object({
  /** Index of its row. */
  index: z.number().int(),
  sensor_id: z.string(),
  name: z.string(),
  unit: z.string(),
  /** The rule in force that the row names; null: a new rule. */
  before: RuleRun.extend({ rule_id: z.number(), since: Ms.nullable() }).nullable(),
  after: RuleRun,
  alarms: z.array(RehearsedAlarm),
  acted_upon: z.array(ActedUpon),
});
export type RuleAnswer = z.infer<typeof RuleAnswer>;

/** A span in which rehearsed and stored warnings may differ; `index`: of one row, null: of all. */
const Excluded = z.object({ from: Ms, to: Ms, reason: ExclusionReason, index: z.number().int().nullable() });
export type ExcludedSpan = z.infer<typeof Excluded>;

/** A rule's compared values in a compact form, see rehearsal-signal.ts. */
const Signal = z.object({
  index: z.number().int(),
  sign: z.enum(['>', '<', '<=', '=']),
  thresholds: z.array(z.number()),
  values: z.array(z.number()),
  deadbands: z.array(z.number()),
  delays: z.array(z.number()),
  start: Ms,
  end: Ms,
  entries: z.number().int(),
  /** Base64. */
  bytes: z.string(),
  /** Smallest and largest value in equal parts of the range; null: no data. */
  lows: z.array(z.number().nullable()),
  highs: z.array(z.number().nullable()),
});
export type SentSignal = z.infer<typeof Signal>;

/** The result of a rehearsal. */
export const Rehearsal = z.object({
  from: Ms,
  to: Ms,
  timezone: z.string(),
  /** First and last reading of the range; null: it has none. */
  first: Ms.nullable(),
  last: Ms.nullable(),
  readings: z.number().int(),
  took_ms: z.number(),
  rules: z.array(RuleAnswer),
  /** E-mails that each person would have got by the rules in force and by the edited ones. */
  messages: z.array(z.object({ name: z.string(), before: z.number().int(), after: z.number().int() })),
  excluded: z.array(Excluded),
  excluded_count: z.number().int(),
  /** Stored beginnings and ends of the rules in force: how many there are, are reproduced, and are in excluded spans. */
  check: z.object({
    stored: z.number().int(),
    reproduced: z.number().int(),
    excluded: z.number().int(),
    differing: z.number().int(),
  }),
  signal: Signal.nullable(),
});
export type Rehearsal = z.infer<typeof Rehearsal>;

/** One line of the streamed answer. After the first line a failure is a line too. */
export const RehearsalLine = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), share: z.number() }),
  z.object({ kind: z.literal('result'), rehearsal: Rehearsal }),
  z.object({ kind: z.literal('failed'), detail: z.string() }),
]);
export type RehearsalLine = z.infer<typeof RehearsalLine>;

export const tooMuchHistory = `Too much at once: rules times days must be at most ${maxRuleDays}.`;

export const endpoints = {
  run: endpoint.post('/api/v1/devices/:id/settings/warnings/rehearsal/', {
    may: 'device.edit',
    programs: 'rules',
    says: 'Runs warning rules over 1, 7, 30 or 90 days of stored readings: lines of JSON, progress first, then the result',
    body: RehearsalInput,
    sends: 'application/x-ndjson',
    maxBytes: 1024 * 1024,
  }),
};
