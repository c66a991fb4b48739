import { compactColumnsType } from '@tocsin/contract/graphs';
import { serveParent } from './child.ts';
import { type LagCounts, Lags } from './lags.ts';

/**
 * Browsers that request the day of one device after the other at a fixed rate, whether or not the last request was
 * answered.
 */
interface Asking {
  readonly url: string;
  readonly token: string;
  readonly devices: readonly number[];
  readonly perSecond: number;
}

interface GraphRequestCounts {
  readonly requested: number;
  readonly answered: number;
  readonly refused: number;
  readonly bytes: number;
  readonly waits: LagCounts;
}

const waits = new Lags();
let [requested, answered, refused, bytes] = [0, 0, 0, 0];
let timer: NodeJS.Timeout | null = null;

const questions = {
  begin({ url, token, devices, perSecond }: Asking): void {
    const headers = { authorization: `JWT ${token}`, accept: compactColumnsType };
    timer = setInterval(async () => {
      const device = devices[requested++ % devices.length];
      const from = performance.now();
      try {
        const answer = await fetch(`${url}/api/v1/graphs/device/${device}/?timescale=day`, { headers });
        const body = await answer.arrayBuffer();
        if (!answer.ok) throw new Error(String(answer.status));
        answered++;
        bytes += body.byteLength;
        waits.add(performance.now() - from);
      } catch {
        refused++;
      }
    }, 1_000 / perSecond);
  },
  take(_: null): GraphRequestCounts {
    const taken = { requested, answered, refused, bytes, waits: waits.take() };
    [requested, answered, refused, bytes] = [0, 0, 0, 0];
    return taken;
  },
  end(_: null): void {
    if (timer) clearInterval(timer);
  },
};
export type GraphRequestCalls = typeof questions;

serveParent(questions);
