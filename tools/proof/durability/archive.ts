// Moves days of devices to object storage while another device sends, and ends the server with SIGKILL at each step of
// it. Then faults of the store, late data, and retention. The hash of every CSV export must be the same before and after.
// A small S3 server with faults stands for the store; s3rver, by other people, is asked the same calls if npm has it.
// With the words URL KEY SECRET: only a store by other people, whose bucket is there. It is asked the calls, and days move
// there and are read from there. With the word `many`: thirty days of two hundred devices (_archive-many.ts).
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Api } from '@tocsin/e2e/api';
import { makePlant } from '@tocsin/e2e/plant';
import { admin, TocsinServer } from '@tocsin/e2e/server';
import type pg from 'pg';
import { ObjectStore } from '../../../server/src/history/archive/object-store.ts';
import { type StoreFault, startS3Server } from '../../../server/src/history/archive/testing/s3-server.ts';
import { openEmbedded } from '../support/_database.ts';
import { legs } from '../support/_legs.ts';
import { pause } from '../support/_pause.ts';
import type { ProofOptions } from '../support/_proof.ts';
import { archiveMany } from './_archive-many.ts';
import { dayMs, differing, exportOf, exportsOf, hourMs, past, post, sendDays, startLive } from './_archive-plant.ts';

export const hasShort = true;
export const mostlyWaits = true;

const points = ['archive-named', 'archive-put', 'archive-compared', 'archive-written', 'archive-committed'] as const;
const sentence = /archived, and the archive does not answer/;
const s3rver = 's3rver@3.7.1';

