import { compactColumnsType } from '@tocsin/contract/graphs';
import { serveParent } from './child.ts';
import { type LagCounts, Lags } from './lags.ts';

/** Browsers that request 30-day graphs one at a time, each as soon as the last was answered. */
interface Reading {
  readonly url: string;
  readonly token: string;
  readonly devices: readonly number[];
  readonly readers: number;
  readonly json: boolean;
}

interface ReaderFigures {
  readonly answered: number;
  /** Responses with 503 or 429. */
  readonly refused: number;
  /** Responses with any other error status, and broken connections. */
  readonly failed: number;
  readonly waits: LagCounts;
}

const afterRefusalMs = 1_000;
const waits = new Lags();
let [answered, refused, failed] = [0, 0, 0];

async function read({ url, token, devices, json }: Reading, first: number): Promise<never> {
  const headers = { authorization: `JWT ${token}`, accept: json ? 'application/json' : compactColumnsType };
  for (let n = first; ; n++) {
    const from = performance.now();
    try {
      const answer = await fetch(`${url}/api/v1/graphs/device/${devices[n % devices.length]}/?timescale=month`, {
        headers,
      });
      await answer.arrayBuffer();
      if (answer.ok) {
        answered++;
        waits.add(performance.now() - from);
        continue;
      }
      if (answer.status === 503 || answer.status === 429) refused++;
      else failed++;
    } catch {
      failed++;
    }
    await new Promise((resolve) => setTimeout(resolve, afterRefusalMs));
  }
}

const questions = {
  begin(reading: Reading): void {
    for (let reader = 0; reader < reading.readers; reader++) void read(reading, reader);
  },
  take(_: null): ReaderFigures {
    const taken = { answered, refused, failed, waits: waits.take() };
    [answered, refused, failed] = [0, 0, 0];
    return taken;
  },
};
export type ReaderQuestions = typeof questions;

serveParent(questions);
