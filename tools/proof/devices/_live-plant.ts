// The devices of a plant in a thread of their own, so that a client that floods the server does not delay them: each
// posts a frame every two seconds and waits for its acknowledgement. Every tenth device begins an alarm with every
// second frame and ends it with the next. Ends on any message with the result.
import { parentPort, workerData } from 'node:worker_threads';

export interface LivePlant {
  readonly url: string;
  readonly devices: readonly { readonly address: string; readonly authorization: string }[];
}
/** Milliseconds until the acknowledgement of each frame, the number of alarms sent, and other answers than 200. */
export interface SeenOfPlant {
  readonly waits: readonly number[];
  /** Milliseconds until the acknowledgement of the frames that began an alarm; the event is committed before it. */
  readonly alarmWaits: readonly number[];
  readonly refused: readonly number[];
}

const everyMs = 2_000;
const sensors = [{ id: '401', name: 'Head', type: 'NUMERIC', unit: 'C' }];

async function post(plant: LivePlant, index: number, kind: 'birth' | 'data', body: object): Promise<number> {
  const device = plant.devices[index];
  const answer = await fetch(`${plant.url}/api/v1/ingest/${device?.address}/${kind}/`, {
    method: 'POST',
    headers: { authorization: device?.authorization ?? '', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await answer.arrayBuffer();
  return answer.status;
}

async function live(plant: LivePlant, index: number, isOver: () => boolean, seen: Seen): Promise<void> {
  const from = performance.now() + (everyMs * index) / plant.devices.length;
  for (let n = 0; ; n++) {
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, from + n * everyMs - performance.now())));
    // An alarm is ended before the device stops.
    if (isOver() && n % 2 === 0) return;
    const isAlarm = index % 10 === 0 && n % 2 === 0;
    const sent = performance.now();
    const status = await post(plant, index, 'data', {
      ts: Date.now(),
      v: [20 + (n % 7)],
      alarm: isAlarm ? [0] : [],
    });
    const ms = performance.now() - sent;
    if (status !== 200) seen.refused.push(status);
    seen.waits.push(ms);
    if (isAlarm) seen.alarmWaits.push(ms);
  }
}

interface Seen {
  readonly waits: number[];
  readonly alarmWaits: number[];
  readonly refused: number[];
}

if (parentPort !== null) {
  const plant = workerData as LivePlant;
  const seen: Seen = { waits: [], alarmWaits: [], refused: [] };
  let isDone = false;
  parentPort.once('message', () => {
    isDone = true;
  });
  for (const index of plant.devices.keys())
    await post(plant, index, 'birth', { ts: Date.now(), groups: [{ id: '4', name: 'T', sensors }] });
  parentPort.postMessage('ready');
  await Promise.all(plant.devices.map((_, index) => live(plant, index, () => isDone, seen)));
  parentPort.postMessage(seen);
}
