import type { DutyHolder, OverrideSpan, TurnPlan } from '../duty.ts';

const dayMs = 86_400_000;
/** The reference model looks at the wall clock this often; moments of its plans are multiples of it. */
export const stepMs = 15 * 60_000;

const clocks = new Map<string, Map<number, number>>();
const formats = new Map<string, Intl.DateTimeFormat>();
const fields = { dateStyle: 'short', timeStyle: 'short' } as const;

/** The wall clock as a person reads it, `2026-11-01 01:30`, as a number that grows with it. */
function wallClock(at: number, zone: string): number {
  const ofZone = clocks.get(zone) ?? new Map<number, number>();
  clocks.set(zone, ofZone);
  const known = ofZone.get(at);
  if (known !== undefined) return known;
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, ...fields });
  formats.set(zone, format);
  const wall = Date.parse(`${format.format(at).replace(' ', 'T')}:00Z`);
  ofZone.set(at, wall);
  return wall;
}

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
const isHandoverDay = (day: string, weekday: number | null): boolean =>
  weekday === null || new Date(`${day}T12:00:00Z`).getUTCDay() === weekday % 7;

/**
 * Reference model: somebody who looks at the clock on the wall every quarter of an hour, and hands over when it first
 * shows the time of the next handover. When the clock jumps over that time, they wait as much longer as it jumped.
 * Returns who has the duty at each look in [from, to).
 */
export function watchTheClock(
  plan: TurnPlan,
  overrides: readonly OverrideSpan[],
  from: number,
  to: number,
): ReadonlyMap<number, DutyHolder> {
  const result = new Map<number, DutyHolder>();
  const handoverOf = (day: string): number => Date.parse(`${day}T${plan.handoverTime}:00Z`);
  let turn = -1;
  let nextDay = plan.start;
  let handover = handoverOf(nextDay);
  const begin = Math.min(from, Math.floor((Date.parse(`${plan.start}T00:00:00Z`) - 2 * dayMs) / stepMs) * stepMs);
  let before = wallClock(begin, plan.zone) - stepMs;
  for (let at = begin; at < to; at += stepMs) {
    const wall = wallClock(at, plan.zone);
    const jumped = wall - before - stepMs;
    if (jumped > 0 && before < handover && handover < wall) handover += jumped;
    before = wall;
    if (wall >= handover) {
      turn += 1;
      do nextDay = dayAfter(nextDay, 1);
      while (!isHandoverDay(nextDay, plan.weekday));
      handover = handoverOf(nextDay);
    }
    if (at < from) continue;
    const standing = overrides.filter((override) => override.from <= at && at < override.to);
    const [last] = standing.toSorted((a, b) => b.id - a.id);
    const ofTurn = turn < 0 ? null : (plan.people[turn % plan.people.length] ?? null);
    result.set(at, { userId: last ? last.userId : ofTurn, overrideId: last ? last.id : null });
  }
  return result;
}
