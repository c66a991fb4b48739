// Shows 1 of issue 11: several processes share the devices of one PostgreSQL, and each fault loses no acknowledged frame,
// stores none twice, makes each event once, and leaves a dashboard without news for no longer than is said here.
// The short form: a graceful restart, kill -9 of an owner, and SIGSTOP of 10 s in mid-batch.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Api } from '@tocsin/e2e/api';
import { makePlant } from '@tocsin/e2e/plant';
import { admin } from '@tocsin/e2e/server';
import { flood } from './_flood.mjs';
import { ownPostgres } from './_postgres.mjs';
import { countWindow, startPages, startSenders } from './_senders.mjs';
import { machineDatabase, pause, startNats, startTogether } from './_together.mjs';

// By name it has one (--short); CI takes it in once a run has shown the events too.
export const hasShort = false;

const deviceCount = 20;
const everyMs = 250;
const watched = 6;
const floodCount = 20;
/** A lease of 6 s is looked at every 2 s; then boards are restored and what was held is sent again. */
const takeOverMs = 11_000;

/**
 * The faults, and what was expected of each before it was run: the longest silence on a dashboard. Frames acknowledged
 * are found, none twice, and events are as many as made, whatever the fault.
 */
const faults = [
  { name: 'no fault', silenceMs: 2_000, short: true, run: async () => await pause(2_000) },
  {
    name: 'graceful restart of an owner',
    silenceMs: 4_000,
    short: true,
    run: async ({ all }) => await all.restart('b', 'stop'),
  },
  {
    name: 'kill -9 of an owner',
    silenceMs: takeOverMs,
    short: true,
    run: async ({ all }) => await all.restart('c', 'kill'),
  },
  {
    name: 'SIGSTOP of an owner for 10 s in mid-batch',
    silenceMs: takeOverMs,
    short: true,
    // It stands still by itself, at its 25th batch, when all is written and nothing committed.
    async run({ all, notes }) {
      await all.restart('c', 'stop', { TOCSIN_KILL_AT: 'written:25:SIGSTOP' });
      const { server } = all.member('c');
      const stood = await waitFor(() => stateOf(server.pid) === 'T', 20_000);
      if (!stood) throw new Error('the owner did not stand still');
      await pause(10_000);
      process.kill(server.pid, 'SIGCONT');
      const refused = await waitFor(
        () => /another owner|must not speak|Lost its partitions/.test(server.log()),
        10_000,
      );
      notes.push(`its commit refused: ${refused ? 'yes' : 'NO'}`);
      return refused;
    },
  },
  {
    name: 'kill -9 of the process with pages',
    silenceMs: takeOverMs,
    run: async ({ all }) => await all.restart('a', 'kill'),
  },
  {
    name: 'kill -9 of NATS, back after 3 s',
    silenceMs: 8_000,
    async run({ nats }) {
      nats.kill();
      await pause(3_000);
      nats.again();
      await pause(4_000);
    },
  },
  {
    name: 'an owner cut off from PostgreSQL for 12 s',
    silenceMs: takeOverMs + 4_000,
    run: async ({ all }) => await cut(all.member('b').toDatabase, 12_000),
  },
  {
    name: 'an owner cut off from NATS for 12 s',
    silenceMs: 16_000,
    run: async ({ all }) => await cut(all.member('b').toNats, 12_000),
  },
  {
    name: 'the process with pages cut off from NATS for 12 s',
    silenceMs: 16_000,
    run: async ({ all }) => await cut(all.member('a').toNats, 12_000),
  },
  {
    name: 'PostgreSQL slow by 200 ms each way for 10 s',
    silenceMs: 6_000,
    async run({ all }) {
      for (const name of ['a', 'b', 'c', 'd']) all.member(name).toDatabase.slow(200);
      await pause(10_000);
      for (const name of ['a', 'b', 'c', 'd']) all.member(name).toDatabase.slow(0);
    },
  },
  {
    name: 'kill -9 of PostgreSQL',
    // These devices send nothing new before the last was acknowledged.
    silenceMs: 12_000,
    async run({ database }) {
      database.kill();
      await pause(10_000);
    },
  },
  {
    name: "PostgreSQL's disk full for 15 s",
    silenceMs: 26_000,
    async run({ database }) {
      database.fill();
      await pause(15_000);
      database.empty();
      await pause(5_000);
    },
  },
  {
    name: "an owner's clock steps by 4 s",
    silenceMs: 3_000,
    run: async ({ all }) => await all.member('d').server.advance(4_000),
  },
  {
    name: '100 times the load for a minute',
    silenceMs: 10_000,
    async run({ all, floods, notes }) {
      const framesPerSecond = (100 * deviceCount * 1_000) / everyMs;
      const told = await flood({ devices: floods, urls: all.urls, framesPerSecond, forMs: 60_000 });
      const ids = floods.map((device) => device.id);
      const [row] = await all.query(
        `select (select count(*) from frame where device_id = any ($1)) +
           (select count(*) from frame_late where device_id = any ($1)) as n`,
        [ids],
      );
      notes.push(
        `asked ${framesPerSecond} frames/s, accepted ${told.accepted}, found ${row.n}, refused ${told.refused}`,
      );
      return Number(row.n) >= told.accepted;
    },
  },
];

