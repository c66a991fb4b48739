import { FrameRefusal } from '../frame-refusal.ts';
import { notJson } from './json-size.ts';

/**
 * Parses JSON written by devices, in UTF-8. Some firmware prints NaN, Infinity and other words in place of a number,
 * which JSON does not have. Such a word must not cost the whole frame, so it is read as a string, which a numeric sensor
 * turns into a bad value. Throws a FrameRefusal for other invalid JSON.
 */
export function parseJson(bytes: Uint8Array): unknown {
  const text = decoded(withoutNul(bytes));
  try {
    return JSON.parse(text);
  } catch {
    // No list of 1,000 sensors is as long as that, and looking for words takes longer than parsing.
    if (text.length > maxQuotedLength) throw notJson();
    try {
      return JSON.parse(quoteBareNumbers(text));
    } catch {
      throw notJson();
    }
  }
}
const maxQuotedLength = 1024 * 1024;
const decoder = new TextDecoder('utf-8', { fatal: true });

function decoded(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new FrameRefusal('structure', 'The message is not valid UTF-8');
  }
}

/** Firmware in C often sends the terminator of its text. */
export function withoutNul(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end--;
  return end === bytes.length ? bytes : bytes.subarray(0, end);
}

/**
 * Words that firmware prints in place of a number, in any case: of C and Arduino (`nan`, `inf`, `ovf`, `-nan(ind)`), of
 * Microsoft's C (`1.#QNAN`, `1.#IND00`), and of Python (`None`).
 */
const bareNumber = /(?:1\.#)?(?:infinity|inf|qnan|snan|nan|ind|ovf|none|null)/iy;
/** `-nan(ind)`, `nan(0x7ff8)`, `1.#IND00` */
const longestPayload = 32;
const quote = 34;
const backslash = 92;
const plus = 43;
const minus = 45;
const zero = 48;
const one = 49;
const open = 40;

/** Replaces each bare word for a number, with its sign, by `"NaN"`; strings stay unchanged. Reads each character once. */
export function quoteBareNumbers(text: string): string {
  const pieces: string[] = [];
  let copied = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = endOfString(text, at);
      continue;
    }
    const length = isWordCode(code) && !isWordCode(text.charCodeAt(at - 1)) ? bareNumberAt(text, at, code) : 0;
    if (length === 0) {
      at++;
      continue;
    }
    pieces.push(text.slice(copied, isSign(text.charCodeAt(at - 1)) ? at - 1 : at), '"NaN"');
    at += length;
    copied = at;
  }
  pieces.push(text.slice(copied));
  return pieces.join('');
}

/** Returns the index after the closing quote of the string that opens at `from`, or the text's length without one. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) return at + 1;
    if (code === backslash) at++;
  }
  return text.length;
}

const isSign = (code: number): boolean => code === minus || code === plus;

/** The length of the word at this place, whose first character is given; 0 when it is none. */
function bareNumberAt(text: string, at: number, code: number): number {
  if (code < 58 && code !== one) return 0;
  bareNumber.lastIndex = at;
  const word = bareNumber.exec(text)?.[0] ?? '';
  // JSON's own null is no value, and not a bad one.
  if (word === '' || (word === 'null' && !isSign(text.charCodeAt(at - 1)))) return 0;
  let end = at + word.length;
  if (code === one) while (text.charCodeAt(end) === zero) end++;
  if (text.charCodeAt(end) === open) {
    const closes = text.slice(end, end + longestPayload).indexOf(')');
    if (closes > 0) end += closes + 1;
  }
  return isWordCode(text.charCodeAt(end)) ? 0 : end - at;
}

/** A letter, digit or underscore. charCodeAt returns NaN outside the text, which is none of them. */
function isWordCode(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122);
}

/** True for a JSON object, but not for an array or null. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
