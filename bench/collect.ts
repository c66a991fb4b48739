import { freePort } from '@tocsin/e2e/ports';
import WebSocket from 'ws';

/** A server's debugger, by which a measurement has its garbage collected: what is left is what is kept. */
export interface Collector {
  /** For the server's environment. */
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
      // What finalizers let go of is free at the next round only.
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
