import type { FastifyInstance } from 'fastify';
import { Refusal } from '../errors.ts';

const unreadable = 'The body cannot be read.';
const nullCharacter = 'Null characters are not allowed.';
const loneSurrogate = 'Text with half of a character (a lone surrogate) is not allowed.';

const poisonOf = (text: string): string | null =>
  text.includes('\u0000') ? nullCharacter : text.isWellFormed() ? null : loneSurrogate;

/** Why a text anywhere in the value cannot be stored. Iterative, so that deep nesting cannot overflow the stack. */
const poisonIn = (value: unknown): string | null => {
  const left = [value];
  while (left.length > 0) {
    const one = left.pop();
    const texts = typeof one === 'string' ? [one] : isObject(one) && !Array.isArray(one) ? Object.keys(one) : [];
    // Allowed as a value; as a property name it would replace a prototype.
    if (isObject(one) && Object.hasOwn(one, '__proto__')) return unreadable;
    for (const text of texts) {
      const why = poisonOf(text);
      if (why !== null) return why;
    }
    if (isObject(one)) for (const each of Object.values(one)) left.push(each);
  }
  return null;
};

const isObject = (value: unknown): value is object => value !== null && typeof value === 'object';

/**
 * PostgreSQL refuses U+0000 and lone surrogates; refusing them here makes them a 400 instead of a 500. JSON can express
 * them, and an underscore, only in these forms.
 */
const refusePoison = (text: string, value: unknown): void => {
  const why = /__proto__|\\u(0000|005[fF]|[dD][89a-fA-F])/.test(text) ? poisonIn(value) : null;
  if (why !== null) throw new Refusal('invalid', why);
};

/** Parses JSON; refuses invalid JSON and names that reach an object's prototype. */
export const parseJson = (text: string): unknown => {
  // An empty body is treated as none, whatever the header says (`POST accounts/logout/`).
  if (text.trim() === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Refusal('invalid', unreadable);
  }
  refusePoison(text, value);
  return value;
};

/** Makes the server parse JSON bodies with `parseJson`. */
export const takeJson = (http: FastifyInstance): void => {
  http.removeContentTypeParser('application/json');
  http.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: unknown, text: string | Buffer) => parseJson(text.toString()),
  );
};

export const urlForm = 'application/x-www-form-urlencoded';

/** Parses a form into an object of texts; of a repeated field the last one counts. */
const parseUrlForm = (text: string): Record<string, string> => {
  const value = Object.fromEntries(new URLSearchParams(text));
  const why = poisonIn(value);
  if (why !== null) throw new Refusal('invalid', why);
  return value;
};

/** Makes the server parse forms with `parseUrlForm`; a route that takes none refuses them. */
export const takeUrlForms = (http: FastifyInstance): void => {
  http.addContentTypeParser(urlForm, { parseAs: 'string' }, async (_request: unknown, text: string | Buffer) =>
    parseUrlForm(text.toString()),
  );
};
