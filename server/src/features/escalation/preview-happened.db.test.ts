import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { RotationSubject } from '../../access/subject.ts';
import { policiesAbout } from '../../notify/1-match/store.ts';
import type { StoredTarget } from '../../notify/policy-fields.ts';
import { EscalationRig } from '../../notify/testing/escalations.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { type MadeUser, makeUser } from '../../platform/testing/factories.ts';
import { printedSeed, type Random, randomOf } from '../../platform/testing/random.ts';
import { loadPolicy } from './loader.ts';
import { previewSteps } from './preview.ts';
import { insertPolicy } from './store.ts';
import { stepsOf } from './store-event.ts';

const minute = 60_000;
const momentsOfPlan = 10;
/** `PLANS=100` previews 1,000 moments. */
const plans = Number(process.env.PLANS ?? 2);
const database = testDatabase();

/** A rotation whose overrides change hands every few minutes; nobody has a turn in some of them. */
async function makeRotation(rig: EscalationRig, people: readonly MadeUser[], random: Random): Promise<number> {
  const { rows } = await sql<{ id: number }>`insert into rotation
      (client_id, site_id, title, timezone, handover_time, start_day, created_at)
    values (${rig.device.clientId}, null, 'Nights', 'UTC', '06:00', '2100-01-01', now()) returning id`.execute(rig.db);
  const id = rows[0]?.id ?? 0;
  const anybody = () => people[random(people.length)]?.id ?? 0;
  await sql`insert into rotation_person (rotation_id, position, user_id, user_name)
    values (${id}, 0, ${anybody()}, 'then')`.execute(rig.db);
  for (let from = 0; from < 600; from += 3 + random(9)) {
    const [begin, end] = [from, from + 1 + random(9)].map((at) => new Date(rig.start + at * minute));
    await sql`insert into rotation_override (rotation_id, user_id, user_name, starts_at, ends_at, created_at, created_by)
      values (${id}, ${anybody()}, 'then', ${begin}, ${end}, now(), 'x')`.execute(rig.db);
  }
  return id;
}

/** A webhook of the client; some are off. */
async function makeWebhook(rig: EscalationRig, isActive: boolean): Promise<StoredTarget> {
  const { rows } = await sql<{ id: number }>`insert into webhook (client_id, title, url, secret, event_types,
      least_priority, format, is_active, created_at)
    values (${rig.device.clientId}, 'Pager', 'https://a.example/', '', '{alarm_on}', 4, 'tocsin', ${isActive}, now())
    returning id`.execute(rig.db);
  return { kind: 'webhook', id: rows[0]?.id ?? 0, name: 'Pager' };
}

/** Two policies of random steps, naming people, some of whom have no access, a rotation and webhooks, one of them off. */
async function makePolicies(rig: EscalationRig, random: Random): Promise<RotationSubject> {
  const people = [await rig.person('Ann'), await rig.person('Ben'), await rig.person('Cleo'), await makeUser(rig.db)];
  const rotation = await makeRotation(rig, people, random);
  const targets: readonly StoredTarget[] = [
    ...people.map(({ id }) => ({ kind: 'person' as const, id, name: 'then' })),
    { kind: 'rotation', id: rotation, name: 'Nights' },
    { kind: 'rotation', id: rotation, name: 'Nights' },
    await makeWebhook(rig, true),
    await makeWebhook(rig, false),
  ];
  const anybody = (): StoredTarget => {
    const target = targets[random(targets.length)];
    if (!target) throw new Error('a place without a target');
    return target;
  };
  const { clientId, siteId } = rig.device;
  let id = 0;
  for (let count = 0; count < 2; count++) {
    let after = random(3);
    const steps = Array.from({ length: 1 + random(4) }, () => {
      const step = { after_minutes: after, everybody: false, targets: [anybody(), anybody()] };
      after += 1 + random(5);
      return step;
    });
    const policy = {
      title: 'Night',
      event_types: ['alarm_on' as const],
      least_priority: 4,
      device_ids: null,
      steps,
      repeats: random(3),
      repeat_after_minutes: 1 + random(5),
      goes_on_after_clearing: true,
    };
    id = await rig.db
      .transaction()
      .execute((trx) => insertPolicy(trx, { clientId, siteId }, policy, new Date(rig.start)));
  }
  const place = await loadPolicy(rig.db, id);
  if (!place) throw new Error('the policy is missing');
  return place;
}

