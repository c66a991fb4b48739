import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { walkedSteps } from '../notify/2-escalate/policies/testing/reference-timeline.ts';
import { stepMs, watchTheClock } from '../notify/3-resolve/testing/reference-duty.ts';
import { EscalationRig } from '../notify/testing/escalations.ts';
import { testDatabase } from '../platform/testing/database.ts';
import { printedSeed, type Random, randomOf } from '../platform/testing/random.ts';

const minute = 60_000;
const hour = 60 * minute;
/** `PLANS=100` runs a hundred plans in each night. */
const plansPerNight = Number(process.env.PLANS ?? 2);
const database = testDatabase();

const nights = [
  ['America/Winnipeg', '2026-11-01T08:00Z'],
  ['America/Winnipeg', '2027-03-14T08:00Z'],
  ['America/Chicago', '2026-11-01T08:00Z'],
  ['America/Chicago', '2027-03-14T08:00Z'],
  ['Europe/Berlin', '2026-10-25T01:00Z'],
  ['Europe/Berlin', '2027-03-28T01:00Z'],
] as const;

/** A rotation that hands over near the change, overrides around it, and a policy of steps a quarter of an hour apart. */
async function runNight(random: Random, zone: string, change: number) {
  const rig = await EscalationRig.startingAt(database.db, change - (1 + random(12)) * stepMs);
  const people = [await rig.person('Ann'), await rig.person('Ben'), await rig.person('Cleo')].map(({ id }) => id);
  const anybody = (): number => people[random(people.length)] ?? 0;
  const start = new Date(change - (3 + random(9)) * 24 * hour).toISOString().slice(0, 10);
  const plan = {
    zone,
    handoverTime: `0${random(4)}:${['00', '15', '30', '45'][random(4)]}`,
    weekday: null,
    start,
    people,
  };
  const spans = Array.from({ length: random(3) }, () => {
    const from = change + (random(16) - 8) * stepMs;
    return { userId: anybody(), from, to: from + (1 + random(8)) * stepMs };
  });
  const { rows } = await sql<{ id: number }>`insert into rotation
      (client_id, site_id, title, timezone, handover_time, start_day, created_at)
    values (${rig.device.clientId}, null, 'Nights', ${zone}, ${plan.handoverTime}, ${start}, now()) returning id`.execute(
    rig.db,
  );
  const rotation = rows[0]?.id ?? 0;
  for (const [position, id] of people.entries())
    await sql`insert into rotation_person (rotation_id, position, user_id, user_name)
      values (${rotation}, ${position}, ${id}, 'then')`.execute(rig.db);
  for (const { userId, from, to } of spans)
    await sql`insert into rotation_override (rotation_id, user_id, user_name, starts_at, ends_at, created_at, created_by)
      values (${rotation}, ${userId}, 'then', ${new Date(from)}, ${new Date(to)}, now(), 'x')`.execute(rig.db);
  const afterMinutes = [0];
  while (afterMinutes.length < 6) afterMinutes.push((afterMinutes.at(-1) ?? 0) + 15 * (1 + random(2)));
  const times = { repeats: 1, repeat_after_minutes: 15 * (1 + random(2)) };
  await rig.policyOf(
    afterMinutes.map((after) => [after, [{ kind: 'rotation', id: rotation, name: 'Nights' }]]),
    times,
  );
  const { steps, end } = walkedSteps(
    { afterMinutes, repeats: 1, repeatAfterMinutes: times.repeat_after_minutes },
    rig.start,
  );
  const overrides = spans.map((span, index) => ({ id: index + 1, ...span }));
  const holders = watchTheClock(plan, overrides, rig.start, end);
  const event = await rig.event();
  for (let at = rig.start; at <= end; at += 5 * minute) await rig.at((at - rig.start) / minute);
  const sent = await sql<{ at: Date; user_id: number }>`select created_at as at, user_id from message
    where event_id = ${event} order by created_at`.execute(rig.db);
  return {
    expected: steps.map(({ at }) => `${new Date(at).toISOString()} ${holders.get(at)?.userId}`),
    happened: sent.rows.map(({ at, user_id }) => `${at.toISOString()} ${user_id}`),
    states: await rig.states(),
    plan: JSON.stringify({ plan, spans, afterMinutes, times }),
  };
}

describe('in a night in which the clocks change, each step reaches whoever the wall clock says', () => {
  const seed = printedSeed('clock-changes.db.test');
  it.each(nights)('%s, %s', { timeout: 600_000 }, async (zone, change) => {
    const random = randomOf(seed + Date.parse(change) / hour);
    for (let count = 0; count < plansPerNight; count++) {
      const { expected, happened, states, plan } = await runNight(random, zone, Date.parse(change));
      expect(happened, `SEED=${seed}, plan ${count}: ${plan}`).toEqual(expected);
      expect(states).toEqual(['used_up']);
    }
  });
});
