import { readFileSync } from 'node:fs';
import { createRandom } from '@tocsin/simulator/random';
import type pg from 'pg';
import { type Bench, limitRow, type Row } from './bench.ts';
import { waitingFrames } from './compaction.ts';
import { sensorCount } from './load.ts';
import { findNab, nabMissing } from './nab.ts';
import { hurryLateHours, makeRig, openDatabase, type Rig } from './rig.ts';

const hours = 6;
/** A month's tables take about 200 kB before the first row, which is not part of the cost of a sample. */
const warmUp: Kind = { what: 'warm-up', course: walk(2, 0.3, 0.05) };
const frameMs = 2_000;
const framesPerPost = 600;
const hourMs = 3_600_000;

/** Returns the values of a device's next frame. */
type Course = () => readonly number[];
interface Kind {
  readonly what: string;
  readonly course: Course;
  /** Limit in bytes per sample; printed only if missing. */
  readonly most?: number;
}

/**
 * Bytes per sample on disk once hours are finished: the tables of chunks and slots with indexes and TOAST in a real
 * PostgreSQL, for several kinds of data, 100 sensors every 2 s for 6 hours.
 */
export const bench: Bench = {
  name: 'disk',
  async run() {
    const kinds = [warmUp, ...kindsOfData()];
    const rig = await makeRig(kinds.length);
    const database = await openDatabase(rig.server);
    try {
      const rows: Row[] = [];
      // One after the other, so that the growth of the tables belongs to one kind.
      for (const [i, kind] of kinds.entries()) rows.push(await measure(rig, database, i, kind));
      return rows.slice(1);
    } finally {
      await database.end();
      await rig.remove();
    }
  },
};

async function measure(rig: Rig, database: pg.Client, index: number, kind: Kind): Promise<Row> {
  const device = rig.devices[index];
  if (!device) throw new Error('there must be a device for each kind');
  const before = await bytes(database);
  const from = Math.floor(Date.now() / hourMs) * hourMs - (hours + 2) * hourMs;
  const all = (hours * hourMs) / frameMs;
  for (let n = 0; n < all; n += framesPerPost) {
    const frames = Array.from({ length: framesPerPost }, (_, i) => {
      const ts = from + (n + i) * frameMs;
      return `{"ts":${ts},"seq":${n + i},"v":[${kind.course().join()}]}`;
    });
    await rig.post(device, 'data', `[${frames.join()}]`);
  }
  await hurryLateHours(database);
  const began = Date.now();
  while ((await waitingFrames(database, device.id)) > 0) {
    if (Date.now() - began > 300_000) throw new Error('the hours were not written within 300 s');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const perSample = ((await bytes(database)) - before) / (all * sensorCount);
  return kind.most === undefined
    ? { what: kind.what, value: `${perSample.toFixed(3)} bytes a sample`, aim: '' }
    : limitRow(kind.what, perSample, kind.most, 'bytes a sample');
}

function kindsOfData(): Kind[] {
  const file = findNab();
  if (file === null) console.info(`disk: without the NAB series. ${nabMissing}.`);
  const nab = file === null ? null : readSeries(file);
  return [
    { what: 'two decimals, three in ten values move between frames', course: walk(2, 0.3, 0.05), most: 0.5 },
    { what: 'two decimals, every value moves', course: walk(2, 1, 0.05) },
    { what: 'one decimal, every value moves by up to 0.3', course: walk(1, 1, 0.3) },
    ...(nab
      ? [
          { what: "NAB machine temperature, two decimals of the file's digits", course: play(nab, 2) },
          { what: "NAB machine temperature, all the file's digits", course: play(nab, null) },
        ]
      : []),
    { what: 'noise: any double between 0 and 1', course: noise() },
  ];
}

function walk(decimals: number, part: number, step: number): Course {
  const random = createRandom(7);
  const values = Array.from({ length: sensorCount }, () => random.between(20, 80));
  const scale = 10 ** decimals;
  return () =>
    values.map((value, i) => {
      if (random.next() < part) values[i] = value + random.between(-step, step);
      return Math.round((values[i] ?? 0) * scale) / scale;
    });
}

/** The steps of the series from value to value; each sensor starts elsewhere in it. */
function play(values: readonly number[], decimals: number | null): Course {
  let at = 0;
  return () => {
    at++;
    return Array.from({ length: sensorCount }, (_, i) => {
      const value = values[(at + i * 227) % values.length] ?? 0;
      return decimals === null ? value : Number(value.toFixed(decimals));
    });
  };
}

function noise(): Course {
  const random = createRandom(11);
  return () => Array.from({ length: sensorCount }, () => random.next() + random.next() * 2 ** -32);
}

const readSeries = (file: string): number[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => Number(line.split(',')[1]));

async function bytes(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ bytes: number }>(
    `select sum(pg_total_relation_size(inhrelid))::float as bytes
     from pg_inherits where inhparent in ('chunk'::regclass, 'slots'::regclass)`,
  );
  return rows[0]?.bytes ?? 0;
}
