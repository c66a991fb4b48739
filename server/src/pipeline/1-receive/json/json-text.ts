import { FrameRefusal } from '../frame-refusal.ts';

/**
 * Parses JSON written by devices. Some firmware prints NaN and Infinity, which JSON does not have. Such a number must
 * not cost the whole frame, so it is read as a string, which a numeric sensor turns into a bad value. Throws a
 * FrameRefusal for other invalid JSON.
 */
export function parseJson(bytes: Uint8Array): unknown {
  const text = decoder.decode(bytes);
  try {
    return JSON.parse(text);
  } catch {
    try {
      return JSON.parse(quoteBareNumbers(text));
    } catch {
      throw new FrameRefusal('structure', 'The message is not valid JSON');
    }
  }
}
const decoder = new TextDecoder('utf-8');

/** Bare words that firmware prints for a number, the longest first. */
const bareNumbers = ['Infinity', 'NaN', 'inf', 'nan'] as const;
const quote = 34;
const backslash = 92;
const minus = 45;

/** Replaces each bare NaN or infinity, with its sign, by `"NaN"`; strings stay unchanged. Reads each character once. */
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
    const word = isWordCode(code) && !isWordCode(text.charCodeAt(at - 1)) ? bareNumberAt(text, at) : null;
    if (word === null) {
      at++;
      continue;
    }
    pieces.push(text.slice(copied, text.charCodeAt(at - 1) === minus ? at - 1 : at), '"NaN"');
    at += word.length;
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

const bareNumberAt = (text: string, at: number): string | null =>
  bareNumbers.find((word) => text.startsWith(word, at) && !isWordCode(text.charCodeAt(at + word.length))) ?? null;

/** A letter, digit or underscore. charCodeAt returns NaN outside the text, which is none of them. */
function isWordCode(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122);
}

/** True for a JSON object, but not for an array or null. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
