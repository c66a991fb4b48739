import { Refusal } from './errors.ts';
import { isLost } from './retrying-pool.ts';

/** Seconds after which a caller may try again. */
const retryAfterSeconds = 5;

/** A queue, pool or thread is at its limit, or the database is unavailable: 503 with Retry-After. */
export const overloaded = (): Refusal => new Refusal('unavailable', undefined, { retryAfterSeconds });

/** PostgreSQL's codes for insufficient resources, and for a statement or a wait for a lock that took too long. */
const overloadCodes = /^(53|57014|55P03)/;
/** The message of pg-pool when no connection became free in time. */
const poolTimeout = /^timeout exceeded when trying to connect/;

/** The refusal for an overload error of the database, a pool or a thread; undefined for other errors. */
export function overloadOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error.code === 'unavailable' ? error : undefined;
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? String(error.code) : '';
  return overloadCodes.test(code) || poolTimeout.test(error.message) || isLost(error) ? overloaded() : undefined;
}
