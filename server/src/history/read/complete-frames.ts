import type { DeviceId } from '@tocsin/contract/ids';
import { carryOver, fillFrame, indexLayout } from '../../pipeline/fill-frame.ts';
import { type AcceptedFrame, ALL_SENT, type IndexedLayout } from '../../pipeline/types.ts';
import { chunkFrames } from '../codec/chunk.ts';
import { hourMs, hourOf } from '../codec/hour.ts';
import { lastHotFrameBefore, lastHourBefore, type Picture, readChunks, readHotFrames, readLayouts } from './store.ts';

/** Frames of hours without a chunk: live frames are complete, late ones contain only what was sent. */
export interface HotFrames {
  readonly frames: readonly AcceptedFrame[];
  readonly late: readonly AcceptedFrame[];
}

/** Maximum number of unwritten hours that are followed back to find earlier values. */
const maxHoursBack = 26;

const inOrder = (a: AcceptedFrame, b: AcceptedFrame): number => a.ts - b.ts || a.boot - b.boot || a.seq - b.seq;
const isComplete = (frame: AcceptedFrame): boolean => frame.flags.every((flag) => (flag & ALL_SENT) === ALL_SENT);

/**
 * Late frames are placed by their time and filled from the frame before, even from an earlier hour, as compaction will
 * do. `settled`: the hours of the range that have a chunk.
 */
export async function completeFrames(
  picture: Picture,
  deviceId: DeviceId,
  hot: HotFrames,
  settled: readonly number[],
): Promise<AcceptedFrame[]> {
  if (hot.late.length === 0) return [...hot.frames];
  const filler = new Filler(picture, deviceId);
  const late = new Set(hot.late);
  const all = [...hot.frames, ...hot.late].sort(inOrder);
  let before: AcceptedFrame | null = null;
  for (const frame of all) {
    const t0 = hourOf(frame.ts);
    const { ts }: { ts: number } = before ?? { ts: Number.NEGATIVE_INFINITY };
    if (!before || settled.some((hour) => hour < t0 && hour > ts))
      before = late.has(frame) && !isComplete(frame) ? await stateBefore(picture, deviceId, t0, filler) : null;
    if (before) await filler.fill(frame, before);
    before = frame;
  }
  return all;
}

/** The device's last frame before an hour, complete; null: none. */
async function stateBefore(
  picture: Picture,
  deviceId: DeviceId,
  t0: number,
  filler: Filler,
): Promise<AcceptedFrame | null> {
  const chunkHour = await lastHourBefore(picture, deviceId, t0);
  const chunkEnd = chunkHour === null ? 0 : chunkHour + hourMs;
  const hours: AcceptedFrame[][] = [];
  let isRooted = false;
  for (let until = t0; hours.length < maxHoursBack && !isRooted; ) {
    const last = await lastHotFrameBefore(picture, { deviceId, from: chunkEnd, to: until });
    if (last === null) break;
    const begin = hourOf(last);
    const { frames, late } = await readHotFrames(picture, deviceId, begin, until, []);
    const sorted = [...frames, ...late].sort(inOrder);
    const [first] = sorted;
    isRooted = first !== undefined && (frames.includes(first) || isComplete(first));
    hours.unshift(sorted);
    until = begin;
  }
  let before = isRooted || chunkHour === null ? null : await lastOfChunk(picture, deviceId, chunkHour);
  for (const frame of hours.flat()) {
    if (before) await filler.fill(frame, before);
    before = frame;
  }
  return before;
}

async function lastOfChunk(picture: Picture, deviceId: DeviceId, t0: number): Promise<AcceptedFrame | null> {
  const chunks = await readChunks(picture, deviceId, t0, t0 + hourMs);
  const frames = chunks.slice(-1).flatMap((chunk) => chunkFrames(chunk.layoutIds, chunk.keys, chunk.p));
  return frames.sort(inOrder).at(-1) ?? null;
}

/** Fills frames from the previous one, also across a change of the layout. */
class Filler {
  readonly #picture: Picture;
  readonly #deviceId: DeviceId;
  readonly #layouts = new Map<number, IndexedLayout | null>();

  constructor(picture: Picture, deviceId: DeviceId) {
    this.#picture = picture;
    this.#deviceId = deviceId;
  }

  async fill(frame: AcceptedFrame, before: AcceptedFrame): Promise<void> {
    if (frame.layoutId === before.layoutId) {
      fillFrame(frame, before);
      return;
    }
    if (isComplete(frame)) return;
    const [from, to] = [await this.#layout(before.layoutId), await this.#layout(frame.layoutId)];
    if (from && to) fillFrame(frame, carryOver(before, from, to));
  }

  async #layout(id: number): Promise<IndexedLayout | null> {
    const known = this.#layouts.get(id);
    if (known !== undefined) return known;
    const layout = (await readLayouts(this.#picture, this.#deviceId, [id])).get(id);
    const indexed = layout ? indexLayout(layout) : null;
    this.#layouts.set(id, indexed);
    return indexed;
  }
}
