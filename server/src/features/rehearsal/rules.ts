import type { RehearsedSpan } from '../../pipeline/rehearsal-types.ts';

/** A warning counts as the announcement of an alarm if it begins at most this long before it. */
const announcesWithinMs = 24 * 3_600_000;

interface OpenSpan {
  readonly from: number;
  readonly to: number | null;
}

export const overlaps = (a: OpenSpan, b: OpenSpan): boolean =>
  a.from <= (b.to ?? Number.POSITIVE_INFINITY) && b.from <= (a.to ?? Number.POSITIVE_INFINITY);

/**
 * How long before an alarm, in ms, a rule began to warn: the warning that is active at its beginning, else the first one
 * within 24 h before; null: none.
 */
export function leadBefore(spans: readonly RehearsedSpan[], at: number): number | null {
  const active = spans.find((span) => span.from <= at && (span.to === null || span.to >= at));
  const first = active ?? spans.find((span) => span.from <= at && at - span.from <= announcesWithinMs);
  return first ? at - first.from : null;
}
