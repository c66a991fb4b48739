// Kills the server at each await of the pipeline. Another server continues from the database, and the device sends
// again what was not acknowledged. In the end frames, events, maintenance, counters, report intervals and device states
// must equal those of an uninterrupted run.
import { isDeepStrictEqual } from 'node:util';
import { playWithDeath } from '../../../server/src/pipeline/testing/kill-sequence.ts';
import { faultPoints } from '../../../server/src/platform/fault-injection.ts';
import {
  createScratchDatabase,
  dropScratchDatabase,
  startScratchPostgres,
} from '../../../server/src/platform/testing/scratch-postgres.ts';
import type { ProofOptions } from '../support/_proof.ts';

export const hasShort = true;

/**
 * How many times a point is reached before the kill: during alarms, the warning's countdown, the reboot, the
 * maintenance test.
 */
const moments = [2, 7, 10, 13, 18, 21, 24];

export async function run({ short }: ProofOptions): Promise<boolean> {
  const times = short ? [10, 21] : moments;
  const postgres = await startScratchPostgres();
  let holds = true;
  try {
    const database = await createScratchDatabase(postgres.address);
    const { died: _, ...uninterrupted } = await playWithDeath(database, null);
    console.log(
      `uninterrupted: ${Array.isArray(uninterrupted.frames) ? uninterrupted.frames.length : 'no'} frames, ${uninterrupted.events.length} events, ${uninterrupted.tests.length} maintenance rows`,
    );
    console.log(`${'killed at'.padEnd(12)}${'died'.padStart(10)}${'state equal'.padStart(14)}`);
    for (const point of faultPoints) {
      let [dead, equal] = [0, 0];
      for (const time of times) {
        const { died, ...broken } = await playWithDeath(database, point, time);
        if (died) dead++;
        if (isDeepStrictEqual(broken, uninterrupted)) equal++;
      }
      const of = `/${times.length}`;
      console.log(`${point.padEnd(12)}${`${dead}${of}`.padStart(10)}${`${equal}${of}`.padStart(14)}`);
      holds &&= dead === times.length && equal === times.length;
    }
    await dropScratchDatabase(postgres.address, database);
  } finally {
    await postgres.stop();
  }
  return holds;
}
