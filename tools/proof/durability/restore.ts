// Restores an installation whose history was made by copying chunks: the time until somebody is signed in and an alarm is
// raised, and until all history is back. The restore is killed once, the server three times while the history comes back,
// and one piece is damaged. Every row and every export must be as before, and no live frame lost or doubled.
// `npm run proof -- restore DEVICES DAYS [BYTES]` makes more history, with other bytes of an hour, and ends once somebody is signed in and an alarm is raised.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Api } from '@tocsin/e2e/api';
import { makePlant } from '@tocsin/e2e/plant';
import { admin, TocsinServer } from '@tocsin/e2e/server';
import type pg from 'pg';
import { openEmbedded } from '../support/_database.ts';
import { legs } from '../support/_legs.ts';
import { pause } from '../support/_pause.ts';
import type { ProofOptions } from '../support/_proof.ts';
import { dayMs, differing, exportOf, hourMs, post, type Reader, startLive } from './_archive-plant.ts';

export const hasShort = true;

const sensors = 100;
const groups = [
  {
    id: '4',
    name: 'Bearings',
    sensors: Array.from({ length: sensors }, (_, i) => ({
      id: `${4000 + i}`,
      name: `B${i}`,
      type: 'NUMERIC',
      unit: 'C',
    })),
  },
];
const sentence = /still coming back from a backup/;

