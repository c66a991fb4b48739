import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Bench, perSecond, type Row } from './bench.ts';
import { startChild } from './child.ts';
import { type ProcessGroup, startProcessGroup } from './process-group.ts';
import { type Costs, carriedBy, crossingPart } from './processes-model.ts';
import type { PusherQuestions } from './pushers.ts';
import { rigOn, takenBy } from './rig.ts';
import { type Stage, stages, stageTimes } from './stages.ts';

const deviceCount = 60;
/** As a gateway that collects for some seconds. */
const framesPerPost = 10;
const warmMs = 8_000;
const measuredMs = 20_000;
const several = 3;
const modelled = [1, 2, 3, 4, 8, 16];

/**
 * Frames per second of one process, and of three over NATS, on the same two cores with PostgreSQL, NATS and the
 * senders; then an estimate for more cores from the measured processor time (assumptions in processes-model.ts).
 */
export const bench: Bench = {
  name: 'processes',
  async run() {
    const one = await measure(1);
    const three = await measure(several);
    const costs = costsOf(one, three);
    return [
      ...rowsOf('1 process', one),
      ...rowsOf(`${several} processes`, three),
      {
        what: `${several} processes / 1, on ${cpus().length} cores`,
        value: (three.rate / one.rate).toFixed(2),
        aim: '',
      },
      {
        what: 'a frame that crosses, beside its own cost',
        value: `${costs.cross.toFixed(0)} µs of the lines, ${costs.nats.toFixed(0)} µs of NATS`,
        aim: '',
      },
      ...modelled.map((n): Row => {
        const { rate, databaseCores, natsCores, otherCores } = carriedBy(n, costs);
        const beside = `PostgreSQL ${databaseCores.toFixed(1)}, NATS ${natsCores.toFixed(1)}, other threads ${otherCores.toFixed(1)}`;
        return {
          what: `simulated: ${n} on ${n} cores for their lines`,
          value: perSecond(rate),
          aim: `and cores for ${beside}`,
        };
      }),
    ];
  },
};

interface Measured {
  /** Acknowledged frames per second. */
  readonly rate: number;
  /** Processor time per frame in µs: all pipeline threads, other threads of the servers, PostgreSQL, NATS. */
  readonly line: number;
  readonly others: number;
  readonly database: number;
  readonly nats: number;
  /** Share of the pipelines' time by stage. */
  readonly stageShares: Readonly<Record<Stage, number>>;
  readonly refused: number;
}

const monotonicUs = (): number => Number(process.hrtime.bigint() / 1_000n);

async function measure(count: number): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-profile-'));
  const profiled = { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder} --cpu-prof-interval=1000` };
  let together: ProcessGroup | null = await startProcessGroup(count, profiled);
  const pushers = startChild<PusherQuestions>('./pushers.ts');
  try {
    const [first] = together.servers;
    if (!first) throw new Error('no server');
    const rig = await rigOn(first, deviceCount);
    await shared(together, count);
    const ports = together.servers.map((server) => server.port);
    await pushers.ask('begin', { devices: rig.devices, ports, framesPerPost });
    await pause(warmMs);
    await pushers.ask('take', null);
    const [before, from] = [await cpusOf(together), monotonicUs()];
    await pause(measuredMs);
    const { acknowledged, refused } = await pushers.ask('take', null);
    const [after, to] = [await cpusOf(together), monotonicUs()];
    await pushers.ask('end', null);
    pushers.stop();
    // A profile is written when its process ends.
    await together.remove();
    together = null;
    const times = stageTimes(folder, from, to);
    const sum = stages.reduce((all, stage) => all + times[stage], 0);
    const us = (name: keyof Cpus): number => ((after[name] - before[name]) * 1e6) / acknowledged;
    return {
      rate: acknowledged / ((to - from) / 1e6),
      line: us('line'),
      others: us('all') - us('line'),
      database: us('database'),
      nats: us('nats'),
      refused,
      stageShares: Object.fromEntries(stages.map((stage) => [stage, times[stage] / sum])) as Record<Stage, number>,
    };
  } finally {
    pushers.stop();
    await together?.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Cpus {
  readonly line: number;
  readonly all: number;
  readonly database: number;
  readonly nats: number;
}

async function cpusOf(together: ProcessGroup): Promise<Cpus> {
  const each = await Promise.all(together.servers.map(takenBy));
  return {
    line: each.reduce((sum, one) => sum + one.line, 0),
    all: each.reduce((sum, one) => sum + one.all, 0),
    database: together.databaseCpu(),
    nats: together.natsCpu(),
  };
}

/** Partitions are shared evenly within seconds of a process's start. */
async function shared(together: ProcessGroup, count: number): Promise<void> {
  for (let i = 0; i < 120; i++) {
    const owners = await together.query(
      `select owner from partition_owner where owner <> '' and lease_until > now() group by owner having count(*) >= 20`,
    );
    if (owners.length === count) return;
    await pause(500);
  }
  throw new Error('the partitions were not shared evenly');
}

/** The additional cost of three processes, divided by the share of frames that reach another process than the owner. */
function costsOf(one: Measured, three: Measured): Costs {
  return {
    line: one.line,
    others: one.others,
    database: one.database,
    cross: Math.max(0, three.line - one.line) / crossingPart(several),
    nats: three.nats / crossingPart(several),
  };
}

function rowsOf(who: string, measured: Measured): Row[] {
  const { rate, line, others, database, nats, stageShares, refused } = measured;
  const shares = stages.map((stage) => `${stage} ${(line * stageShares[stage]).toFixed(0)}`).join(', ');
  return [
    {
      what: `${who}: frames of 100 sensors acknowledged`,
      value: perSecond(rate),
      aim: refused > 0 ? `${refused} refused` : '',
    },
    {
      what: `${who}: a frame's processor time`,
      value: `line ${line.toFixed(0)}, other threads ${others.toFixed(0)}, PostgreSQL ${database.toFixed(0)}, NATS ${nats.toFixed(0)} µs`,
      aim: '',
    },
    { what: `${who}: of the line's, by a profile of the same run`, value: `${shares} µs`, aim: '' },
  ];
}
