// Devices that send to an edge over HTTP and repeat what is not acknowledged, and what the portal has of it at the end.
import type { Api } from '@tocsin/e2e/api';
import type { EdgeProcess } from '@tocsin/e2e/edge';
import type { PlantDevice } from '@tocsin/e2e/plant';
import { pause } from '../support/_pause.ts';

export const frameEveryMs = 10_000;

export interface Sender {
  readonly device: PlantDevice;
  readonly hasSeq: boolean;
  /** Device times that were acknowledged. */
  readonly acknowledged: number[];
  resent: number;
  refused: number;
}

const sensors = [
  { id: '401', name: 'Head bearing', type: 'NUMERIC', unit: 'C' },
  { id: '402', name: 'Boot bearing', type: 'NUMERIC', unit: 'C' },
];

/** Posts once; 0: no answer. */
export async function post(edge: EdgeProcess, { device }: Sender, kind: string, body: unknown): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${edge.httpPort}/api/v1/ingest/${device.address}/${kind}/`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${device.serial}:${device.code}`).toString('base64')}` },
    body: JSON.stringify(body),
  }).catch(() => null);
  await answer?.body?.cancel();
  return answer?.status ?? 0;
}

/** Sends until it is acknowledged, as a device does; with `tries`, gives up after so many. */
export async function send(
  edge: EdgeProcess,
  sender: Sender,
  frames: readonly { readonly ts: number }[],
  tries = 1_000,
): Promise<boolean> {
  for (let i = 0; i < tries; i++) {
    const status = await post(edge, sender, 'data', frames);
    if (status === 200) {
      sender.acknowledged.push(...frames.map(({ ts }) => ts));
      return true;
    }
    if (status === 409) await post(edge, sender, 'birth', birthAt(frames[0]?.ts ?? 0));
    else if (status !== 0 && status !== 503) throw new Error(`the edge answered ${status}`);
    if (status === 503) sender.refused++;
    sender.resent++;
    await pause(status === 503 ? 300 : 100);
  }
  return false;
}

export const birthAt = (ts: number) => ({ ts, boot: 1, groups: [{ id: '4', name: 'Temperature', sensors }] });

export function frameAt(sender: Sender, ts: number, isAlarm: boolean) {
  const seq = sender.hasSeq ? { seq: Math.round(ts / 1_000) } : {};
  // Every other frame tells one sensor only.
  const head = { value: 40 + (ts % 7_919) / 1_000, ...(sender.hasSeq ? { alarm: isAlarm } : {}) };
  const isWhole = Math.round(ts / frameEveryMs) % 2 === 0;
  return { ts, ...seq, values: { '4.401': head, ...(isWhole ? { '4.402': 30 + (ts % 6_011) / 1_000 } : {}) } };
}

/** Every acknowledged device time once, and nothing else. */
export async function compare(api: Api, { device, acknowledged }: Sender) {
  const times: number[] = [];
  for (let offset = 0; ; offset += 10_000) {
    const page = await api.get<{ readonly results: readonly { readonly timestamp: string }[] }>(
      `devices/${device.id}/historical/records/?limit=10000&offset=${offset}&timestamp=${encodeURIComponent('2020-01-01T00:00:00Z')}&ordering=timestamp`,
    );
    times.push(...page.results.map(({ timestamp }) => Date.parse(timestamp)));
    if (page.results.length < 10_000) break;
  }
  const found = new Set(times);
  const wanted = new Set(acknowledged);
  return {
    found: found.size,
    lost: [...wanted].filter((ts) => !found.has(ts)).length,
    doubled: times.length - found.size,
    foreign: [...found].filter((ts) => !wanted.has(ts)).length,
  };
}
