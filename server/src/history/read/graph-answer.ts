import { type ColumnGraphs, type ColumnSeries, packCompactGraphs, packGraphs } from '@tocsin/contract/graph-columns';
import type { GraphPoint, GraphsHead } from '@tocsin/contract/graphs';
import { fullSensorId } from '@tocsin/contract/layout';
import { units } from '@tocsin/contract/sensors';
import type { z } from 'zod';
import type { ColumnsQuery, ColumnsVersion, GraphNames, Series, SeriesAnswer } from './calls.ts';

const pack = (graphs: ColumnGraphs, version: ColumnsVersion): Uint8Array<ArrayBuffer> =>
  version === 2 ? packCompactGraphs(graphs) : packGraphs(graphs);

/** Packs the complete answer into the bytes of typed columns. */
export const packAnswer = (
  { head, names }: Pick<ColumnsQuery, 'head' | 'names'>,
  answer: SeriesAnswer,
  version: ColumnsVersion,
) => pack(columnsOf({ ...head, newest: answer.newest }, answer, names), version);

/** The answers for several devices over the same range as one, in this order; the states of all are in one list. */
export function packTogether(
  parts: readonly { readonly request: ColumnsQuery; readonly answer: SeriesAnswer }[],
  version: ColumnsVersion,
): Uint8Array<ArrayBuffer> {
  const [first] = parts;
  if (!first) throw new RangeError('nothing to pack');
  const states: string[] = [];
  const places = new Map<string, number>();
  const placeOf = (text: string): number => {
    const known = places.get(text);
    if (known !== undefined) return known;
    places.set(text, states.length);
    return states.push(text) - 1;
  };
  const series = parts.flatMap(({ request, answer }) =>
    answer.series.map((one): ColumnSeries => {
      const columns = columnSeries(one, request.names);
      return { ...columns, state: columns.state.map((at) => placeOf(answer.texts[at] ?? '')) };
    }),
  );
  const newest = parts.flatMap(({ answer }) => (answer.newest === null ? [] : [answer.newest]));
  const head = {
    ...first.request.head,
    // Gaps of devices that report more often are marked in their points.
    offline_after: Math.max(...parts.map(({ request }) => request.head.offline_after)),
    newest: newest.length === 0 ? null : Math.max(...newest),
  };
  return pack({ head, states, series }, version);
}

const unitName = (unit: string): string => {
  const name = units.find((one) => one.id === unit)?.name ?? unit;
  return name === 'none' ? '' : name;
};

export function columnsOf(
  head: z.infer<typeof GraphsHead>,
  { texts, series }: SeriesAnswer,
  names: GraphNames,
): ColumnGraphs {
  return { head, states: texts, series: series.map((one) => columnSeries(one, names)) };
}

function columnSeries(series: Series, { deviceId, title, names, byNode }: GraphNames): ColumnSeries {
  const contact = series.type !== 'NUMERIC';
  return {
    graph: fullSensorId(deviceId, byNode ? series.groupId : series.path),
    sensor: fullSensorId(deviceId, series.path),
    name: names.get(series.path) ?? series.name,
    sensorType: series.type,
    units: contact ? '' : unitName(series.unit),
    ...(contact || !series.unitsSince
      ? {}
      : { unitsSince: series.unitsSince.map(({ at, unit }) => ({ at, units: unitName(unit) })) }),
    isConverted: series.isConverted === true,
    valueLabel: contact ? 'State' : series.groupName,
    groupName: series.groupName,
    deviceName: title,
    ts: series.ts,
    value: series.value,
    min: series.min,
    max: series.max,
    alarm: series.alarm,
    state: series.state,
  };
}

/** Points of one series for JSON; a gap has no value. */
export function pointsOf(series: ColumnSeries, states: readonly string[]): GraphPoint[] {
  const points: GraphPoint[] = [];
  const { ts, value, alarm, state, min, max } = series;
  for (let i = 0; i < ts.length; i++) {
    const at = ts[i] ?? 0;
    const shown = value[i] ?? Number.NaN;
    const text = states[state[i] ?? 0] ?? '';
    if (Number.isNaN(shown)) points.push([at, null, false, text]);
    else if (min && max) points.push([at, shown, alarm[i] === 1, text, min[i] ?? shown, max[i] ?? shown]);
    else points.push([at, shown, alarm[i] === 1, text]);
  }
  return points;
}
