import type { ColumnGraphs, ColumnSeries } from '@tocsin/contract/graph-columns';
import { serverNow } from '../../../live/clock.ts';
import type { Columns, Gap } from '../../../ui/chart/columns.ts';
import { gapAfter, type RawPoints, splitGaps } from '../../../ui/chart/split-gaps.ts';
import { decimalsOf, shortName, unitOf } from '../../../ui/value.ts';

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

/** The sensor's decimals; for slots those of the lowest and highest values, because means may have more. */
const decimalsIn = (raw: RawPoints): number => {
  let decimals = 0;
  for (const sample of raw.min && raw.max ? [raw.min, raw.max] : [raw.value])
    for (let i = Math.max(0, sample.length - 200); i < sample.length && decimals < 2; i++) {
      const value = sample[i] ?? Number.NaN;
      if (!Number.isNaN(value)) decimals = Math.max(decimals, decimalsOf(value));
    }
  return decimals;
};

/** A series of an answer as the page draws it; `unknown` is the reason of gaps without one. */
export const seriesOf = (graphs: ColumnGraphs, raw: ColumnSeries, unknown: string): GraphSeries => {
  const { slot, offline_after, from, to } = graphs.head;
  const span = { from, to: Math.min(to, serverNow()), after: gapAfter(slot, offline_after), slot: slot ?? 0 };
  return {
    path: raw.sensor,
    name: shortName(raw.name),
    unit: unitOf(raw.units),
    group: raw.groupName,
    contact: raw.sensorType !== 'NUMERIC',
    decimals: decimalsIn(raw),
    ...splitGaps(raw, graphs.states, span, unknown),
  };
};

/** The chart height in px: 460 with two axes, otherwise 210 (docs/spec/monitoring.md, section 2). */
export const chartHeight = (units: readonly string[]): number => (new Set(units).size > 1 ? 460 : 210);
