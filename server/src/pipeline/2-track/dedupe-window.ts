import type { DecodedFrame } from '../types.ts';

/** Identifies a frame: the device's own time, boot, seq and a hash of the content. */
export interface FrameKey {
  readonly deviceTs: number;
  readonly boot: number;
  readonly seq: number;
  /** Hash of the content; 0 if unknown, which versions before 2.0.0 stored for frames with a seq. */
  readonly content: number;
}

/** A device's newest keys, so that repeated frames are recognized without a database query. */
export interface DedupeWindow {
  readonly keys: FrameKey[];
  next: number;
}
const keysHeld = 128;

/** The keys of the newest stored frames, so that repeats are recognized after a restart too. */
export const newDedupeWindow = (keys: readonly FrameKey[] = []): DedupeWindow => ({
  keys: [...keys],
  next: keys.length,
});

/** Adds a key and drops the oldest. */
export function noteKey(recent: DedupeWindow, key: FrameKey): void {
  recent.keys[recent.next++ % keysHeld] = key;
  if (recent.next === keysHeld * 2) recent.next = keysHeld;
}

/** The newest keys, oldest first, for the stored device state. */
export function lastKeys(recent: DedupeWindow, count: number): FrameKey[] {
  const out: FrameKey[] = [];
  for (let back = Math.min(count, recent.keys.length); back > 0; back--) {
    const key = recent.keys[(recent.next - back + 2 * keysHeld) % keysHeld];
    if (key) out.push(key);
  }
  return out;
}

/** Whether a frame was received before. */
export type Sameness =
  | { readonly kind: 'new' }
  | { readonly kind: 'duplicate' }
  /** Same time without a seq but different content: stored under this seq. */
  | { readonly kind: 'conflict'; readonly seq: number };

const fresh: Sameness = { kind: 'new' };
const duplicate: Sameness = { kind: 'duplicate' };

/**
 * Compares a frame with the newest keys, by the rules that `placeAmong` applies to stored frames. A frame newer than
 * all of them needs no comparison. `boot` is the frame's own, or else that of the newest birth.
 */
export function compare(recent: DedupeWindow, frame: DecodedFrame, boot: number, content: number): Sameness {
  let free = -1;
  for (const key of recent.keys) {
    if (key.deviceTs !== frame.ts) continue;
    const sameBoot = key.boot === boot;
    const sameContent = (sameBoot || frame.boot === null) && key.content === content;
    if (frame.seq === null) {
      if (sameContent) return duplicate;
      if (sameBoot) free = Math.max(free, key.seq + 1);
    } else if (key.seq === frame.seq && (sameBoot || sameContent)) {
      return duplicate;
    }
  }
  return free < 0 ? fresh : { kind: 'conflict', seq: free };
}

const bits = new Float64Array(1);
const words = new Uint32Array(bits.buffer);

/** FNV-1a hash of the message's content, never 0. */
export function contentHash(frame: DecodedFrame): number {
  let hash = 0x811c9dc5;
  const mix = (word: number): void => {
    hash = Math.imul(hash ^ word, 0x01000193);
    hash ^= hash >>> 15;
  };
  for (let i = 0; i < frame.flags.length; i++) {
    // Minus zero is stored as 0.
    bits[0] = (frame.values[i] ?? 0) + 0;
    mix(words[0] ?? 0);
    mix(words[1] ?? 0);
    mix(frame.flags[i] ?? 0);
  }
  const text = (at: readonly number[], texts: readonly string[]) => {
    for (let i = 0; i < at.length; i++) {
      mix(at[i] ?? 0);
      const word = texts[i] ?? '';
      for (let c = 0; c < word.length; c++) mix(word.charCodeAt(c));
    }
  };
  text(frame.stateAt, frame.stateText);
  text(frame.statusAt, frame.statusText);
  return hash >>> 0 || 1;
}
