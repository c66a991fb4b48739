import { describe, expect, it } from 'vitest';
import { printedSeed, randomOf } from '../../platform/testing/random.ts';
import { dutiesBetween, dutyAt, type OverrideSpan, type TurnPlan } from './duty.ts';
import { stepMs, watchTheClock } from './testing/reference-duty.ts';

const dayMs = 86_400_000;
const plansPerZone = process.env.TOCSIN_TESTS === 'short' ? 400 : 2_000;

/** The clock changes of a winter and a summer; Lord Howe changes by half an hour. */
const zones = [
  { zone: 'America/Winnipeg', nights: ['2026-11-01', '2027-03-14'] },
  { zone: 'America/Chicago', nights: ['2026-11-01', '2027-03-14'] },
  { zone: 'America/Denver', nights: ['2026-11-01', '2027-03-14'] },
  { zone: 'Europe/Berlin', nights: ['2026-10-25', '2027-03-28'] },
  { zone: 'Australia/Lord_Howe', nights: ['2026-10-04', '2027-04-04'] },
] as const;

const two = (n: number): string => String(n).padStart(2, '0');

interface Trial {
  readonly plan: TurnPlan;
  readonly overrides: readonly OverrideSpan[];
  readonly from: number;
  readonly to: number;
}

/** A plan that begins up to 11 days before a night of a clock change, looked at around that night. */
function trialOf(random: (below: number) => number, zone: string, night: string): Trial {
  const midnight = Date.parse(`${night}T00:00:00Z`);
  const quarter = (from: number, days: number): number => from + random(days * 96) * stepMs;
  const nearTheChange = random(2) === 0;
  const plan: TurnPlan = {
    zone,
    handoverTime: `${two(nearTheChange ? random(4) : random(24))}:${two(15 * random(4))}`,
    weekday: random(2) === 0 ? null : 1 + random(7),
    start: new Date(midnight - random(12) * dayMs).toISOString().slice(0, 10),
    people: Array.from({ length: 1 + random(5) }, () => 1 + random(6)),
  };
  const from = quarter(midnight - 3 * dayMs, 3);
  const to = Math.max(from + stepMs, quarter(midnight, 4));
  const overrides = Array.from({ length: random(5) }, (_, index) => {
    const begin = quarter(midnight - 4 * dayMs, 7);
    return { id: index + 1, userId: 10 + random(4), from: begin, to: begin + (1 + random(2 * 96)) * stepMs };
  });
  return { plan, overrides: random(2) === 0 ? overrides : overrides.toReversed(), from, to };
}

/** What is wrong with one trial; undefined: nothing. */
function faultOf({ plan, overrides, from, to }: Trial, random: (below: number) => number): string | undefined {
  const expected = watchTheClock(plan, overrides, from, to);
  const spans = dutiesBetween(plan, overrides, from, to);
  if (spans[0]?.from !== from || spans.at(-1)?.to !== to) return 'the spans do not reach from the start to the end';
  for (const [index, span] of spans.entries()) {
    if (span.from >= span.to) return `span ${index} is empty`;
    if (index > 0 && spans[index - 1]?.to !== span.from) return `a hole or an overlap before span ${index}`;
  }
  let index = 0;
  for (const [at, holder] of expected) {
    while ((spans[index]?.to ?? to) <= at) index++;
    const span = spans[index];
    if (span?.userId !== holder.userId || span.overrideId !== holder.overrideId)
      return `dutiesBetween differs at ${new Date(at).toISOString()}`;
  }
  const moments = [...expected.keys()];
  for (let look = 0; look < 3; look++) {
    const moment = moments[random(moments.length)] ?? from;
    // Nothing changes between two looks.
    const at = moment + random(stepMs);
    const holder = dutyAt(plan, overrides, at);
    if (JSON.stringify(holder) !== JSON.stringify(expected.get(moment)))
      return `dutyAt differs at ${new Date(at).toISOString()}`;
  }
  return undefined;
}

describe('duties of random plans', () => {
  const seed = printedSeed('duty.property.test');
  for (const [number, { zone, nights }] of zones.entries())
    it(`are those of the reference model through both clock changes of ${zone} (seed ${seed})`, {
      timeout: 600_000,
    }, () => {
      const random = randomOf(seed + number);
      for (let count = 0; count < plansPerZone; count++) {
        const trial = trialOf(random, zone, nights[count % 2] ?? nights[0]);
        const fault = faultOf(trial, random);
        if (fault !== undefined) expect.fail(`${fault}; seed ${seed}, plan ${count}: ${JSON.stringify(trial)}`);
      }
    });
});
