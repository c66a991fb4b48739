import { limits } from '@tocsin/contract/limits';
import { ALARM, ALL_SENT, type DecodedFrame, type IndexedLayout } from '../../types.ts';
import type { DecodedData } from '../intake.ts';
import { Draft, readCount, readTs } from './decode-frame.ts';

const [quote, comma, colon, minus, point, zero, nine] = [0x22, 0x2c, 0x3a, 0x2d, 0x2e, 0x30, 0x39] as const;
const [listBegin, listEnd, objectBegin, objectEnd] = [0x5b, 0x5d, 0x7b, 0x7d] as const;
const backslash = 0x5c;
/**
 * Numbers with this few digits and their power of ten are exact doubles, so the quotient equals JSON.parse's result.
 */
const maxDigits = 15;
const powers = Array.from({ length: maxDigits + 1 }, (_, digits) => 10 ** digits);
const never = -1;
const trueBytes = Buffer.from('true');
const falseBytes = Buffer.from('false');
const nullBytes = Buffer.from('null');

/** The keys of a frame in the compact form; each may occur once. */
const keyBits = { ts: 1, seq: 2, boot: 4, v: 8, alarm: 16, status: 32, state: 64, historical: 128 } as const;
type FrameKey = keyof typeof keyBits;
const isFrameKey = (name: string): name is FrameKey => Object.hasOwn(keyBits, name);

/** Frames after which a scan in steps lets others have a turn. */
const stepFrames = 250;

/**
 * Reads data messages in the compact form directly from their bytes; this is the adapters' most frequent work. It
 * handles only the plain form that nearly all devices send and never refuses: for anything else it returns null, and
 * the general JSON decoder reads the message. Both decoders give the same result for the same bytes.
 */
export function scanCompact(bytes: Uint8Array, layout: IndexedLayout): DecodedData | null {
  const scan = new Scan(bytes);
  const isList = scan.take(listBegin);
  const frames: DecodedFrame[] = [];
  const isRead = readFrames(scan, layout, isList, frames, Number.POSITIVE_INFINITY) === 'end';
  return isRead ? { frames, refused: [], single: !isList } : null;
}

/** The same, with a pause after every 250 frames, in which the caller may do other work. */
export function* scanCompactInSteps(
  bytes: Uint8Array,
  layout: IndexedLayout,
): Generator<undefined, DecodedData | null, void> {
  const scan = new Scan(bytes);
  const isList = scan.take(listBegin);
  const frames: DecodedFrame[] = [];
  for (;;) {
    const outcome = readFrames(scan, layout, isList, frames, stepFrames);
    if (outcome === null) return null;
    if (outcome === 'end') return { frames, refused: [], single: !isList };
    yield;
  }
}

/** Adds so many frames at most. 'end': the message is read; null: it is for the general decoder. */
function readFrames(
  scan: Scan,
  layout: IndexedLayout,
  isList: boolean,
  frames: DecodedFrame[],
  most: number,
): 'more' | 'end' | null {
  const until = frames.length + most;
  do {
    const frame = frames.length < limits.framesPerPost ? scan.frame(layout) : null;
    if (frame === null) return null;
    frames.push(frame);
    if (!isList || !scan.take(comma)) return (!isList || scan.take(listEnd)) && scan.isAtEnd() ? 'end' : null;
  } while (frames.length < until);
  return 'more';
}

/**
 * Fast path for a list of numbers separated by commas, with at most one blank after each comma. Returns the index where
 * the list ends, or `never` for anything else. It is a single loop, because a call for each number takes several times
 * as long.
 */
function fillNumbers(values: Float64Array, bytes: Uint8Array, from: number): number {
  let at = from;
  for (let index = 0; index < values.length; index++) {
    let character = bytes[at];
    if (character === 0x20) character = bytes[++at];
    const isNegative = character === minus;
    if (isNegative) character = bytes[++at];
    const begin = at;
    let number = 0;
    while (character !== undefined && character >= zero && character <= nine) {
      number = number * 10 + (character - zero);
      character = bytes[++at];
    }
    const integerDigits = at - begin;
    if (integerDigits === 0 || (integerDigits > 1 && bytes[begin] === zero)) return never;
    let decimals = 0;
    if (character === point) {
      character = bytes[++at];
      while (character !== undefined && character >= zero && character <= nine) {
        number = number * 10 + (character - zero);
        character = bytes[++at];
        decimals++;
      }
      if (decimals === 0) return never;
    }
    if (integerDigits + decimals > maxDigits || character !== (index + 1 < values.length ? comma : listEnd))
      return never;
    if (decimals > 0) number /= powers[decimals] ?? 1;
    values[index] = isNegative ? 0 - number : number;
    at++;
  }
  return at;
}

