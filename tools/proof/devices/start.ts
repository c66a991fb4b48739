// A fresh clone with an empty HOME, once as root in root's own home and once as an ordinary user: after `npm ci && npm
// start` a browser shows a dashboard with changing values within two minutes, and an alarm appears by itself as a toast
// and in the data within five. `npm run proof -- start [root|user]` runs one of them.
import { type SpawnOptions, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { Api } from '@tocsin/e2e/api';
import { findChromium } from '@tocsin/e2e/find-chromium';
import type { ProofOptions } from '../support/_proof.ts';

export const hasShort = false;

/** An ordinary user whose name the machine knows, because initdb looks it up. */
const ordinary = userNamed('nobody');
const shownWithinMs = 120_000;
const alarmWithinMs = 300_000;
const person = 'manager@prairie.example';

export async function run({ args }: ProofOptions): Promise<boolean> {
  const asRoot = process.getuid?.() === 0;
  const all = asRoot ? ['root', 'user'] : ['user'];
  let holds = true;
  for (const who of args.length > 0 ? args : all) holds = (await inFreshClone(who, asRoot)) && holds;
  return holds;
}

function userNamed(wanted: string): { readonly uid: number; readonly gid: number } {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  const [, , uid, gid] = lines.map((line) => line.split(':')).find(([name]) => name === wanted) ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

/** A program with its words. */
type Command = readonly [program: string, words: readonly string[]];
interface Started {
  /** What the start prints for people. */
  readonly printed: Promise<{ readonly url: string; readonly password: string }>;
  stop(): Promise<void>;
}

async function inFreshClone(who: string, asRoot: boolean): Promise<boolean> {
  const base = mkdtempSync(join(who === 'root' ? homedir() : tmpdir(), 'tocsin-fresh-'));
  const home = join(base, 'home');
  const clone = join(base, 'tocsin');
  mkdirSync(home);
  const drop = who === 'user' && asRoot;
  const env = strangersEnvironment(home);
  const as = (program: string, words: readonly string[]): Command =>
    drop
      ? ['setpriv', [`--reuid=${ordinary.uid}`, `--regid=${ordinary.gid}`, '--clear-groups', '--', program, ...words]]
      : [program, words];
  let started: Started | null = null;
  try {
    await finish(['git', ['clone', '--quiet', '--no-hardlinks', process.cwd(), clone]], { cwd: base });
    // Git refuses to read a repository of another owner, so the clone is made first and its owner changed.
    if (drop) await finish(['chown', ['-R', `${ordinary.uid}:${ordinary.gid}`, base]], {});
    const from = Date.now();
    await finish(as('npm', ['ci', '--no-audit', '--no-fund']), { cwd: clone, env });
    console.log(`${who}: npm ci took ${seconds(from)} s`);
    started = startPortal(as('npm', ['start']), { cwd: clone, env });
    const { url, password } = await started.printed;
    console.log(`${who}: npm start answers at ${url} after ${seconds(from)} s`);
    return await watch(who, url, password, from);
  } finally {
    await started?.stop();
    rmSync(base, { recursive: true, force: true });
  }
}

/** Keeps what the machine needs to reach the registry; removes our settings and those of this npm run. */
function strangersEnvironment(home: string): NodeJS.ProcessEnv {
  const ours = /^(npm_|tocsin_|port$|host$|mqtt_|database_url$|nats_url$|node_options$|init_cwd$|xdg_)/i;
  return { ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name))), HOME: home };
}

const seconds = (from: number): string => ((Date.now() - from) / 1000).toFixed(1);

function finish([program, words]: Command, options: SpawnOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text: Buffer) => {
        out += String(text);
      });
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve(out) : reject(new Error(`${program} ${words.join(' ')}: ${code}\n${out.slice(-3_000)}`)),
    );
  });
}

/** Reads address and password from the output, as a person does. */
function startPortal([program, words]: Command, options: SpawnOptions): Started {
  const child = spawn(program, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const printed = new Promise<{ url: string; password: string }>((resolve, reject) => {
    let out = '';
    const look = (text: Buffer) => {
      out += String(text);
      const url = out.match(/running at (http:\/\/\S+)/)?.[1];
      const password = out.match(/with the password (\S+)/)?.[1];
      if (url && password) resolve({ url, password });
    };
    child.stdout?.on('data', look);
    child.stderr?.on('data', look);
    child.once('close', () => reject(new Error(`npm start ended:\n${out.slice(-3_000)}`)));
  });
  const stop = async () => {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    await ended;
  };
  return { printed, stop };
}

interface LogRow {
  readonly date_created: string;
  readonly device: string;
  readonly sensor_name: string;
  readonly content: string;
}

async function watch(who: string, url: string, password: string, from: number): Promise<boolean> {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } });
    await page.goto(url);
    await page.locator('input[name=username]').first().fill(person);
    await page.locator('input[type=password]').first().fill(password);
    await page
      .locator('form')
      .filter({ has: page.locator('input[type=password]') })
      .locator('button[type=submit]')
      .click();
    await page.locator('main').getByText('Hutchinson Elevator', { exact: true }).first().click();
    await page.locator('main').getByText('Leg 1', { exact: true }).first().click();
    await page.waitForURL('**/dashboard**');
    await valuesMove(page);
    const movesAfter = Date.now() - from;
    console.log(`${who}: the dashboard's values move after ${(movesAfter / 1000).toFixed(1)} s`);
    await page.locator('[aria-live=assertive]').getByText('Alarm Detected').first().waitFor({ timeout: alarmWithinMs });
    console.log(`${who}: an alarm came up as a toast after ${seconds(from)} s`);
    const api = await Api.signIn(url, person, password);
    const { results } = await api.get<{ readonly results: readonly LogRow[] }>(
      'notifications/?event_type=alarm_on&limit=5',
    );
    for (const row of results)
      console.log(`${who}: ${row.date_created} ${row.device} ${row.sensor_name} ${row.content}`);
    return movesAfter <= shownWithinMs && results.length > 0;
  } finally {
    await browser.close();
  }
}

/** Whether the text of the cards differs between two readings. */
async function valuesMove(page: Page): Promise<void> {
  const main = page.locator('main').first();
  await page.getByText('Head bearing left').first().waitFor({ timeout: shownWithinMs });
  const numbers = async () => ((await main.innerText()).match(/\d+\.\d/g) ?? []).join(' ');
  const before = await numbers();
  for (let i = 0; i < 60; i++) {
    await page.waitForTimeout(500);
    if ((await numbers()) !== before) return;
  }
  throw new Error('the values did not change for 30 s');
}
