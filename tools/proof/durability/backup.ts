// Takes a backup of the embedded database while devices send, restores it into an empty external PostgreSQL and from
// there back into a new embedded one. Counts and graphs must be the same each time, and every frame acknowledged before
// the backup began must be in it.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Api } from '@tocsin/e2e/api';
import { makePlant, type PlantDevice } from '@tocsin/e2e/plant';
import { admin, TocsinServer } from '@tocsin/e2e/server';
import { createDevice } from '@tocsin/simulator/create-device';
import { JsonDevice } from '@tocsin/simulator/json-device';
import { seedOf } from '@tocsin/simulator/random';
import pg from 'pg';
import { type Address, EmbeddedPostgres } from '../../../server/src/platform/embedded-postgres/embedded-postgres.ts';
import { createLog } from '../../../server/src/platform/log.ts';
import {
  createScratchDatabase,
  dropScratchDatabase,
  startScratchPostgres,
} from '../../../server/src/platform/testing/scratch-postgres.ts';
import { openEmbedded } from '../support/_database.ts';
import { legs } from '../support/_legs.ts';
import { pause } from '../support/_pause.ts';
import type { ProofOptions } from '../support/_proof.ts';

export const hasShort = true;

const frameMs = 100;
const urlOf = ({ user, host, port, database }: Address): string =>
  `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`;

