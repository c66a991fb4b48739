import type { z } from 'zod';
import { GraphsHead } from './graphs.ts';
import type { SensorKind } from './layout.ts';

/**
 * Graphs as typed columns: the same numbers as the JSON, without a parse of each point.
 *
 *   8 bytes 'TOCSCOL1', uint32 length of the header, the header as JSON, zeros up to the next multiple of 8, then for each
 *   series: ts (float64), value (float64, NaN = gap), in slots min and max (float64), alarm (uint8), state (uint16 index
 *   into `states`), each column padded to a multiple of 8. Little-endian.
 */
export interface ColumnSeries {
  readonly graph: string;
  readonly sensor: string;
  readonly name: string;
  readonly sensorType: z.infer<typeof SensorKind>;
  readonly units: string;
  readonly valueLabel: string;
  readonly groupName: string;
  readonly deviceName: string;
  readonly ts: Float64Array;
  readonly value: Float64Array;
  readonly min: Float64Array | null;
  readonly max: Float64Array | null;
  readonly alarm: Uint8Array;
  readonly state: Uint16Array;
}
export interface ColumnGraphs {
  readonly head: z.infer<typeof GraphsHead>;
  readonly states: readonly string[];
  readonly series: readonly ColumnSeries[];
}

const magic = 'TOCSCOL1';
const padded = (n: number) => (n + 7) & ~7;
interface SeriesHead {
  readonly graph: string;
  readonly sensor: string;
  readonly name: string;
  readonly sensorType: z.infer<typeof SensorKind>;
  readonly units: string;
  readonly valueLabel: string;
  readonly groupName: string;
  readonly deviceName: string;
  readonly n: number;
  readonly band: boolean;
}

/** Packs graphs as typed columns. */
export function packGraphs(graphs: ColumnGraphs): Uint8Array<ArrayBuffer> {
  const heads = graphs.series.map(
    ({ ts, value: _v, min, max: _m, alarm: _a, state: _s, ...names }): SeriesHead => ({
      ...names,
      n: ts.length,
      band: min !== null,
    }),
  );
  const header = new TextEncoder().encode(JSON.stringify({ head: graphs.head, states: graphs.states, series: heads }));
  const start = padded(magic.length + 4 + header.length);
  const size = heads.reduce((sum, { n, band }) => sum + n * 8 * (band ? 4 : 2) + padded(n) + padded(n * 2), start);
  const bytes = new Uint8Array(size);
  bytes.set(new TextEncoder().encode(magic));
  new DataView(bytes.buffer).setUint32(magic.length, header.length, true);
  bytes.set(header, magic.length + 4);
  let at = start;
  for (const { ts, value, min, max, alarm, state } of graphs.series) {
    for (const column of min && max ? [ts, value, min, max] : [ts, value]) {
      new Float64Array(bytes.buffer, at, column.length).set(column);
      at += column.length * 8;
    }
    bytes.set(alarm, at);
    at += padded(alarm.length);
    new Uint16Array(bytes.buffer, at, state.length).set(state);
    at += padded(state.length * 2);
  }
  return bytes;
}

/** Unpacks typed columns as views into `bytes`. Throws for anything that packGraphs did not write. */
export function unpackGraphs(bytes: Uint8Array<ArrayBuffer>): ColumnGraphs {
  const own = bytes.byteOffset % 8 === 0 ? bytes : bytes.slice();
  const text = new TextDecoder();
  if (text.decode(own.subarray(0, magic.length)) !== magic) throw new Error('not graph columns');
  const view = new DataView(own.buffer, own.byteOffset);
  const length = view.getUint32(magic.length, true);
  const header: {
    head: unknown;
    states: readonly string[];
    series: readonly SeriesHead[];
  } = JSON.parse(text.decode(own.subarray(magic.length + 4, magic.length + 4 + length)));
  let at = own.byteOffset + padded(magic.length + 4 + length);
  const doubles = (n: number) => {
    const column = new Float64Array(own.buffer, at, n);
    at += n * 8;
    return column;
  };
  const series = header.series.map(({ n, band, ...names }): ColumnSeries => {
    const ts = doubles(n);
    const value = doubles(n);
    const min = band ? doubles(n) : null;
    const max = band ? doubles(n) : null;
    const alarm = new Uint8Array(own.buffer, at, n);
    at += padded(n);
    const state = new Uint16Array(own.buffer, at, n);
    at += padded(n * 2);
    return { ...names, ts, value, min, max, alarm, state };
  });
  return { head: GraphsHead.parse(header.head), states: header.states, series };
}
