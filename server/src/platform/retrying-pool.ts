import type pg from 'pg';
import { BackOff } from './back-off.ts';
import type { Clock } from './clock.ts';

/** PostgreSQL's 'cannot connect now': graphile-worker retries on this code instead of giving up. */
const tryAgainCode = '57P03';
const lostCodes = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ENOENT', 'ETIMEDOUT', '57P01', '57P02', '57P03']);
const backOffBounds = { firstMs: 200, longestMs: 5_000 };

/** Whether the connection was lost or missing, as opposed to an error in the statement. */
export function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    lostCodes.has(code) ||
    code.startsWith('08') ||
    /^(Connection terminated|Client has encountered)/.test(error.message)
  );
}

/**
 * Makes a pool wait while the database is unavailable. graphile-worker does not await marking a job as done or failed:
 * if that fails, an unhandled rejection ends the process and the job stays locked. So `connect` waits, and a broken
 * connection is reported as a retryable error.
 */
export function makeRetrying(pool: pg.Pool, clock: Clock, isStopping: () => boolean): pg.Pool {
  const original = pool.connect.bind(pool) as (...given: unknown[]) => unknown;
  const seen = new WeakSet<pg.PoolClient>();
  const patient = async (): Promise<pg.PoolClient> => {
    const backOff = new BackOff(backOffBounds);
    for (;;) {
      try {
        const client = (await original()) as pg.PoolClient;
        if (!seen.has(client)) speakOfLoss(client);
        seen.add(client);
        return client;
      } catch (error) {
        if (isStopping() || !isLost(error)) throw error;
        await new Promise<void>((resolve) => clock.after(backOff.next(), resolve));
      }
    }
  };
  // pool.query gets its connection by callback and handles errors its own way.
  pool.connect = ((...given: unknown[]) => (given.length > 0 ? original(...given) : patient())) as pg.Pool['connect'];
  return pool;
}

function speakOfLoss(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  client.query = ((...given: unknown[]) => {
    const answer = query(...given);
    if (!(answer instanceof Promise)) return answer;
    return answer.catch((error: unknown) => {
      throw isLost(error) ? Object.assign(error as Error, { code: tryAgainCode }) : error;
    });
  }) as pg.PoolClient['query'];
}
