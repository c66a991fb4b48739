import type { z } from 'zod';
import {
  bytesOf,
  type ColumnHead,
  type NumberColumn,
  type PackedColumn,
  packColumn,
  readBytes,
  readDoubles,
  readIndexes,
} from './compact-columns.ts';
import { GraphsHead } from './graphs.ts';
import type { SensorKind } from './layout.ts';

/**
 * Graphs as typed columns: the same numbers as the JSON, without a parse of each point.
 *
 *   8 bytes 'TOCSCOL1', uint32 length of the header, the header as JSON, zeros up to the next multiple of 8, then for each
 *   series: ts (float64), value (float64, NaN = gap), in slots min and max (float64), alarm (uint8), state (uint16 index
 *   into `states`), each column padded to a multiple of 8. Little-endian.
 *
 * Version 2 begins with 'TOCSCOL2' and stores each column as compact-columns.ts says. Its header has the list of columns,
 * and the index of each series' columns in it: series with the same times share one column.
 */
export interface ColumnSeries {
  readonly graph: string;
  readonly sensor: string;
  readonly name: string;
  readonly sensorType: z.infer<typeof SensorKind>;
  readonly units: string;
  /** Other units of values that could not be converted, ascending; not part of the packed columns. */
  readonly unitsSince?: readonly { readonly at: number; readonly units: string }[];
  /** Values are computed from the stored ones by a factor or an offset; not part of the packed columns. */
  readonly isConverted?: boolean;
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
const compactMagic = 'TOCSCOL2';
/** Length of both. */
const magicLength = 8;
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

interface Header {
  readonly head: unknown;
  readonly states: readonly string[];
  readonly series: readonly SeriesHead[];
}

/** Packs graphs as typed columns, version 1. */
export function packGraphs(graphs: ColumnGraphs): Uint8Array<ArrayBuffer> {
  const heads = graphs.series.map(
    ({ ts, value: _v, min, max: _m, alarm: _a, state: _s, ...names }): SeriesHead => ({
      ...names,
      n: ts.length,
      band: min !== null,
    }),
  );
  const header = new TextEncoder().encode(JSON.stringify({ head: graphs.head, states: graphs.states, series: heads }));
  const start = padded(magicLength + 4 + header.length);
  const size = heads.reduce((sum, { n, band }) => sum + n * 8 * (band ? 4 : 2) + padded(n) + padded(n * 2), start);
  const bytes = new Uint8Array(size);
  bytes.set(new TextEncoder().encode(magic));
  new DataView(bytes.buffer).setUint32(magicLength, header.length, true);
  bytes.set(header, magicLength + 4);
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

interface CompactSeriesHead extends Omit<SeriesHead, 'n' | 'band'> {
  /** Indexes of the columns ts, value, alarm, state, and in slots min and max. */
  readonly columns: readonly number[];
}

/** Packs graphs as version 2: a third of the bytes, the same numbers. */
export function packCompactGraphs(graphs: ColumnGraphs): Uint8Array<ArrayBuffer> {
  const columns: PackedColumn[] = [];
  const known = new Map<string, number>();
  const add = (column: NumberColumn): number => {
    const packed = packColumn(column);
    if (packed.head.as !== 'same') return columns.push(packed) - 1;
    // Marks and states of most series are the same throughout, and in all series.
    const key = `${column.BYTES_PER_ELEMENT} ${packed.head.n} ${packed.head.first}`;
    const index = known.get(key) ?? columns.push(packed) - 1;
    known.set(key, index);
    return index;
  };
  let times: { readonly ts: Float64Array; readonly index: number } | undefined;
  const series = graphs.series.map((one): CompactSeriesHead => {
    const { ts, value, min, max, alarm, state, ...names } = one;
    if (!times || !isEqual(times.ts, ts)) times = { ts, index: add(ts) };
    const slots = min && max ? [add(min), add(max)] : [];
    return { ...names, columns: [times.index, add(value), add(alarm), add(state), ...slots] };
  });
  const heads = columns.map(({ head }) => head);
  const header = new TextEncoder().encode(
    JSON.stringify({ head: graphs.head, states: graphs.states, columns: heads, series }),
  );
  const start = padded(magicLength + 4 + header.length);
  const bytes = new Uint8Array(heads.reduce((size, head) => size + padded(bytesOf(head)), start));
  bytes.set(new TextEncoder().encode(compactMagic));
  new DataView(bytes.buffer).setUint32(magicLength, header.length, true);
  bytes.set(header, magicLength + 4);
  let at = start;
  for (const { head, numbers } of columns) {
    if (numbers) bytes.set(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength), at);
    at += padded(bytesOf(head));
  }
  return bytes;
}

function isEqual(a: Float64Array, b: Float64Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

interface CompactHeader {
  readonly head: unknown;
  readonly states: readonly string[];
  readonly columns: readonly ColumnHead[];
  readonly series: readonly CompactSeriesHead[];
}

function unpackCompact(header: CompactHeader, buffer: ArrayBuffer, start: number): ColumnGraphs {
  let at = start;
  const columns = header.columns.map((head) => {
    const column = { head, at };
    at += padded(bytesOf(head));
    return column;
  });
  const readerOf = <T>(read: (head: ColumnHead, buffer: ArrayBuffer, at: number) => T) => {
    const known = new Map<number, T>();
    return (index = -1): T => {
      const column = columns[index];
      if (!column) throw new Error('not graph columns');
      const numbers = known.get(index) ?? read(column.head, buffer, column.at);
      known.set(index, numbers);
      return numbers;
    };
  };
  const doubles = readerOf(readDoubles);
  const marks = readerOf(readBytes);
  const indexes = readerOf(readIndexes);
  const series = header.series.map(
    ({ columns: [ts, value, alarm, state, min, max], ...names }): ColumnSeries => ({
      ...names,
      ts: doubles(ts),
      value: doubles(value),
      min: min === undefined ? null : doubles(min),
      max: max === undefined ? null : doubles(max),
      alarm: marks(alarm),
      state: indexes(state),
    }),
  );
  return { head: GraphsHead.parse(header.head), states: header.states, series };
}

/**
 * Unpacks typed columns of either version, as views into `bytes` where the bytes are the numbers. Series of version 2 share
 * columns that are equal. Throws for what neither packing wrote.
 */
export function unpackGraphs(bytes: Uint8Array<ArrayBuffer>): ColumnGraphs {
  const own = bytes.byteOffset % 8 === 0 ? bytes : bytes.slice();
  const text = new TextDecoder();
  const version = text.decode(own.subarray(0, magicLength));
  if (version !== magic && version !== compactMagic) throw new Error('not graph columns');
  const view = new DataView(own.buffer, own.byteOffset);
  const length = view.getUint32(magicLength, true);
  const start = own.byteOffset + padded(magicLength + 4 + length);
  const json: unknown = JSON.parse(text.decode(own.subarray(magicLength + 4, magicLength + 4 + length)));
  if (version === compactMagic) return unpackCompact(json as CompactHeader, own.buffer, start);
  const header = json as Header;
  let at = start;
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
