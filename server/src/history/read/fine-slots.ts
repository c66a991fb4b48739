import { ALARM, HOLDS } from '../../pipeline/types.ts';
import { releaseArrays } from '../../platform/release-memory.ts';
import { openChunk, unpackKeys } from '../codec/chunk.ts';
import type { Segment } from '../codec/column.ts';
import { hourMs } from '../codec/hour.ts';
import { ALARM_ALL, ALARM_LAST, ALARM_SOME, blankSegment, type SlotSegment } from '../codec/slot-segment.ts';
import { type StatusRank, worstOf } from '../codec/slots.ts';
import { pick } from './segments.ts';
import type { ChunkBytes } from './store.ts';

/** A finished hour's frames in slots of a width that divides an hour, one segment per layout like stored slots. */
export function slotsOfChunk(chunk: ChunkBytes, slotMs: number, rank: StatusRank): SlotSegment[] {
  if (hourMs % slotMs !== 0) throw new RangeError('an hour has whole slots');
  const keys = unpackKeys(chunk.keys);
  return openChunk(chunk.p).map((segment, index) => {
    const own = chunk.layoutIds.length === 1 ? null : index;
    const ts = pick(keys.ts, keys.segment, own, segment.n);
    const given = pick(keys.given, keys.segment, own, segment.n);
    return slotsOf(segment, startsOf(ts, chunk.t0, slotMs), (given[segment.n - 1] & HOLDS) !== 0, rank);
  });
}

/** The frames of slot k are those from starts[k] up to starts[k + 1]. */
function startsOf(ts: Float64Array, t0: number, slotMs: number): Uint32Array {
  const starts = new Uint32Array(hourMs / slotMs + 1);
  for (let i = 0; i < ts.length; i++) starts[Math.floor((ts[i] - t0) / slotMs) + 1]++;
  for (let slot = 1; slot < starts.length; slot++) starts[slot] += starts[slot - 1];
  return starts;
}

function slotsOf(chunk: Segment, starts: Uint32Array, holds: boolean, rank: StatusRank): SlotSegment {
  const slots = starts.length - 1;
  const frames = Uint32Array.from({ length: slots }, (_, slot) => starts[slot + 1] - starts[slot]);
  const segment = blankSegment(chunk.sensors, slots, frames, holds);
  for (let sensor = 0; sensor < chunk.sensors; sensor++) {
    const column = chunk.column(sensor);
    for (let slot = 0; slot < slots; slot++) {
      const begin = starts[slot];
      const end = starts[slot + 1];
      if (begin === end) continue;
      const at = sensor * slots + slot;
      addNumbers(segment, at, column.values, begin, end);
      if (column.quiet) {
        segment.alarm[at] = column.flags[begin] & ALARM ? ALARM_SOME | ALARM_LAST | ALARM_ALL : 0;
        segment.status[at] = column.status[begin];
        segment.state[at] = column.state[begin];
        continue;
      }
      const mark = worstOf(column, begin, end, rank);
      segment.alarm[at] = mark?.alarm ?? 0;
      segment.status[at] = mark?.status ?? 0;
      segment.state[at] = mark?.state ?? 0;
    }
    releaseArrays([column.values, column.flags, column.status, column.state]);
  }
  return segment;
}

function addNumbers(segment: SlotSegment, at: number, values: Float64Array, begin: number, end: number): void {
  let count = 0;
  let sum = 0;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let last = Number.NaN;
  for (let i = begin; i < end; i++) {
    const value = values[i];
    if (Number.isNaN(value)) continue;
    count++;
    sum += value;
    if (value < min) min = value;
    if (value > max) max = value;
    last = value;
  }
  segment.count[at] = count;
  segment.sum[at] = sum;
  segment.min[at] = count === 0 ? Number.NaN : min;
  segment.max[at] = count === 0 ? Number.NaN : max;
  segment.last[at] = last;
}
