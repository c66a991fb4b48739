// Ten devices that send the worst allowed messages, each as fast as the server takes them, beside 100 live ones.
import { once } from 'node:events';
import { request } from 'node:http';
import { Worker } from 'node:worker_threads';
import { limits } from '@tocsin/contract/limits';
import { Api } from '@tocsin/e2e/api';
import { makePlant, type PlantDevice } from '@tocsin/e2e/plant';
import { admin, TocsinServer } from '@tocsin/e2e/server';
import { encodePayload } from '@tocsin/simulator/testing/sparkplug-payload';
import mqtt from 'mqtt';
import {
  compressed,
  emptyProperties,
  momentMetric,
  payloadOfMetrics,
} from '../../../server/src/pipeline/1-receive/testing/worst-messages.ts';
import { pause } from '../support/_pause.ts';
import type { LivePlant, SeenOfPlant } from './_live-plant.ts';

const liveDevices = 100;
/** The aim for the p99 of acknowledgements beside them, in multiples of the quiet one. */
const aimedRatio = 2;
/** Within which a person gets an alarm, and in multiples of the slowest quiet one, on a machine that is slow itself. */
const alarmMs = 1_000;
const alarmRatio = 20;

const authorizationOf = ({ serial, code }: PlantDevice): string =>
  `Basic ${Buffer.from(`${serial}:${code}`).toString('base64')}`;

interface Sender {
  readonly what: string;
  /** Sends one message and resolves once it was answered; to `wait` for is what the server asked for. */
  readonly connect: (
    device: PlantDevice,
  ) => Promise<{ readonly send: () => Promise<string>; readonly end: () => void }>;
}

/** Posts a message as often as it is answered; waits as long as a 429 or 503 asks for. */
const posts = (
  what: string,
  kind: 'birth' | 'data',
  bodies: (url: string) => readonly Buffer[],
  url: string,
): Sender => ({
  what,
  connect: async (device) => {
    const target = `${url}/api/v1/ingest/${device.address}/${kind}/`;
    const all = bodies(target);
    let n = 0;
    return {
      send: async () => {
        const { status, waitMs } = await post(
          target,
          authorizationOf(device),
          all[n++ % all.length] ?? Buffer.alloc(0),
        );
        await pause(waitMs);
        return String(status);
      },
      end: () => {},
    };
  },
});

function post(url: string, authorization: string, body: Buffer): Promise<{ status: number; waitMs: number }> {
  return new Promise((resolve) => {
    const headers = { authorization, 'content-type': 'application/json', 'content-length': body.length };
    const call = request(url, { method: 'POST', headers }, (answer) => {
      answer.resume();
      const seconds = Number(answer.headers['retry-after'] ?? 0);
      answer.once('close', () => resolve({ status: answer.statusCode ?? -1, waitMs: seconds * 1_000 }));
    });
    call.once('error', () => resolve({ status: -1, waitMs: 0 }));
    call.end(body);
  });
}

/** Publishes a Sparkplug message with QoS 1 as often as it is acknowledged; a closed connection is opened again. */
const publishes = (what: string, kind: 'NBIRTH' | 'NDATA', body: Buffer, mqttUrl: string): Sender => ({
  what,
  connect: async (device) => {
    const topic = (of: string): string => `spBv1.0/Worst/${of}/${device.address}`;
    const open = async () => {
      const client = await mqtt.connectAsync(mqttUrl, {
        username: device.serial,
        password: device.code,
        reconnectPeriod: 0,
      });
      await client.publishAsync(topic('NBIRTH'), nodeBirth(), { qos: 1 });
      return client;
    };
    let client = await open();
    return {
      send: async () => {
        try {
          if (!client.connected) client = await open();
          // Rejects when the connection ends before the acknowledgement.
          await client.publishAsync(topic(kind), body, { qos: 1 });
          return 'PUBACK';
        } catch {
          await pause(1_000);
          return 'closed';
        }
      },
      end: () => client.end(true),
    };
  },
});

