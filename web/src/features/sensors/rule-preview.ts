import type { GraphPoint } from '@tocsin/contract/graphs';

/** The part of a value rule that its preview needs; durations in ms. */
export interface PreviewedRule {
  readonly sign: '>' | '<' | '=';
  readonly value: number;
  readonly delayMs: number;
  readonly offDelayMs: number;
  readonly deadband: number;
}

/** A span of unix ms in which the rule would have warned. */
export interface PreviewSpan {
  readonly from: number;
  readonly to: number;
}

const holds = ({ sign, value, deadband }: PreviewedRule, shown: number, isOpen: boolean): boolean => {
  const band = isOpen ? deadband : 0;
  if (sign === '>') return shown > value - band;
  if (sign === '<') return shown < value + band;
  return shown === value;
};

/**
 * When a value rule would have warned over the points of a graph, with the same counter as the pipeline. It is an
 * estimate, because points are means of slots. A gap pauses the counter.
 */
export function previewSpans(points: readonly GraphPoint[], rule: PreviewedRule): PreviewSpan[] {
  const spans: PreviewSpan[] = [];
  let counter = 0;
  let openedAt: number | null = null;
  let last: { readonly ts: number; readonly holds: boolean } | null = null;
  for (const [ts, value] of points) {
    if (last !== null) {
      const passed = ts - last.ts;
      const most = openedAt === null ? rule.delayMs : rule.offDelayMs;
      counter = last.holds ? Math.min(most, counter + passed) : Math.max(0, counter - passed);
    }
    if (value === null) {
      last = null;
      continue;
    }
    const now = holds(rule, value, openedAt !== null);
    if (openedAt === null && now && counter >= rule.delayMs) {
      openedAt = ts;
      counter = rule.offDelayMs;
    } else if (openedAt !== null && !now && counter <= 0) {
      spans.push({ from: openedAt, to: ts });
      openedAt = null;
    }
    last = { ts, holds: now };
  }
  const end = points.at(-1)?.[0];
  if (openedAt !== null && end !== undefined) spans.push({ from: openedAt, to: end });
  return spans;
}
