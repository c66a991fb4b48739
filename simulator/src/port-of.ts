import type { AddressInfo } from 'node:net';

/** The TCP port of a listening server; throws when it does not listen on one. */
export function portOf(server: { address(): AddressInfo | string | null }): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen on a port');
  return address.port;
}
