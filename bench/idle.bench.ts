import { childrenOf, sharedMegabytes } from '@tocsin/e2e/memory';
import { TocsinServer } from '@tocsin/e2e/server';
import type { Bench } from './bench.ts';

/** Start to first answer, and the memory of server and database when nothing happens. */
export const bench: Bench = {
  name: 'idle',
  async run() {
    const first = await TocsinServer.start();
    await first.stop();
    // The first start creates the database; later ones do not.
    const from = performance.now();
    await first.start();
    const seconds = (performance.now() - from) / 1000;
    try {
      await new Promise((resolve) => setTimeout(resolve, 15_000));
      const database = first.databasePid();
      const pids = [
        first.pid,
        ...childrenOf(first.pid),
        ...(database === null ? [] : [database, ...childrenOf(database)]),
      ];
      const megabytes = [...new Set(pids)].reduce((sum, pid) => sum + sharedMegabytes(pid), 0);
      return [
        { what: 'start to first answer', value: `${seconds.toFixed(2)} s`, aim: 'below 3 s', met: seconds < 3 },
        {
          what: 'memory of server and database, idle (PSS)',
          value: `${megabytes.toFixed(0)} MB`,
          aim: 'below 300 MB',
          met: megabytes < 300,
        },
      ];
    } finally {
      await first.remove();
    }
  },
};
