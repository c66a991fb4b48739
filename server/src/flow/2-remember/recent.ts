import type { DecodedFrame } from '../passing.ts';

/** What tells one frame from another (decisions.md 5, Duplicates): the device's own time, boot, seq, content. */
export interface FrameKey {
  readonly deviceTs: number;
  readonly boot: number;
  readonly seq: number;
  /** 0 where the seq says enough. */
  readonly content: number;
}

/** The newest keys of a device, so that what is sent again is known without asking the database. */
export interface Recent {
  readonly keys: FrameKey[];
  next: number;
}
const keysHeld = 128;

/** The keys of the newest frames that are stored, so that repeats are known after a restart too. */
export const freshRecent = (keys: readonly FrameKey[] = []): Recent => ({ keys: [...keys], next: keys.length });

/** Keeps the key; the oldest one goes. */
export function remember(recent: Recent, key: FrameKey): void {
  recent.keys[recent.next++ % keysHeld] = key;
  if (recent.next === keysHeld * 2) recent.next = keysHeld;
}

/** The last few, oldest first, for the board's row. */
export function lastKeys(recent: Recent, count: number): FrameKey[] {
  const out: FrameKey[] = [];
  for (let back = Math.min(count, recent.keys.length); back > 0; back--) {
    const key = recent.keys[(recent.next - back + 2 * keysHeld) % keysHeld];
    if (key) out.push(key);
  }
  return out;
}

/** Whether a frame was here before. */
export type Sameness =
  | { readonly kind: 'new' }
  | { readonly kind: 'duplicate' }
  /** Same time without a seq but other content: kept under this seq. */
  | { readonly kind: 'conflict'; readonly seq: number };

const fresh: Sameness = { kind: 'new' };
const duplicate: Sameness = { kind: 'duplicate' };

/** Compares with what is remembered; frames newer than everything never come here. */
export function compare(recent: Recent, frame: DecodedFrame, boot: number, content: number): Sameness {
  let free = -1;
  for (const key of recent.keys) {
    if (key.deviceTs !== frame.ts) continue;
    if (frame.seq === null) {
      if (key.content === content) return duplicate;
      free = Math.max(free, key.seq + 1);
    } else if (key.seq === frame.seq && (key.boot === boot || (frame.boot === null && key.content === content))) {
      return duplicate;
    }
  }
  return free < 0 ? fresh : { kind: 'conflict', seq: free };
}

const bits = new Float64Array(1);
const words = new Uint32Array(bits.buffer);

/** FNV-1a over what the message said, never 0. */
export function contentHash(frame: DecodedFrame): number {
  let hash = 0x811c9dc5;
  const mix = (word: number): void => {
    hash = Math.imul(hash ^ word, 0x01000193);
    hash ^= hash >>> 15;
  };
  for (let i = 0; i < frame.flags.length; i++) {
    bits[0] = frame.values[i] ?? 0;
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
