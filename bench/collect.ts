import { freePort } from '@tocsin/e2e/ports';
import WebSocket from 'ws';

/** The debugger of a server, used to force a garbage collection before memory is read. */
export interface Collector {
  /** Set in the server's environment. */
  readonly env: Readonly<Record<string, string>>;
  collect(): Promise<void>;
}

const rounds = 3;

export async function makeCollector(): Promise<Collector> {
  const port = await freePort();
  return {
    env: { NODE_OPTIONS: `--inspect=127.0.0.1:${port}` },
    async collect() {
      const answer = await fetch(`http://127.0.0.1:${port}/json/list`);
      const [target] = (await answer.json()) as { webSocketDebuggerUrl: string }[];
      const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '');
      await new Promise((resolve, reject) => {
        socket.once('open', resolve);
        socket.once('error', reject);
      });
      // Memory released by finalizers is freed by the next collection only.
      for (let id = 1; id <= rounds; id++) {
        const done = new Promise((resolve) => socket.once('message', resolve));
        socket.send(JSON.stringify({ id, method: 'HeapProfiler.collectGarbage' }));
        await done;
        await new Promise((resolve) => setTimeout(resolve, 1_000));
      }
      socket.close();
    },
  };
}
