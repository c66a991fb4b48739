import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../errors.ts';

/** The caller's address; '' when the connection was reset before anything asked for it. */
export const addressOf = (request: FastifyRequest): string => (request.ip as string | undefined) ?? '';

/**
 * Ends requests whose connection was reset before they were handled: nobody reads the reply, and without an address
 * they could not be limited. Node keeps an address once it has been read, so later handlers always find one.
 */
export const refuseReset = (http: FastifyInstance): void => {
  http.addHook('onRequest', async (request) => {
    if (request.raw.socket.remoteAddress !== undefined) return;
    request.raw.socket.destroy();
    throw new Refusal('invalid', 'The connection was reset.');
  });
};
