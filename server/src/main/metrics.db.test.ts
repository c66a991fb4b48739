import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseConfig } from '../base/config.ts';
import { createLog } from '../base/log.ts';
import { testDatabase } from '../base/testing/database.ts';
import { type Running, start } from '../main.ts';

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
    ...{ PORT: '0', MQTT_PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent' },
  });
  running = await start(config, createLog('silent'));
  const answer = await fetch(`http://127.0.0.1:${new URL(running.url).port}/metrics`);
  text = await answer.text();
});
afterAll(async () => {
  await running.stop();
  rmSync(folder, { recursive: true, force: true });
});

const given = () => new Set([...text.matchAll(/^# TYPE (tocsin_\w+) /gm)].map((found) => found[1] ?? ''));
const figure = (name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1]);

describe('the figures', () => {
  it.each(['docs/ops/alerts.yml', 'docs/ops/grafana-tocsin.json'])('have every metric that %s names', (file) => {
    const named = new Set(readFileSync(join(root, file), 'utf8').match(/\btocsin_[a-z0-9_]+/g));
    expect(named.size).toBeGreaterThan(10);
    expect([...named].filter((name) => !given().has(name))).toEqual([]);
  });

  it('are numbers, each with its help, and each name stands once', () => {
    const names = [...text.matchAll(/^# TYPE (\S+)/gm)].map((found) => found[1]);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(text).toContain(`# HELP ${name} `);
    for (const line of text
      .trim()
      .split('\n')
      .filter((one) => !one.startsWith('#')))
      expect(line).toMatch(/^tocsin_\w+(\{\w+="[^"]*"\})? -?\d+(\.\d+)?(e[+-]?\d+)?$/);
  });

  it('say what is true of a server that has just begun', () => {
    expect(figure('tocsin_database_up')).toBe(1);
    expect(figure('tocsin_database_bytes')).toBeGreaterThan(1_000_000);
    expect(figure('tocsin_waiting_bytes')).toBe(0);
    expect(figure('tocsin_waiting_limit_bytes')).toBeGreaterThan(1_000_000);
    expect(figure('tocsin_mails_queued')).toBe(0);
    expect(figure('tocsin_disk_free_bytes')).toBeLessThanOrEqual(figure('tocsin_disk_size_bytes'));
  });
});
