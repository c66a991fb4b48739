import type { FastifyInstance } from 'fastify';
import { Refusal } from '../errors.ts';

const isPoison = (text: string): boolean => text.includes('\u0000') || !text.isWellFormed();

/** Without recursion: who nests a hundred thousand lists gets an answer too. */
const poisoned = (value: unknown): boolean => {
  const left = [value];
  while (left.length > 0) {
    const one = left.pop();
    if (typeof one === 'string') {
      if (isPoison(one)) return true;
    } else if (one !== null && typeof one === 'object') {
      if (!Array.isArray(one) && Object.keys(one).some(isPoison)) return true;
      for (const each of Object.values(one)) left.push(each);
    }
  }
  return false;
};

/** PostgreSQL refuses U+0000 and lone surrogates; they are refused here, so that they are a 400 and not a 500. */
const refusePoison = (text: string, value: unknown): void => {
  if (/\\u(0000|[dD][89a-fA-F])/.test(text) && poisoned(value))
    throw new Refusal('invalid', 'Null characters are not allowed.');
};

/** Throws a refusal on what is no JSON, or would reach into an object's prototype. */
export const parseJson = (text: string): unknown => {
  // An empty body is no body, whatever the header says (`POST accounts/logout/`).
  if (text.trim() === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Refusal('invalid', 'The body cannot be read.');
  }
  if (text.includes('__proto__')) throw new Refusal('invalid', 'The body cannot be read.');
  refusePoison(text, value);
  return value;
};

/** Lets the server read JSON bodies by `parseJson`. */
export const takeJson = (http: FastifyInstance): void => {
  http.removeContentTypeParser('application/json');
  http.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: unknown, text: string | Buffer) => parseJson(text.toString()),
  );
};
