import type { Rehearsal, RehearsedAlarm, RuleAnswer, SentSignal } from '@tocsin/contract/rehearsal';
import {
  type RehearsalSignal,
  runSignal,
  type SignalSettings,
  type SignalSpan,
  unpackSignal,
} from '@tocsin/contract/rehearsal-signal';
import type { WarningRow } from '@tocsin/contract/sensors';

/** The settings of a rule that sliders change. */
export interface Settings {
  readonly value: number;
  readonly deadband: number;
  readonly delaySeconds: number;
}

export const settingsOf = (row: WarningRow): Settings => ({
  value: row.value,
  deadband: row.deadband ?? 0,
  delaySeconds: row.delay_seconds,
});

export const isSameSettings = (a: Settings, b: Settings): boolean =>
  a.value === b.value && a.deadband === b.deadband && a.delaySeconds === b.delaySeconds;

/** Unpacks the signal of a rehearsal. */
export const signalOf = (sent: SentSignal): RehearsalSignal => {
  const bytes = Uint8Array.from(atob(sent.bytes), (char) => char.charCodeAt(0));
  return { ...sent, ...unpackSignal(bytes, sent.entries) };
};

const plainOf = ({ value, deadband, delaySeconds }: Settings, offDelay: number | null): SignalSettings => ({
  value,
  deadband,
  delayMs: delaySeconds * 1_000,
  offDelayMs: (offDelay ?? delaySeconds) * 1_000,
});

/** The warnings that these settings would have raised in the range. */
export const spansAt = (
  signal: RehearsalSignal,
  settings: Settings,
  offDelay: number | null,
  from: number,
): readonly SignalSpan[] =>
  runSignal(signal, plainOf(settings, offDelay)).filter((span) => span.to === null || span.to > from);

/** Time in warning within a range, in ms. */
export const totalMs = (spans: readonly SignalSpan[], from: number, to: number): number =>
  spans.reduce((sum, span) => sum + Math.max(0, Math.min(span.to ?? to, to) - Math.max(span.from, from)), 0);

const overlap = (span: SignalSpan, from: number, to: number): boolean =>
  span.from <= to && (span.to ?? Number.POSITIVE_INFINITY) >= from;

const dayMs = 86_400_000;

/** How long before an alarm a rule began to warn, in ms, computed as by the server; null if it did not. */
const leadBefore = (spans: readonly SignalSpan[], at: number): number | null => {
  const active = spans.find((span) => span.from <= at && (span.to === null || span.to >= at));
  const first = active ?? spans.find((span) => span.from <= at && at - span.from <= dayMs);
  return first ? at - first.from : null;
};

/** Results of the edited rule, for the settings of the run or of the sliders. */
export interface Shown {
  readonly count: number;
  readonly totalMs: number;
  readonly spans: readonly (SignalSpan & { readonly extreme: number | null })[];
  readonly alarms: readonly RehearsedAlarm[];
  /** Number of warnings that people acted upon and that the edited rule would not have raised. */
  readonly missed: number;
}

/** The results of a run. */
export const shownOfRun = ({ after, alarms, acted_upon }: RuleAnswer): Shown => ({
  count: after.count,
  totalMs: after.total_ms,
  spans: after.spans,
  alarms,
  missed: acted_upon.filter((one) => !one.is_kept).length,
});

/** The results for the positions of the sliders, computed as by the server. */
export const shownOfSpans = (
  answer: RuleAnswer,
  spans: readonly SignalSpan[],
  { from, to }: Pick<Rehearsal, 'from' | 'to'>,
): Shown => {
  const beforeSpans = answer.before?.spans ?? [];
  return {
    count: spans.length,
    totalMs: totalMs(spans, from, to),
    spans: spans.map((span) => ({ ...span, extreme: null })),
    alarms: answer.alarms.map((alarm) => ({ ...alarm, after_lead_ms: leadBefore(spans, alarm.at) })),
    missed: answer.acted_upon.filter((one) => {
      const own = beforeSpans.find((span) => overlap(span, one.at, one.at));
      return !spans.some((span) => overlap(span, one.at, own?.to ?? one.at));
    }).length,
  };
};

/** About a dozen of a slider's stops, including the present one. */
export const fewStops = (stops: readonly number[], present: number): readonly number[] => {
  const apart = Math.max(1, Math.ceil(stops.length / 11));
  const at = Math.max(0, stops.indexOf(present));
  return stops.filter((_, index) => (index - at) % apart === 0);
};
