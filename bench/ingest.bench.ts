import type pg from 'pg';
import type { Bench, Row } from './bench.ts';
import { perSecond, ratioRow } from './bench.ts';
import { beginCompaction, compactedFrames, compactionEnds, leaveFinishedHour, waitingFrames } from './compaction.ts';
import { createFrameTexts, sensorCount } from './load.ts';
import { makeRig, openDatabase, type Rig } from './rig.ts';

const deviceCount = 40;
const framesPerPost = 50;
const postsPerDevice = 30;
const hourMs = 3_600_000;
const forms = [
  ['compact', 0.07, '3 M/s'],
  ['map', 0.04, '1 M/s'],
] as const;
type Form = (typeof forms)[number][0];

/**
 * Frames of 100 sensors over HTTP in posts of 50, acknowledged after the commit, compared with JSON.parse of the same
 * bytes. At the same time, at least as many samples of finished hours as arrive are compacted into chunks.
 */
export const bench: Bench = {
  name: 'ingest',
  async run() {
    const rig = await makeRig(deviceCount);
    const database = await openDatabase(rig.server);
    try {
      const rows: Row[] = [];
      for (const [form, least, aim] of forms) rows.push(...(await measure(rig, database, form, least, aim)));
      return rows;
    } finally {
      await database.end();
      await rig.remove();
    }
  },
};

async function measure(rig: Rig, database: pg.Client, form: Form, least: number, aim: string): Promise<Row[]> {
  // As many frames as arrive, in two finished hours of each device.
  for (const hoursAgo of form === 'compact' ? [4, 3] : [8, 7])
    await leaveFinishedHour(rig, hoursAgo, (postsPerDevice * framesPerPost) / 2);
  // Created last, because frames that wait become back-fill.
  const queues = rig.devices.map((_, d) => posts(d, form, Date.now()));
  const parseBefore = parseRate(queues.slice(0, 5));
  await beginCompaction(database);
  const before = await compactedFrames(database);
  const from = performance.now();
  await postAll(rig, queues);
  const seconds = (performance.now() - from) / 1000;
  const samples = deviceCount * postsPerDevice * framesPerPost * sensorCount;
  const written = (await compactedFrames(database)) - before;
  const left = await waitingFrames(database);
  const live = await liveFrames(database, Date.now() - hourMs);
  if (live < deviceCount * postsPerDevice * framesPerPost) throw new Error(`only ${live} frames were accepted as live`);
  const rate = samples / seconds;
  const parse = (parseBefore + parseRate(queues)) / 2;
  await compactionEnds(database);
  const beside = `${perSecond((written * sensorCount) / seconds)}, ${left > 0 ? 'to the end' : 'not to the end'}`;
  return [
    { what: `samples stored, ${form}`, value: perSecond(rate), aim },
    { what: `compacted beside it, ${form}`, value: beside, aim: '' },
    { what: `JSON.parse alone, ${form}`, value: perSecond(parse), aim: '' },
    ratioRow(`stored / JSON.parse, ${form}`, rate / parse, least),
  ];
}

/** A device's posts stay in order, one at a time; the number of devices makes the load. */
async function postAll(rig: Rig, queues: readonly (readonly string[])[]): Promise<void> {
  await Promise.all(
    rig.devices.map(async (device, d) => {
      for (const body of queues[d] ?? []) await rig.post(device, 'data', body);
    }),
  );
}

/** A device's posts, created beforehand. Times advance from `begin` by 3 ms per frame: live data in order. */
function posts(device: number, form: Form, begin: number, stepMs = 3): string[] {
  const text = createFrameTexts(device + 1, form);
  let ts = begin;
  return Array.from({ length: postsPerDevice }, () => {
    const frames = Array.from({ length: framesPerPost }, (_, i) => text(ts + stepMs * i));
    ts += stepMs * framesPerPost;
    return `[${frames.join()}]`;
  });
}

async function liveFrames(database: pg.Client, since: number): Promise<number> {
  const { rows } = await database.query<{ n: number }>(
    `select ((select count(*) from frame where ts >= $1)
       + (select coalesce(sum(n), 0) from frame_bundle where ts >= $1))::int as n`,
    [since],
  );
  return rows[0]?.n ?? 0;
}

/** Samples per second of JSON.parse on the same bytes. */
function parseRate(queues: readonly (readonly string[])[]): number {
  const from = performance.now();
  for (const queue of queues) for (const body of queue) JSON.parse(body);
  const samples = queues.length * postsPerDevice * framesPerPost * sensorCount;
  return samples / ((performance.now() - from) / 1000);
}
