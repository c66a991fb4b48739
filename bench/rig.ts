import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import type { DeviceType } from '@tocsin/contract/device-type';
import { Api } from '@tocsin/e2e/api';
import { makePlant, type Plant, type PlantDevice, setWarnings } from '@tocsin/e2e/plant';
import { admin, TocsinServer } from '@tocsin/e2e/server';
import pg from 'pg';
import { loadBirth, loadWarnings } from './load.ts';

/** A real server with devices that have birthed and have their rules: what most measurements begin with. */
export interface Rig {
  readonly server: TocsinServer;
  readonly api: Api;
  readonly plant: Plant;
  readonly devices: readonly PlantDevice[];
  readonly post: (device: PlantDevice, kind: 'birth' | 'data', body: string) => Promise<void>;
  remove(): Promise<void>;
}

export async function makeRig(deviceCount: number, env: Readonly<Record<string, string>> = {}): Promise<Rig> {
  const server = await TocsinServer.start({ env: { LOG_LEVEL: 'warn', ...env } });
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const api = await Api.signIn(server.url, admin.email, admin.password);
  const type: DeviceType = '0300';
  const plant = await makePlant(
    api,
    Array.from({ length: deviceCount }, (_, i) => ({ title: `Bench ${i + 1}`, type })),
  );
  const { devices } = plant;
  const post = (device: PlantDevice, kind: 'birth' | 'data', body: string) =>
    postText(agent, server.port, device, kind, body);
  for (const device of devices) {
    await post(device, 'birth', JSON.stringify(loadBirth(Date.now() - 1_000)));
    await setWarnings(api, device, loadWarnings);
  }
  return {
    server,
    api,
    plant,
    devices,
    post,
    remove: async () => {
      agent.destroy();
      await server.remove();
    },
  };
}

/** The server's embedded database from outside, by the socket that stands in its data folder. */
export async function openDatabase(server: TocsinServer): Promise<pg.Client> {
  const host = readFileSync(join(server.dataDir, 'postgres', 'socket'), 'utf8').trim();
  const database = new pg.Client({ host, port: 5432, user: 'tocsin', database: 'tocsin' });
  await database.connect();
  return database;
}

/** Late hours wait for a minute of quiet; a measurement has them written at once. */
export async function hurryLateHours(database: pg.Client): Promise<void> {
  await database.query('update owed_hour set late_first = 0, late_last = 0 where late_last is not null');
}

function postText(agent: Agent, port: number, device: PlantDevice, kind: string, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const call = request(
      {
        agent,
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: `/api/v1/ingest/${device.address}/${kind}/`,
        auth: `${device.serial}:${device.code}`,
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (piece: string) => {
          text += piece;
        });
        answer.on('end', () => {
          if (answer.statusCode === 200) resolve();
          else reject(new Error(`${kind}: ${answer.statusCode} ${text.slice(0, 300)}`));
        });
      },
    );
    call.once('error', reject);
    call.end(body);
  });
}
