import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { SettingError } from './config.ts';

/**
 * A port on which `host` can listen now: `wanted`, or for the demo the next free one; 0 becomes any free port. Throws a
 * SettingError that names the setting when the port is taken.
 */
export async function freePort(setting: string, host: string, wanted: number, orNext: boolean): Promise<number> {
  if (wanted === 0) return await anyPort(host);
  const last = orNext ? Math.min(wanted + 100, 65_535) : wanted;
  for (let port = wanted; port <= last; port++) {
    const problem = await tryPort(host, port);
    if (!problem) return port;
    if (problem.code !== 'EADDRINUSE')
      throw new SettingError(`${setting} ${port} can't be opened on ${host}: ${problem.code ?? problem.message}`);
  }
  throw new SettingError(`${setting} ${wanted} is taken by another program on ${host}`);
}

function tryPort(host: string, port: number): Promise<NodeJS.ErrnoException | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error));
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(null)));
  });
}

/**
 * Below what systems give to outgoing connections (Linux from 32,768, others from 49,152): a port from there could be
 * taken by any connection between the choice and the start of the server that gets it.
 */
const lowest = 20_000;
const highest = 32_000;
const given = new Set<number>();

/** A port of this machine on which nothing listens, and which no outgoing connection takes; each is given once. */
export async function anyPort(host = '127.0.0.1'): Promise<number> {
  for (let attempt = 0; attempt < 1_000; attempt++) {
    const port = randomInt(lowest, highest);
    if (given.has(port)) continue;
    given.add(port);
    const problem = await tryPort(host, port);
    if (!problem) return port;
    if (problem.code !== 'EADDRINUSE' && problem.code !== 'EACCES') throw problem;
  }
  throw new Error(`no port from ${lowest} to ${highest} is free`);
}
