import type { SlotSegment } from '../codec/slot-segment.ts';
import { openSlots, type StatusRank } from '../codec/slots.ts';
import type { DeviceSpan } from './calls.ts';
import { slotsOfChunk } from './fine-slots.ts';
import { keyOf, type Picture, type RowName, readChunkBytes, readRowNames, readSlotBytes } from './store.ts';

/**
 * A least-recently-used cache of opened slots of finished hours: a graph of a month is 720 rows and is requested
 * repeatedly while somebody views it. A rewritten row has another version, so entries are never outdated.
 */
export class ReadySlots {
  readonly #most: number;
  readonly #known = new Map<string, { readonly segments: readonly SlotSegment[]; readonly bytes: number }>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#most = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: string): readonly SlotSegment[] | undefined {
    const known = this.#known.get(key);
    if (!known) return undefined;
    this.#known.delete(key);
    this.#known.set(key, known);
    return known.segments;
  }

  put(key: string, segments: readonly SlotSegment[]): void {
    this.#drop(key);
    const bytes = segments.reduce((sum, segment) => sum + bytesOf(segment), 0);
    this.#known.set(key, { segments, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#known.keys()) {
      if (this.#bytes <= this.#most) return;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#bytes -= this.#known.get(key)?.bytes ?? 0;
    this.#known.delete(key);
  }
}

function bytesOf(segment: SlotSegment): number {
  let bytes = 0;
  for (const part of Object.values(segment)) if (ArrayBuffer.isView(part)) bytes += part.byteLength;
  return bytes;
}

/** An hour's slots. */
export interface SlotRow {
  readonly t0: number;
  readonly layoutIds: readonly number[];
  readonly segments: readonly SlotSegment[];
}

/** Returns cached slots, and those that `open` reads for the missing hours. */
async function rowsOf(
  names: readonly RowName[],
  kind: string,
  ready: ReadySlots,
  open: (hours: readonly number[]) => Promise<(row: RowName) => readonly SlotSegment[]>,
): Promise<SlotRow[]> {
  const rows = names.map((name) => {
    const key = `${kind} ${keyOf(name)} ${name.version}`;
    return { name, key, segments: ready.get(key) };
  });
  const missing = rows.filter((row) => row.segments === undefined).map((row) => row.name.t0);
  const opened = missing.length === 0 ? null : await open(missing);
  return rows.map(({ name, key, segments }) => {
    const readySegments = segments ?? opened?.(name) ?? [];
    if (!segments) ready.put(key, readySegments);
    return { t0: name.t0, layoutIds: name.layoutIds, segments: readySegments };
  });
}

/** The 6-minute slots of every finished hour. */
export async function readStoredSlots(
  picture: Picture,
  { deviceId, from, to }: DeviceSpan,
  ready: ReadySlots,
): Promise<SlotRow[]> {
  const names = await readRowNames(picture, 'slots', deviceId, from, to);
  return rowsOf(names, `stored ${deviceId}`, ready, async (hours) => {
    const bytes = await readSlotBytes(picture, deviceId, hours);
    return (row) => {
      const p = bytes.get(keyOf(row));
      return p ? openSlots(p) : [];
    };
  });
}

/** Finer slots are computed from the hours' frames. */
export async function readFineSlots(
  picture: Picture,
  { deviceId, from, to }: DeviceSpan,
  slotMs: number,
  ready: ReadySlots,
  rank: StatusRank,
): Promise<SlotRow[]> {
  const names = await readRowNames(picture, 'chunk', deviceId, from, to);
  return rowsOf(names, `${slotMs} ${deviceId}`, ready, async (hours) => {
    const chunks = await readChunkBytes(picture, deviceId, hours);
    return (row) => {
      const chunk = chunks.get(keyOf(row));
      return chunk ? slotsOfChunk(chunk, slotMs, rank) : [];
    };
  });
}
