// Thirty days of two hundred devices moved to object storage while another device sends. The days of one device are sent
// and packed, the others get copies of its hours. Each device and day has one CSV export whose hash is compared: the day
// in slots of a minute, or one of its hours as sent, in turns.
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Api } from '@tocsin/e2e/api';
import { makePlant, type PlantDevice } from '@tocsin/e2e/plant';
import { admin, TocsinServer } from '@tocsin/e2e/server';
import type pg from 'pg';
import { startS3Server } from '../../../server/src/history/archive/testing/s3-server.ts';
import { openEmbedded } from '../support/_database.ts';
import { legs } from '../support/_legs.ts';
import { pause } from '../support/_pause.ts';
import {
  dayMs,
  differing,
  exportOf,
  hourMs,
  post,
  type Reader,
  sendBirth,
  sendDays,
  startLive,
} from './_archive-plant.ts';

const deviceCount = 200;
const dayCount = 30;
const asks = 4;

type Expect = (what: string, isSo: boolean, detail?: string) => void;

/** Device and day of an export, and its span. */
interface Asked {
  readonly device: number;
  readonly from: number;
  readonly to: number;
}

const askedOf = (devices: readonly PlantDevice[], days: readonly number[]): readonly Asked[] =>
  devices.flatMap(({ id: device }, d) =>
    days.map((day, n) => {
      if ((d + n) % 2 === 0) return { device, from: day, to: day + dayMs };
      const from = day + ((7 * d + n) % 24) * hourMs;
      return { device, from, to: from + hourMs };
    }),
  );

async function hashesOf(reader: Reader, asked: readonly Asked[]): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  const waiting = asked.values();
  const ask = async (): Promise<void> => {
    for (const { device, from, to } of waiting) {
      let answer = await exportOf(reader, device, from, to);
      while (answer.status === 429 || answer.status === 503) {
        await answer.arrayBuffer();
        await pause(1_000 * Number(answer.headers.get('retry-after') ?? 1));
        answer = await exportOf(reader, device, from, to);
      }
      if (!answer.ok) throw new Error(`export: ${answer.status} ${await answer.text()}`);
      const hash = createHash('sha256').update(Buffer.from(await answer.arrayBuffer()));
      hashes.set(`${device} ${from} ${to}`, hash.digest('hex'));
    }
  };
  await Promise.all(Array.from({ length: asks }, ask));
  return hashes;
}

async function copyHours(database: pg.Client, from: number, to: readonly number[], before: number): Promise<void> {
  await database.query(
    `insert into chunk (t0, device_ts_from, device_ts_to, device_id, n, codec, layout_ids, keys, p, end_state, part)
     select t0, device_ts_from, device_ts_to, id, n, codec, layout_ids, keys, p, end_state, part
     from chunk, unnest($2::int[]) id where device_id = $1 and t0 < $3`,
    [from, to, before],
  );
  await database.query(
    `insert into slots (t0, device_id, codec, layout_ids, p, part) select t0, id, codec, layout_ids, p, part
     from slots, unnest($2::int[]) id where device_id = $1 and t0 < $3`,
    [from, to, before],
  );
}

