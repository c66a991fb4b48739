import { Source, unsqueeze } from './bytes.ts';
import { newColumn, type ReadColumn, type Segment } from './column.ts';
import { readSmall, readValues } from './numbers.ts';

/** Opens a chunk of codec 1, which versions before 2.0.0 wrote: each column's length, then the columns. */
export function openChunk1(p: Buffer): Segment[] {
  const source = new Source(unsqueeze(p));
  return Array.from({ length: source.u8() }, () => readSegment(source));
}

function readSegment(source: Source): Segment {
  const n = source.u32();
  const sensors = source.u16();
  const starts = new Uint32Array(sensors + 1);
  starts[0] = source.at + 4 * sensors;
  for (let sensor = 0; sensor < sensors; sensor++) starts[sensor + 1] = starts[sensor] + source.u32();
  source.at = starts[sensors];
  return {
    n,
    sensors,
    column: (sensor) => {
      const own = new Source(source.bytes);
      own.at = starts[sensor];
      return unpackColumn(own, n);
    },
  };
}

function unpackColumn(source: Source, n: number): ReadColumn {
  const column = newColumn(n);
  const { values } = column;
  const m = source.u32();
  if (m === n) readValues(source, values, n);
  else if (m === 0) {
    readValues(source, values, 0);
    values.fill(Number.NaN);
  } else {
    const presence = source.at;
    source.at += Math.ceil(n / 8);
    const present = new Float64Array(m);
    readValues(source, present, m);
    for (let i = 0, k = 0; i < n; i++)
      values[i] = source.bytes[presence + (i >> 3)] & (1 << (i & 7)) ? present[k++] : Number.NaN;
  }
  const flags = readSmall(source, column.flags, n);
  const status = readSmall(source, column.status, n);
  const state = readSmall(source, column.state, n);
  return { ...column, quiet: flags && status && state };
}
