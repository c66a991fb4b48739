import type { FastifyReply } from 'fastify';
import type { WebSocket } from 'ws';

/** A socket or stream, or the `ws` package's socket. */
type Closing =
  | { readonly closed?: boolean; once(event: 'close', listener: () => void): unknown }
  | Pick<WebSocket, 'readyState' | 'CLOSED' | 'once'>;

/** What is run when a socket ends: one listener each, however many requests are pipelined on it. */
const endings = new WeakMap<object, Set<() => void>>();

const isClosed = (emitter: Closing): boolean =>
  'CLOSED' in emitter ? emitter.readyState === emitter.CLOSED : emitter.closed === true;

/**
 * Runs `release` exactly once: when the socket or stream closes, or at once when it has closed already. Returns what
 * cancels it.
 */
export function whenClosed(emitter: Closing, release: () => void): () => void {
  if (isClosed(emitter)) {
    release();
    return () => {};
  }
  const known = endings.get(emitter);
  const ending = known ?? new Set<() => void>();
  // A function of its own, so that the same `release` may be registered twice.
  const once = () => release();
  ending.add(once);
  if (!known) {
    endings.set(emitter, ending);
    emitter.once('close', () => {
      endings.delete(emitter);
      for (const each of ending) each();
    });
  }
  return () => ending.delete(once);
}

/**
 * Runs `release` exactly once: when the reply has been sent, when the other side goes away before, or at once when
 * either has happened already, as it may after any `await`. A reply that waits behind another on its connection
 * (pipelining) never emits `close`, so the connection is watched too.
 */
export function whenReplyEnds({ raw, request }: FastifyReply, release: () => void): void {
  let isReleased = false;
  let forget = () => {};
  const once = () => {
    if (isReleased) return;
    isReleased = true;
    forget();
    release();
  };
  if (raw.closed) {
    once();
    return;
  }
  raw.once('close', once);
  forget = whenClosed(request.raw.socket, once);
  if (isReleased) forget();
}