/** Moves the days with a kill at each of the points, and compares every export before and after. */
export async function archiveMany(points: readonly string[], folder: string, expect: Expect): Promise<void> {
  const today = Date.now() - (Date.now() % dayMs);
  const hot = today - 35 * dayMs;
  const days = Array.from({ length: dayCount }, (_, i) => today - (70 - i) * dayMs);
  console.log(
    `expected: ${deviceCount} devices, ${dayCount} days: each moved once, whatever is killed; the hash of each export as before; no live frame lost or doubled; the bucket holds exactly the objects of the catalogue`,
  );
  const s3 = await startS3Server();
  const settings = { HISTORY_S3_URL: s3.config.url, HISTORY_S3_KEY: 'key', HISTORY_S3_SECRET: 'secret' };
  let server = await TocsinServer.start();
  let database = await openEmbedded(server.dataDir);
  const count = async (text: string): Promise<number> => Number((await database.query(text)).rows[0]?.n ?? Number.NaN);
  const restart = async (env: Readonly<Record<string, string>>): Promise<void> => {
    await database.end().catch(() => {});
    await server.stop();
    server = TocsinServer.restartOf(server, env);
    await server.start();
    database = await openEmbedded(server.dataDir);
  };
  const live = `select count(*) as n from archive_object where state = 'live'`;
  try {
    const api = await Api.signIn(server.url, admin.email, admin.password);
    const plant = await makePlant(api, legs(deviceCount + 1));
    const [sender, first, ...others] = plant.devices;
    if (!sender || !first) throw new Error('the plant has no devices');
    for (const device of others) await sendBirth(server.url, device);
    await sendDays(server.url, first, days);
    // A frame of today, so that each device is known to have sent.
    for (const device of others) await post(server.url, device, 'data', { ts: Date.now(), seq: 1, v: [40, 30, 1] });
    while ((await count(`select count(*) as n from pending_hour where t0 < ${hot}`)) > 0) await pause(500);
    const load = startLive(server, sender, folder);
    await copyHours(
      database,
      first.id,
      others.map(({ id }) => id),
      hot,
    );
    const chunks = await count(`select count(*) as n from chunk where t0 < ${hot}`);
    const reader = { url: server.url, token: api.token };
    const devices = [first, ...others];
    const asked = askedOf(devices, days);
    const before = await hashesOf(reader, asked);
    console.log(`     ${chunks} hours of ${devices.length} devices; ${before.size} exports`);

    for (const [n, point] of points.entries()) {
      await database.end().catch(() => {});
      await server.stop();
      server = TocsinServer.restartOf(server, { ...settings, TOCSIN_KILL_AT: `${point}:${100 * (n + 1)}` });
      await server.start().catch(() => {});
      expect(`${point}: the server was killed`, (await server.endedWithin(600_000)) && server.endedBy === 'SIGKILL');
      await restart({ ...settings, HISTORY_HOT_DAYS: '36500' });
      rmSync(join(server.dataDir, 'history-cache'), { recursive: true, force: true });
      // Of each device one export: some of moved days, some of others.
      const some = asked.filter((_, i) => i % dayCount === (7 * n) % dayCount);
      const found = await hashesOf(reader, some);
      const wrong = [...found].filter(([key, hash]) => before.get(key) !== hash).length;
      expect(
        `${point}: the same exports, ${await count(live)} days archived`,
        wrong === 0,
        `${found.size} exports, ${wrong} differ`,
      );
    }
    const from = Date.now();
    const held = await count(live);
    await restart(settings);
    while ((await count(`select coalesce(sum(octet_length(p)), 0) as n from chunk where t0 < ${hot}`)) > 0)
      await pause(500);
    const seconds = (Date.now() - from) / 1_000;
    const moved = await count(live);
    expect('each day of each device is archived once', moved === deviceCount * dayCount, `${moved} objects`);
    console.log(`     the last ${moved - held} days in ${seconds.toFixed(0)} s`);
    rmSync(join(server.dataDir, 'history-cache'), { recursive: true, force: true });
    const wrong = differing(before, await hashesOf(reader, asked));
    expect('the same exports from there', wrong.length === 0, `${before.size} exports, ${wrong.length} differ`);
    const catalogue = (await database.query('select key from archive_object order by key')).rows.map((row) => row.key);
    const isSame = JSON.stringify(catalogue) === JSON.stringify([...s3.objects.keys()].sort());
    expect('the bucket holds the objects of the catalogue and no others', isSame, `${s3.objects.size} objects`);
    const { frames, missing, double } = await load.stop(database);
    expect(
      'live frames',
      missing + double === 0 && frames > 0,
      `${frames} acknowledged, ${missing} missing, ${double} double`,
    );
  } finally {
    await database.end().catch(() => {});
    await server.remove();
    await s3.close();
  }
}
