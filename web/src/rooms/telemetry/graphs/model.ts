import type { ColumnGraphs, ColumnSeries } from '@tocsin/contract/graph-columns';
import type { Columns, Gap } from '../../../kit/chart/columns.ts';
import { gapAfter, type RawPoints, splitGaps } from '../../../kit/chart/split-gaps.ts';
import { decimalsOf, shortName } from '../../../kit/value.ts';
import { serverNow } from '../../../wire/clock.ts';

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

/** The decimals that the sensor sends: of slots the lowest and highest values tell, since means have any number. */
const decimalsIn = (raw: RawPoints): number => {
  let most = 0;
  for (const told of raw.min && raw.max ? [raw.min, raw.max] : [raw.value])
    for (let i = Math.max(0, told.length - 200); i < told.length && most < 2; i++) {
      const value = told[i] ?? Number.NaN;
      if (!Number.isNaN(value)) most = Math.max(most, decimalsOf(value));
    }
  return most;
};

export const seriesOf = (graphs: ColumnGraphs, raw: ColumnSeries, unknown: string): GraphSeries => {
  const { slot, offline_after, from, to } = graphs.head;
  const span = { from, to: Math.min(to, serverNow()), after: gapAfter(slot, offline_after), slot: slot ?? 0 };
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
