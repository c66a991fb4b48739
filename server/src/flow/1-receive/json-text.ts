import { FrameRefusal } from './refusal.ts';

/**
 * JSON as devices write it. Some firmware prints NaN and Infinity, which JSON does not know: such a number is a bad
 * value of its own and no reason to lose the frame, so it is read as a string, which no numeric sensor takes.
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

/** Strings are matched first and kept, so that a name with NaN in it stays what it is. */
const stringOrBare = /"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity|inf|nan)\b/g;
function quoteBareNumbers(text: string): string {
  return text.replace(stringOrBare, (found) => (found.charCodeAt(0) === 34 ? found : '"NaN"'));
}

/** True for what JSON writes in braces. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
