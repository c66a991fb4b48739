// The database is unavailable behind a TCP proxy that accepts connections and closes them at once, as HAProxy does
// without a backend. Afterwards Tocsin becomes ready again by itself with as many connections as before, the rate of
// its attempts is bounded, and every acknowledged frame is stored exactly once. `--short`: shorter outages.
import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Api } from '@tocsin/e2e/api';
import { makePlant } from '@tocsin/e2e/plant';
import { admin, TocsinServer } from '@tocsin/e2e/server';
import pg from 'pg';
import { FaultyProxy } from '../../../server/src/platform/testing/faulty-proxy.ts';
import { legs } from '../support/_legs.ts';
import { pause } from '../support/_pause.ts';
import type { ProofOptions } from '../support/_proof.ts';
import { machineDatabase, type Query } from '../support/_together.ts';
import { countWindow, type WindowCounts } from './_count.ts';
import { startSenders } from './_senders.ts';

export const hasShort = true;

const outagesS = { short: [1, 5, 10], long: [1, 20, 120] };
const deviceCount = 10;
const everyMs = 250;
/**
 * Maximum of new connections per second while the database is unavailable: each user of the pools retries on its own.
 */
const maxPerSecond = 40;
/** The longest pause between two attempts, and what a busy machine adds. */
const readyWithinMs = 45_000;

export async function run({ short }: ProofOptions): Promise<boolean> {
  const database = await machineDatabase();
  const proxy = new FaultyProxy({ host: '127.0.0.1', port: database.port });
  await proxy.start();
  const url = new URL(database.url);
  url.hostname = '127.0.0.1';
  url.port = String(proxy.port);
  const env = { DATABASE_URL: url.href, TOCSIN_SECRET: randomBytes(24).toString('hex'), LOG_LEVEL: 'error' };
  const query = queryOf(database.url.href);
  let server: TocsinServer | null = null;
  try {
    const started = await TocsinServer.start({ env, dataDir: mkdtempSync(join(tmpdir(), 'tocsin-proxy-')) });
    server = started;
    const api = await Api.signIn(started.url, admin.email, admin.password);
    const { devices } = await makePlant(api, legs(deviceCount));
    const senders = startSenders({ devices, urls: () => [started.url], everyMs });
    await pause(2_000);
    const outages: Outage[] = [];
    for (const seconds of outagesS[short ? 'short' : 'long']) outages.push(await outage(seconds, proxy, started));
    const drained = await senders.stop(180_000);
    await pause(1_000);
    const rows: (Outage & WindowCounts)[] = [];
    for (const { from, to, ...figures } of outages)
      rows.push({ from, to, ...figures, ...(await countWindow({ query, lines: senders.lines, from, to })) });
    return print(rows, drained);
  } finally {
    await server?.remove();
    await proxy.stop();
    await database.stop();
  }
}

interface Outage {
  readonly seconds: number;
  readonly from: number;
  readonly to: number;
  /** Connections that were tried while the database was away. */
  readonly attempts: number;
  readonly openBefore: number;
  readonly openAfter: number;
  readonly readyMs: number;
}

async function outage(seconds: number, proxy: FaultyProxy, server: TocsinServer): Promise<Outage> {
  const from = Date.now();
  const [before, openBefore] = [proxy.accepted, proxy.open];
  await proxy.become('close');
  await pause(seconds * 1000);
  const attempts = proxy.accepted - before;
  await proxy.become('pass');
  const back = performance.now();
  const readyMs = await ready(server.url, back);
  // Connections that multiply would keep multiplying.
  await pause(5_000);
  return { seconds, from, to: Date.now(), attempts, openBefore, openAfter: proxy.open, readyMs };
}

async function ready(url: string, since: number): Promise<number> {
  for (;;) {
    const tookMs = performance.now() - since;
    const isReady = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
      async (answer) => {
        await answer.body?.cancel();
        return answer.status === 200;
      },
      () => false,
    );
    if (isReady) return tookMs;
    if (tookMs > 4 * readyWithinMs) return Number.POSITIVE_INFINITY;
    await pause(50);
  }
}

function print(rows: readonly (Outage & WindowCounts)[], drained: boolean): boolean {
  console.log(
    '| outage | attempts (a second) | connections before, after | ready after | acknowledged | lost | doubled |',
  );
  console.log('|---|---|---|---|---|---|---|');
  const isKept = rows.map((row) => {
    const { seconds, attempts, openBefore, openAfter, readyMs, acknowledged, stored, doubled, acceptedTwice } = row;
    const lost = acknowledged - stored;
    const rate = (attempts / seconds).toFixed(1);
    console.log(
      `| ${seconds} s | ${attempts} (${rate}) | ${openBefore}, ${openAfter} | ${(readyMs / 1000).toFixed(1)} s | ${acknowledged} | ${lost} | ${doubled + acceptedTwice} |`,
    );
    return (
      lost === 0 &&
      doubled + acceptedTwice === 0 &&
      readyMs <= readyWithinMs &&
      attempts <= maxPerSecond * (seconds + 1)
    );
  });
  const most = Math.max(...rows.map(({ openBefore }) => openBefore), 0) + 15;
  const isBounded = rows.every(({ openAfter }) => openAfter <= most);
  console.log(`all acknowledged in the end: ${drained}; open connections bounded by ${most}: ${isBounded}`);
  return drained && isBounded && isKept.every(Boolean);
}

const queryOf =
  (connectionString: string): Query =>
  async (text, values) => {
    const client = new pg.Client({ connectionString });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query(text, values === undefined ? undefined : [...values])).rows;
    } finally {
      await client.end();
    }
  };