class Scan {
  readonly #bytes: Uint8Array;
  #at = 0;
  /** Of the frame being read. */
  #isHistorical = false;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Skips blanks and then this character, if it comes next. */
  take(character: number): boolean {
    this.#blanks();
    if (this.#bytes[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  isAtEnd(): boolean {
    this.#blanks();
    return this.#at === this.#bytes.length;
  }

  frame(layout: IndexedLayout): DecodedFrame | null {
    if (!this.take(objectBegin)) return null;
    const draft = new Draft(layout.sensors);
    draft.isComplete = true;
    draft.flags.fill(ALL_SENT);
    let [seen, ts, seq, boot] = [0, never, never, never];
    this.#isHistorical = false;
    do {
      const name = this.#word();
      if (name === null || !isFrameKey(name) || (seen & keyBits[name]) !== 0 || !this.take(colon)) return null;
      // An alarm replaces texts of the same sensor that came earlier in the message.
      if (name === 'alarm' && (seen & (keyBits.status | keyBits.state)) !== 0) return null;
      seen |= keyBits[name];
      if (name === 'ts' || name === 'seq' || name === 'boot') {
        const number = this.#number();
        if (!(number >= 0)) return null;
        // Not an integer: the frame is accepted without this field.
        if (name !== 'ts' && readCount(number) === null) draft.rejected++;
        if (name === 'ts') ts = number;
        else if (name === 'seq') seq = number;
        else boot = number;
      } else if (!this.#part(name, draft)) return null;
    } while (this.take(comma));
    if (!this.take(objectEnd) || (seen & keyBits.v) === 0 || (seen & keyBits.ts) === 0) return null;
    const count = (part: FrameKey, number: number) => ((seen & keyBits[part]) === 0 ? null : readCount(number));
    return draft.frame(readTs(ts), count('seq', seq), count('boot', boot), this.#isHistorical);
  }

  #part(name: 'v' | 'alarm' | 'status' | 'state' | 'historical', draft: Draft): boolean {
    if (name === 'historical') {
      this.#isHistorical = this.#takeWord(trueBytes);
      return this.#isHistorical || this.#takeWord(falseBytes);
    }
    if (name === 'v') return this.#values(draft.values);
    if (name === 'alarm') return this.#alarms(draft.flags);
    return this.#texts(draft.values.length, (index, text) => draft[name](index, text));
  }

  /** Reads one number or null for each sensor; null means no value. */
  #values(values: Float64Array): boolean {
    if (!this.take(listBegin)) return false;
    const end = fillNumbers(values, this.#bytes, this.#at);
    if (end !== never) {
      this.#at = end;
      return true;
    }
    for (let index = 0; index < values.length; index++) {
      if (index > 0 && !this.take(comma)) return false;
      const number = this.#number();
      if (!Number.isNaN(number)) values[index] = number;
      else if (this.#takeWord(nullBytes)) values[index] = Number.NaN;
      else return false;
    }
    return this.take(listEnd);
  }

  #alarms(flags: Uint8Array): boolean {
    if (!this.take(listBegin)) return false;
    if (this.take(listEnd)) return true;
    do {
      const index = this.#number();
      if (!Number.isInteger(index) || index < 0 || index >= flags.length) return false;
      flags[index] = ALL_SENT | ALARM;
    } while (this.take(comma));
    return this.take(listEnd);
  }

  /** Reads texts by index, in order. As in JSON, the last of two texts for one index counts. */
  #texts(count: number, assign: (index: number, text: string) => void): boolean {
    if (!this.take(objectBegin)) return false;
    if (this.take(objectEnd)) return true;
    let last = never;
    do {
      const key = this.#word();
      const index = key === null ? Number.NaN : Number(key);
      if (!(index > last && index < count) || String(index) !== key || !this.take(colon)) return false;
      const text = this.#word();
      if (text === null) return false;
      assign(index, text);
      last = index;
    } while (this.take(comma));
    return this.take(objectEnd);
  }

  /** Reads a number without an exponent; returns NaN without advancing when there is none. Minus zero reads as 0. */
  #number(): number {
    this.#blanks();
    const bytes = this.#bytes;
    const isNegative = bytes[this.#at] === minus;
    const begin = isNegative ? this.#at + 1 : this.#at;
    let at = begin;
    let number = 0;
    let decimals = 0;
    for (let digit = (bytes[at] ?? 0) - zero; digit >= 0 && digit <= 9; digit = (bytes[at] ?? 0) - zero) {
      number = number * 10 + digit;
      at++;
    }
    const integerDigits = at - begin;
    if (integerDigits === 0 || (integerDigits > 1 && bytes[begin] === zero)) return Number.NaN;
    if (bytes[at] === point) {
      const first = ++at;
      for (let digit = (bytes[at] ?? 0) - zero; digit >= 0 && digit <= 9; digit = (bytes[at] ?? 0) - zero) {
        number = number * 10 + digit;
        at++;
      }
      decimals = at - first;
      if (decimals === 0) return Number.NaN;
    }
    if (integerDigits + decimals > maxDigits) return Number.NaN;
    this.#at = at;
    if (decimals > 0) number /= powers[decimals] ?? 1;
    return isNegative ? 0 - number : number;
  }

  /** Skips blanks and then `true`, `false` or `null`, if it comes next. */
  #takeWord(word: Uint8Array): boolean {
    this.#blanks();
    for (let i = 0; i < word.length; i++) if (this.#bytes[this.#at + i] !== word[i]) return false;
    this.#at += word.length;
    return true;
  }

  /** Reads a plain ASCII string without escapes. */
  #word(): string | null {
    if (!this.take(quote)) return null;
    let text = '';
    for (let at = this.#at; at < this.#bytes.length; at++) {
      const character = this.#bytes[at] ?? 0;
      if (character === quote) {
        this.#at = at + 1;
        return text;
      }
      if (character < 0x20 || character > 0x7e || character === backslash) return null;
      text += String.fromCharCode(character);
    }
    return null;
  }

  /** The four blanks of JSON. */
  #blanks(): void {
    for (;;) {
      const character = this.#bytes[this.#at];
      if (character !== 0x20 && character !== 0x0a && character !== 0x0d && character !== 0x09) return;
      this.#at++;
    }
  }
}
