// A real Prometheus (Debian's package prometheus) that scrapes a running Tocsin for five minutes while devices send:
// promtool accepts the rules of docs/ops/alerts.yml and their tests; no alert fires, and none would: whatever a single
// slow scrape left pending clears again; each expression of docs/ops/grafana-tocsin.json has a series; and the live values
// of the site, scraped with an API key, are what its devices sent. `--short`: one minute.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Api } from '@tocsin/e2e/api';
import { makePlant, type PlantDevice } from '@tocsin/e2e/plant';
import { freePort } from '@tocsin/e2e/ports';
import { admin, TocsinServer } from '@tocsin/e2e/server';
import { startS3Server } from '../../../server/src/history/archive/testing/s3-server.ts';
import { jsonOf } from '../support/_json.ts';
import { legs } from '../support/_legs.ts';
import { pause } from '../support/_pause.ts';
import type { ProofOptions } from '../support/_proof.ts';
import { ask, numberOf, queryDashboard } from './_prometheus-query.ts';
import { compareSite, keyFile, siteScrape } from './_prometheus-site.ts';
import { type Senders, startSenders } from './_senders.ts';

export const hasShort = true;
export const mostlyWaits = true;

const ops = resolve('docs/ops');
const secondsOf = { short: 60, long: 300 };
/** Longest time within which alerts pending at the end must clear: some look back over minutes. */
const clearsWithinS = 120;

export async function run({ short }: ProofOptions): Promise<boolean | null> {
  if (spawnSync('promtool', ['--version']).status !== 0) {
    console.log('promtool is not installed (apt-get install prometheus): nothing was checked');
    return null;
  }
  execFileSync('promtool', ['check', 'rules', 'alerts.yml'], { cwd: ops, stdio: 'inherit' });
  execFileSync('promtool', ['test', 'rules', 'alerts.test.yml'], { cwd: ops, stdio: 'inherit' });
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-prometheus-'));
  // Some panels show the object storage, whose metrics exist only where there is one.
  const store = await startS3Server();
  const archive = { HISTORY_S3_URL: store.config.url, HISTORY_S3_KEY: 'key', HISTORY_S3_SECRET: 'secret' };
  const server = await TocsinServer.start({ env: { LOG_LEVEL: 'error', ...archive } });
  let prometheus: ChildProcess | null = null;
  let senders: Senders | null = null;
  try {
    const api = await Api.signIn(server.url, admin.email, admin.password);
    const plant = await makePlant(api, legs(3));
    const key = join(folder, 'key');
    await keyFile(api, plant, key);
    senders = startSenders({ devices: plant.devices, urls: () => [server.url], everyMs: 1_000 });
    await sendBroken(server.url, plant.devices[0]);
    const port = await freePort();
    writeFileSync(join(folder, 'prometheus.yml'), configOf(server.url) + siteScrape(server.url, plant, key));
    const flags = [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ];
    prometheus = spawn('prometheus', flags, { stdio: ['ignore', 'inherit', 'inherit'] });
    const url = `http://127.0.0.1:${port}`;
    const seconds = secondsOf[short ? 'short' : 'long'];
    const isQuiet = await watch(url, seconds);
    const isShown = await queryDashboard(ask(url), join(ops, 'grafana-tocsin.json'));
    return (await compareSite(ask(url), senders.lines, seconds)) && isShown && isQuiet;
  } finally {
    await senders?.stop(5_000);
    prometheus?.kill('SIGTERM');
    await server.remove();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One message that is refused, for its birth or its time is missing: the counter exists from then on. */
async function sendBroken(url: string, device: PlantDevice | undefined): Promise<void> {
  const authorization = `Basic ${Buffer.from(`${device?.serial}:${device?.code}`).toString('base64')}`;
  const options = { method: 'POST', headers: { authorization, 'content-type': 'application/json' }, body: '{}' };
  const answer = await fetch(`${url}/api/v1/ingest/${device?.address}/data/`, options);
  await answer.body?.cancel();
  if (answer.ok) throw new Error('a message without a time was accepted');
}

const configOf = (url: string): string => `
global: { scrape_interval: 5s, scrape_timeout: 5s, evaluation_interval: 1s }
rule_files: [${JSON.stringify(join(ops, 'alerts.yml'))}]
scrape_configs:
  - job_name: tocsin
    static_configs: [{ targets: [${JSON.stringify(new URL(url).host)}] }]
`;

/** An alert as Prometheus tells it. */
interface Alert {
  readonly labels: { readonly alertname: string };
  readonly state: 'pending' | 'firing';
  readonly value: string;
}

async function watch(url: string, seconds: number): Promise<boolean> {
  const seen = new Map<string, { readonly times: number; readonly value: string }>();
  const from = Date.now();
  const elapsedS = () => (Date.now() - from) / 1_000;
  let looks = 0;
  let pending: readonly Alert[] = [];
  while (elapsedS() < seconds || (pending.length > 0 && elapsedS() < seconds + clearsWithinS)) {
    await pause(1_000);
    const alerts = await alertsNow(url);
    if (!alerts) continue;
    looks++;
    pending = alerts.filter(({ state }) => state === 'pending');
    for (const { labels, state, value } of alerts) {
      const name = `${labels.alertname} ${state}`;
      seen.set(name, { times: (seen.get(name)?.times ?? 0) + 1, value });
    }
  }
  const scrapes = await numberOf(ask(url), 'count_over_time(up{job="tocsin"}[1h])');
  const failed = await numberOf(ask(url), 'count_over_time((up{job="tocsin"} == 0)[1h:1s])');
  console.log(
    `${elapsedS().toFixed(0)} s, ${scrapes} scrapes, ${failed} s without one, alerts looked at ${looks} times`,
  );
  for (const [name, { times, value }] of seen) console.log(`  ${name}: ${times} times, value ${value}`);
  const fired = [...seen.keys()].filter((name) => name.endsWith(' firing'));
  for (const { labels } of pending) console.log(`  ${labels.alertname} is still pending`);
  return looks > seconds / 2 && scrapes > seconds / 10 && fired.length + pending.length === 0;
}

async function alertsNow(url: string): Promise<readonly Alert[] | null> {
  const answer = await fetch(`${url}/api/v1/alerts`).catch(() => null);
  if (!answer?.ok) return null;
  const { data } = await jsonOf<{ readonly data: { readonly alerts: readonly Alert[] } }>(answer);
  return data.alerts;
}
