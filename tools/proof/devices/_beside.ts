// A device that sends while a flood runs, in a thread of its own so that the flooding client does not delay it: posts a
// frame every 100 ms, waits for its acknowledgement, and reads the server's memory. Ends on any message with the result.
import { parentPort, workerData } from 'node:worker_threads';

/** Where and as whom the device posts. */
export interface DeviceBeside {
  readonly url: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}
/** Server memory before the flood and at most, in MiB, and each acknowledgement. */
export interface SeenBeside {
  readonly before: number;
  readonly most: number;
  readonly waits: readonly { readonly ms: number; readonly status: number }[];
}

const MiB = 1024 * 1024;

async function memoryMiB(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^tocsin_process_resident_memory_bytes (\S+)/m.exec(text)?.[1] ?? Number.NaN) / MiB;
}

async function frame({ url, path, headers }: DeviceBeside): Promise<{ ms: number; status: number }> {
  const body = JSON.stringify({ ts: Date.now(), values: { 4.401: 20 } });
  const from = performance.now();
  const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body });
  await answer.arrayBuffer();
  return { ms: performance.now() - from, status: answer.status };
}

if (parentPort !== null) {
  const device = workerData as DeviceBeside;
  let isDone = false;
  parentPort.once('message', () => {
    isDone = true;
  });
  const before = await memoryMiB(device.url);
  parentPort.postMessage('ready');
  let most = before;
  const waits: { ms: number; status: number }[] = [];
  do {
    waits.push(await frame(device));
    most = Math.max(most, await memoryMiB(device.url));
    await new Promise((resolve) => setTimeout(resolve, 100));
  } while (!isDone);
  const seen: SeenBeside = { before, most, waits };
  parentPort.postMessage(seen);
}
