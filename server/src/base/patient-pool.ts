import type pg from 'pg';
import type { Clock } from './clock.ts';

/** PostgreSQL's 'cannot connect now': the code on which graphile-worker tries again instead of giving up. */
const tryAgainCode = '57P03';
const lostCodes = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ENOENT', 'ETIMEDOUT', '57P01', '57P02', '57P03']);
const waitMs = { least: 200, most: 5_000 };

/** The connection is gone, or there was none: nothing is wrong with the statement. */
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
 * Makes a pool wait for a database that is away. graphile-worker does not await the mark 'done' or 'failed' of a job:
 * when that fails for want of the database, the process ends by an unhandled rejection, and the job stays locked. So
 * `connect` waits, and a broken connection looks like an error that is tried again.
 */
export function makePatient(pool: pg.Pool, clock: Clock, isStopping: () => boolean): pg.Pool {
  const original = pool.connect.bind(pool) as (...given: unknown[]) => unknown;
  const seen = new WeakSet<pg.PoolClient>();
  const patient = async (): Promise<pg.PoolClient> => {
    for (let delayMs = waitMs.least; ; delayMs = Math.min(delayMs * 2, waitMs.most)) {
      try {
        const client = (await original()) as pg.PoolClient;
        if (!seen.has(client)) speakOfLoss(client);
        seen.add(client);
        return client;
      } catch (error) {
        if (isStopping() || !isLost(error)) throw error;
        await new Promise<void>((resolve) => clock.after(delayMs, resolve));
      }
    }
  };
  // pool.query takes its connection by a callback and has its own way with errors.
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
