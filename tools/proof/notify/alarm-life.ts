// The life of an alarm against the reference model (server/src/app/testing/alarm-life-model.ts): random sequences of on,
// off, acknowledge, shelve, end, expire, suspend, resume, restart, take-over and late frames. In memory the evaluation
// state is saved and loaded at every step; on PostgreSQL the server is killed at random points and another takes over.
import { isDeepStrictEqual } from 'node:util';
import { type LifeOutcome, play, randomOf, stepsOf } from '../../../server/src/app/testing/alarm-life.ts';
import { MemoryLife } from '../../../server/src/app/testing/alarm-life-memory.ts';
import { PostgresLife } from '../../../server/src/app/testing/alarm-life-postgres.ts';
import { faultPoints } from '../../../server/src/platform/fault-injection.ts';
import {
  createScratchDatabase,
  dropScratchDatabase,
  startScratchPostgres,
} from '../../../server/src/platform/testing/scratch-postgres.ts';
import type { ProofOptions } from '../support/_proof.ts';

export const hasShort = true;

const sequencesADatabase = 5;

interface Row {
  readonly where: string;
  readonly seeds: string;
  readonly sequences: number;
  readonly steps: number;
  readonly alarms: number;
  readonly kills: number;
  readonly wrong: readonly number[];
}

/** `npm run proof -- alarm-life [first seed]`. */
export async function run({ short, args }: ProofOptions): Promise<boolean> {
  const first = Number(args[0] ?? 1);
  const rows = [await inMemory(first, short ? 1_000 : 10_000), await onPostgres(first, short ? 10 : 100)];
  console.log('where         seeds            sequences    steps   alarms    kills    wrong');
  for (const row of rows) {
    const numbers = [row.sequences, row.steps, row.alarms, row.kills, row.wrong.length];
    console.log(
      `${row.where.padEnd(14)}${row.seeds.padEnd(14)}${numbers.map((one) => String(one).padStart(9)).join('')}`,
    );
    if (row.wrong.length > 0) console.log(`  wrong seeds: ${row.wrong.join(', ')}`);
  }
  return rows.every((row) => row.wrong.length === 0 && row.alarms > 0);
}

async function inMemory(first: number, sequences: number): Promise<Row> {
  const wrong: number[] = [];
  let [steps, alarms] = [0, 0];
  for (let seed = first; seed < first + sequences; seed++) {
    const rig = await MemoryLife.start();
    const sequence = stepsOf(seed);
    const expected = await play(rig, sequence);
    const outcome = await rig.outcome();
    steps += sequence.length;
    alarms += expected.lives.length + expected.late.length;
    if (!isDeepStrictEqual(outcome, expected)) wrong.push(seed);
  }
  return { where: 'memory', seeds: `${first}-${first + sequences - 1}`, sequences, steps, alarms, kills: 0, wrong };
}

async function onPostgres(first: number, sequences: number): Promise<Row> {
  const wrong: number[] = [];
  let [steps, alarms, kills] = [0, 0, 0];
  const postgres = await startScratchPostgres();
  try {
    let database = await createScratchDatabase(postgres.address);
    for (let seed = first; seed < first + sequences; seed++) {
      // The sessions of killed servers end with their database.
      if (seed > first && (seed - first) % sequencesADatabase === 0) {
        await dropScratchDatabase(postgres.address, database);
        database = await createScratchDatabase(postgres.address);
      }
      const rig = await PostgresLife.start(database);
      const random = randomOf(seed + 1_000_000);
      const sequence = stepsOf(seed);
      const killing = {
        now: () => rig.now(),
        outcome: () => rig.outcome(),
        take: async (step: (typeof sequence)[number]) => {
          const point = faultPoints[Math.floor(random() * faultPoints.length)];
          if (random() < 0.3 && point) rig.killAt(point);
          await rig.take(step);
        },
      };
      const expected: LifeOutcome = { ...(await play(killing, sequence)), late: [] };
      const outcome = await rig.outcome();
      steps += sequence.length;
      alarms += expected.lives.length;
      kills += rig.kills;
      if (!isDeepStrictEqual(outcome, expected) || Number.isNaN(await rig.shelfEnds())) wrong.push(seed);
      await rig.stop();
    }
    await dropScratchDatabase(postgres.address, database);
  } finally {
    await postgres.stop();
  }
  return { where: 'PostgreSQL', seeds: `${first}-${first + sequences - 1}`, sequences, steps, alarms, kills, wrong };
}
