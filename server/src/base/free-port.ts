import { createServer } from 'node:net';
import { SettingError } from './config.ts';

/**
 * A port on which `host` can listen now: `wanted`, or for the demo the next free one. Throws a SettingError that names
 * the setting when it is taken. 0 stays 0 (any free port).
 */
export async function freePort(setting: string, host: string, wanted: number, orNext: boolean): Promise<number> {
  if (wanted === 0) return 0;
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