export async function run({ short, args }: ProofOptions): Promise<boolean> {
  const [copies = 40, days = 60, bytesOfAnHour = chunkBytes] = short ? [2, 4] : args.map(Number);
  let holds = true;
  const expect = (what: string, isSo: boolean, detail = ''): void => {
    console.log(`${isSo ? 'ok  ' : 'NOT '} ${what}${detail && `: ${detail}`}`);
    holds &&= isSo;
  };
  console.log(
    'expected: signed in and alarming within 10 minutes; ranges that are not back answer 503 with a sentence; the damaged piece is named and all others come back; every row and export as before; no live frame lost or doubled',
  );
  const folder = mkdtempSync(join(tmpdir(), 'restore-'));
  const file = join(folder, 'all.tocsin');
  const dataDir = join(folder, 'data');
  const source = await TocsinServer.start();
  let server: TocsinServer | null = null;
  let database: pg.Client | null = null;
  try {
    const api = await Api.signIn(source.url, admin.email, admin.password);
    const { devices } = await makePlant(api, legs(copies + 2));
    const [first, sender, ...others] = devices;
    if (!first || !sender) throw new Error('the plant has no devices');
    const values = Array.from({ length: sensors }, (_, i) => 20 + (i % 40));
    await post(source.url, first, 'birth', { ts: Date.now() - 60_000, groups });
    await post(source.url, first, 'data', { ts: Date.now(), seq: 1, v: values });
    const words = ['tools/bench-history.ts', source.dataDir, first.id, sensors, days].map(String);
    const filled = spawnSync(process.execPath, words, { encoding: 'utf8' });
    if (filled.status !== 0) throw new Error(filled.stderr);
    database = await openEmbedded(source.dataDir);
    await copyTo(
      database,
      first.id,
      others.slice(0, copies - 1).map(({ id }) => id),
      bytesOfAnHour,
    );
    const rows = await sumOf(database);
    const yesterday = Date.now() - (Date.now() % dayMs) - 2 * dayMs;
    const exported = [yesterday, yesterday - (days - 4) * dayMs];
    const before = await hashesOf({ url: source.url, token: api.token }, first.id, exported);
    await database.end();

    const backedUp = await tocsin(['backup', file], { TOCSIN_DATA_DIR: source.dataDir });
    const pieces = readdirSync(`${file}.history`).sort();
    const bytes = pieces.reduce((sum, name) => sum + statSync(join(`${file}.history`, name)).size, 0);
    console.log(
      `     ${rows.chunks} chunks of ${copies} devices of ${sensors} sensors, ${days} days: ${gb(bytes)} in ${pieces.length} pieces, catalogue ${gb(statSync(file).size)}; backup ${backedUp.seconds.toFixed(1)} s`,
    );
    await source.remove();

    const damaged = pieces.find((name) => name.startsWith(`${pieces[0]?.slice(0, 10)}-${first.id}-`)) ?? '';
    const path = join(`${file}.history`, damaged);
    const good = readFileSync(path);
    writeFileSync(path, Buffer.concat([good.subarray(0, 1_000), Buffer.alloc(100), good.subarray(1_100)]));

    const killed = await tocsin(['restore', file], { TOCSIN_DATA_DIR: dataDir, TOCSIN_KILL_AT: 'restore-written' });
    expect('the restore was killed before its commit', killed.end === 'SIGKILL', `${killed.seconds.toFixed(1)} s`);
    const from = Date.now();
    const since = (): string => `${((Date.now() - from) / 1000).toFixed(1)} s`;
    const done = await tocsin(['restore', file], { TOCSIN_DATA_DIR: dataDir });
    expect('called again it completes the catalogue', done.end === 0, `${since()} ${done.end === 0 ? '' : done.said}`);
    server = await TocsinServer.start({ dataDir });
    console.log(`     the server is ready after ${since()}`);
    const again = await Api.signIn(server.url, admin.email, admin.password);
    expect('signed in', true, `after ${since()}`);
    const alarming = { ts: Date.now(), seq: 2, v: values, alarm: [0] };
    await post(server.url, first, 'birth', { ts: Date.now() - 1_000, groups });
    await post(server.url, first, 'data', alarming);
    const alarms = () =>
      again.get<{ count: number }>(`notifications/?is_active=true&event_type=alarm_on&device=${first.id}`);
    while ((await alarms()).count === 0) await pause(100);
    const alarmedAt = (Date.now() - from) / 1000;
    expect('alarming', alarmedAt < 600, `after ${since()}`);
    const reader = { url: server.url, token: again.token };
    // In the damaged piece, so that it is not back however fast the others are.
    const late = Date.parse(damaged.slice(0, 10)) + 23 * hourMs;
    const refused = await exportOf(reader, first.id, late, late + hourMs);
    const text = await refused.text();
    expect(
      'a range that is not back is refused with a sentence',
      refused.status === 503 && sentence.test(text) && refused.headers.has('retry-after'),
      `${refused.status}`,
    );

    if (args.length > 0) return holds;
    const load = startLive(server, sender, folder);
    database = await openEmbedded(dataDir);
    const left = async (): Promise<number> =>
      Number((await database?.query('select count(*) as n from history_piece where problem is null'))?.rows[0]?.n);
    for (const share of short ? [] : [0.75, 0.5, 0.25]) {
      while ((await left()) > share * pieces.length) await pause(200);
      await database.end();
      await server.kill();
      await server.start();
      database = await openEmbedded(dataDir);
    }
    while ((await left()) > 0) await pause(200);
    const seconds = (Date.now() - from) / 1000;
    const open = await database.query('select file, problem from history_piece');
    expect(
      'only the damaged piece is not back, and it is named',
      open.rowCount === 1 && open.rows[0].file === path && /SHA-256/.test(open.rows[0].problem),
      `after ${since()}`,
    );
    console.log(
      `     history came back at ${(bytes / 1e6 / (seconds - alarmedAt)).toFixed(0)} MB/s, restarts of the server included`,
    );
    const still = await exportOf(reader, first.id, exported[1] ?? 0, (exported[1] ?? 0) + hourMs);
    expect('a day beside it is answered', still.ok, `${still.status}`);
    writeFileSync(path, good);
    const better = await tocsin(['restore', file], { TOCSIN_DATA_DIR: dataDir });
    expect('called beside the server, with a good copy of it', better.end === 0, better.said.trim().split('\n').at(-1));
    while (Number((await database.query('select count(*) as n from history_piece')).rows[0].n) > 0) await pause(500);
    expect(
      'every row is there once',
      JSON.stringify(await sumOf(database)) === JSON.stringify(rows),
      `${rows.chunks} chunks`,
    );
    const wrong = differing(before, await hashesOf(reader, first.id, exported));
    expect('the same exports', wrong.length === 0, `${before.size} exports, ${wrong.length} differ`);
    const { frames, missing, double } = await load.stop(database);
    expect(
      'live frames',
      missing + double === 0 && frames > 0,
      `${frames} acknowledged, ${missing} missing, ${double} double`,
    );
    return holds;
  } finally {
    await database?.end().catch(() => {});
    await server?.remove();
    await source.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

const gb = (bytes: number): string => `${(bytes / 1e9).toFixed(3)} GB`;

/** The SHA-256 of exports: some hours of each day as sent. */
async function hashesOf(reader: Reader, device: number, days: readonly number[]): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for (const from of days.flatMap((day) => [0, 7, 15, 23].map((hour) => day + hour * hourMs))) {
    const answer = await exportOf(reader, device, from, from + hourMs);
    hashes.set(
      `${from}`,
      `${answer.status} ${createHash('sha256')
        .update(await answer.text())
        .digest('hex')}`,
    );
  }
  return hashes;
}

/** Bytes of an hour of 100 sensors with a frame each 2 s, by the sizing table of docs/operations.md. */
const chunkBytes = 80_000;

/** The history of a device as that of others, with bytes of a usual size that cannot be compressed. */
async function copyTo(database: pg.Client, from: number, to: readonly number[], bytes: number): Promise<void> {
  await database.query(
    `create table noise as select string_agg(sha256(n::text::bytea), '') as bytes from generate_series(1, 1000000) n`,
  );
  for (const id of to) {
    await database.query(
      `insert into chunk (t0, device_ts_from, device_ts_to, device_id, n, codec, layout_ids, keys, p, end_state, part)
       select t0, device_ts_from, device_ts_to, $2::int, n, codec, layout_ids, keys,
         substr(bytes, 1 + ((t0 / 3600000 * 80021 + $2::bigint * 1361357) % 31000000)::int, $3), end_state, part
       from chunk, noise where device_id = $1`,
      [from, id, bytes],
    );
    await database.query(
      `insert into slots (t0, device_id, codec, layout_ids, p, part)
       select t0, $2, codec, layout_ids, p, part from slots where device_id = $1`,
      [from, id],
    );
  }
  await database.query('drop table noise');
}

/** Counts and a sum over the bytes of the copied history. */
async function sumOf(database: pg.Client) {
  const until = Math.floor(Date.now() / dayMs) * dayMs - dayMs;
  const { rows } = await database.query(
    `select (select count(*)::int from chunk where t0 < $1) as chunks,
       (select bit_xor(hashtextextended(concat_ws(' ', device_id, t0, part, n, md5(keys), md5(p)), 0)) from chunk where t0 < $1) as chunk,
       (select bit_xor(hashtextextended(concat_ws(' ', device_id, t0, part, md5(p)), 0)) from slots where t0 < $1) as slots`,
    [until],
  );
  return rows[0];
}

/** The command line as an operator calls it: how it ended, what it said, how long it took. */
function tocsin(words: readonly string[], env: Readonly<Record<string, string>>) {
  const from = Date.now();
  const child = spawn(process.execPath, ['server/src/command-line.ts', ...words], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += String(chunk)));
  return new Promise<{ end: number | string | null; said: string; seconds: number }>((resolve) =>
    child.once('close', (code, signal) => resolve({ end: signal ?? code, said, seconds: (Date.now() - from) / 1000 })),
  );
}
