import { setTimeout as pause } from 'node:timers/promises';
import { unpackGraphs } from '@tocsin/contract/graph-columns';
import { compactColumnsType } from '@tocsin/contract/graphs';
import type pg from 'pg';
import { type Bench, limitRow, perSecond, quantile, type Row, ratioRow } from './bench.ts';
import { beginCompaction, compactionEnds, leaveFinishedHour, waitingFrames } from './compaction.ts';
import { createFrameTexts, sensorCount } from './load.ts';
import { bench as mqtt } from './mqtt.bench.ts';
import { startInflux } from './peers/influx.ts';
import { lineOf, type Peer } from './peers/peer.ts';
import { startCopy } from './peers/postgres.ts';
import { startVictoria } from './peers/victoria.ts';
import { hurryLateHours, makeRig, openDatabase, type Rig } from './rig.ts';

const deviceCount = 40;
const framesPerPost = 50;
const postsPerRound = 15;
const rounds = 2;
const postsToWarm = 5;
const calmMs = 8_000;
const stepMs = 3;
const hourMs = 3_600_000;
const graceMs = 16 * 60_000;
const dayFrames = 43_200;
const daySamples = dayFrames * sensorCount;
const samples = rounds * deviceCount * postsPerRound * framesPerPost * sensorCount;
/** Required ratios against each peer. */
const against = {
  'InfluxDB 1.x': { compact: 1.2, map: 0.8 },
  VictoriaMetrics: { compact: 1, map: null },
} as const;
/** History of thirty days ago, against the time in which VictoriaMetrics answers for it. */
const historyFrames = 2_000;
const historyFramesPerPost = 100;
const leastOfHistory = { acknowledged: 0.8, compacted: 0.5 };
const mostBytesOfVictoria = 0.95;
const leastTimesOfVictoria = 10;

/** One post in the format of each peer. */
interface Post {
  readonly compact: string;
  readonly map: string;
  readonly lines: string;
  readonly rows: string;
}
type Form = keyof Post;

/**
 * Writes the same samples into Tocsin (evaluated, compacted at the same time, committed) and into peers in turns in one
 * run; then one device's day in each: bytes on disk and the time of its graphs.
 */
export const bench: Bench = {
  name: 'peers',
  async run() {
    const peers = [await startInflux(), await startVictoria()].filter((peer) => peer !== null);
    for (const name of Object.keys(against))
      if (!peers.some((peer) => peer.name === name)) console.info(`  ${name} is not installed: left out`);
    const rig = await makeRig(deviceCount + 1);
    const database = await openDatabase(rig.server);
    try {
      // First, before chunks have freed space for others.
      const ofTheDay = await day(rig, database, peers);
      const ofHistory = await history(rig, database, peers);
      const rows = [...(await ingest(rig, database, peers)), ...ofHistory, ...ofTheDay];
      return [...rows, ...(await mqtt.run()).map((row) => ({ ...row, what: `MQTT: ${row.what}` }))];
    } finally {
      await database.end();
      await rig.remove();
      for (const peer of peers) await peer.stop();
    }
  },
};

async function ingest(rig: Rig, database: pg.Client, peers: readonly Peer[]): Promise<Row[]> {
  const copy = await startCopy(rig.server.dataDir);
  const seconds = new Map<string, number>();
  type Write = (device: number, body: string) => Promise<void>;
  const turn = async (form: Form, write: Write, posts: number): Promise<number> => {
    // The times of the last posts are ahead of the clock; posts that begin before their end would be back-fill.
    await pause(postsPerRound * framesPerPost * stepMs);
    const begin = Date.now();
    const queues = Array.from({ length: deviceCount }, (_, d) => postsOf(d, begin, posts));
    const from = performance.now();
    await Promise.all(
      queues.map(async (queue, d) => {
        for (const post of queue) await write(d, post[form]);
      }),
    );
    return (performance.now() - from) / 1000;
  };
  /** Work that follows ingestion (compaction, a checkpoint) must not fall into another's turn. */
  const timed = async (name: string, form: Form, write: Write, settle: () => Promise<void>, counts: boolean) => {
    const took = await turn(form, write, counts ? postsPerRound : postsToWarm);
    if (counts) seconds.set(name, (seconds.get(name) ?? 0) + took);
    await settle();
  };
  const toTocsin = async (d: number, body: string) => {
    const device = rig.devices[d];
    if (device) await rig.post(device, 'data', body);
  };
  const calm = () => pause(calmMs);
  let hoursAgo = 3;
  const loaded = { ...rig, devices: rig.devices.slice(0, deviceCount) };
  // The first round is warm-up.
  for (let round = 0; round <= rounds; round++) {
    const counts = round > 0;
    for (const peer of peers) await timed(peer.name, 'lines', (_, body) => peer.write(body), peer.settle, counts);
    for (const form of ['compact', 'map'] as const) {
      // As many samples as arrive are compacted at the same time.
      await leaveFinishedHour(loaded, hoursAgo++, postsPerRound * framesPerPost);
      await beginCompaction(database);
      await timed(`Tocsin, ${form}`, form, toTocsin, () => compactionEnds(database), counts);
    }
    await timed('Tocsin, compact, nothing to compact', 'compact', toTocsin, calm, counts);
    await timed('PostgreSQL COPY, a row a value', 'rows', (_, body) => copy.write(body), calm, counts);
  }
  await copy.stop();
  const rate = (name: string): number => samples / (seconds.get(name) ?? Number.NaN);
  const durability = new Map(peers.map((peer) => [peer.name, peer.durability]));
  const rows: Row[] = [...seconds.keys()].map((name) => ({
    what: `samples stored, ${name}`,
    value: perSecond(rate(name)),
    aim: durability.get(name) ?? 'committed and fsynced before the answer',
  }));
  for (const { name } of peers) {
    const { compact, map } = against[name as keyof typeof against];
    rows.push(ratioRow(`compact / ${name}`, rate('Tocsin, compact') / rate(name), compact));
    const ofMap = rate('Tocsin, map') / rate(name);
    if (map === null) rows.push({ what: `map / ${name}`, value: ofMap.toFixed(2), aim: 'printed' });
    else rows.push(ratioRow(`map / ${name}`, ofMap, map));
  }
  const bare = rate('Tocsin, compact') / rate('PostgreSQL COPY, a row a value');
  rows.push({ what: 'compact / PostgreSQL COPY', value: bare.toFixed(2), aim: 'printed' });
  return rows;
}

