// `npm run proof -- nab [FOLDER]`: sends a real series of the NAB data set (in FOLDER or NAB_DATA), moved by whole minutes
// to end two minutes ago, as back-fill: shuffled, in batches with 5 % duplicates. Read back and sorted by (ts, seq), every
// double equals the file's bit for bit, and no notification is raised. The graph of each timescale equals what a Python
// script computes from the file, once before the hours are compacted and once after.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Api } from '@tocsin/e2e/api';
import { makePlant } from '@tocsin/e2e/plant';
import { admin, TocsinServer } from '@tocsin/e2e/server';
import { findNab, nabMissing } from '../../../bench/nab.ts';
import { openEmbedded } from '../support/_database.ts';
import { jsonOf } from '../support/_json.ts';
import { pause } from '../support/_pause.ts';
import type { ProofOptions } from '../support/_proof.ts';

export const hasShort = false;

const minuteMs = 60_000;
const hourMs = 3_600_000;
/** One value of the file. */
interface Row {
  readonly ts: number;
  readonly seq: number;
  readonly value: number;
}
/** A moment and its value; of slots also minimum and maximum, at their places of the API. */
type Point = readonly [ts: number, value: number | null, ...rest: (number | null)[]];
interface Graphs {
  readonly from: number;
  readonly to: number;
  readonly graphs: Readonly<Record<string, { readonly series: readonly Series[] }>>;
}
interface Series {
  readonly sensor: string;
  readonly data: readonly Point[];
}

/** The file's rows in order, moved by whole minutes so that the last one is two minutes old and every timescale has some. */
function readRows(file: string, now: number): Row[] {
  const rows = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line, index) => {
      const [time = '', value] = line.split(',');
      return { ts: Date.parse(`${time.replace(' ', 'T')}Z`), seq: index, value: Number(value) };
    });
  const last = Math.max(...rows.map((row) => row.ts));
  const shift = Math.floor((now - last) / minuteMs - 2) * minuteMs;
  return rows.map((row) => ({ ...row, ts: row.ts + shift }));
}

/** Seeded, so that a failure can be repeated. */
function shuffled<T>(list: readonly T[], seed: number): T[] {
  let state = seed;
  const random = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
  const out = [...list];
  for (let i = out.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [out[i], out[j]] = [out[j], out[i]];
  }
  return out;
}

interface IngestAnswer {
  readonly accepted: number;
  readonly duplicates: number;
}

