import { gapFactor } from '@tocsin/contract/graphs';
import { gapStates } from '@tocsin/contract/status';
import type { Columns, Gap } from './columns.ts';

/** Distance in ms beyond which two points have a gap between them. */
export const gapAfter = (slot: number | null, offlineAfter: number): number =>
  slot === null ? offlineAfter : slot * gapFactor;

/** Points as columns, including those without a value. */
export interface RawPoints {
  readonly ts: Float64Array;
  readonly value: Float64Array;
  readonly min: Float64Array | null;
  readonly max: Float64Array | null;
  readonly alarm: Uint8Array;
  readonly state: Uint16Array;
}

const pick = (column: Float64Array, indexes: Uint32Array): Float64Array =>
  Float64Array.from(indexes, (i) => column[i] ?? Number.NaN);

/**
 * Splits points into those with a value and the gaps between them. The reason of a gap is the state of its points; a
 * gap without points has none.
 */
export const splitGaps = (
  raw: RawPoints,
  texts: readonly string[],
  span: { readonly from: number; readonly to: number; readonly after: number; readonly slot?: number },
  unknown: string,
): { readonly columns: Columns; readonly gaps: readonly Gap[] } => {
  const indexes = new Uint32Array(raw.ts.length);
  let count = 0;
  const isGapState = texts.map((text) => gapStates.has(text));
  const gaps: Gap[] = [];
  let last = span.from;
  let reason: string | null = null;
  const close = (at: number): void => {
    // A slot has data up to its end.
    const from = count === 0 ? span.from : Math.min(last + (span.slot ?? 0), at);
    if (reason !== null || at - last > span.after) gaps.push({ from, to: at, reason: reason || unknown });
    reason = null;
  };
  for (let i = 0; i < raw.ts.length; i++) {
    const at = raw.ts[i] ?? 0;
    if (Number.isNaN(raw.value[i] ?? Number.NaN) || isGapState[raw.state[i] ?? 0]) {
      reason ??= texts[raw.state[i] ?? 0] ?? '';
      continue;
    }
    close(at);
    indexes[count++] = i;
    last = at;
  }
  close(span.to);
  const mine = indexes.subarray(0, count);
  const columns: Columns =
    count === raw.ts.length
      ? { times: raw.ts, values: raw.value, low: raw.min, high: raw.max, flags: raw.alarm, states: raw.state, texts }
      : {
          times: pick(raw.ts, mine),
          values: pick(raw.value, mine),
          low: raw.min && pick(raw.min, mine),
          high: raw.max && pick(raw.max, mine),
          flags: Uint8Array.from(mine, (i) => raw.alarm[i] ?? 0),
          states: Uint16Array.from(mine, (i) => raw.state[i] ?? 0),
          texts,
        };
  return { columns, gaps };
};