/** One device's posts with times that advance from now; created beforehand. */
function postsOf(device: number, begin: number, posts: number): Post[] {
  const [compact, map] = [createFrameTexts(device + 1, 'compact'), createFrameTexts(device + 1, 'map')];
  return Array.from({ length: posts }, (_, p) => {
    const times = Array.from({ length: framesPerPost }, (_, i) => begin + stepMs * (p * framesPerPost + i));
    const texts = times.map(compact);
    const values = texts.map((text) => (JSON.parse(text) as { v: number[] }).v);
    return {
      compact: `[${texts.join()}]`,
      map: `[${times.map(map).join()}]`,
      lines: times.map((ts, i) => lineOf(device, ts, values[i] ?? [])).join('\n'),
      rows: times.map((ts, i) => rowsOf(device, ts, values[i] ?? [])).join(''),
    };
  });
}

const rowsOf = (device: number, ts: number, values: readonly number[]): string =>
  values.map((value, s) => `${device}\t${s}\t${ts}\t${value}\n`).join('');

/** Old frames a device brings after the fact, in posts of 100: until each is acknowledged, and until all are compacted. */
async function history(rig: Rig, database: pg.Client, peers: readonly Peer[]): Promise<Row[]> {
  const victoria = peers.find((peer) => peer.name === 'VictoriaMetrics');
  const frames = deviceCount * historyFrames;
  const rates = { acknowledged: 0, compacted: 0, victoria: 0 };
  // The first round is warm-up.
  for (const daysAgo of [31, 30]) {
    const begin = Math.floor((Date.now() - daysAgo * 24 * hourMs) / hourMs) * hourMs;
    const queues = Array.from({ length: deviceCount }, (_, d) => historyOf(d, begin));
    const send = async (write: (device: number, post: Pick<Post, 'compact' | 'lines'>) => Promise<void>) => {
      const from = performance.now();
      await Promise.all(
        queues.map(async (queue, d) => {
          for (const post of queue) await write(d, post);
        }),
      );
      return from;
    };
    const perSecondSince = (from: number): number => frames / ((performance.now() - from) / 1000);
    if (victoria) {
      rates.victoria = perSecondSince(await send((_, { lines }) => victoria.write(lines)));
      await victoria.settle();
    }
    const from = await send(async (d, { compact }) => {
      const device = rig.devices[d];
      if (device) await rig.post(device, 'data', compact);
    });
    rates.acknowledged = perSecondSince(from);
    await hurryLateHours(database);
    await compactionEnds(database);
    rates.compacted = perSecondSince(from);
    await pause(calmMs);
  }
  const rows: Row[] = [];
  for (const what of ['acknowledged', 'compacted'] as const) {
    rows.push({ what: `old history, ${what}`, value: `${rates[what].toFixed(0)} frames/s`, aim: '' });
    if (victoria)
      rows.push(ratioRow(`old history ${what} / VictoriaMetrics`, rates[what] / rates.victoria, leastOfHistory[what]));
  }
  return rows;
}

