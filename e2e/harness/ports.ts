import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Lowest port; all are below the ephemeral ports of outgoing connections (Linux from 32,768, others from 49,152), which
 * any connection could take before the server starts.
 */
const lowest = 20_000;
const highest = 32_000;
const given = new Set<number>();

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', ({ code, message }: NodeJS.ErrnoException) =>
      code === 'EADDRINUSE' || code === 'EACCES' ? resolve(false) : reject(new Error(message)),
    );
    probe.listen({ host: '127.0.0.1', port, exclusive: true }, () => probe.close(() => resolve(true)));
  });

/** Resolves with a free port outside the ephemeral range; each port is returned only once. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 1_000; attempt++) {
    const port = randomInt(lowest, highest);
    if (given.has(port)) continue;
    given.add(port);
    if (await isFree(port)) return port;
  }
  throw new Error(`no port from ${lowest} to ${highest} is free`);
}
