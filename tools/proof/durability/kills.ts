// Kills the server and its database with SIGKILL under 500 acknowledged frames/s, three times each. The sender logs
// every acknowledged frame; this checker, which uses nothing of the server but its tables, compares the log with the
// database: none missing, none doubled, one event for each edge of an alarm.

import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Api } from '@tocsin/e2e/api';
import { makePlant, type PlantDevice } from '@tocsin/e2e/plant';
import { admin, TocsinServer } from '@tocsin/e2e/server';
import { createDevice } from '@tocsin/simulator/create-device';
import { JsonDevice } from '@tocsin/simulator/json-device';
import { seedOf } from '@tocsin/simulator/random';
import type pg from 'pg';
import { openEmbedded } from '../support/_database.ts';
import { legs } from '../support/_legs.ts';
import { pause } from '../support/_pause.ts';
import type { ProofOptions } from '../support/_proof.ts';
import { storedFrames } from '../support/_stored-frames.ts';

/** Frames that each device made, by its address. */
type SentFrames = Map<string, { readonly ts: number; readonly alarm: boolean }[]>;

export const hasShort = true;

const deviceCount = 50;
const frameMs = 100;
/** Index of 3.3000 in the WDC4's frame, the chattering contact. */
const contact = 12;

export async function run({ short }: ProofOptions): Promise<boolean> {
  const kills = short ? 1 : 3;
  const server = await TocsinServer.start();
  const ackLog = join(mkdtempSync(join(tmpdir(), 'kills-')), 'acknowledged.log');
  const sent: SentFrames = new Map();
  try {
    const api = await Api.signIn(server.url, admin.email, admin.password);
    const plant = await makePlant(api, legs(deviceCount));
    const load = startLoad(plant.devices, server.mqttUrl, ackLog, sent);
    await pause(5_000);
    for (let i = 0; i < kills; i++) {
      await killServer(server);
      await pause(short ? 3_000 : 7_000);
      await killDatabase(server);
      await pause(short ? 4_000 : 8_000);
    }
    const drained = await load.stop();
    console.log(`frames made ${count(sent)}, all acknowledged: ${drained}`);
    const holds = await check(server.dataDir, plant.devices, ackLog, sent);
    return drained && holds;
  } finally {
    await server.remove();
  }
}

const count = (sent: SentFrames): number => [...sent.values()].reduce((sum, frames) => sum + frames.length, 0);

/** Every device sends a frame each 100 ms; every few seconds another one closes a contact for 2 s. */
function startLoad(devices: readonly PlantDevice[], mqttUrl: string, ackLog: string, sent: SentFrames) {
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

async function killServer(server: TocsinServer) {
  const from = Date.now();
  await server.kill();
  await server.start();
  console.log(`server killed, ready again after ${Date.now() - from} ms`);
}

async function killDatabase(server: TocsinServer) {
  const pid = server.databasePid();
  if (pid === null) throw new Error('no database process to kill');
  const from = Date.now();
  process.kill(pid, 'SIGKILL');
  await pause(300);
  while (!(await server.ready())) {
    if (Date.now() - from > 60_000) throw new Error(`the database did not come back:\n${server.log()}`);
    await pause(50);
  }
  console.log(`database killed, ready again after ${Date.now() - from} ms`);
}

async function check(
  dataDir: string,
  devices: readonly PlantDevice[],
  ackLog: string,
  sent: SentFrames,
): Promise<boolean> {
  const client = await openEmbedded(dataDir);
  const ids = new Map(devices.map((d) => [d.address, d.id]));
  const rows = await storedFrames(async (text, values) => (await client.query(text, values ? [...values] : [])).rows);
  const stored = new Map<string, number>();
  for (const row of rows) {
    const key = `${row.device_id} ${row.deviceTs} ${row.boot} ${row.seq}`;
    stored.set(key, (stored.get(key) ?? 0) + 1);
  }
  const double = [...stored.values()].filter((n) => n > 1).length;
  const noted = readFileSync(ackLog, 'utf8').trim().split('\n');
  const missing = noted.filter((line) => {
    const [address, ...rest] = line.split(' ');
    return !stored.has(`${ids.get(address)} ${rest.join(' ')}`);
  });
  const wrongEvents = await checkEvents(client, ids, sent);
  await client.end();
  console.log(`acknowledged ${noted.length}, stored ${rows.length}, missing ${missing.length}, double ${double}`);
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
