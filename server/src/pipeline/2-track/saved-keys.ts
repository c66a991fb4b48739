import type { FrameKey } from './dedupe-window.ts';

/**
 * Frame keys as columns, in a third of the bytes of one list each: each number less the one before it, without zeros at
 * the end, and the hashes of the contents as base64 of uint32.
 */
export interface SavedKeys {
  readonly ts: readonly number[];
  readonly boot: readonly number[];
  readonly seq: readonly number[];
  readonly content: string;
}

/** Keys as version 1 of the device state saved them: deviceTs, boot, seq, content. */
export type KeyList = readonly (readonly [number, number, number, number])[];

/** Packs integers up to 2^53; `keysFrom` is the inverse. */
export function saveKeys(keys: readonly FrameKey[]): SavedKeys {
  const hashes = Uint32Array.from(keys, (key) => key.content);
  return {
    ts: steps(keys.map((key) => key.deviceTs)),
    boot: steps(keys.map((key) => key.boot)),
    seq: steps(keys.map((key) => key.seq)),
    content: Buffer.from(hashes.buffer).toString('base64'),
  };
}

export function keysFrom(saved: SavedKeys | KeyList): FrameKey[] {
  if (!('content' in saved)) return saved.map(([deviceTs, boot, seq, content]) => ({ deviceTs, boot, seq, content }));
  const hashes = Buffer.from(saved.content, 'base64');
  const keys: FrameKey[] = [];
  let [deviceTs, boot, seq] = [0, 0, 0];
  for (let i = 0; i < hashes.length / 4; i++) {
    deviceTs += saved.ts[i] ?? 0;
    boot += saved.boot[i] ?? 0;
    seq += saved.seq[i] ?? 0;
    keys.push({ deviceTs, boot, seq, content: hashes.readUInt32LE(4 * i) });
  }
  return keys;
}

function steps(numbers: readonly number[]): number[] {
  const out = numbers.map((number, i) => number - (numbers[i - 1] ?? 0));
  while (out.at(-1) === 0) out.pop();
  return out;
}
