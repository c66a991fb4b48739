// Devices that send over HTTP to whichever process answers and never drop a frame, and pages that show them.
import type { PlantDevice } from '@tocsin/e2e/plant';
import { jsonOf } from '../support/_json.ts';
import { pause } from '../support/_pause.ts';
import { connectPage } from './_page.ts';

export interface SentFrame {
  readonly ts: number;
  readonly seq: number;
  readonly boot: number;
  readonly alarm: readonly number[];
  readonly v: readonly number[];
}
/** One device, and what became of its frames. */
export interface SenderLine {
  readonly device: PlantDevice;
  readonly sent: SentFrame[];
  readonly acknowledged: SentFrame[];
  /** How often each frame was accepted, by its seq. */
  readonly accepted: Map<number, number>;
  refusals: number;
  /** Index of the process that it sends to. */
  processIndex: number;
  readonly queue: SentFrame[];
}
export interface Senders {
  readonly lines: readonly SenderLine[];
  /** Stops creating frames and waits until all are acknowledged. */
  stop(withinMs?: number): Promise<boolean>;
}

/** Time that a device waits for an answer before it tries another process. */
const patienceMs = 5_000;
const sensors = ['4000', '4001', '4002', '4003'].map((id) => ({
  id,
  name: `Bearing ${id}`,
  type: 'NUMERIC',
  unit: 'C',
}));

/** Starts sending: a frame every `everyMs`; each device has an alarm for some seconds, then none. */
export function startSenders({
  devices,
  urls,
  everyMs,
}: {
  readonly devices: readonly PlantDevice[];
  readonly urls: () => readonly string[];
  readonly everyMs: number;
}): Senders {
  let stopped = false;
  const lines = devices.map(
    (device, index): SenderLine => ({
      device,
      sent: [],
      acknowledged: [],
      accepted: new Map(),
      refusals: 0,
      processIndex: index,
      queue: [],
    }),
  );
  const done = lines.map((line) => run(line));

  async function post(line: SenderLine, kind: 'birth' | 'data', body: Birth | SentFrame): Promise<boolean> {
    const all = urls();
    const url = all[line.processIndex % all.length];
    const authorization = `Basic ${Buffer.from(`${line.device.serial}:${line.device.code}`).toString('base64')}`;
    const options = { method: 'POST', headers: { authorization }, body: JSON.stringify(body) };
    const answered = fetch(`${url}/api/v1/ingest/${line.device.address}/${kind}/`, options).then(
      async (answer) => {
        const { accepted = 0 } = await jsonOf<{ readonly accepted?: number }>(answer).catch(() => ({ accepted: 0 }));
        // An answer that comes too late for the device is still recorded here.
        if (answer.status === 200 && 'seq' in body) countInto(line.accepted, body.seq, accepted);
        return answer.status;
      },
      () => 0,
    );
    const status = await Promise.race([answered, pause(patienceMs).then(() => 0)]);
    if (status === 200) return true;
    line.refusals++;
    if (status === 409) await post(line, 'birth', birth());
    // The next process, as behind a load balancer.
    line.processIndex++;
    await pause(100);
    return false;
  }

  async function run(line: SenderLine): Promise<void> {
    while (!(await post(line, 'birth', birth())));
    for (;;) {
      const frame = line.queue[0];
      if (!frame) {
        if (stopped) return;
        await pause(10);
        continue;
      }
      if (!(await post(line, 'data', frame))) continue;
      line.queue.shift();
      line.acknowledged.push(frame);
    }
  }

  let tick = 0;
  const timer = setInterval(() => {
    tick++;
    lines.forEach((line, index) => {
      const alarm = (tick + index * 3) % 24 < 8;
      const at = Date.now();
      const v = sensors.map((_, i) => 40 + i + (tick % 50) / 4);
      const frame = { ts: at, seq: tick, boot: 1, alarm: alarm ? [0] : [], v };
      line.sent.push(frame);
      line.queue.push(frame);
    });
  }, everyMs);

  return {
    lines,
    async stop(withinMs = 60_000) {
      clearInterval(timer);
      stopped = true;
      const all = Promise.all(done).then(() => true);
      return await Promise.race([all, pause(withinMs).then(() => false)]);
    },
  };
}

interface Birth {
  readonly ts: number;
  readonly groups: readonly unknown[];
}
const birth = (): Birth => ({ ts: Date.now(), groups: [{ id: '4', name: 'Temperature', sensors }] });

/** Pages of some devices: the longest time without news of each, by window. */
export function startPages({
  devices,
  url,
  token,
}: {
  readonly devices: readonly PlantDevice[];
  /** The process to connect to, by the number of tries before. */
  readonly url: (tries: number) => string;
  readonly token: string;
}) {
  const pages = devices.map((device, i) => connectPage({ device, url: (tries) => url(tries + i), token }));
  return {
    longestSilence: (from: number, to: number): number =>
      Math.max(...pages.map((page) => page.longestSilence(from, to))),
    longestClosed: (from: number, to: number): number => Math.max(...pages.map((page) => page.longestClosed(from, to))),
    stop: (): void => {
      for (const page of pages) page.close();
    },
  };
}

function countInto<K>(map: Map<K, number>, key: K, n: number): void {
  map.set(key, (map.get(key) ?? 0) + n);
}
