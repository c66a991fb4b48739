import { readFileSync } from 'node:fs';
import type pg from 'pg';
import type { Bench, Row } from './bench.ts';
import { createFrameTexts } from './load.ts';
import { makeRig, openDatabase, type Rig, takenBy } from './rig.ts';

const deviceCount = 20;
const rounds = 5;
const warmFrames = 1_000;
/** Frames of 100 sensors for each length of a post. */
const forms = [
  { framesPerPost: 1, frames: 4_000 },
  { framesPerPost: 10, frames: 20_000 },
  { framesPerPost: 50, frames: 50_000 },
] as const;

/**
 * What a live frame costs by the length of its post: frames a second over HTTP, acknowledged after the commit, the
 * processor time of the pipeline's thread and of the PostgreSQL process that writes, and the bytes of PostgreSQL's log.
 * The median of the rounds.
 */
export const bench: Bench = {
  name: 'posts',
  async run() {
    const rig = await makeRig(deviceCount);
    const database = await openDatabase(rig.server);
    try {
      const rows: Row[] = [];
      for (const { framesPerPost, frames } of forms) {
        await send(rig, framesPerPost, warmFrames);
        const all: Costs[] = [];
        for (let round = 0; round < rounds; round++) all.push(await measure(rig, database, framesPerPost, frames));
        const of = (pick: (costs: Costs) => number, digits = 0) =>
          (all.map(pick).toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN).toFixed(digits);
        rows.push({
          what: `posts of ${framesPerPost}: frames/s; a frame on the pipeline's thread, in the writer's PostgreSQL process, of its log`,
          value: `${of((c) => c.rate)}/s; ${of((c) => c.lineUs, 1)} µs, ${of((c) => c.databaseUs, 1)} µs, ${of((c) => c.logBytes)} bytes`,
          aim: '',
        });
      }
      return rows;
    } finally {
      await database.end();
      await rig.remove();
    }
  },
};

interface Costs {
  readonly rate: number;
  readonly lineUs: number;
  readonly databaseUs: number;
  readonly logBytes: number;
}

async function measure(rig: Rig, database: pg.Client, framesPerPost: number, frames: number): Promise<Costs> {
  const now = async () => ({
    line: (await takenBy(rig.server)).line,
    database: await writerSeconds(database),
    log: (await database.query<{ at: number }>(`select pg_current_wal_lsn() - '0/0' as at`)).rows[0]?.at ?? 0,
  });
  const before = await now();
  const seconds = await send(rig, framesPerPost, frames);
  const after = await now();
  return {
    rate: frames / seconds,
    lineUs: (1e6 * (after.line - before.line)) / frames,
    databaseUs: (1e6 * (after.database - before.database)) / frames,
    logBytes: (Number(after.log) - Number(before.log)) / frames,
  };
}

/** Each device posts its share, one post after the other. Texts are made beforehand. Returns the seconds it took. */
async function send(rig: Rig, framesPerPost: number, frames: number): Promise<number> {
  const begin = Date.now();
  const perDevice = frames / deviceCount / framesPerPost;
  const bodies = rig.devices.map((_, d) => {
    const text = createFrameTexts(d + 1, 'compact');
    return Array.from({ length: perDevice }, (_post, post) => {
      const texts = Array.from({ length: framesPerPost }, (_frame, i) => text(begin + post * framesPerPost + i));
      return framesPerPost === 1 ? (texts[0] ?? '') : `[${texts.join()}]`;
    });
  });
  const from = performance.now();
  await Promise.all(
    rig.devices.map(async (device, d) => {
      for (const body of bodies[d] ?? []) await rig.post(device, 'data', body);
    }),
  );
  return (performance.now() - from) / 1_000;
}

/** Processor time of the PostgreSQL process that serves the writer. */
async function writerSeconds(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name like 'tocsin keep%'`,
  );
  return rows.reduce((all, { pid }) => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return all + (Number(fields[11]) + Number(fields[12])) / 100;
  }, 0);
}
