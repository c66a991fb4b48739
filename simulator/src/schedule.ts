import { createRandom } from './random.ts';

/** When a machine runs. `by-hand`: only by an action. `harvest`: 20 hours a day. */
export type Schedule = 'by-hand' | 'always' | 'usual' | 'harvest';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Runs of a usual day: 2 to 4 of 1 to 6 hours, one after the other from about 05:00 UTC. */
function usualRuns(seed: number, day: number): readonly (readonly [number, number])[] {
  const random = createRandom(seed ^ Math.imul(day, 0x9e3779b1));
  const count = 2 + Math.floor(random.next() * 3);
  const runs: [number, number][] = [];
  let from = random.between(4.5, 7) * hourMs;
  for (let i = 0; i < count; i++) {
    const to = Math.min(from + random.between(1, 6) * hourMs, 23.5 * hourMs);
    if (to > from) runs.push([from, to]);
    from = to + random.between(0.5, 2) * hourMs;
  }
  return runs;
}

/** Whether the schedule wants the machine to run; null leaves it as it is. */
export function createSchedule(schedule: Schedule, seed: number): (nowMs: number) => boolean | null {
  let day = Number.NaN;
  let runs: readonly (readonly [number, number])[] = [];
  return (nowMs) => {
    if (schedule === 'by-hand') return null;
    if (schedule === 'always') return true;
    const inDay = nowMs % dayMs;
    if (schedule === 'harvest') return inDay < 3 * hourMs || inDay >= 7 * hourMs;
    const today = Math.floor(nowMs / dayMs);
    if (today !== day) {
      day = today;
      runs = usualRuns(seed, today);
    }
    return runs.some(([from, to]) => inDay >= from && inDay < to);
  };
}
