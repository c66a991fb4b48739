import type { ColumnGraphs, ColumnSeries } from '@tocsin/contract/graph-columns';
import { stringify } from 'csv-stringify/sync';
import { toZonedIso } from '../../platform/zoned-time.ts';
import type { ColumnsQuery, SeriesAnswer, TextBegun, TextFormat, TextPiece } from './calls.ts';
import { columnsOf, pointsOf } from './graph-answer.ts';

/** Maximum points of a piece, unless one series alone has more: about a megabyte of text. */
const maxPoints = 20_000;

/** Writes the first piece of an answer and lists the remaining ones. */
export function beginText(
  { head, names }: Pick<ColumnsQuery, 'head' | 'names'>,
  answer: SeriesAnswer,
  format: TextFormat,
): TextBegun {
  const [first, ...rest] = textSegments(columnsOf({ ...head, newest: answer.newest }, answer, names), format);
  return { bytes: writePiece(first), rest };
}

/** The bytes of a piece; all pieces in order are the answer. */
export function writePiece(piece: TextPiece): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(piece.format === 'json' ? json(piece) : csv(piece));
}

function textSegments(graphs: ColumnGraphs, format: TextFormat): [TextPiece, ...TextPiece[]] {
  const { head, states } = graphs;
  const series = [...Map.groupBy(graphs.series, (one) => one.graph).values()].flat();
  const { before, after } = format === 'json' ? jsonAround(graphs, series) : { before: [''], after: [''] };
  const piece = (from: number, to: number): TextPiece => ({
    format,
    states,
    zone: head.zone,
    isFirst: from === 0,
    series: series.slice(from, to),
    before: before.slice(from, Math.max(to, 1)),
    after: after.slice(from, Math.max(to, 1)),
  });
  const later: TextPiece[] = [];
  let first: TextPiece | null = null;
  let from = 0;
  let points = 0;
  for (const [index, one] of series.entries()) {
    if (points > 0 && points + one.ts.length > maxPoints) {
      if (first) later.push(piece(from, index));
      else first = piece(from, index);
      from = index;
      points = 0;
    }
    points += one.ts.length;
  }
  const last = piece(from, series.length);
  return first ? [first, ...later, last] : [last];
}

/** The object around the series: one member per graph. */
function jsonAround({ head }: ColumnGraphs, series: readonly ColumnSeries[]): { before: string[]; after: string[] } {
  const begin = `${JSON.stringify(head).slice(0, -1)},"graphs":{`;
  if (series.length === 0) return { before: [`${begin}}}`], after: [''] };
  const before = series.map((one, index) => {
    const start = index === 0 ? begin : '';
    if (series[index - 1]?.graph === one.graph) return ',';
    const about = { units: one.units, value_label: one.valueLabel, group_name: one.groupName };
    return `${start}${index === 0 ? '' : ','}${JSON.stringify(one.graph)}:${JSON.stringify(about).slice(0, -1)},"series":[`;
  });
  const after = series.map((one, index) => {
    const end = index === series.length - 1 ? '}}' : '';
    return series[index + 1]?.graph === one.graph ? '' : `]}${end}`;
  });
  return { before, after };
}

function json({ series, before, after, states }: TextPiece): string {
  if (series.length === 0) return before.join('');
  let text = '';
  for (const [index, one] of series.entries()) {
    const written = {
      sensor: one.sensor,
      name: one.name,
      sensor_type: one.sensorType,
      device_name: one.deviceName,
      data: pointsOf(one, states),
    };
    text += before[index] + JSON.stringify(written) + after[index];
  }
  return text;
}

/** A value that could not be converted keeps the unit of its time. */
const unitsAt = ({ units, unitsSince = [] }: ColumnSeries, ts: number): string =>
  unitsSince.findLast(({ at }) => at <= ts)?.units ?? units;

const columns = ['time', 'sensor_id', 'sensor', 'value', 'units', 'alarm', 'state', 'min', 'max'];
/** The first line of every CSV. */
export const csvHeading: Uint8Array = new TextEncoder().encode(`\ufeff${columns.join(',')}\n`);

/**
 * A number without the noise of the arithmetic behind it: 36.76, not 36.760000000000005. Values as stored keep their
 * digits: of an unconverted series only means are computed, and only their noise goes.
 */
function written({ min, isConverted = false }: ColumnSeries, value: number | null | undefined): number | string {
  if (value === null || value === undefined) return '';
  if (min === null && !isConverted) return value;
  const short = Number(value.toPrecision(12));
  return isConverted || Math.abs(value - short) <= Math.abs(value) * 1e-14 ? short : value;
}

function csv({ series, states, zone, isFirst }: TextPiece): string {
  const rows: (string | number | boolean)[][] = [];
  for (const one of series)
    for (const [ts, value, alarm, state, min, max] of pointsOf(one, states))
      rows.push([
        toZonedIso(ts, zone),
        one.sensor,
        one.name,
        written(one, value),
        unitsAt(one, ts),
        alarm,
        state,
        written(one, min),
        written(one, max),
      ]);
  return stringify(rows, { header: isFirst, bom: isFirst, columns, escape_formulas: true, cast: { boolean: String } });
}
