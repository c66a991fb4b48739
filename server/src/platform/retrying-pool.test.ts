import type pg from 'pg';
import { expect, it } from 'vitest';
import type { Clock } from './clock.ts';
import { isLost, makeRetrying } from './retrying-pool.ts';

const error = (code: string, message = code) => Object.assign(new Error(message), { code });
/** A clock whose delays end at once. */
const hasty: Clock = {
  now: () => 0,
  after(_delayMs, fn) {
    queueMicrotask(fn);
    return () => undefined;
  },
};

function poolOf(connects: (() => Promise<unknown>)[], stopping = false): pg.Pool {
  const pool = { connect: () => connects.shift()?.() ?? Promise.reject(error('ECONNREFUSED')) };
  return makeRetrying(pool as unknown as pg.Pool, hasty, () => stopping);
}

it('waits for an unavailable database', async () => {
  const client = { query: async () => 'answer' };
  const away = () => Promise.reject(error('ECONNREFUSED'));
  const pool = poolOf([away, away, async () => client]);
  expect(await pool.connect()).toBe(client);
});

it('does not wait for errors that waiting does not solve, nor while it is being stopped', async () => {
  await expect(poolOf([() => Promise.reject(error('28P01', 'wrong password'))]).connect()).rejects.toThrow(
    'wrong password',
  );
  await expect(poolOf([], true).connect()).rejects.toThrow('ECONNREFUSED');
});

it('throws a broken connection as a retryable error, and others unchanged', async () => {
  const failing = (one: Error) => ({ query: () => Promise.reject(one) });
  const broken = await poolOf([async () => failing(error('EPIPE', 'write EPIPE'))]).connect();
  await expect(broken.query('select 1')).rejects.toMatchObject({ code: '57P03', message: 'write EPIPE' });
  const wrong = await poolOf([async () => failing(error('42601', 'syntax error'))]).connect();
  await expect(wrong.query('select')).rejects.toMatchObject({ code: '42601' });
});

it("recognizes pg's messages for a closed connection", () => {
  expect(isLost(new Error('Connection terminated unexpectedly'))).toBe(true);
  expect(isLost(new Error('Client has encountered a connection error and is not queryable'))).toBe(true);
  expect(isLost(new Error('relation does not exist'))).toBe(false);
});
