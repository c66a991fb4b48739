// Third-party clients, mosquitto_pub and curl, publish a birth and data with only a device's serial number and code.
// Both must be in the live document within a second, and in the database. Then a flow of Node-RED into a mapped device.
import { spawn } from 'node:child_process';
import { Api } from '@tocsin/e2e/api';
import { makePlant, type PlantDevice } from '@tocsin/e2e/plant';
import { admin, TocsinServer } from '@tocsin/e2e/server';
import WebSocket from 'ws';
import { openEmbedded } from '../support/_database.ts';
import type { ProofOptions } from '../support/_proof.ts';
import type { LiveDocument } from '../support/_watch.ts';
import { checkNodeRed } from './_node-red.ts';

export const hasShort = true;

const birth = JSON.stringify({
  ts: Date.now() - 1_000,
  groups: [
    { id: '4', name: 'Temperature', sensors: [{ id: '401', name: 'Head bearing left', type: 'NUMERIC', unit: 'C' }] },
  ],
});
const data = (value: number): string => JSON.stringify({ ts: Date.now(), values: { 4.401: value } });

function command(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    child.stdout.on('data', (text: Buffer) => {
      out += String(text);
    });
    child.stderr.on('data', (text: Buffer) => {
      out += String(text);
    });
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve(out) : reject(new Error(`${program}: ${code} ${out}`))));
  });
}

/** Publishes a message of a device by a program that is not ours. */
type Send = (kind: 'birth' | 'data', body: string) => Promise<string>;

export async function run({ short }: ProofOptions): Promise<boolean> {
  const server = await TocsinServer.start();
  try {
    const api = await Api.signIn(server.url, admin.email, admin.password);
    const plant = await makePlant(api, [
      { title: 'By mosquitto_pub', type: '0300' },
      { title: 'By curl', type: '0300' },
    ]);
    const [byMqtt, byHttp] = plant.devices;
    const mqtt =
      (device: PlantDevice): Send =>
      (kind, body) =>
        command('mosquitto_pub', [
          '-h',
          '127.0.0.1',
          '-p',
          String(server.mqttPort),
          '-q',
          '1',
          '-u',
          device.serial,
          '-P',
          device.code,
          '-t',
          `tocsin/v1/${device.address}/${kind}`,
          '-m',
          body,
        ]);
    const curl =
      (device: PlantDevice): Send =>
      (kind, body) =>
        command('curl', [
          '-sS',
          '--fail-with-body',
          '-u',
          `${device.serial}:${device.code}`,
          '-H',
          'content-type: application/json',
          '-d',
          body,
          `${server.url}/api/v1/ingest/${device.address}/${kind}/`,
        ]);
    const shown = [
      await one(server, api, byMqtt, 'mosquitto_pub', mqtt(byMqtt), 41.5),
      await one(server, api, byHttp, 'curl', curl(byHttp), 42.25),
    ];
    // Installing it takes minutes on a slow line.
    const flow = short || (await checkNodeRed(server, api, plant.siteId));
    return shown.every(Boolean) && flow;
  } finally {
    await server.remove();
  }
}

async function one(
  server: TocsinServer,
  api: Api,
  device: PlantDevice,
  program: string,
  send: Send,
  value: number,
): Promise<boolean> {
  await send('birth', birth);
  const seen = watch(server, api, device, value);
  await seen.open;
  const from = Date.now();
  await send('data', data(value));
  const shownAfter = (await seen.value) - from;
  const client = await openEmbedded(server.dataDir);
  const { rows } = await client.query<{ readonly n: number }>(
    'select count(*)::int as n from frame where device_id = $1',
    [device.id],
  );
  await client.end();
  console.log(
    `${program}: shown after ${shownAfter} ms (its own start included), frames in the database: ${rows[0]?.n}`,
  );
  return shownAfter < 1_000 && rows[0]?.n === 1;
}

/** The dashboard's own socket: resolves with the time at which the value was in the document. */
function watch(
  server: TocsinServer,
  api: Api,
  device: PlantDevice,
  wanted: number,
): { readonly open: Promise<void>; readonly value: Promise<number> } {
  const socket = new WebSocket(
    `${server.url.replace('http', 'ws')}/api/v1/ws/device-data/${device.address}/?token=${api.token}`,
    { origin: server.url },
  );
  const open = new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve());
    socket.once('error', reject);
  });
  const value = new Promise<number>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the value was not shown within 5 s')), 5_000);
    socket.on('message', (text) => {
      const document: LiveDocument = JSON.parse(String(text));
      const sensors = document.groups?.flatMap((g) => g.sensors) ?? [];
      if (!sensors.some((s) => s.Value === wanted)) return;
      clearTimeout(timer);
      socket.close();
      resolve(Date.now());
    });
  });
  return { open, value };
}
