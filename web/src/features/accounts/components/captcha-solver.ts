import PbkdfWorker from 'altcha/workers/pbkdf2?worker';
import ShaWorker from 'altcha/workers/sha?worker';
import { z } from 'zod';

const Solution = z.object({ counter: z.number(), derivedKey: z.string(), time: z.number() });
const timeoutMs = 90_000;

/** Computes the proof of work in a worker and resolves with the token that the server verifies. */
export const solve = (
  challenge: { readonly parameters: { readonly algorithm: string } },
  signal: AbortSignal,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const worker = challenge.parameters.algorithm.startsWith('PBKDF2') ? new PbkdfWorker() : new ShaWorker();
    const end = (): void => worker.terminate();
    signal.addEventListener('abort', () => {
      end();
      reject(new DOMException('Closed', 'AbortError'));
    });
    worker.onerror = () => {
      end();
      reject(new Error('The proof of work could not be done'));
    };
    worker.onmessage = ({ data }: MessageEvent<unknown>) => {
      end();
      const solution = Solution.safeParse(data);
      if (solution.success) resolve(btoa(JSON.stringify({ challenge, solution: solution.data })));
      else reject(new Error('The proof of work could not be done'));
    };
    worker.postMessage({ type: 'work', challenge, counterStart: 0, counterStep: 1, timeout: timeoutMs });
  });
