import { z } from 'zod';

/**
 * Control characters, line and paragraph separators, and format characters, which reorder or hide text: bidirectional
 * overrides, zero-width characters, soft hyphens.
 */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

export const notOneLine = 'Line breaks and invisible characters are not allowed.';

/** Whether a text is a single line without control characters and without characters that reorder or hide text. */
export const isOneLine = (text: string): boolean => !unprintable.test(text);

/** A trimmed single line: names, titles and whatever else stands beside other text in a list, a mail or a log. */
export const line = (message?: string) => z.string(message).trim().refine(isOneLine, notOneLine);
