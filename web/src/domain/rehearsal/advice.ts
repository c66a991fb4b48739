import type { Rehearsal, RuleAnswer } from '@tocsin/contract/rehearsal';
import type { RehearsalSignal, SignalSpan } from '@tocsin/contract/rehearsal-signal';
import { fewStops, type Settings, type Shown, shownOfSpans, spansAt } from './settings.ts';

/** A setting that would have raised fewer warnings without losing important ones. */
export interface Advice {
  readonly settings: Settings;
  readonly before: number;
  readonly after: number;
  /** The warnings that remain. */
  readonly spans: Shown['spans'];
  /** Number of warnings that people acted upon, all of which remain. */
  readonly actedUpon: number;
}

/** Warnings of at least this length remain, whether or not somebody acted upon them. */
const longMs = 600_000;
/** Maximum delay of a warning in an advice. */
const maxDelaySeconds = 300;

/**
 * The deadband and delay with the fewest warnings among those that keep all long warnings, all warnings that people
 * acted upon, and the warnings before alarms; of equally good ones, the smallest change. null if none halves the count.
 */
export function adviceFor(
  signal: RehearsalSignal,
  own: Settings,
  offDelay: number | null,
  answer: RuleAnswer,
  rehearsal: Pick<Rehearsal, 'from' | 'to'>,
): Advice | null {
  const shownAt = (settings: Settings): Shown =>
    shownOfSpans(answer, spansAt(signal, settings, offDelay, rehearsal.from), rehearsal);
  const present = shownAt(own);
  const delays = fewStops(signal.delays, own.delaySeconds).filter(
    (delay) => delay >= own.delaySeconds && delay <= Math.max(own.delaySeconds, maxDelaySeconds),
  );
  const deadbands =
    signal.sign === '='
      ? [own.deadband]
      : fewStops(signal.deadbands, own.deadband).filter((one) => one >= own.deadband);
  let best: { readonly settings: Settings; readonly shown: Shown; readonly change: number } | null = null;
  for (const [delayAt, delaySeconds] of delays.entries())
    for (const [deadbandAt, deadband] of deadbands.entries()) {
      const settings = { ...own, delaySeconds, deadband };
      const shown = shownAt(settings);
      const change = delayAt + deadbandAt;
      const isBetter =
        best === null || shown.count < best.shown.count || (shown.count === best.shown.count && change < best.change);
      if (isBetter && keepsAll(present, shown, rehearsal.to)) best = { settings, shown, change };
    }
  if (best === null || present.count < 2 || best.shown.count * 2 > present.count) return null;
  return {
    settings: best.settings,
    before: present.count,
    after: best.shown.count,
    spans: best.shown.spans,
    actedUpon: answer.acted_upon.length,
  };
}

function keepsAll(present: Shown, other: Shown, to: number): boolean {
  const isAnnounced = present.alarms.every(
    (alarm, at) => alarm.after_lead_ms === null || (other.alarms[at]?.after_lead_ms ?? null) !== null,
  );
  const isLong = (span: SignalSpan): boolean => (span.to ?? to) - span.from >= longMs;
  return (
    isAnnounced &&
    other.missed <= present.missed &&
    present.spans.filter(isLong).every((span) => other.spans.some((one) => overlaps(one, span)))
  );
}

const overlaps = (a: SignalSpan, b: SignalSpan): boolean =>
  a.from <= (b.to ?? Number.POSITIVE_INFINITY) && b.from <= (a.to ?? Number.POSITIVE_INFINITY);