function historyOf(device: number, begin: number): Pick<Post, 'compact' | 'lines'>[] {
  const text = createFrameTexts(device + 900, 'compact');
  return Array.from({ length: historyFrames / historyFramesPerPost }, (_, p) => {
    const times = Array.from(
      { length: historyFramesPerPost },
      (_, i) => begin + 2_000 * (p * historyFramesPerPost + i),
    );
    const texts = times.map(text);
    const lines = texts.map((one, i) => lineOf(device, times[i] ?? 0, (JSON.parse(one) as { v: number[] }).v));
    return { compact: `[${texts.join()}]`, lines: lines.join('\n') };
  });
}

async function day(rig: Rig, database: pg.Client, peers: readonly Peer[]): Promise<Row[]> {
  const device = rig.devices[deviceCount];
  if (!device) throw new Error('there must be a device for the day');
  // Its last hour is finished: the portal compacts an hour 15 minutes after its end.
  const from = Math.floor((Date.now() - graceMs) / hourMs) * hourMs - 24 * hourMs;
  for (const peer of peers) await peer.settle();
  const before = new Map(peers.map((peer) => [peer.name, peer.bytes()]));
  const beforeOurs = await chunkBytes(database);
  const text = createFrameTexts(77, 'compact');
  const frames = 600;
  for (let n = 0; n < dayFrames; n += frames) {
    const times = Array.from({ length: frames }, (_, i) => from + (n + i) * 2_000);
    const texts = times.map(text);
    await rig.post(device, 'data', `[${texts.join()}]`);
    const values = texts.map((one) => (JSON.parse(one) as { v: number[] }).v);
    const lines = times.map((ts, i) => lineOf(999, ts, values[i] ?? [])).join('\n');
    for (const peer of peers) await peer.write(lines);
  }
  await hurryLateHours(database);
  while ((await waitingFrames(database, device.id)) > 0) await pause(200);
  for (const peer of peers) await peer.settle();

  const perSample = (bytes: number): string => `${(bytes / daySamples).toFixed(3)} bytes a sample`;
  const ours = (await chunkBytes(database)) - beforeOurs;
  const rows: Row[] = [
    { what: 'a day on disk, Tocsin with its slots', value: perSample(ours), aim: 'below 0.4 (two decimals)' },
  ];
  for (const peer of peers) {
    const theirs = peer.bytes() - (before.get(peer.name) ?? 0);
    rows.push({ what: `a day on disk, ${peer.name}`, value: perSample(theirs), aim: '' });
    if (peer.name === 'VictoriaMetrics')
      rows.push(limitRow('a day on disk: Tocsin / VictoriaMetrics', ours / theirs, mostBytesOfVictoria, ''));
  }

  const readers = [
    { name: 'Tocsin', read: () => readTocsin(rig, device.id) },
    ...peers.map((peer) => ({
      name: peer.name,
      read: () => peer.readDay(999, Date.now() - 24 * hourMs, Date.now()),
    })),
  ];
  const times = new Map<string, number[]>(readers.map(({ name }) => [name, []]));
  const points = new Map<string, number>();
  for (let round = 0; round < 7; round++)
    for (const { name, read } of readers) {
      const began = performance.now();
      points.set(name, await read());
      if (round >= 2) times.get(name)?.push(performance.now() - began);
    }
  const usual = (name: string): number => quantile(times.get(name) ?? [], 0.5);
  for (const { name } of readers)
    rows.push({
      what: `24 h x ${sensorCount} sensors by the minute, ${name}`,
      value: `${usual(name).toFixed(0)} ms`,
      aim: `${points.get(name)} points`,
    });
  for (const { name } of peers) {
    const ratio = usual(name) / usual('Tocsin');
    const isHeld = name === 'VictoriaMetrics';
    rows.push({
      what: `24 h: ${name} / Tocsin`,
      value: ratio.toFixed(2),
      aim: isHeld ? `at least ${leastTimesOfVictoria}` : 'printed',
      ...(isHeld ? { passed: ratio >= leastTimesOfVictoria } : {}),
    });
  }
  return rows;
}

async function readTocsin(rig: Rig, id: number): Promise<number> {
  const answer = await fetch(`${rig.server.url}/api/v1/graphs/device/${id}/?timescale=day`, {
    headers: { authorization: `JWT ${rig.api.token}`, accept: compactColumnsType },
  });
  const graphs = unpackGraphs(new Uint8Array(await answer.arrayBuffer()));
  const points = graphs.series.reduce((sum, one) => sum + one.ts.length, 0);
  if (points < 1000 * sensorCount) throw new Error(`only ${points} points`);
  return points;
}

async function chunkBytes(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ bytes: number }>(
    `select sum(pg_total_relation_size(inhrelid))::float as bytes
     from pg_inherits where inhparent in ('chunk'::regclass, 'slots'::regclass)`,
  );
  return rows[0]?.bytes ?? 0;
}
