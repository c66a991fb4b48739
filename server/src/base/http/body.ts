import type { FastifyInstance } from 'fastify';
import { Refusal } from '../errors.ts';

const poisoned = (value: unknown): boolean => {
  if (typeof value === 'string') return value.includes('\u0000') || !value.isWellFormed();
  if (Array.isArray(value)) return value.some(poisoned);
  if (value !== null && typeof value === 'object')
    return Object.entries(value).some(([k, v]) => poisoned(k) || poisoned(v));
  return false;
};

/** PostgreSQL refuses U+0000 and lone surrogates; they are refused here, so that they are a 400 and not a 500. */
export const refusePoison = (text: string, value: unknown): void => {
  if (/\\u(0000|[dD][89a-fA-F])/.test(text) && poisoned(value))
    throw new Refusal('invalid', 'Null characters are not allowed.');
};

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

export const takeJson = (http: FastifyInstance): void => {
  http.removeContentTypeParser('application/json');
  http.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: unknown, text: string | Buffer) => parseJson(text.toString()),
  );
};
