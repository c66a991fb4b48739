import type { QueryClient } from '@tanstack/react-query';
import type { RehearsalDays } from '@tocsin/contract/rehearsal';
import type { SignalSpan } from '@tocsin/contract/rehearsal-signal';
import type { Warning } from '@tocsin/contract/sensors';
import { type Advice, adviceFor } from '../../domain/rehearsal/advice.ts';
import { settingsOf, signalOf } from '../../domain/rehearsal/settings.ts';
import { streamRehearsal } from '../../domain/rehearsal/stream.ts';
import { allWarningsQuery, rowOf } from '../../domain/warning-rules.ts';

/** A setting with which a rule in force would have raised fewer warnings than it did in a range. */
export interface FoundAdvice {
  readonly kind: 'advice';
  readonly advice: Advice;
  readonly rule: Warning;
  readonly unit: string;
  readonly days: RehearsalDays;
  /** The range in ms. */
  readonly from: number;
  readonly to: number;
  readonly spans: readonly SignalSpan[];
}

/** Result of the rehearsals of a rule in force. */
export type Finding =
  | FoundAdvice
  /** `fewer`: it raised too few warnings to need advice; `none`: no setting helps; `gone`: no longer in force. */
  | { readonly kind: 'fewer' | 'none' | 'tooLively' | 'gone' };

/** Fewer warnings than this need no advice. */
const fewestWarnings = 5;

/** Lengths of history in days: a shorter one is tried if a longer one has too many changes. */
const lengths = [30, 7, 1] as const;

/** Rehearses a rule in force on history to find a better setting. Refusals are thrown as CallError. */
export async function findAdvice(
  queries: QueryClient,
  { device, rule: id }: { readonly device: number; readonly rule: number },
  progress: (share: number) => void,
  signal: AbortSignal,
): Promise<Finding> {
  const { results } = await queries.fetchQuery(allWarningsQuery(device));
  const rule = results.find((one) => one.id === id);
  if (!rule) return { kind: 'gone' };
  for (const days of lengths) {
    const body = { results: [rowOf(rule)], days, signal: 0 };
    const rehearsal = await streamRehearsal(device, body, progress, signal);
    const [answer] = rehearsal.rules;
    if (!answer) return { kind: 'gone' };
    if (!rehearsal.signal) continue;
    const { from, to } = rehearsal;
    const tried = { rule, unit: answer.unit, days, from, to, spans: answer.after.spans };
    if (answer.after.count < fewestWarnings) return { kind: 'fewer' };
    const own = settingsOf(rule);
    const advice = adviceFor(signalOf(rehearsal.signal), own, rule.off_delay_seconds, answer, rehearsal);
    return advice ? { kind: 'advice', advice, ...tried } : { kind: 'none' };
  }
  return { kind: 'tooLively' };
}
