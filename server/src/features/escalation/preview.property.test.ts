import { expect, it } from 'vitest';
import { foreseenSteps } from '../../notify/2-escalate/policies/foresee.ts';
import type { RoundPlan } from '../../notify/2-escalate/policies/timeline.ts';
import { printedSeed, randomOf } from '../../platform/testing/random.ts';

/** Whether anybody answers at a minute: silent spells of some minutes, different for each step. */
const answersAt = (salt: number, step: number, minute: number): boolean =>
  ((Math.floor(minute / 7) * 31 + step * 17 + salt) * 2_654_435_761) % 5 !== 0;

/**
 * Somebody with a watch and the policy in hand: each minute they call whoever is due, and when nobody answers they call
 * the next ones of the round in the same minute.
 */
function walked(plan: RoundPlan, salt: number): string[] {
  const calls: string[] = [];
  let begin = 0;
  for (let round = 0; round <= plan.repeats; round++) {
    let next = 0;
    let mustGoOn = false;
    const last = plan.afterMinutes.at(-1) ?? 0;
    for (let minute = begin; minute <= begin + last; minute++)
      while (next < plan.afterMinutes.length && (mustGoOn || plan.afterMinutes[next] === minute - begin)) {
        mustGoOn = !answersAt(salt, next, minute);
        calls.push(`${minute} ${round} ${next}`);
        next++;
      }
    begin += last + plan.repeatAfterMinutes;
  }
  calls.push(`${begin} over`);
  return calls;
}

it('foresees what a person with a watch does when some steps reach nobody, for 10,000 random plans', () => {
  const seed = printedSeed('preview.property.test');
  const random = randomOf(seed);
  for (let count = 0; count < 10_000; count++) {
    const afterMinutes = [random(30)];
    for (let more = random(6); more > 0; more--) afterMinutes.push((afterMinutes.at(-1) ?? 0) + 1 + random(20));
    const plan = { afterMinutes, repeats: random(6), repeatAfterMinutes: 1 + random(30) };
    const startedAt = random(2 ** 30) * 1_000;
    const minuteOf = (at: number): number => (at - startedAt) / 60_000;
    const { steps, end } = foreseenSteps(
      plan,
      startedAt,
      (step, at) => answersAt(count, step, minuteOf(at)),
      (found) => found,
    );
    const notified = steps.map(({ at, round, step }) => `${minuteOf(at)} ${round} ${step}`);
    expect([...notified, `${minuteOf(end)} over`], `seed ${seed}, plan ${count}`).toEqual(walked(plan, count));
  }
});
