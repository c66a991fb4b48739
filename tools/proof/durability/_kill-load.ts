// Devices that send ten frames a second with the edges of an alarm, and the comparison of what was acknowledged with
// what a database holds. Uses nothing of the server but its tables.
import { readFileSync } from 'node:fs';
import type { PlantDevice } from '@tocsin/e2e/plant';
import { createDevice } from '@tocsin/simulator/create-device';
import { JsonDevice } from '@tocsin/simulator/json-device';
import { seedOf } from '@tocsin/simulator/random';
import type pg from 'pg';
import { unpackKeys } from '../../../server/src/history/codec/chunk.ts';
import { storedFrames } from '../support/_stored-frames.ts';

/** Frames that each device made, by its address. */
export type SentFrames = Map<string, { readonly ts: number; readonly alarm: boolean }[]>;

const frameMs = 100;
/** Index of 3.3000 in the WDC4's frame, the chattering contact. */
const contact = 12;

export const countSent = (sent: SentFrames): number =>
  [...sent.values()].reduce((sum, frames) => sum + frames.length, 0);

/** Every device sends a frame each 100 ms; every few seconds another one closes a contact for 2 s. */
export function startLoad(devices: readonly PlantDevice[], mqttUrl: string, ackLog: string, sent: SentFrames) {
  const lines = devices.map((device) => {
    const sim = createDevice({ type: '0300', seed: seedOf(device.serial), startMs: Date.now(), ambientC: 20, frameMs });
    const line = new JsonDevice(sim, {
      url: mqttUrl,
      address: device.address,
      serial: device.serial,
      code: device.code,
      ackLog,
    });
    line.start();
    sent.set(device.address, []);
    return { line, address: device.address };
  });
  let tick = 0;
  const timer = setInterval(() => {
    tick++;
    for (const [i, { line, address }] of lines.entries()) {
      const phase = (tick + i * 7) % 120;
      if (phase === 10) line.sim.act({ do: 'drive', sensor: '3.3000', curve: { kind: 'constant', value: 0 } });
      if (phase === 30) line.sim.act({ do: 'release', sensor: '3.3000' });
      for (const message of line.sim.advance(Date.now())) {
        if (message.kind === 'data')
          sent.get(address)?.push({ ts: message.frame.ts, alarm: message.frame.alarm.includes(contact) });
        line.send(message);
      }
    }
  }, frameMs);
  return {
    stop: async () => {
      clearInterval(timer);
      const drained = await Promise.all(lines.map(({ line }) => line.sender.drained(120_000)));
      const sessions = lines.reduce((sum, { line }) => sum + line.sender.sessions, 0);
      console.log(
        `sessions ${sessions}, dropped by the senders ${lines.reduce((sum, { line }) => sum + line.sender.dropped, 0)}`,
      );
      await Promise.all(lines.map(({ line }) => line.sender.stop()));
      return drained.every(Boolean);
    },
  };
}

/** None missing, none doubled, one event for each edge of an alarm. */
export async function checkStored(
  client: pg.Client,
  devices: readonly PlantDevice[],
  ackLog: string,
  sent: SentFrames,
): Promise<boolean> {
  const ids = new Map(devices.map((d) => [d.address, d.id]));
  const rows = await storedFrames(async (text, values) => (await client.query(text, values ? [...values] : [])).rows);
  const stored = new Map<string, number>();
  for (const row of rows) {
    const key = `${row.device_id} ${row.deviceTs} ${row.boot} ${row.seq}`;
    stored.set(key, (stored.get(key) ?? 0) + 1);
  }
  // Hours that were finished meanwhile.
  const { rows: chunks } = await client.query('select device_id, keys from chunk');
  for (const { device_id, keys } of chunks) {
    const { n, deviceTs, boot, seq } = unpackKeys(keys);
    for (let i = 0; i < n; i++) {
      const key = `${device_id} ${deviceTs[i]} ${boot[i]} ${seq[i]}`;
      stored.set(key, (stored.get(key) ?? 0) + 1);
    }
  }
  const double = [...stored.values()].filter((n) => n > 1).length;
  const noted = readFileSync(ackLog, 'utf8').trim().split('\n');
  const missing = noted.filter((line) => {
    const [address, ...rest] = line.split(' ');
    return !stored.has(`${ids.get(address)} ${rest.join(' ')}`);
  });
  const wrongEvents = await checkEvents(client, ids, sent);
  console.log(`acknowledged ${noted.length}, stored ${stored.size}, missing ${missing.length}, double ${double}`);
  for (const line of missing.slice(0, 5)) console.log(`  missing: ${line}`);
  return missing.length === 0 && double === 0 && wrongEvents === 0 && noted.length > 0;
}

/** Compares the alarm edges that the devices sent with the events of the database, by the millisecond. */
async function checkEvents(client: pg.Client, ids: ReadonlyMap<string, number>, sent: SentFrames): Promise<number> {
  const { rows } = await client.query(
    `select device_id, type, at::float8 from event where type in ('alarm_on', 'alarm_off') and sensor_id = '3000'`,
  );
  const got = new Map<string, number>();
  for (const row of rows) {
    const key = `${row.device_id} ${row.type} ${row.at}`;
    got.set(key, (got.get(key) ?? 0) + 1);
  }
  let edges = 0;
  let wrong = 0;
  for (const [address, frames] of sent) {
    let on = false;
    for (const frame of frames) {
      if (frame.alarm === on) continue;
      on = frame.alarm;
      edges++;
      const key = `${ids.get(address)} ${on ? 'alarm_on' : 'alarm_off'} ${frame.ts}`;
      if (got.get(key) !== 1) {
        if (wrong++ < 5) console.log(`  event ${key}: ${got.get(key) ?? 0} times`);
      }
      got.delete(key);
    }
  }
  console.log(`alarm edges ${edges}, events ${rows.length}, wrong or missing ${wrong}, without an edge ${got.size}`);
  return wrong + got.size + (edges === 0 ? 1 : 0);
}