export async function run({ args: [folder] }: ProofOptions): Promise<boolean> {
  const file = findNab(folder);
  if (file === null) throw new Error(nabMissing);
  const rows = readRows(file, Date.now());
  const server = await TocsinServer.start();
  try {
    const api = await Api.signIn(server.url, admin.email, admin.password);
    const { devices } = await makePlant(api, [{ title: 'Machine', type: '0300' }]);
    const [device] = devices;
    const post = async (kind: 'birth' | 'data', body: unknown): Promise<IngestAnswer> => {
      const answer = await fetch(`${server.url}/api/v1/ingest/${device.address}/${kind}/`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`${device.serial}:${device.code}`).toString('base64')}` },
        body: JSON.stringify(body),
      });
      if (answer.status !== 200) throw new Error(`${kind}: ${answer.status} ${await answer.text()}`);
      return await jsonOf<IngestAnswer>(answer);
    };
    // The second sensor carries the newest frame, in which the first has no value, so the first has the file's values
    // only.
    const sensors = ['4000', '4001'].map((id) => ({ id, name: `Temperature ${id}`, type: 'NUMERIC', unit: 'F' }));
    await post('birth', { ts: Date.now(), groups: [{ id: '4', name: 'Temperature', sensors }] });
    const newest = Object.fromEntries([
      ['4.4000', null],
      ['4.4001', 70],
    ]);
    await post('data', { ts: Date.now(), seq: 1_000_000, values: newest });

    const sent = shuffled([...rows, ...shuffled(rows, 7).slice(0, Math.round(rows.length * 0.05))], 42);
    const counted = { accepted: 0, duplicates: 0 };
    for (let i = 0; i < sent.length; i += 1_000) {
      const batch = sent.slice(i, i + 1_000).map(({ ts, seq, value }) => ({ ts, seq, values: { '4.4000': value } }));
      const answer = await post('data', batch);
      counted.accepted += answer.accepted;
      counted.duplicates += answer.duplicates;
    }
    console.log(`sent ${sent.length} frames, accepted ${counted.accepted}, duplicates ${counted.duplicates}`);

    const wanted = [...rows].sort((a, b) => a.ts - b.ts || a.seq - b.seq);
    console.log('from hot frames:');
    const graphs = [await compareAll(api, device.id, wanted)];
    const client = await openEmbedded(server.dataDir);
    const from = Date.now();
    for (;;) {
      const { rows: left } = await client.query<{ readonly n: number }>(
        `select ((select count(*) from frame_late where device_id = $1 and ts < closed_until)
           + (select coalesce(sum(n), 0) from frame_bundle_late where device_id = $1 and ts < closed_until))::int as n
         from history_closed`,
        [device.id],
      );
      if (left[0]?.n === 0) break;
      if (Date.now() - from > 900_000)
        throw new Error(`${left[0]?.n} late frames are not in their hours after 15 minutes`);
      await pause(2_000);
    }
    console.log(`all compacted after ${Math.round((Date.now() - from) / 1_000)} s`);
    const { rows: events } = await client.query<{ readonly n: number }>(
      "select count(*)::int as n from event where device_id = $1 and type not in ('device_administration')",
      [device.id],
    );
    await client.end();

    const full = await readFull(api, device.id, rows);
    const wrong = wanted.findIndex((row, i) => full[i]?.[0] !== row.ts || !Object.is(full[i]?.[1], row.value));
    console.log(
      `full resolution: ${full.length} of ${wanted.length} points, first difference: ${wrong < 0 ? 'none' : JSON.stringify([wanted[wrong], full[wrong]])}`,
    );
    console.log(`events of the device: ${events[0]?.n}`);
    console.log('from chunks and slots:');
    graphs.push(await compareAll(api, device.id, wanted));
    return (
      wrong < 0 &&
      full.length === wanted.length &&
      events[0]?.n === 0 &&
      counted.accepted === rows.length &&
      graphs.every(Boolean)
    );
  } finally {
    await server.remove();
  }
}

const pointsOf = (graphs: Graphs, id: number): readonly Point[] =>
  Object.values(graphs.graphs)
    .flatMap((graph) => graph.series)
    .find((s) => s.sensor === `${id}.4.4000`)?.data ?? [];
const get = (api: Api, path: string): Promise<Graphs> => api.get(path);

/** Compares the graph of every timescale, and of the hour around a moment, with the file. */
async function compareAll(api: Api, id: number, wanted: readonly Row[]): Promise<boolean> {
  const holds = [
    await compareFull(api, id, 'live', 'timescale=live', wanted),
    await compareFull(api, id, 'hour', 'timescale=hour', wanted),
    await compareFull(api, id, 'custom', `timestamp=${wanted[Math.floor(wanted.length / 2)]?.ts}`, wanted),
  ];
  for (const [timescale, width] of [
    ['day', 60_000],
    ['week', 720_000],
    ['month', 1_800_000],
  ] as const)
    holds.push(await compareSlots(api, id, timescale, width, wanted));
  return holds.every(Boolean);
}

/** Full resolution: every row of the file within the graph's time, and no other value. */
async function compareFull(
  api: Api,
  id: number,
  what: string,
  query: string,
  wanted: readonly Row[],
): Promise<boolean> {
  const graphs = await get(api, `graphs/device/${id}/?${query}&sensor_id=4.4000`);
  const inside = wanted.filter((row) => row.ts >= graphs.from && row.ts < graphs.to);
  const got = pointsOf(graphs, id).filter(([, value]) => value !== null);
  const equal = inside.filter((row, i) => got[i]?.[0] === row.ts && Object.is(got[i]?.[1], row.value)).length;
  console.log(`${what}: ${inside.length} rows of the file, ${got.length} points, ${equal} equal`);
  return inside.length > 0 && got.length === inside.length && equal === inside.length;
}

async function readFull(api: Api, id: number, rows: readonly Row[]): Promise<readonly Point[]> {
  const points: Point[] = [];
  const hours = [...new Set(rows.map((row) => Math.floor(row.ts / hourMs) * hourMs))].sort((a, b) => a - b);
  for (const hour of hours) {
    const graphs = await get(
      api,
      `graphs/device/${id}/?timestamp=${Math.min(hour + hourMs / 2, Date.now())}&sensor_id=4.4000`,
    );
    points.push(...pointsOf(graphs, id).filter(([ts, value]) => value !== null && ts >= hour && ts < hour + hourMs));
  }
  return points;
}

async function compareSlots(
  api: Api,
  id: number,
  timescale: string,
  width: number,
  rows: readonly Row[],
): Promise<boolean> {
  const graphs = await get(api, `graphs/device/${id}/?timescale=${timescale}&sensor_id=4.4000`);
  const inside = rows.filter((row) => row.ts >= graphs.from && row.ts < graphs.to);
  const input = inside.map((row) => `${row.ts},${row.value}`).join('\n');
  const python = spawnSync('python3', [fileURLToPath(new URL('nab-slots.py', import.meta.url)), String(width)], {
    input,
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  if (python.status !== 0) throw new Error(python.stderr);
  const slots: Readonly<Record<string, readonly [count: number, min: number, max: number, mean: number]>> = JSON.parse(
    python.stdout,
  );
  const expected = Object.entries(slots).map(([ts, slot]) => [Number(ts), ...slot] as const);
  const got = new Map(
    pointsOf(graphs, id)
      .filter(([, value]) => value !== null)
      .map((point) => [Math.floor(point[0] / width) * width, point] as const),
  );
  const near = (a: number | null, b: number): boolean =>
    a !== null && Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b));
  const bad = expected.filter(([ts, , min, max, mean]) => {
    const point = got.get(ts);
    return !point || point[4] !== min || point[5] !== max || !near(point[1], mean);
  });
  console.log(
    `${timescale}: ${expected.length} slots from Python, ${expected.length - bad.length} equal${bad.length ? `, first other: ${JSON.stringify([bad[0], got.get(bad[0]?.[0] ?? 0)])}` : ''}`,
  );
  return bad.length === 0 && expected.length > 0;
}
