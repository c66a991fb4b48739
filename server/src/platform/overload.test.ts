import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { Refusal } from './errors.ts';
import { buildErrorHandler } from './http/failures.ts';
import { createLog } from './log.ts';

const answerTo = async (error: unknown) => {
  const http = Fastify({ logger: false });
  http.setErrorHandler(buildErrorHandler(createLog('silent')));
  http.get('/', () => {
    throw error;
  });
  return await http.inject('/');
};
const withCode = (code: string) => Object.assign(new Error('of PostgreSQL'), { code });

describe('overload', () => {
  it.each([
    ['a pool without a free connection', new Error('timeout exceeded when trying to connect')],
    ['a database at its limit of connections', withCode('53300')],
    ['a statement that took too long', withCode('57014')],
    ['a database that went away', withCode('57P01')],
    ['a refusal of ours', new Refusal('unavailable', 'Later.', { retryAfterSeconds: 5 })],
  ])('%s is answered with 503 and Retry-After', async (_name, error) => {
    const answer = await answerTo(error);
    expect(answer.statusCode).toBe(503);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(answer.json().detail).toEqual(expect.any(String));
  });

  it('does not include errors of our own', async () => {
    expect((await answerTo(new Error('of ours'))).statusCode).toBe(500);
    expect((await answerTo(withCode('23505'))).statusCode).toBe(500);
  });
});
