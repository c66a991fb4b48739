import type { FastifyInstance, FastifyRequest } from 'fastify';
import { declaredBytes, smallBodyBytes } from './bodies.ts';
import { whenReplyEnds } from './closing.ts';

/** Time for the caller to read the refusal before the connection ends. */
const lingerMs = 2_000;

/**
 * A body that was refused before it was read stays unread: Node would read and drop it, which costs memory for every
 * piece. The connection stays for a moment, so that the caller, who may be sending still, gets the refusal.
 */
export const leaveRefusedBodies = (http: FastifyInstance): void => {
  const read = new WeakSet<FastifyRequest>();
  http.addHook('preParsing', async (request, _reply, payload) => {
    read.add(request);
    return payload;
  });
  http.addHook('onSend', async (request, reply, payload) => {
    const { raw } = request;
    if (read.has(request) || raw.complete !== false) return payload;
    const bytes = declaredBytes(request);
    if (bytes !== null && bytes <= smallBodyBytes) return payload;
    // Begins to read without taking anything: the buffer fills, and the socket is paused.
    raw.read(0);
    whenReplyEnds(reply, () => setTimeout(() => raw.socket.destroy(), lingerMs).unref());
    return payload;
  });
};
