// A real Tocsin on Citus: coordinator and two workers. `migrate` and `distribute`, 500 frames a second with the edges of an
// alarm, `kill -9` of Tocsin, of a worker and of the coordinator, back-fill that is compacted, and the shards moved off a
// worker and back while frames come. Every acknowledged frame must be stored once, every edge have one event, and the
// hash of every CSV export be the same before and after. Then a backup, restored into a plain PostgreSQL.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Api } from '@tocsin/e2e/api';
import { makePlant } from '@tocsin/e2e/plant';
import { admin, TocsinServer } from '@tocsin/e2e/server';
import { startCitus } from '../support/_citus.ts';
import { legs } from '../support/_legs.ts';
import { pause } from '../support/_pause.ts';
import type { ProofOptions } from '../support/_proof.ts';
import { dayMs, differing, exportOf, exportsOf, sendDays } from './_archive-plant.ts';
import { checkStored, countSent, type SentFrames, startLoad } from './_kill-load.ts';

export const hasShort = true;

/** The command line as an operator calls it. */
function tocsin(words: readonly string[], env: Readonly<Record<string, string>>) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['server/src/command-line.ts', ...words], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  return { isDone: status === 0, said: `${stdout}${stderr}`.trim() };
}

export async function run({ short }: ProofOptions): Promise<boolean | null> {
  const cluster = await startCitus();
  if (!cluster) {
    console.log('Citus is not installed: docs/proof/citus.md says how to build it');
    return null;
  }
  const [deviceCount, pastCount, rounds] = short ? [20, 2, 1] : [50, 6, 3];
  console.log(`${cluster.version}; coordinator and two workers, 8 shards`);
  console.log(
    'expected: every acknowledged frame stored once, one event for each edge, the same hash of every export before and after the shards have moved',
  );
  const folder = mkdtempSync(join(tmpdir(), 'citus-'));
  const env = { DATABASE_URL: cluster.url, TOCSIN_DATA_DIR: join(folder, 'data') };
  let holds = true;
  const expect = (what: string, isSo: boolean, detail = ''): void => {
    console.log(`${isSo ? 'ok  ' : 'NOT '} ${what}${detail && `: ${detail}`}`);
    holds &&= isSo;
  };
  let server: TocsinServer | null = null;
  try {
    expect('migrate', tocsin(['migrate'], env).isDone);
    const first = tocsin(['distribute'], env);
    expect('distribute', first.isDone, `${first.said.split('\n').length} tables`);
    const again = tocsin(['distribute'], env);
    expect('a second time it changes nothing', again.isDone && /distributed already/.test(again.said), again.said);

    const running = await TocsinServer.start({ env });
    server = running;
    const refused = tocsin(['distribute'], env);
    expect('refused while Tocsin runs', !refused.isDone && /stop every process/.test(refused.said));
    const api = await Api.signIn(running.url, admin.email, admin.password);
    const plant = await makePlant(api, legs(deviceCount + pastCount));
    const [live, past] = [plant.devices.slice(0, deviceCount), plant.devices.slice(deviceCount)];
    const today = Date.now() - (Date.now() % dayMs);
    const days = [today - 3 * dayMs, today - 2 * dayMs];
    const ackLog = join(folder, 'acknowledged.log');
    const sent: SentFrames = new Map();
    const load = startLoad(live, running.mqttUrl, ackLog, sent);
    for (const device of past) await sendDays(running.url, device, days);

    const again200 = async (what: string, from: number): Promise<void> => {
      while (!(await running.ready())) {
        if (Date.now() - from > 120_000) throw new Error(`${what}: not ready again\n${running.log()}`);
        await pause(100);
      }
      console.log(`     ${what} killed, ready again after ${((Date.now() - from) / 1000).toFixed(1)} s`);
      await pause(5_000);
    };
    for (let i = 0; i < rounds; i++) {
      const from = Date.now();
      await running.kill();
      await running.start();
      await again200('Tocsin', from);
      for (const [name, node] of [
        ['a worker', cluster.workers[i % 2]],
        ['the coordinator', cluster.coordinator],
      ] as const) {
        const at = Date.now();
        node?.kill();
        await pause(1_000);
        await again200(name, at);
      }
    }

    // A packing that a killed node interrupts fails and is tried again; after the last kill none may.
    const failedPackings = async (): Promise<string> => {
      const metrics = await (await fetch(`${running.url}/metrics`)).text();
      return /^tocsin_compactions_failed_total\S* (\d+)/m.exec(metrics)?.[1] ?? 'no number';
    };
    const interrupted = await failedPackings();
    const client = await cluster.open();
    const count = async (text: string): Promise<number> => Number((await client.query(text)).rows[0]?.n);
    const compacted = `select count(*) as n from pending_hour where t0 < ${today - dayMs}`;
    while ((await count(compacted)) > 0) await pause(1_000);
    const hours = await count('select count(*) as n from chunk');
    expect('back-fill is compacted', hours >= past.length * 48, `${hours} hours`);
    const reader = { url: running.url, token: api.token };
    const before = await exportsOf(reader, past, days);
    const placed = async (): Promise<string> => {
      const { rows } = await client.query(
        `select nodeport, count(*)::int as n from citus_shards where citus_table_type = 'distributed' group by 1 order by 1`,
      );
      return rows.map(({ n }) => `${n}`).join(' and ');
    };
    const compare = async (what: string): Promise<void> => {
      const wrong = differing(before, await exportsOf(reader, past, days));
      expect(what, wrong.length === 0, `shards ${await placed()}; ${before.size} exports, ${wrong.length} differ`);
    };
    await compare('before the move');
    const [, second] = cluster.workers;
    const from = Date.now();
    await client.query(`select citus_drain_node('127.0.0.1', $1, shard_transfer_mode => 'auto')`, [second.port]);
    await compare(`all shards on one worker after ${((Date.now() - from) / 1000).toFixed(1)} s, under load`);
    await client.query(`select citus_set_node_property('127.0.0.1', $1, 'shouldhaveshards', true)`, [second.port]);
    const back = Date.now();
    await client.query('select citus_rebalance_start()');
    await client.query('select citus_rebalance_wait()');
    await compare(`rebalanced after ${((Date.now() - back) / 1000).toFixed(1)} s, under load`);
    await sendDays(running.url, past[0] ?? plant.devices[0], [today - 5 * dayMs]);
    while ((await count(compacted)) > 0) await pause(1_000);
    expect('compaction goes on', (await count('select count(*) as n from chunk')) >= hours + 24);
    const failed = await failedPackings();
    expect('no hour failed after the last kill', failed === interrupted, `${interrupted} before it, ${failed} in all`);
    for (const line of running.log().split('\n'))
      if (/Could not write (?:an hour|hours)/.test(line)) console.log(`     ${line.slice(0, 300)}`);

    const drained = await load.stop();
    console.log(`     frames made ${countSent(sent)}, all acknowledged: ${drained}`);
    expect('none lost, none doubled, each edge once', (await checkStored(client, live, ackLog, sent)) && drained);

    const file = join(folder, 'all.tocsin');
    const early = tocsin(['backup', file], env);
    expect('a backup while Tocsin runs is refused', !early.isDone && /stop every process/.test(early.said));
    await running.stop();
    expect('a backup of the stopped cluster', tocsin(['backup', file], env).isDone);
    await client.end();
    const plain = { TOCSIN_DATA_DIR: join(folder, 'plain') };
    expect('restored into a plain PostgreSQL', tocsin(['restore', file], plain).isDone);
    const other = await TocsinServer.start({ dataDir: plain.TOCSIN_DATA_DIR });
    const there = await Api.signIn(other.url, admin.email, admin.password);
    // The oldest history comes back last.
    const [oldest, readerThere] = [Math.min(...days), { url: other.url, token: there.token }];
    while ((await exportOf(readerThere, past[0]?.id ?? 0, oldest, oldest + 3_600_000)).status === 503) await pause(500);
    const wrong = differing(before, await exportsOf(readerThere, past, days));
    expect('the same exports from there', wrong.length === 0, `${before.size} exports, ${wrong.length} differ`);
    await other.stop();
    return holds;
  } finally {
    await server?.remove();
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
