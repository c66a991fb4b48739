import { z } from 'zod';

/**
 * Messages of a page on any socket. `auth` is the first message when the token is not in the address; `selection` is
 * that of X-Tocsin-Selection. `ping` is sent every 10 s. The server answers with a Pong, but never before the socket
 * has begun to publish: a list read after the first Pong misses nothing. A client that never pings receives no Pong, so
 * simple clients receive documents only.
 */
export const SocketCommand = z.discriminatedUnion('command', [
  z.object({ command: z.literal('auth'), token: z.string(), selection: z.string().optional() }),
  z.object({ command: z.literal('ping') }),
]);
export type SocketCommand = z.infer<typeof SocketCommand>;

/** `sent_at`: the server's clock, unix ms. */
export const Pong = z.object({ command: z.literal('pong'), sent_at: z.number() });
export type Pong = z.infer<typeof Pong>;

/** Interval of the page's pings, even when nothing changes. */
export const heartbeatMs = 10_000;
/** Close codes after the upgrade; after a refusal with these the page does not simply reconnect. */
export const closeCodes = { unauthorised: 4401, forbidden: 4403, notFound: 4404 } as const;
