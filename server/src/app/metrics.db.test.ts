import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Running, start } from '../main.ts';
import { parseConfig } from '../platform/config.ts';
import { createLog } from '../platform/log.ts';
import { testDatabase } from '../platform/testing/database.ts';

const database = testDatabase();
const root = join(import.meta.dirname, '../../..');
let folder: string;
let running: Running;
let text: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'metrics-'));
  const { address } = database;
  const config = parseConfig({
    DATABASE_URL: `postgres://${address.user}@${encodeURIComponent(address.host)}:${address.port}/${address.database}`,
    TOCSIN_DATA_DIR: folder,
    TOCSIN_SECRET: 'a secret of more than thirty-two characters',
    PORT: '0',
    MQTT_PORT: '0',
    HOST: '127.0.0.1',
    HISTORY_S3_URL: 'http://127.0.0.1:1/none',
    HISTORY_S3_KEY: 'key',
    HISTORY_S3_SECRET: 'secret',
    LOG_LEVEL: 'silent',
  });
  running = await start(config, createLog('silent'));
  const answer = await fetch(`http://127.0.0.1:${new URL(running.url).port}/metrics`);
  text = await answer.text();
});
afterAll(async () => {
  await running.stop();
  rmSync(folder, { recursive: true, force: true });
});

const given = () => new Set([...text.matchAll(/^# TYPE (tocsin_\w+) /gm)].map((match) => match[1] ?? ''));
const figure = (name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1]);

describe('the metrics', () => {
  it('keep the names, types, labels and help texts that alerts and dashboards of users rely on', async () => {
    const withoutValues = text
      .split('\n')
      // Which helper threads run by now is the moment's.
      .filter((line) => !/^tocsin_thread_heap_bytes\{thread="(?!line")/.test(line))
      .map((line) => (line.startsWith('#') ? line : line.replace(/ \S+$/, '')));
    await expect(withoutValues.join('\n')).toMatchFileSnapshot('testing/metrics-of-a-new-server.txt');
  });

  it('use base units only, except old names that have a new one beside them', () => {
    const former = ['tocsin_hours_owed', 'tocsin_hours_written_total', 'tocsin_hours_failed_total'];
    const odd = [...given()].filter((name) => /_(hours|minutes|days|weeks|milliseconds|percent)(_|$)/.test(name));
    expect(odd.sort()).toEqual(former.sort());
    for (const name of ['tocsin_compactions_pending', 'tocsin_compactions_total', 'tocsin_compactions_failed_total'])
      expect([...given()]).toContain(name);
  });

  it.each(['docs/ops/alerts.yml', 'docs/ops/grafana-tocsin.json'])('have every metric that %s names', (file) => {
    const named = new Set(readFileSync(join(root, file), 'utf8').match(/\btocsin_[a-z0-9_]+/g));
    expect(named.size).toBeGreaterThan(10);
    expect([...named].filter((name) => !given().has(name))).toEqual([]);
  });

  it('are numbers with help texts, and each name occurs once', () => {
    const names = [...text.matchAll(/^# TYPE (\S+)/gm)].map((match) => match[1]);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(text).toContain(`# HELP ${name} `);
    for (const line of text
      .trim()
      .split('\n')
      .filter((one) => !one.startsWith('#')))
      expect(line).toMatch(/^tocsin_\w+(\{\w+="[^"]*"\})? -?\d+(\.\d+)?(e[+-]?\d+)?$/);
  });

  it('give one start time at every scrape, which is when the process began', async () => {
    const name = 'tocsin_process_start_time_seconds';
    const again = await fetch(`http://127.0.0.1:${new URL(running.url).port}/metrics`);
    expect(await again.text()).toContain(`\n${name} ${figure(name)}\n`);
    expect(figure(name)).toBe(Math.floor(figure(name)));
    expect(figure(name)).toBeLessThanOrEqual(Date.now() / 1000 + 1);
  });

  it('are correct for a server that has just started', () => {
    expect(figure('tocsin_database_up')).toBe(1);
    expect(figure('tocsin_database_bytes')).toBeGreaterThan(1_000_000);
    expect(figure('tocsin_waiting_bytes')).toBe(0);
    expect(figure('tocsin_waiting_limit_bytes')).toBeGreaterThan(1_000_000);
    expect(figure('tocsin_mails_queued')).toBe(0);
    expect(figure('tocsin_disk_free_bytes')).toBeLessThanOrEqual(figure('tocsin_disk_size_bytes'));
  });
});
