import { type ColumnGraphs, type ColumnSeries, packGraphs } from '@tocsin/contract/graph-columns';
import type { GraphPoint, GraphsHead } from '@tocsin/contract/graphs';
import { units } from '@tocsin/contract/sensors';
import type { z } from 'zod';
import type { ColumnsQuery, Series, SeriesAnswer } from './history/ports.ts';

export interface GraphNames {
  readonly deviceId: number;
  readonly title: string;
  /** Given names by path. */
  readonly names: ReadonlyMap<string, string>;
  /** Graphs are keyed by node, one series for each of its sensors. */
  readonly byNode: boolean;
}

/** The whole answer as bytes of typed columns. */
export const packAnswer = ({ head, names }: Pick<ColumnsQuery, 'head' | 'names'>, answer: SeriesAnswer) =>
  packGraphs(columnsOf({ ...head, newest: answer.newest }, answer, names));

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
    graph: byNode ? `${deviceId}.${series.groupId}` : `${deviceId}.${series.path}`,
    sensor: `${deviceId}.${series.path}`,
    name: names.get(series.path) ?? series.name,
    sensorType: series.type,
    units: contact ? '' : unitName(series.unit),
    valueLabel: contact ? 'State' : series.groupName,
    groupName: series.groupName,
    deviceName: title,
    ...{ ts: series.ts, value: series.value, min: series.min, max: series.max },
    ...{ alarm: series.alarm, state: series.state },
  };
}

/** Points of one series as the JSON carries them: a gap has no value. */
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

/**
 * The JSON of graphs, piece by piece: a hundred sensors of a day are megabytes, and the thread that takes frames must not
 * stand still for them.
 */
export async function* graphsJson(graphs: ColumnGraphs): AsyncGenerator<string> {
  yield `${JSON.stringify(graphs.head).slice(0, -1)},"graphs":{`;
  const byGraph = Map.groupBy(graphs.series, (one) => one.graph);
  let first = true;
  for (const [key, list] of byGraph) {
    const [lead] = list;
    if (!lead) continue;
    const about = { units: lead.units, value_label: lead.valueLabel, group_name: lead.groupName };
    yield `${first ? '' : ','}${JSON.stringify(key)}:${JSON.stringify(about).slice(0, -1)},"series":[`;
    first = false;
    for (const [index, one] of list.entries()) {
      await new Promise((resume) => setImmediate(resume));
      yield (index === 0 ? '' : ',') +
        JSON.stringify({
          sensor: one.sensor,
          name: one.name,
          sensor_type: one.sensorType,
          device_name: one.deviceName,
          data: pointsOf(one, graphs.states),
        });
    }
    yield ']}';
  }
  yield '}}';
}
