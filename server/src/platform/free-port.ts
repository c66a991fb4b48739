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

function anyPort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen({ host, port: 0 }, () => {
      const address = probe.address();
      probe.close(() => resolve(address !== null && typeof address === 'object' ? address.port : 0));
    });
  });
}