export async function run({ short, args }: ProofOptions): Promise<boolean> {
  const [deviceCount, dayCount] = short ? [1, 1] : [4, 3];
  const today = Date.now() - (Date.now() % dayMs);
  const kept = Array.from({ length: dayCount }, (_, i) => today - (40 + i) * dayMs);
  const dropped = [today - 130 * dayMs];
  const days = [...kept, ...dropped];
  let holds = true;
  const expect = (what: string, isSo: boolean, detail = ''): void => {
    console.log(`${isSo ? 'ok  ' : 'NOT '} ${what}${detail && `: ${detail}`}`);
    if (!isSo) holds = false;
  };
  if (args[0] === 'many') {
    const many = mkdtempSync(join(tmpdir(), 'archive-'));
    await archiveMany(points, many, expect);
    rmSync(many, { recursive: true, force: true });
    return holds;
  }
  const [url, key, secret] = args;
  if (url && key && secret) {
    await askStore(expect, url, { ...storeConfig(url), key, secret });
    await moveTo({ HISTORY_S3_URL: url, HISTORY_S3_KEY: key, HISTORY_S3_SECRET: secret }, expect);
    return holds;
  }
  console.log(
    `expected: after a kill at each of ${short ? 2 : points.length} points, in each fault, after late data and after retention every CSV export that should be unchanged has its hash of before; no live frame is lost or doubled; the bucket holds exactly the objects of the catalogue`,
  );

  const folder = mkdtempSync(join(tmpdir(), 'archive-'));
  const s3 = await startS3Server();
  const settings = { HISTORY_S3_URL: s3.config.url, HISTORY_S3_KEY: 'key', HISTORY_S3_SECRET: 'secret' };
  let server = await TocsinServer.start();
  let database: pg.Client | null = null;
  const restart = async (env: Readonly<Record<string, string>>): Promise<void> => {
    await database?.end().catch(() => {});
    await server.stop();
    server = TocsinServer.restartOf(server, env);
    await server.start();
    database = await openEmbedded(server.dataDir);
  };
  const count = async (text: string): Promise<number> =>
    Number((await database?.query(text))?.rows[0]?.n ?? Number.NaN);
  const until = async (text: string, wanted: number): Promise<void> => {
    while ((await count(text)) !== wanted) await pause(500);
  };
  const hotBytes = `select coalesce(sum(octet_length(p)), 0) as n from chunk where t0 < ${today - 35 * dayMs}`;
  const live = `select count(*) as n from archive_object where state = 'live'`;
  const emptyCache = (): void => rmSync(join(server.dataDir, 'history-cache'), { recursive: true, force: true });
  try {
    const api = await Api.signIn(server.url, admin.email, admin.password);
    const plant = await makePlant(api, legs(deviceCount + 1));
    const [sender, ...devices] = plant.devices;
    if (!sender) throw new Error('the plant has no device');
    const [first] = devices;
    const [day = 0] = kept;
    if (!first) throw new Error('the plant has no device with a past');
    for (const device of devices) await sendDays(server.url, device, days);
    const load = startLive(server, sender, folder);
    database = await openEmbedded(server.dataDir);
    await until(`select count(*) as n from pending_hour where t0 < ${today - 35 * dayMs}`, 0);
    const reader = { url: server.url, token: api.token };
    const before = await exportsOf(reader, devices, days);
    const compare = async (what: string, of = before, at: readonly number[] = days): Promise<void> => {
      emptyCache();
      const wrong = differing(of, await exportsOf(reader, devices, at));
      expect(what, wrong.length === 0, `${of.size} exports, ${wrong.length} differ`);
    };

    for (const point of short ? [points[1], points[4]] : points) {
      await database.end().catch(() => {});
      await server.stop();
      server = TocsinServer.restartOf(server, { ...settings, TOCSIN_KILL_AT: `${point}:1` });
      // It may be dead before it is ready.
      await server.start().catch(() => {});
      const isDead = await server.endedWithin(120_000);
      expect(`${point}: the server was killed`, isDead && server.endedBy === 'SIGKILL');
      // Nothing moves while this is looked at.
      await restart({ ...settings, HISTORY_HOT_DAYS: '36500' });
      await compare(`${point}: the same exports, ${await count(live)} days archived`);
    }

    s3.faults.set('PUT', 'wrong');
    await restart(settings);
    await until(`select count(*) as n from archive_object where state = 'named'`, Math.min(2, deviceCount));
    const moved = await count(live);
    for (const fault of short ? [] : (['error', 'forgets'] as const)) {
      s3.faults.set('PUT', fault);
      await restart(settings);
      await pause(5_000);
    }
    expect('nothing moves while the store damages, refuses or forgets what is written', moved === (await count(live)));
    s3.faults.clear();
    await restart(settings);
    await until(hotBytes, 0);
    await compare(`all days are archived (${await count(live)}): the same exports`);

    const faults: readonly StoreFault[] = short ? ['wrong'] : ['error', 'cut', 'wrong', 'silent'];
    for (const fault of faults) {
      emptyCache();
      await restart(settings);
      s3.faults.set('GET', fault);
      const acknowledged = load.acknowledged();
      const answer = await exportOf(reader, first.id, day, day + hourMs);
      const isRefused =
        answer.status === 503 && sentence.test(await answer.text()) && answer.headers.has('retry-after');
      expect(`${fault}: an archived hour is refused with a sentence`, isRefused, `${answer.status}`);
      const slots = await exportOf(reader, first.id, day - 3 * dayMs, day + 2 * dayMs);
      expect(`${fault}: slots are answered`, slots.ok && (await slots.text()).includes('Head'));
      // The device connects again after the restart.
      while (load.acknowledged() === acknowledged) await pause(200);
      expect(`${fault}: frames are stored`, load.acknowledged() > acknowledged);
      s3.faults.clear();
    }
    // Past the pause after a failure.
    await pause(6_000);
    await compare('the store answers again: the same exports');

    const again = [past(day + 5 * 60_000), past(day + 6 * 60_000, { seq: undefined })];
    await post(server.url, first, 'data', [...again, past(day + 7 * 60_000 + 1_000)]);
    await until(`select count(*) as n from pending_hour where t0 = ${day}`, 1);
    await until(`select count(*) as n from pending_hour where t0 < ${today - 35 * dayMs}`, 0);
    const after = await exportsOf(reader, devices, days);
    const changed = differing(before, after);
    const isOwn = changed.every((key) => key.startsWith(`${first.id} ${new Date(day).toISOString()} `));
    expect(
      'late data changes the exports of its hour and day, no others',
      changed.length === 2 && isOwn,
      changed.join(', '),
    );
    const { rows } = await database.query('select sum(n)::int as n from chunk where device_id = $1 and t0 = $2', [
      first.id,
      day,
    ]);
    expect('frames sent again are stored once', rows[0]?.n === 61, `${rows[0]?.n} frames in the hour`);
    await restart(settings);
    await until(hotBytes, 0);
    await compare('the day is archived again: the same exports', after);
    const keys = await count(`select count(*) as n from archive_object where device_id = ${first.id} and day = ${day}`);
    expect('under a new key, and the former object is kept', keys === 2 && s3.objects.size === (await count(live)) + 1);

    await restart({ ...settings, RETENTION_FULL_DAYS: '90', ARCHIVE_KEEP_DAYS: '0' });
    await until(`select count(*) as n from archive_object where state <> 'live'`, 0);
    const left = new Map([...after].filter(([key]) => kept.some((one) => isOf(key, one))));
    await compare('retention: the same exports of the days that stay', left, kept);
    const catalogue = (await database.query('select key from archive_object order by key')).rows.map((row) => row.key);
    const isSame = JSON.stringify(catalogue) === JSON.stringify([...s3.objects.keys()].sort());
    expect('the bucket holds the objects of the catalogue and no others', isSame, `${s3.objects.size} objects`);

    await database.end();
    await server.stop();
    const refused = TocsinServer.restartOf(server, {});
    await refused.start().catch(() => {});
    expect('without HISTORY_S3_URL the start is refused', /HISTORY_S3_URL is missing/.test(refused.log()));
    server = TocsinServer.restartOf(server, settings);
    await server.start();
    database = await openEmbedded(server.dataDir);
    const { frames, missing, double } = await load.stop(database);
    expect(
      'live frames',
      missing + double === 0 && frames > 0,
      `${frames} acknowledged, ${missing} missing, ${double} double`,
    );
    await askForeign(expect, folder, short);
    return holds;
  } finally {
    await database?.end().catch(() => {});
    await server.remove();
    await s3.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether an export is of this day. */
const isOf = (key: string, day: number): boolean => {
  const at = Date.parse(key.split(' ')[1] ?? '');
  return at >= day && at < day + dayMs;
};

/** Asks s3rver, if npm has it. */
async function askForeign(
  expect: (what: string, isSo: boolean) => void,
  folder: string,
  short: boolean,
): Promise<void> {
  const place = resolve('.cache/s3rver');
  const words = ['install', '--prefix', place, '--ignore-scripts', '--no-audit', '--no-fund', s3rver];
  if (short || spawnSync('npm', words, { stdio: 'ignore' }).status !== 0) {
    console.log(`--   ${s3rver} NOT CHECKED: ${short ? 'not in the short form' : 'npm could not install it'}`);
    return;
  }
  const S3rver = createRequire(join(place, 'package.json'))('s3rver');
  const foreign = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder, 's3rver'),
    configureBuckets: [{ name: 'history' }],
  });
  const { port } = await foreign.run();
  const url = `http://127.0.0.1:${port}/history`;
  await askStore(expect, s3rver, { ...storeConfig(url), key: 'S3RVER', secret: 'S3RVER' });
  await foreign.close();
}

