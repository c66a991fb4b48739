import { contactKinds } from '@tocsin/contract/contact-methods';
import { priorities } from '@tocsin/contract/priority';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApi, testApi } from '../access/testing.ts';
import { addPreviewRoutes } from '../features/escalation/index.ts';
import { kindsFor } from '../notify/3-resolve/methods.ts';
import { peopleOfPolicies } from '../notify/3-resolve/people-of-policies.ts';
import { testDatabase } from '../platform/testing/database.ts';
import { type MadeUser, signedIn } from '../platform/testing/factories.ts';
import { printedSeed, type Random, randomOf } from '../platform/testing/random.ts';
import { ContactRig } from './testing/contact-rig.ts';

const database = testDatabase();
let rig: ContactRig;
let api: TestApi;

beforeAll(async () => {
  rig = await ContactRig.make(database.db);
  const { db, clock } = rig;
  const sensorOf = async () => undefined;
  const kinds = (clientId: number, ids: readonly number[]) => kindsFor(db, clientId, ids);
  api = await testApi(
    db,
    (a) => addPreviewRoutes(a, { db, clock, ...peopleOfPolicies(db), kindsFor: kinds, sensorOf }),
    {
      clock,
    },
  );
});
afterAll(async () => {
  await Promise.all([api.http.close(), rig.api.http.close()]);
});

const zones = ['America/Winnipeg', 'America/Chicago', 'Europe/Berlin'];

/** Methods of any kind and least priority, some not verified or ended, and quiet hours for every second person. */
async function addMethods(person: MadeUser, random: Random): Promise<void> {
  for (let n = random(5); n > 0; n--) {
    const kind = contactKinds[random(contactKinds.length)] ?? 'push';
    const id = await rig.method(person, kind, 'nowhere', `${person.id} ${n}`);
    await sql`update contact_method set least_priority = ${1 + random(4)},
        verified_at = case when ${random(5) > 0} then now() end,
        ended_at = case when ${random(5) === 0} then now() end
      where id = ${id}`.execute(rig.db);
  }
  if (person.id % 2 === 0) return;
  const begins = random(1_440);
  await sql`insert into quiet_hours (user_id, begins, ends, timezone) values (${person.id}, ${begins},
    ${(begins + 1 + random(1_439)) % 1_440}, ${zones[random(zones.length)]})`.execute(rig.db);
}

it('tells the methods by which people then get a message, over a night', async () => {
  const random = randomOf(printedSeed('preview-methods.db.test'));
  const people: MadeUser[] = [];
  for (let n = 0; n < 12; n++) people.push(await rig.escalation.person(`Person ${n}`));
  for (const person of people) await addMethods(person, random);
  await rig.escalation.policy({ steps: people.map((person, n) => [n * 90, [person]]) });
  const viewer = await signedIn(api.http, rig.db, people[0] ?? { id: 0 }, new Date(rig.clock.now()));
  const deviceId = rig.escalation.device.id;
  const expected = new Map<number, string[]>();
  for (const [level, priority] of priorities.entries()) {
    const query = `device=${deviceId}&priority=${priority}&at=${new Date(rig.clock.now()).toISOString()}`;
    const reply = (await viewer.get(`/api/v1/on-call/preview/?${query}`)).json();
    const event = await rig.escalation.event({ priority: level + 1, sensor: String(4_000 + level) });
    const notified = reply.steps.flatMap((step: { people: { id: number; methods: string[] }[] }) =>
      step.people.flatMap(({ id, methods }) => methods.map((method) => `${id} ${method}`)),
    );
    expected.set(event, notified.sort());
  }
  for (let minute = 0; minute <= 12 * 90; minute += 90) await rig.escalation.at(minute);
  for (const [event, notified] of expected) {
    const { rows } = await sql<{ text: string }>`select distinct user_id || ' ' || method as text from message
      where event_id = ${event}`.execute(rig.db);
    expect(rows.map(({ text }) => text).sort()).toEqual(notified);
  }
});
