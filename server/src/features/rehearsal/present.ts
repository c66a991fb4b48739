import {
  type ActedUpon,
  type ExcludedSpan,
  maxExcludedSpans,
  maxRehearsedSpans,
  type Rehearsal,
  type RehearsedAlarm,
  type RuleAnswer,
  type RuleRun,
  type SentSignal,
} from '@tocsin/contract/rehearsal';
import type { RehearsalOutcome } from '../../history/rehearse/calls.ts';
import type { WarningRule } from '../../pipeline/catalog.ts';
import type { RehearsedRule, RehearsedSpan } from '../../pipeline/rehearsal-types.ts';
import { leadBefore, overlaps } from './rules.ts';

/** A tried row with its rule and the rule in force that it names. */
export interface TriedRow {
  readonly rule: WarningRule;
  readonly inForce: WarningRule | null;
  readonly name: string;
  readonly unit: string;
}

export interface Presented {
  readonly rows: readonly TriedRow[];
  readonly outcome: RehearsalOutcome;
  readonly from: number;
  readonly to: number;
  readonly timezone: string;
  readonly tookMs: number;
  /** Index of the row whose signal was asked for. */
  readonly signalIndex: number | null;
  readonly messages: Rehearsal['messages'];
}

/** The result as the page receives it. */
export function presentRehearsal(presented: Presented): Rehearsal {
  const { rows, outcome, from, to } = presented;
  const rules = new Map(outcome.rules.map((rule) => [rule.ruleId, rule]));
  const excluded = excludedSpans(presented);
  const sum = (of: (check: RehearsalOutcome['checks'][number]) => number): number =>
    outcome.checks.reduce((total, check) => total + of(check), 0);
  return {
    from,
    to,
    timezone: presented.timezone,
    first: outcome.first,
    last: outcome.last,
    readings: outcome.frames,
    took_ms: presented.tookMs,
    rules: rows.map((row, index) => presentRow(row, index, rules, presented)),
    messages: presented.messages,
    excluded: excluded.slice(0, maxExcludedSpans),
    excluded_count: excluded.length,
    check: {
      stored: sum((check) => check.stored),
      reproduced: sum((check) => check.reproduced),
      excluded: sum((check) => check.inExcluded),
      differing: sum((check) => check.missing.length + check.unexpected.length),
    },
    signal: presentSignal(presented),
  };
}

function presentRow(
  { rule, inForce, name, unit }: TriedRow,
  index: number,
  rules: ReadonlyMap<number, RehearsedRule>,
  { outcome, from, to }: Presented,
): RuleAnswer {
  const after = rules.get(rule.id);
  const before = inForce && rules.get(inForce.id);
  const alarms = outcome.alarms
    .filter((alarm) => alarm.path === rule.path)
    .map(
      ({ at }): RehearsedAlarm => ({
        at,
        before_lead_ms: before ? leadBefore(before.spans, at) : null,
        after_lead_ms: after ? leadBefore(after.spans, at) : null,
      }),
    );
  const actedUpon = outcome.actions
    .filter((action) => action.ruleId === inForce?.id)
    .map(
      (action): ActedUpon => ({
        at: action.from,
        acknowledged_by: action.acknowledgedBy,
        acknowledged_after_ms: Math.max(0, action.acknowledgedAt - action.from),
        comment: action.comment,
        is_kept: after?.spans.some((span) => overlaps(span, action)) ?? false,
      }),
    );
  return {
    index,
    sensor_id: rule.path,
    name,
    unit,
    before:
      inForce && before ? { ...runOf(before, from, to), rule_id: inForce.id, since: inForce.since || null } : null,
    after: runOf(after, from, to),
    alarms,
    acted_upon: actedUpon,
  };
}

const lengthOf = (span: RehearsedSpan, from: number, to: number): number =>
  Math.max(0, Math.min(span.to ?? to, to) - Math.max(span.from, from));

function runOf(rule: RehearsedRule | undefined, from: number, to: number): RuleRun {
  const spans = rule?.spans ?? [];
  const miss = rule?.nearestMiss ?? null;
  return {
    count: spans.length,
    total_ms: spans.reduce((total, span) => total + lengthOf(span, from, to), 0),
    spans: spans.slice(0, maxRehearsedSpans).map((span) => ({ ...span })),
    nearest_miss: miss && { kind: miss.kind, at: miss.at, value: miss.value, held_seconds: miss.heldMs / 1_000 },
    unevaluated_ms: rule?.unevaluatedMs ?? 0,
  };
}

/** Spans of all rows that are alike are listed once, without an index. */
function excludedSpans({ rows, outcome, from, to }: Presented): ExcludedSpan[] {
  const byText = new Map<string, { span: ExcludedSpan; indexes: number[] }>();
  for (const check of outcome.checks) {
    const index = rows.findIndex((row) => row.inForce?.id === check.ruleId);
    for (const one of check.excluded) {
      const span = { from: Math.max(from, one.from), to: Math.min(to, one.to), reason: one.reason };
      const key = `${span.from} ${span.to} ${span.reason}`;
      const known = byText.get(key);
      if (known) known.indexes.push(index);
      else byText.set(key, { span: { ...span, index }, indexes: [index] });
    }
  }
  const spans = [...byText.values()].map(({ span, indexes }) =>
    indexes.length === outcome.checks.length ? { ...span, index: null } : span,
  );
  return spans.sort((a, b) => a.from - b.from);
}

const sendable = (values: Float64Array): (number | null)[] =>
  Array.from(values, (value) => (Number.isNaN(value) ? null : Number(value.toFixed(3))));

function presentSignal({ outcome, signalIndex }: Presented): SentSignal | null {
  const { signal } = outcome;
  if (!signal || signalIndex === null) return null;
  return {
    index: signalIndex,
    sign: signal.sign,
    thresholds: [...signal.thresholds],
    values: [...signal.values],
    deadbands: [...signal.deadbands],
    delays: [...signal.delays],
    start: signal.start,
    end: signal.end,
    entries: signal.entries,
    bytes: Buffer.from(signal.bytes).toString('base64'),
    lows: sendable(signal.lows),
    highs: sendable(signal.highs),
  };
}