type StoreConfig = ConstructorParameters<typeof ObjectStore>[0];
const storeConfig = (url: string): Omit<StoreConfig, 'key' | 'secret'> => ({
  url,
  region: 'us-east-1',
  isPathStyle: true,
  encryption: null,
  hotDays: 35,
  keepDays: 35,
  cacheMb: 16,
});

/** Calls of a store that others wrote: put, get, a missing object, an unknown key, another secret, delete. */
async function askStore(
  expect: (what: string, isSo: boolean, detail?: string) => void,
  name: string,
  config: StoreConfig,
): Promise<void> {
  const store = new ObjectStore(config);
  const key = 'a/v1/1/2/2026/01/02-ff';
  const bytes = Buffer.alloc(3_000_000, 'history');
  await store.put(key, bytes);
  expect(`${name}: returns what was put`, (await store.get(key))?.equals(bytes) ?? false);
  await store.remove(key);
  expect(`${name}: a deleted object is missing`, (await store.get(key)) === null);
  const refusalOf = (more: Partial<StoreConfig>) =>
    new ObjectStore({ ...config, ...more }).get(key).then(String, String);
  const unknown = await refusalOf({ key: 'nobody' });
  expect(`${name}: refuses an unknown key`, /403 InvalidAccessKeyId/.test(unknown));
  // s3rver does not check signatures of version 4.
  if (name === s3rver) return;
  const wrong = await refusalOf({ secret: 'another one' });
  expect(`${name}: refuses a signature by another secret`, /403 SignatureDoesNotMatch/.test(wrong), wrong);
}

/** Moves days of a device to a store that others wrote, and reads them from there. */
async function moveTo(
  settings: Readonly<Record<string, string>>,
  expect: (what: string, isSo: boolean, detail?: string) => void,
): Promise<void> {
  const today = Date.now() - (Date.now() % dayMs);
  const days = [40, 41, 42].map((ago) => today - ago * dayMs);
  let server = await TocsinServer.start();
  let database = await openEmbedded(server.dataDir);
  const until = async (text: string): Promise<void> => {
    while (Number((await database.query(text)).rows[0]?.n) !== 0) await pause(500);
  };
  try {
    const api = await Api.signIn(server.url, admin.email, admin.password);
    const { devices } = await makePlant(api, legs(1));
    for (const device of devices) await sendDays(server.url, device, days);
    await until(`select count(*) as n from pending_hour where t0 < ${today - 35 * dayMs}`);
    const reader = { url: server.url, token: api.token };
    const before = await exportsOf(reader, devices, days);
    await database.end();
    await server.stop();
    server = TocsinServer.restartOf(server, settings);
    await server.start();
    database = await openEmbedded(server.dataDir);
    await until(`select coalesce(sum(octet_length(p)), 0) as n from chunk where t0 < ${today - 35 * dayMs}`);
    rmSync(join(server.dataDir, 'history-cache'), { recursive: true, force: true });
    const wrong = differing(before, await exportsOf(reader, devices, days));
    expect(`${days.length} days moved there and read: the same exports`, wrong.length === 0, `${before.size} exports`);
  } finally {
    await database.end().catch(() => {});
    await server.remove();
  }
}
