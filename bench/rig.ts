import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import type { ShippedCode } from '@tocsin/contract/device-type';
import { Api } from '@tocsin/e2e/api';
import { makePlant, type Plant, type PlantDevice, setWarnings } from '@tocsin/e2e/plant';
import { admin, TocsinServer } from '@tocsin/e2e/server';
import pg from 'pg';
import { loadBirth, loadWarnings } from './load.ts';
import { postText } from './post.ts';

/** A real server with devices that have sent their births and have warning rules; the start of most benches. */
export interface Rig {
  readonly server: TocsinServer;
  readonly api: Api;
  readonly plant: Plant;
  readonly devices: readonly PlantDevice[];
  readonly post: (device: PlantDevice, kind: 'birth' | 'data', body: string) => Promise<void>;
  remove(): Promise<void>;
}

/** Births sent at the same time. */
const atOnce = 8;

export async function makeRig(deviceCount: number, env: Readonly<Record<string, string>> = {}): Promise<Rig> {
  return await rigOn(await TocsinServer.start({ env: { LOG_LEVEL: 'warn', ...env } }), deviceCount);
}

/** The same on a running server, alone or one of several. */
export async function rigOn(server: TocsinServer, deviceCount: number): Promise<Rig> {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const api = await Api.signIn(server.url, admin.email, admin.password);
  const type: ShippedCode = '0300';
  const plant = await makePlant(
    api,
    Array.from({ length: deviceCount }, (_, i) => ({ title: `Bench ${i + 1}`, type })),
  );
  const { devices } = plant;
  const post = async (device: PlantDevice, kind: 'birth' | 'data', body: string) => {
    await postText(agent, server.port, device, kind, body);
  };
  for (let i = 0; i < devices.length; i += atOnce)
    await Promise.all(
      devices.slice(i, i + atOnce).map(async (device) => {
        await post(device, 'birth', JSON.stringify(loadBirth(Date.now() - 1_000)));
        await setWarnings(api, device, loadWarnings);
      }),
    );
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

/** Opens the server's embedded database by the socket in its data folder. */
export async function openDatabase(server: TocsinServer): Promise<pg.Client> {
  const host = readFileSync(join(server.dataDir, 'postgres', 'socket'), 'utf8').trim();
  const database = new pg.Client({ host, port: 5432, user: 'tocsin', database: 'tocsin' });
  await database.connect();
  return database;
}

export interface Taken {
  /** Processor time used so far in seconds: of the pipeline's thread, and of all threads. */
  readonly line: number;
  readonly all: number;
  /** Of the pipeline's thread; includes garbage that was not collected yet. */
  readonly heapMb: number;
}

/** Metrics of the server at /metrics. */
export async function takenBy(server: TocsinServer): Promise<Taken> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const read = (name: string) => Number(new RegExp(`^tocsin_${name} (\\S+)$`, 'm').exec(text)?.[1]);
  return {
    line: read('line_cpu_seconds_total'),
    all: read('process_cpu_seconds_total'),
    heapMb: read('process_heap_bytes') / 2 ** 20,
  };
}

/** Late hours wait for a minute without frames; this has them compacted at once. */
export async function hurryLateHours(database: pg.Client): Promise<void> {
  await database.query('update pending_hour set late_first = 0, late_last = 0 where late_last is not null');
}