const nodeBirth = (): Buffer =>
  Buffer.from(
    encodePayload({
      timestamp: Date.now(),
      seq: 0,
      metrics: [
        { name: 'bdSeq', type: 'UInt64', timestamp: Date.now(), value: 0 },
        ...Array.from({ length: 900 }, (_, i) => ({
          name: `G/${i}`,
          alias: i + 1,
          type: 'Double' as const,
          timestamp: Date.now(),
          value: i,
        })),
      ],
    }),
  );

const filled = (before: string, text: string, after: string, bytes: number = limits.httpPostBytes): Buffer =>
  Buffer.from(before + text.repeat(Math.floor((bytes - before.length - after.length) / text.length)) + after);

/** A birth of the most sensors and texts; with another name its layout is another. */
function fullBirth(name: string): Buffer {
  const states = Object.fromEntries(Array.from({ length: 90 }, (_, i) => [i, 'x']));
  const sensors = Array.from({ length: limits.sensorsPerDevice }, (_, i) => ({
    id: String(i),
    name,
    type: 'NUMERIC',
    unit: 'C',
    states,
  }));
  return Buffer.from(JSON.stringify({ ts: Date.now(), groups: [{ id: 'G', name: 'G', sensors }] }));
}

const compactFrames = (count: number): Buffer =>
  Buffer.from(
    JSON.stringify(
      Array.from({ length: count }, (_, n) => ({
        ts: Date.now() - count + n,
        v: Array<number>(limits.sensorsPerDevice).fill(12.34),
        alarm: [],
      })),
    ),
  );

function senders(url: string, mqttUrl: string): readonly Sender[] {
  return [
    posts('one text of 8 MiB', 'data', () => [filled('{"ts":1,"a":"', '\\u0041', '"}')], url),
    posts('8 MiB, broken at the end', 'data', () => [filled('{"ts":1,"a":"', '\\"', '"nan')], url),
    posts('5,000 empty frames', 'data', () => [filled('[', '{"ts":1,"values":{}},', '1]', 110_000)], url),
    posts('births of 1,000 sensors', 'birth', () => [fullBirth('A'), fullBirth('B')], url),
    posts('lists in lists', 'data', () => [filled('', '[', '')], url),
    publishes(
      'Sparkplug, 131,000 empty metrics',
      'NDATA',
      payloadOfMetrics(131_000, () => {}),
      mqttUrl,
    ),
    publishes(
      'Sparkplug, 100 properties each',
      'NDATA',
      payloadOfMetrics(1_200, (metric) => emptyProperties(metric, 100)),
      mqttUrl,
    ),
    publishes('Sparkplug birth, compressed', 'NBIRTH', compressed(payloadOfMetrics(18_000, () => {})), mqttUrl),
    publishes(
      'Sparkplug, 5,000 moments',
      'NDATA',
      payloadOfMetrics(5_000, (metric, i) => momentMetric(metric, 1, Date.now() - 60_000 + i)),
      mqttUrl,
    ),
    {
      what: '1,000 sensors a frame, 1,000 frames',
      connect: async (device) => {
        const target = `${url}/api/v1/ingest/${device.address}`;
        await post(`${target}/birth/`, authorizationOf(device), fullBirth('C'));
        return {
          send: async () => {
            const { status, waitMs } = await post(`${target}/data/`, authorizationOf(device), compactFrames(1_000));
            await pause(waitMs);
            return String(status);
          },
          end: () => {},
        };
      },
    },
  ];
}

interface Answers {
  readonly what: string;
  readonly answers: Map<string, number>;
}

async function sendUntil(sender: Sender, device: PlantDevice, isOver: () => boolean): Promise<Answers> {
  const answers = new Map<string, number>();
  const { send, end } = await sender.connect(device);
  while (!isOver()) {
    const answer = await send();
    answers.set(answer, (answers.get(answer) ?? 0) + 1);
  }
  end();
  return { what: sender.what, answers };
}

