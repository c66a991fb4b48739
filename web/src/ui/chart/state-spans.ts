import type { ChartSpan, Columns, Gap } from './columns.ts';

/** A span in which a sensor was in one state. */
export interface StateSpan extends ChartSpan {
  /** The state as sent by the device; '' if it sent none. */
  readonly text: string;
  readonly alarm: boolean;
  /** The value of its first reading, which distinguishes states without a text. */
  readonly value: number;
  /** Whether a slot in it also had another state, too short to be drawn. */
  readonly mixed: boolean;
}

const isSame = (a: StateSpan, b: StateSpan): boolean =>
  a.text === b.text && a.alarm === b.alarm && a.value === b.value && a.mixed === b.mixed;

/**
 * The states of a sensor in order of time, with equal neighbours joined. A reading holds until the next one or a gap;
 * the last one holds for `usualMs`, the length of a slot or the usual time between two readings.
 */
export const stateSpans = (c: Columns, gaps: readonly Gap[], usualMs: number): readonly StateSpan[] => {
  const spans: StateSpan[] = [];
  let gap = 0;
  for (let i = 0; i < c.times.length; i++) {
    const from = c.times[i] ?? 0;
    while ((gaps[gap]?.to ?? Number.POSITIVE_INFINITY) <= from) gap++;
    const end = Math.min(c.times[i + 1] ?? from + usualMs, gaps[gap]?.from ?? Number.POSITIVE_INFINITY);
    const span: StateSpan = {
      from,
      to: Math.max(end, from),
      text: c.texts[c.states[i] ?? 0] ?? '',
      alarm: c.flags[i] === 1,
      value: c.values[i] ?? Number.NaN,
      mixed: c.low !== null && c.high !== null && c.low[i] !== c.high[i],
    };
    const last = spans.at(-1);
    if (last !== undefined && last.to >= span.from && isSame(last, span))
      spans[spans.length - 1] = { ...last, to: span.to };
    else spans.push(span);
  }
  return spans;
};

/** Key of a state: its text, or its value if it has none. */
export const stateKey = ({ text, value }: Pick<StateSpan, 'text' | 'value'>): string =>
  text || String(Math.round(value));

/** Key of the state that a sensor had for the longest time; null without any. */
export const usualState = (spans: readonly StateSpan[]): string | null => {
  const times = new Map<string, number>();
  for (const span of spans) times.set(stateKey(span), (times.get(stateKey(span)) ?? 0) + span.to - span.from);
  let usual: string | null = null;
  for (const [key, time] of times) if (usual === null || time > (times.get(usual) ?? 0)) usual = key;
  return usual;
};