async function cut(way, ms) {
  way.stall(true);
  await pause(ms);
  way.stall(false);
}

async function waitFor(look, withinMs) {
  const until = Date.now() + withinMs;
  while (!look()) {
    if (Date.now() > until) return false;
    await pause(50);
  }
  return true;
}

/** R, S, T (stopped), ... of /proc. */
const stateOf = (pid) => readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /, '')[0];

export async function run({ short }) {
  const database = short ? await machineDatabase() : await ownPostgres();
  const nats = await startNats();
  let all = null;
  try {
    all = await startTogether({
      ...{ database, nats },
      roles: { a: 'web,ingest,jobs', b: 'ingest', c: 'ingest', ...(short ? {} : { d: 'ingest' }) },
      clocked: ['d'],
    });
    const first = all.member('a').server.url;
    const api = await Api.signIn(first, admin.email, admin.password);
    const plant = await makePlant(
      api,
      Array.from({ length: deviceCount + (short ? 0 : floodCount) }, (_, i) => ({ title: `Leg ${i}`, type: '0300' })),
    );
    const [devices, floods] = [plant.devices.slice(0, deviceCount), plant.devices.slice(deviceCount)];
    const senders = startSenders({ devices, urls: all.urls, everyMs });
    const url = () => all.member('a').server.url;
    const pages = startPages({ devices: devices.slice(0, watched), url, token: api.token });
    await pause(3_000);

    const rows = [];
    for (const fault of faults.filter((one) => !short || one.short)) {
      const notes = [];
      const from = Date.now();
      const itself = await fault.run({ all, nats, database, floods, notes });
      const settled = await all.settled();
      await pause(short ? 1_500 : 5_000);
      rows.push({ fault, from, to: Date.now(), notes, held: settled && itself !== false });
    }
    const drained = await senders.stop();
    await pause(500);
    let kept = drained;
    console.log(`all acknowledged in the end: ${drained}`);
    const table = [];
    for (const { fault, from, to, notes, held } of rows) {
      const counts = await countWindow({ query: all.query, lines: senders.lines, from, to });
      const silence = pages.longestSilence(from, to);
      const isKept =
        held &&
        counts.acknowledged > 0 &&
        counts.acknowledged === counts.found &&
        counts.doubled === 0 &&
        counts.expected === counts.right &&
        counts.events === counts.expected &&
        silence <= fault.silenceMs;
      kept = kept && isKept;
      table.push({ fault, counts, silence, notes, isKept });
    }
    pages.stop();
    print(table, short ? 3 : 4);
    return kept;
  } finally {
    await all?.stop();
    nats.stop();
    await database.stop();
  }
}

function print(table, processes) {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  console.log(
    `\n${new Date().toISOString().slice(0, 16)} commit ${commit}, ${processes} processes, ${deviceCount} devices\n`,
  );
  console.log(
    '| fault | frames acknowledged | found | doubled | events expected | found | longest silence on a dashboard | expected below | |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|');
  for (const { fault, counts, silence, notes, isKept } of table) {
    const { acknowledged, found, doubled, expected, right, events } = counts;
    const cells = [
      fault.name,
      acknowledged,
      found,
      doubled,
      expected,
      events === right ? right : `${right} of ${events}`,
    ];
    const seconds = (ms) => `${(ms / 1_000).toFixed(1)} s`;
    console.log(
      `| ${[...cells, seconds(silence), seconds(fault.silenceMs), `${isKept ? 'kept' : 'BROKEN'} ${notes.join(', ')}`].join(' | ')} |`,
    );
  }
}
