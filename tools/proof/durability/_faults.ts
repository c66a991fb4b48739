// The faults of several processes with the expected result of each, fixed before the first run (see faults.ts).
import { readFileSync } from 'node:fs';
import type { PlantDevice } from '@tocsin/e2e/plant';
import type { TocsinServer } from '@tocsin/e2e/server';
import { pause } from '../support/_pause.ts';
import type { OwnPostgres } from '../support/_postgres.ts';
import type { ProofNats, ProofProxy, Together } from '../support/_together.ts';
import { flood } from './_flood.ts';
import type { ExpectedFault } from './_table.ts';

/** What a fault may break, and where it notes what it saw. */
interface FaultStage {
  readonly all: Together;
  readonly nats: ProofNats;
  /** null: the machine's own, which nobody may end. */
  readonly database: OwnPostgres | null;
  /** Devices that send a hundred times the load. */
  readonly floods: readonly PlantDevice[];
  readonly notes: string[];
}
export interface Fault extends ExpectedFault {
  /** Part of the short form. */
  readonly short?: boolean;
  /** Answers false when it was not what it should be. */
  readonly run: (stage: FaultStage) => Promise<boolean | void>;
}

export const deviceCount = 20;
export const everyMs = 250;
/** A lease of 6 s is checked every 2 s; then device states are restored and held frames are sent again. */
const takeOverMs = 11_000;

/**
 * The faults, and what was expected of each before it was run: the longest silence on a dashboard. Frames acknowledged
 * are found, none twice and none accepted by two owners; events are as many as made, each is published once to an open page or
 * stands in the list that it reads when it is back, and is in one mail. `mailsTwice`: who sends mails dies, or can't mark
 * them; then some may come again.
 */
export const faults: readonly Fault[] = [
  { name: 'no fault', silenceMs: 2_000, short: true, run: async () => await pause(2_000) },
  {
    name: 'graceful restart of an owner',
    silenceMs: 4_000,
    short: true,
    run: async ({ all }) => await all.restart('b', 'stop'),
  },
  {
    name: 'kill -9 of an owner',
    mailsTwice: true,
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
      if (!stood) throw new Error('the owner did not stop');
      await pause(10_000);
      process.kill(server.pid, 'SIGCONT');
      const fenced = async () => Number(/^tocsin_batches_fenced_total (\d+)/m.exec(await metricsOf(server))?.[1] ?? 0);
      const refused = await waitFor(async () => (await fenced()) > 0, 10_000);
      notes.push(`its commit refused: ${refused ? 'yes' : 'NO'}`);
      return refused;
    },
  },
  {
    name: 'kill -9 of an owner between its commit and its telling',
    mailsTwice: true,
    silenceMs: takeOverMs,
    async run({ all }) {
      await all.restart('c', 'stop', { TOCSIN_KILL_AT: 'committed:25' });
      if (!(await all.member('c').server.endedWithin(20_000))) throw new Error('the owner did not exit');
      await all.restart('c', 'kill', { TOCSIN_KILL_AT: '' });
    },
  },
  {
    name: 'kill -9 of the process with pages',
    silenceMs: takeOverMs,
    mailsTwice: true,
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
    name: 'the process with pages cut off from PostgreSQL for 12 s',
    silenceMs: takeOverMs + 4_000,
    mailsTwice: true,
    run: async ({ all }) => await cut(all.member('a').toDatabase, 12_000),
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
    // Up to nine round trips of 0.4 s per batch, and a frame waits for the batch before its own (docs/proof).
    silenceMs: 9_000,
    async run({ all }) {
      for (const name of ['a', 'b', 'c', 'd']) all.member(name).toDatabase.slow(200);
      await pause(10_000);
      for (const name of ['a', 'b', 'c', 'd']) all.member(name).toDatabase.slow(0);
    },
  },
  {
    name: 'kill -9 of PostgreSQL',
    mailsTwice: true,
    // These devices send nothing new before the last frame was acknowledged.
    silenceMs: 12_000,
    async run({ database }) {
      database?.kill();
      await pause(10_000);
    },
  },
  {
    name: "PostgreSQL's disk full for 15 s",
    mailsTwice: true,
    silenceMs: 26_000,
    async run({ database }) {
      database?.fill();
      await pause(15_000);
      database?.empty();
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
      const counts = await flood({ devices: floods, urls: all.urls, framesPerSecond, forMs: 60_000 });
      const ids = floods.map((device) => device.id);
      const [row] = await all.query<{ readonly n: string }>(
        `select (select count(*) from frame where device_id = any ($1)) +
           (select count(*) from frame_late where device_id = any ($1)) as n`,
        [ids],
      );
      notes.push(
        `asked ${framesPerSecond} frames/s, accepted ${counts.accepted}, found ${row.n}, refused ${counts.refused}`,
      );
      return Number(row.n) >= counts.accepted;
    },
  },
];

async function cut(way: ProofProxy, ms: number): Promise<void> {
  way.stall(true);
  await pause(ms);
  way.stall(false);
}

async function waitFor(look: () => boolean | Promise<boolean>, withinMs: number): Promise<boolean> {
  const until = Date.now() + withinMs;
  while (!(await look())) {
    if (Date.now() > until) return false;
    await pause(50);
  }
  return true;
}

/** The state in /proc: R, S, T (stopped) and so on. */
const stateOf = (pid: number): string | undefined => readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /, '')[0];

const metricsOf = async (server: TocsinServer): Promise<string> => {
  const answer = await fetch(`${server.url}/metrics`, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
  return (await answer?.text()) ?? '';
};