/** What the preview says of an event at a moment, in minutes after it: who gets a message, and each step's gaps. */
async function previewed(rig: EscalationRig, place: RotationSubject, at: number) {
  const { rosterOf, holdersOf, webhooksOf } = rig.dependencies;
  const { id: device_id, clientId: client_id, siteId: site_id } = rig.device;
  const event = { device_id, client_id, site_id, type: 'alarm_on' as const, priority: 2, is_active: true };
  const policies = await policiesAbout(rig.db, event);
  const targets = policies.flatMap((policy) => policy.steps.flatMap((step) => step.targets));
  const idsOf = (kind: string) => targets.flatMap((target) => (target.kind === kind ? [target.id] : []));
  const holders = await holdersOf(idsOf('rotation'), at, at + 600 * minute);
  const roster = await rosterOf([...idsOf('person'), ...holders.userIds]);
  const webhooks = await webhooksOf(idsOf('webhook'));
  const { steps, ends } = previewSteps(policies, at, { place, roster, holders, webhooks });
  const after = (moment: number): number => (moment - at) / minute;
  return {
    messages: steps
      .flatMap((step) => [
        ...step.people.filter(({ isSpared }) => !isSpared).map(({ id }) => `${after(step.at)} ${id}`),
        ...step.webhooks.filter(({ isSpared }) => !isSpared).map(({ id }) => `${after(step.at)} webhook ${id}`),
      ])
      .sort(),
    steps: steps
      .map((step) => {
        const n = step.round * step.policy.steps.length + step.step;
        return `${after(step.at)} ${step.policy.id} ${n} ${step.gaps.map(({ gap, name }) => `${name}:${gap}`)}`;
      })
      .sort(),
    end: after(Math.max(...ends.values())),
  };
}

/** What happened after an event: the messages and steps as they were stored. */
async function happened(rig: EscalationRig, eventId: number, at: number) {
  const after = (moment: Date): number => (moment.getTime() - at) / minute;
  const { rows: messages } = await sql<{ user_id: number; created_at: Date }>`select user_id, created_at from message
    where event_id = ${eventId}`.execute(rig.db);
  const { rows: deliveries } = await sql<{ webhook_id: number; created_at: Date }>`select webhook_id, created_at
    from webhook_delivery where event_id = ${eventId}`.execute(rig.db);
  const { rows: escalations } = await sql<{ id: number; policy_id: number }>`select x.id, x.policy_id from escalation x
    join escalation_event e on e.escalation_id = x.id where e.event_id = ${eventId}`.execute(rig.db);
  const policyOf = new Map(escalations.map(({ id, policy_id }) => [id, policy_id]));
  const steps = await stepsOf(rig.db, [...policyOf.keys()]);
  return {
    messages: [
      ...messages.map((message) => `${after(message.created_at)} ${message.user_id}`),
      ...deliveries.map((one) => `${after(one.created_at)} webhook ${one.webhook_id}`),
    ].sort(),
    steps: steps
      .map(
        (step) =>
          `${after(step.at)} ${policyOf.get(step.escalation_id)} ${step.step} ${step.gaps.map(({ gap, name }) => `${name}:${gap}`)}`,
      )
      .sort(),
  };
}

it(`equals what then happens, for ${plans * momentsOfPlan} random moments`, { timeout: plans * 300_000 }, async () => {
  const seed = printedSeed('preview-happened.db.test');
  const random = randomOf(seed);
  let sent = 0;
  for (let plan = 0; plan < plans; plan++) {
    const rig = await EscalationRig.make(database.db);
    const place = await makePolicies(rig, random);
    let now = 0;
    for (let count = 0; count < momentsOfPlan; count++) {
      now += random(20);
      await rig.at(now);
      const at = rig.start + now * minute;
      const { end, ...expected } = await previewed(rig, place, at);
      const eventId = await rig.event({ sensor: String(4_000 + count) });
      for (const last = now + end; now <= last; now++) await rig.at(now);
      expect(await happened(rig, eventId, at), `seed ${seed}, plan ${plan}, moment ${count}`).toEqual(expected);
      sent += expected.messages.length;
    }
  }
  expect(sent).toBeGreaterThan(plans * momentsOfPlan);
});
