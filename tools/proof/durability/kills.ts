// Kills the server and its database with SIGKILL under 500 acknowledged frames/s, three times each. The sender logs
// every acknowledged frame; this checker, which uses nothing of the server but its tables, compares the log with the
// database: none missing, none doubled, one event for each edge of an alarm.

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Api } from '@tocsin/e2e/api';
import { makePlant } from '@tocsin/e2e/plant';
import { admin, TocsinServer } from '@tocsin/e2e/server';
import { openEmbedded } from '../support/_database.ts';
import { legs } from '../support/_legs.ts';
import { pause } from '../support/_pause.ts';
import type { ProofOptions } from '../support/_proof.ts';
import { checkStored, countSent, type SentFrames, startLoad } from './_kill-load.ts';

export const hasShort = true;

const deviceCount = 50;

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
    console.log(`frames made ${countSent(sent)}, all acknowledged: ${drained}`);
    const client = await openEmbedded(server.dataDir);
    const holds = await checkStored(client, plant.devices, ackLog, sent);
    await client.end();
    return drained && holds;
  } finally {
    await server.remove();
  }
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