export async function run({ short }: ProofOptions): Promise<boolean> {
  const [deviceCount, seconds] = short ? [5, 2] : [50, 60];
  const folder = mkdtempSync(join(tmpdir(), 'backup-'));
  const [file, back] = [join(folder, 'all.tocsin'), join(folder, 'back.tocsin')];
  const ackLog = join(folder, 'acknowledged.log');
  const [outside, source] = await Promise.all([startScratchPostgres(), TocsinServer.start()]);
  const external = await createScratchDatabase(outside.address, 'template1');
  let holds = true;
  const expect = (what: string, good: boolean, said = ''): void => {
    console.log(`${good ? 'ok  ' : 'BAD '} ${what}${said === '' ? '' : `: ${said}`}`);
    holds &&= good;
  };
  try {
    const api = await Api.signIn(source.url, admin.email, admin.password);
    const { devices } = await makePlant(api, legs(deviceCount));
    const load = startLoad(devices, source.mqttUrl, ackLog);
    await pause(seconds * 1000);

    const before = acknowledged(ackLog).length;
    const from = Date.now();
    await tocsin(['backup', file], { TOCSIN_DATA_DIR: source.dataDir });
    const took = (Date.now() - from) / 1000;
    const during = acknowledged(ackLog).length - before;
    console.log(
      `backup of ${(statSync(file).size / 1e3).toFixed(0)} kB in ${took.toFixed(1)} s, ${during} frames acknowledged meanwhile`,
    );
    expect('frames went on being stored during the backup', during > 0);
    expect('the load was acknowledged to its last frame', await load.stop());

    const there = { DATABASE_URL: urlOf(external.address), TOCSIN_DATA_DIR: join(folder, 'external') };
    await tocsin(['restore', file], there);
    const { rows } = await external.pool.query('select device_id, seq::float8, ts::float8 from frame');
    const ids = new Map(devices.map((device) => [device.address, device.id]));
    const restored = new Set(rows.map((row) => `${row.device_id} ${row.seq}`));
    const lines = acknowledged(ackLog).map((line) => line.split(' '));
    const missing = lines.slice(0, before).filter(([address, , , seq]) => !restored.has(`${ids.get(address)} ${seq}`));
    expect(
      'every frame acknowledged before the backup began is in it',
      missing.length === 0,
      `${before} frames, ${missing.length} missing`,
    );

    const embedded = await openEmbedded(source.dataDir);
    const upTo = Math.min(
      ...devices.map(({ id }) => Math.max(...rows.filter((r) => r.device_id === id).map((r) => r.ts))),
    );
    const counted = await countUpTo(embedded, upTo);
    await embedded.end();
    const countedThere = await countUpTo(external.pool, upTo);
    expect('the same counts up to the backup’s moment', same(counted, countedThere), JSON.stringify(countedThere));

    const second = await TocsinServer.start({ env: there, dataDir: there.TOCSIN_DATA_DIR });
    const graphs = await graphsOf(source, devices, upTo);
    expect(
      'the same graphs from the external database',
      same(graphs, await graphsOf(second, devices, upTo)),
      `${graphs.points} points`,
    );
    await second.stop();

    await tocsin(['backup', back], there);
    const here = { TOCSIN_DATA_DIR: join(folder, 'embedded') };
    await tocsin(['restore', back], here);
    const third = short ? null : await TocsinServer.start({ dataDir: here.TOCSIN_DATA_DIR });
    const home = third ? await openEmbedded(third.dataDir) : await openAlone(here.TOCSIN_DATA_DIR);
    expect('back in an embedded database: the same counts', same(countedThere, await countUpTo(home, upTo)));
    await home.end();
    if (third) expect('and the same graphs', same(graphs, await graphsOf(third, devices, upTo)));
    await third?.stop();
    return holds;
  } finally {
    await source.remove();
    await dropScratchDatabase(outside.address, external);
    await outside.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What both a client and a pool can do. */
interface Queried {
  query(text: string, values?: unknown[]): Promise<pg.QueryResult>;
}

/** The embedded database without a server. */
async function openAlone(dataDir: string): Promise<Queried & { end(): Promise<void> }> {
  const postgres = new EmbeddedPostgres({ folder: join(dataDir, 'postgres'), log: createLog('error') });
  const client = new pg.Client(await postgres.start());
  await client.connect();
  return {
    query: (text, values) => client.query(text, values),
    end: () => client.end().then(() => postgres.stop()),
  };
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const acknowledged = (ackLog: string) => readFileSync(ackLog, 'utf8').trim().split('\n');

function startLoad(devices: readonly PlantDevice[], url: string, ackLog: string) {
  const lines = devices.map(({ serial, address, code }) => {
    const sim = createDevice({ type: '0300', seed: seedOf(serial), startMs: Date.now(), ambientC: 20, frameMs });
    const line = new JsonDevice(sim, { url, address, serial, code, ackLog });
    line.start();
    return line;
  });
  const timer = setInterval(() => {
    for (const line of lines) for (const message of line.sim.advance(Date.now())) line.send(message);
  }, frameMs);
  return {
    stop: async () => {
      clearInterval(timer);
      const drained = await Promise.all(lines.map((line) => line.sender.drained(60_000)));
      await Promise.all(lines.map((line) => line.sender.stop()));
      return drained.every(Boolean);
    },
  };
}

/** The command line as an operator calls it. */
async function tocsin(words: readonly string[], env: Readonly<Record<string, string>>): Promise<void> {
  const from = Date.now();
  const child = spawn(process.execPath, ['server/src/command-line.ts', ...words], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += String(chunk)));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`tocsin ${words.join(' ')} ended with ${code}: ${said}`);
  console.log(
    `     ${words[0]}: ${said.trim().replaceAll(/\/\S+\//g, '')} (${((Date.now() - from) / 1000).toFixed(1)} s)`,
  );
}

/** Rows and their content up to a moment of the devices' time. */
async function countUpTo(db: Queried, upTo: number) {
  const { rows } = await db.query(
    `select (select count(*)::int from client) as clients, (select count(*)::int from site) as sites,
       (select count(*)::int from device) as devices, (select count(*)::int from users) as people,
       (select count(*)::int from device_layout) as layouts, f.n as frames, f.bytes, f.sum,
       (select count(*)::int from event where at <= $1) as events
     from (select count(*)::int as n, coalesce(sum(length(p)), 0)::int as bytes,
             md5(coalesce(string_agg(md5(p), '' order by device_id, ts, boot, seq), '')) as sum
           from frame where ts <= $1) f`,
    [upTo],
  );
  return rows[0];
}

/** Every graph of every device as the server returns it, cut at the moment. */
async function graphsOf(server: TocsinServer, devices: readonly PlantDevice[], upTo: number) {
  const api = await Api.signIn(server.url, admin.email, admin.password);
  const hash = createHash('sha256');
  let points = 0;
  for (const { id } of devices) {
    const { graphs } = await api.get<{ readonly graphs: Readonly<Record<string, unknown>> }>(
      `graphs/device/${id}/?timestamp=${upTo}`,
    );
    for (const [path, series] of Object.entries(graphs).sort(([a], [b]) => (a < b ? -1 : 1))) {
      const text = JSON.stringify(series, (_key, value) =>
        Array.isArray(value) && Array.isArray(value[0]) ? value.filter(([ts]) => ts <= upTo) : value,
      );
      points += text.split('],[').length;
      hash.update(`${path} ${text}`);
    }
  }
  return { points, sum: hash.digest('hex').slice(0, 16) };
}