/** Lets the plant send for so long. */
async function plantFor(plant: LivePlant, forMs: number): Promise<SeenOfPlant> {
  const worker = new Worker(new URL('_live-plant.ts', import.meta.url), { workerData: plant });
  await once(worker, 'message');
  await pause(forMs);
  const ended = once(worker, 'message');
  worker.postMessage('done');
  const [seen] = (await ended) as [SeenOfPlant];
  return seen;
}

const quantile = (all: readonly number[], part: number): number =>
  all.toSorted((a, b) => a - b)[Math.min(all.length - 1, Math.floor(all.length * part))] ?? Number.NaN;

const row = (what: string, { waits, alarmWaits, refused }: SeenOfPlant): string =>
  `${what.padEnd(30)}${String(waits.length).padStart(8)}${[0.5, 0.99, 1]
    .map((part) => `${quantile(waits, part).toFixed(1)} ms`.padStart(12))
    .join(
      '',
    )}${String(alarmWaits.length).padStart(8)}${`${quantile(alarmWaits, 1).toFixed(1)} ms`.padStart(12)}${String(refused.length).padStart(9)}`;

/** Measures the plant alone, then beside the worst devices, and counts its alarms; prints a table. */
export async function besideWorstDevices(short: boolean): Promise<boolean> {
  const forMs = short ? 15_000 : 60_000;
  const server = await TocsinServer.start();
  try {
    const api = await Api.signIn(server.url, admin.email, admin.password);
    const kinds = senders(server.url, server.mqttUrl);
    const titles = [...Array.from({ length: liveDevices }, (_, i) => `Live ${i}`), ...kinds.map(({ what }) => what)];
    const { devices } = await makePlant(
      api,
      titles.map((title) => ({ title, type: '0300' })),
    );
    const live = devices.slice(0, liveDevices);
    const plant = {
      url: server.url,
      devices: live.map((device) => ({ address: device.address, authorization: authorizationOf(device) })),
    };
    const warm = await plantFor(plant, 4_000);
    const quiet = await plantFor(plant, forMs);
    let isOver = false;
    const hostile = kinds.map((sender, i) => {
      const device = devices[liveDevices + i];
      if (!device) throw new Error('no device');
      return sendUntil(sender, device, () => isOver);
    });
    const beside = await plantFor(plant, forMs);
    isOver = true;
    const answered = await Promise.all(hostile);
    const { count } = await api.get<{ readonly count: number }>('notifications/?event_type=alarm_on&limit=1');
    console.log(
      `\n100 live devices              frames     ack p50         p99        most  alarms       most  refused`,
    );
    console.log(row('alone', quiet));
    console.log(row('beside the worst devices', beside));
    for (const { what, answers } of answered)
      console.log(`  ${what.padEnd(40)} ${[...answers].map(([answer, times]) => `${times} x ${answer}`).join(', ')}`);
    const ratio = quantile(beside.waits, 0.99) / quantile(quiet.waits, 0.99);
    const begun = warm.alarmWaits.length + quiet.alarmWaits.length + beside.alarmWaits.length;
    console.log(
      `p99 ${ratio.toFixed(2)} of the quiet one (aim ${aimedRatio}: ${ratio <= aimedRatio ? 'kept' : 'not kept'}); alarms sent ${begun}, events ${count}`,
    );
    const allowedMs = Math.max(alarmMs, alarmRatio * Math.max(...quiet.alarmWaits));
    const late = beside.alarmWaits.filter((ms) => ms > allowedMs).length;
    if (late > 0) console.log(`  BROKEN: ${late} alarms took longer than ${allowedMs.toFixed(0)} ms`);
    return late === 0 && beside.refused.length + quiet.refused.length === 0 && count >= begun;
  } finally {
    await server.remove();
  }
}
