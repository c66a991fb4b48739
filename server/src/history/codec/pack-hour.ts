import type { AcceptedFrame } from '../../pipeline/types.ts';
import { ChunkWriter, packKeys } from './chunk.ts';
import { bySegment, ColumnGatherer } from './column.ts';
import { SlotsWriter, type StatusRank } from './slots.ts';

/** The content of the `chunk` and `slots` rows of one hour. */
export interface PackedHour {
  readonly layoutIds: readonly number[];
  readonly keys: Buffer;
  readonly p: Buffer;
  readonly slots: Buffer;
}

/** Packs an hour. `frames` are ordered, not empty, and each carries the full state. */
export function packHour(frames: readonly AcceptedFrame[], rank: StatusRank): PackedHour {
  const segments = bySegment(frames);
  const layoutIds = [...segments.keys()];
  const chunk = new ChunkWriter(segments.size, frames.length * frames[0].values.length);
  const slots = new SlotsWriter(segments.size, rank);
  for (const segment of segments.values()) {
    const sensors = segment[0].values.length;
    const columns = new ColumnGatherer(segment);
    chunk.begin(segment.length, sensors);
    slots.begin(segment);
    for (let sensor = 0; sensor < sensors; sensor++) {
      const gathered = columns.gather(sensor);
      chunk.write(gathered);
      slots.write(gathered);
    }
  }
  return { layoutIds, keys: packKeys(frames, layoutIds), p: chunk.end(), slots: slots.end() };
}
