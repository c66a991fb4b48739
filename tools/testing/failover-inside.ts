// The part of proof/failover.ts that runs in the namespace of the proof's own.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Api } from '@tocsin/e2e/api';
import { makePlant } from '@tocsin/e2e/plant';
import { admin, TocsinServer } from '@tocsin/e2e/server';
import pg from 'pg';
import { connectBell } from '../proof/durability/_bell.ts';
import { countWindow } from '../proof/durability/_count.ts';
import { failoverFaults } from '../proof/durability/_failover-faults.ts';
import { PatroniCluster, patroniVersion } from '../proof/durability/_patroni.ts';
import { startPages, startSenders } from '../proof/durability/_senders.ts';
import { isAsExpected, printTable } from '../proof/durability/_table.ts';
import { legs } from '../proof/support/_legs.ts';
import { pause } from '../proof/support/_pause.ts';
import type { Query } from '../proof/support/_together.ts';

const deviceCount = 20;
const everyMs = 250;
const watched = 6;

const folder = mkdtempSync(join(tmpdir(), 'tocsin-failover-'));
execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3g,mode=755', 'tmpfs', folder]);
// Names of namespaces that only this one knows.
mkdirSync('/run/netns', { recursive: true });
execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', '/run/netns']);

const isKept = await prove(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error);
  return false;
});
execFileSync('umount', ['-l', folder]);
rmSync(folder, { recursive: true, force: true });
process.exit(isKept ? 0 : 1);

async function prove(args: readonly string[]): Promise<boolean> {
  const cluster = new PatroniCluster(folder);
  let server: TocsinServer | null = null;
  try {
    await cluster.start();
    const url = new URL(cluster.url);
    const query: Query = (text, values) => ask(url.href, text, values);
    await retry(() => query('create database tocsin'));
    url.pathname = '/tocsin';
    const running = await TocsinServer.start({ env: { DATABASE_URL: url.href, LOG_LEVEL: 'info' } });
    server = running;
    const api = await Api.signIn(running.url, admin.email, admin.password);
    const { devices, clientId } = await makePlant(api, legs(deviceCount));
    const page = () => running.url;
    const senders = startSenders({ devices, urls: () => [running.url], everyMs });
    const pages = startPages({ devices: devices.slice(0, watched), url: page, token: api.token });
    const bell = connectBell({ url: page, token: api.token, selection: `${clientId},,` });
    await pause(5_000);

    const rows = [];
    const asked = failoverFaults.filter(({ name }) => args.length === 0 || args.some((word) => name.includes(word)));
    for (const fault of asked) {
      const from = Date.now();
      console.log(`${new Date(from).toISOString().slice(11, 19)} ${fault.name}`);
      const note = await fault.run(cluster);
      await pause(5_000);
      rows.push({ fault, from, to: Date.now(), note });
    }
    const drained = await senders.stop(120_000);
    await pause(1_000);
    const [connections] = await query<{ n: number }>('select count(*)::int as n from pg_stat_activity');
    console.log(`all acknowledged in the end: ${drained}; connections to the primary: ${connections?.n}`);
    const table = [];
    for (const { fault, from, to, note } of rows) {
      const counts = await countWindow({ query, lines: senders.lines, from, to });
      const all = { ...counts, ...bell.check(counts.events) };
      const silence = pages.longestSilence(from, to);
      const isRow = !note.includes('STAYED') && isAsExpected(fault, { ...all, silence });
      for (const edge of counts.missing.slice(0, 10)) console.log(`not as expected: ${JSON.stringify(edge)}`);
      table.push({ fault, counts: all, silence, notes: note === '' ? [] : [note], isKept: isRow });
    }
    pages.stop();
    bell.close();
    printTable(
      table,
      `Patroni ${patroniVersion()}, etcd, HAProxy, two PostgreSQL; one process, ${deviceCount} devices`,
    );
    return drained && table.length > 0 && table.every((row) => row.isKept);
  } catch (error) {
    console.error(cluster.lastWords());
    throw error;
  } finally {
    await server?.remove();
    await cluster.stop();
  }
}

async function ask<R extends pg.QueryResultRow>(address: string, text: string, values?: readonly unknown[]) {
  const client = new pg.Client({ connectionString: address });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<R>(text, values === undefined ? undefined : [...values])).rows;
  } finally {
    await client.end();
  }
}

/** HAProxy finds the primary within seconds. */
async function retry(work: () => Promise<unknown>): Promise<void> {
  for (let i = 0; ; i++) {
    try {
      await work();
      return;
    } catch (error) {
      if (i > 60) throw error;
      await pause(500);
    }
  }
}
