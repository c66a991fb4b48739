// Devices with known days of the past, the CSV exports of these days, and a device that sends live meanwhile.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PlantDevice } from '@tocsin/e2e/plant';
import type { TocsinServer } from '@tocsin/e2e/server';
import { createDevice } from '@tocsin/simulator/create-device';
import { JsonDevice } from '@tocsin/simulator/json-device';
import { seedOf } from '@tocsin/simulator/random';
import type pg from 'pg';
import { unpackKeys } from '../../../server/src/history/codec/chunk.ts';
import { storedFrames } from '../support/_stored-frames.ts';

export const dayMs = 86_400_000;
export const hourMs = 3_600_000;
const minuteMs = 60_000;

const groups = [
  {
    id: '4',
    name: 'Bearings',
    sensors: [
      { id: '4000', name: 'Head', type: 'NUMERIC', unit: 'C' },
      { id: '4001', name: 'Tail', type: 'NUMERIC', unit: 'C' },
    ],
  },
  { id: '6', name: 'Belt', sensors: [{ id: '6000', name: 'Belt', type: 'BOOL' }] },
];

export async function post(
  url: string,
  { address, serial, code }: PlantDevice,
  kind: 'birth' | 'data',
  body: object,
): Promise<void> {
  const answer = await fetch(`${url}/api/v1/ingest/${address}/${kind}/`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${serial}:${code}`).toString('base64')}` },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${kind}: ${answer.status} ${await answer.text()}`);
}

/** A frame of the past, whose values follow from its time. */
export const past = (ts: number, more: object = {}) => ({
  ts,
  seq: ts / 1_000,
  historical: true,
  v: [
    40 + ((ts / minuteMs) % 97) / 4,
    ts % 7 === 0 ? null : 30 + ((ts / minuteMs) % 13),
    (ts / minuteMs) % 50 < 48 ? 1 : 0,
  ],
  alarm: (ts / minuteMs) % 50 < 48 ? [] : [2],
  ...more,
});

export const sendBirth = (url: string, device: PlantDevice): Promise<void> =>
  post(url, device, 'birth', { ts: Date.now() - minuteMs, groups });

/** Sends whole days, a frame a minute. */
export async function sendDays(url: string, device: PlantDevice, days: readonly number[]): Promise<void> {
  await sendBirth(url, device);
  for (const day of days)
    for (let from = day; from < day + dayMs; from += 12 * hourMs)
      await post(
        url,
        device,
        'data',
        Array.from({ length: 720 }, (_, i) => past(from + i * minuteMs)),
      );
}

export interface Reader {
  readonly url: string;
  readonly token: string;
}

export const exportOf = ({ url, token }: Reader, device: number, from: number, to: number): Promise<Response> =>
  fetch(`${url}/api/v1/graphs/device/${device}/export/?from=${from}&to=${to}`, {
    headers: { authorization: `Bearer ${token}` },
  });

/** The SHA-256 of every CSV export: each hour as sent, each day in slots of a minute. */
export async function exportsOf(
  reader: Reader,
  devices: readonly PlantDevice[],
  days: readonly number[],
): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  const add = async (device: number, from: number, to: number) => {
    const answer = await exportOf(reader, device, from, to);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`export: ${answer.status} ${text}`);
    hashes.set(
      `${device} ${new Date(from).toISOString()} ${to - from}`,
      createHash('sha256').update(text).digest('hex'),
    );
  };
  for (const { id } of devices)
    for (const day of days) {
      for (let from = day; from < day + dayMs; from += hourMs) await add(id, from, from + hourMs);
      await add(id, day, day + dayMs);
    }
  return hashes;
}

export const differing = (a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): string[] =>
  [...new Set([...a.keys(), ...b.keys()])].filter((key) => a.get(key) !== b.get(key));

/** One device that sends every 200 ms and logs what is acknowledged. */
export function startLive(server: TocsinServer, device: PlantDevice, folder: string) {
  const ackLog = join(folder, 'acknowledged.log');
  const { serial, address, code } = device;
  const sim = createDevice({ type: '0300', seed: seedOf(serial), startMs: Date.now(), ambientC: 20, frameMs: 200 });
  const line = new JsonDevice(sim, { url: server.mqttUrl, address, serial, code, ackLog });
  line.start();
  const timer = setInterval(() => {
    for (const message of sim.advance(Date.now())) line.send(message);
  }, 200);
  const acknowledged = () => readFileSync(ackLog, 'utf8').trim().split('\n');
  return {
    acknowledged: () => acknowledged().length,
    /** Acknowledged frames that are not stored, once all are sent. */
    stop: async (database: pg.Client) => {
      clearInterval(timer);
      await line.sender.drained(120_000);
      await line.sender.stop();
      const rows = await storedFrames(
        async (text, values) => (await database.query(text, [...(values ?? [])])).rows,
        device.id,
      );
      const stored = new Map<string, number>();
      const count = (key: string) => stored.set(key, (stored.get(key) ?? 0) + 1);
      for (const row of rows) count(`${row.deviceTs} ${row.boot} ${row.seq}`);
      // Hours that were finished meanwhile.
      const { rows: chunks } = await database.query('select keys from chunk where device_id = $1', [device.id]);
      for (const { keys } of chunks) {
        const { n, deviceTs, boot, seq } = unpackKeys(keys);
        for (let i = 0; i < n; i++) count(`${deviceTs[i]} ${boot[i]} ${seq[i]}`);
      }
      const lines = acknowledged().map((one) => one.split(' ').slice(1).join(' '));
      return {
        frames: lines.length,
        missing: lines.filter((key) => !stored.has(key)).length,
        double: [...stored.values()].filter((n) => n > 1).length,
      };
    },
  };
}
