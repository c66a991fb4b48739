import { limits } from '@tocsin/contract/limits';
import type { Steps } from '../decode-steps.ts';
import { FrameRefusal } from '../frame-refusal.ts';

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c] as const;
const [listBegin, listEnd, objectBegin, objectEnd] = [0x5b, 0x5d, 0x7b, 0x7d] as const;
/** Bytes after which the search for elements pauses. */
const stepBytes = 1024 * 1024;

/** Counts values and depth of a JSON text, byte by byte, without building anything. */
class SizeScan {
  readonly #bytes: Uint8Array;
  at: number;
  depth = 0;
  /** Numbers, texts, lists and objects so far; keys are not counted. */
  values = 1;

  constructor(bytes: Uint8Array, from: number) {
    this.#bytes = bytes;
    this.at = from;
  }

  /** Reads until a comma at this depth, the end of the list at it, or `to`. Throws a FrameRefusal at a limit. */
  readUntil(to: number, depth: number, most: number): number {
    const bytes = this.#bytes;
    while (this.at < to) {
      const code = bytes[this.at] ?? 0;
      if (code === quote) {
        this.#skipText(to);
        continue;
      }
      if (code === comma) {
        if (this.depth === depth) return comma;
        this.#count(most);
      } else if (code === listBegin || code === objectBegin) {
        if (++this.depth > limits.jsonDepth)
          throw new FrameRefusal('limit', `Lists and objects more than ${limits.jsonDepth} deep`);
        this.#count(most);
      } else if (code === listEnd || code === objectEnd) {
        if (this.depth === depth) return code;
        this.depth--;
      }
      this.at++;
    }
    return 0;
  }

  #count(most: number): void {
    if (++this.values > most) throw new FrameRefusal('limit', `More than ${most} values`);
  }

  #skipText(to: number): void {
    for (let at = this.at + 1; at < to; at++) {
      const code = this.#bytes[at];
      if (code === backslash) at++;
      else if (code === quote) {
        this.at = at + 1;
        return;
      }
    }
    this.at = to;
  }
}

/** Throws a FrameRefusal 'limit' for a text with more values or depth than it may have. */
export function checkSize(bytes: Uint8Array, most: number): void {
  new SizeScan(bytes, 0).readUntil(bytes.length, -1, most);
}

/** Where each element of a list lies in its text. */
export interface Elements {
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/**
 * Finds the elements of a text that is a list; null for another text. Counts first: throws a FrameRefusal for more
 * elements than `most`, or an element with more values or depth than a frame may have.
 */
export function* elementsOf(bytes: Uint8Array, most: number): Steps<Elements | null> {
  const begin = skipBlanks(bytes, bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0);
  if (bytes[begin] !== listBegin) return null;
  const from: number[] = [];
  const to: number[] = [];
  const scan = new SizeScan(bytes, begin + 1);
  let pauseAt = stepBytes;
  for (;;) {
    const start = scan.at;
    scan.values = 1;
    const end = scan.readUntil(bytes.length, 0, limits.jsonValuesPerFrame);
    const isEmpty = from.length === 0 && end === listEnd && skipBlanks(bytes, start) === scan.at;
    if (!isEmpty) {
      if (from.length === most) throw new FrameRefusal('limit', `More than ${most} frames in a message`);
      from.push(start);
      to.push(scan.at);
    }
    if (end !== comma) {
      if (end !== listEnd || skipBlanks(bytes, scan.at + 1) < bytes.length) throw notJson();
      return { from, to };
    }
    scan.at++;
    if (scan.at < pauseAt) continue;
    pauseAt = scan.at + stepBytes;
    yield;
  }
}

export const notJson = (): FrameRefusal => new FrameRefusal('structure', 'The message is not valid JSON');

function skipBlanks(bytes: Uint8Array, from: number): number {
  let at = from;
  for (let code = bytes[at]; code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09; code = bytes[at]) at++;
  return at;
}
