import { z } from 'zod';

/**
 * What a page says on a socket, whichever it is. `auth` is the first message where the token is not in the address;
 * `selection` is that of X-Tocsin-Selection. `ping` every 10 s; the server answers with a Pong, at once,
 * but never before what the socket tells has begun: a list that is read after the first Pong misses nothing.
 * A client that never pings never sees a Pong, so strangers' clients read documents only.
 */
export const SocketCommand = z.discriminatedUnion('command', [
  z.object({ command: z.literal('auth'), token: z.string(), selection: z.string().optional() }),
  z.object({ command: z.literal('ping') }),
]);
export type SocketCommand = z.infer<typeof SocketCommand>;

/** `sent_at`: the server's clock, unix ms. */
export const Pong = z.object({ command: z.literal('pong'), sent_at: z.number() });
export type Pong = z.infer<typeof Pong>;

/** So often the page asks for a sign of life, even when nothing changes. */
export const heartbeatMs = 10_000;
/** Close codes after the upgrade (decisions.md 8); a refusal by these is not tried again blindly. */
export const closeCodes = { unauthorised: 4401, forbidden: 4403, notFound: 4404 } as const;
