import type { ColumnGraphs, ColumnSeries } from '@tocsin/contract/graph-columns';
import { gapFactor, gapStates } from '@tocsin/contract/graphs';
import type { Columns, Gap } from '../../../kit/chart/columns.ts';
import { decimalsOf } from '../../../kit/value.ts';

/** One sensor's graph as the page draws it. */
export interface GraphSeries {
  /** `deviceId.groupId.sensorId`. */
  readonly path: string;
  readonly name: string;
  readonly unit: string;
  readonly group: string;
  readonly contact: boolean;
  readonly columns: Columns;
  readonly gaps: readonly Gap[];
  readonly decimals: number;
}

/** A name of 150 characters or more is cut to 4 words (monitoring.md 4). */
export const shortName = (name: string): string =>
  name.length >= 150 ? name.trim().split(/\s+/).slice(0, 4).join(' ') : name;

/** Between two points farther apart than this there is a gap. */
export const gapAfter = (slot: number | null, offlineAfter: number): number =>
  slot === null ? offlineAfter : slot * gapFactor;

interface Raw {
  readonly ts: Float64Array;
  readonly value: Float64Array;
  readonly min: Float64Array | null;
  readonly max: Float64Array | null;
  readonly alarm: Uint8Array;
  readonly state: Uint16Array;
}

const isGap = (raw: Raw, texts: readonly string[], index: number): boolean =>
  Number.isNaN(raw.value[index] ?? Number.NaN) || gapStates.has(texts[raw.state[index] ?? 0] ?? '');

const pick = (column: Float64Array, kept: readonly number[]): Float64Array =>
  Float64Array.from(kept, (i) => column[i] ?? Number.NaN);

/**
 * Splits points into those that have a value and the gaps between them. A gap's reason is the state that its own points
 * carry; a stretch in which nothing came has none.
 */
export const splitGaps = (
  raw: Raw,
  texts: readonly string[],
  span: { readonly from: number; readonly to: number; readonly after: number },
  unknown: string,
): { readonly columns: Columns; readonly gaps: readonly Gap[] } => {
  const kept: number[] = [];
  const gaps: Gap[] = [];
  let last = span.from;
  let reason: string | null = null;
  const close = (at: number): void => {
    if (reason !== null || at - last > span.after) gaps.push({ from: last, to: at, reason: reason || unknown });
    reason = null;
  };
  for (let i = 0; i < raw.ts.length; i++) {
    const at = raw.ts[i] ?? 0;
    if (isGap(raw, texts, i)) {
      reason ??= texts[raw.state[i] ?? 0] ?? '';
      continue;
    }
    close(at);
    kept.push(i);
    last = at;
  }
  close(span.to);
  const columns: Columns =
    kept.length === raw.ts.length
      ? { times: raw.ts, values: raw.value, low: raw.min, high: raw.max, flags: raw.alarm, states: raw.state, texts }
      : {
          times: pick(raw.ts, kept),
          values: pick(raw.value, kept),
          low: raw.min && pick(raw.min, kept),
          high: raw.max && pick(raw.max, kept),
          flags: Uint8Array.from(kept, (i) => raw.alarm[i] ?? 0),
          states: Uint16Array.from(kept, (i) => raw.state[i] ?? 0),
          texts,
        };
  return { columns, gaps };
};

/** The decimals that the sensor sends: of slots the lowest values tell, since means have any number. */
const decimalsIn = (raw: Raw): number => {
  const told = raw.min ?? raw.value;
  let most = 0;
  for (let i = Math.max(0, told.length - 200); i < told.length && most < 2; i++) {
    const value = told[i] ?? Number.NaN;
    if (!Number.isNaN(value)) most = Math.max(most, decimalsOf(value));
  }
  return most;
};

export const seriesOf = (graphs: ColumnGraphs, raw: ColumnSeries, unknown: string): GraphSeries => {
  const { slot, offline_after, from, to } = graphs.head;
  const span = { from, to: Math.min(to, Date.now()), after: gapAfter(slot, offline_after) };
  return {
    path: raw.sensor,
    name: shortName(raw.name),
    unit: raw.units,
    group: raw.groupName,
    contact: raw.sensorType !== 'NUMERIC',
    decimals: decimalsIn(raw),
    ...splitGaps(raw, graphs.states, span, unknown),
  };
};

/** The chart height: 460 when both axes are shown, otherwise 210 (monitoring.md 2). */
export const chartHeight = (units: readonly string[]): number => (new Set(units).size > 1 ? 460 : 210);
