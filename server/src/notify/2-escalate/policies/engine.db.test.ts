import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { unanswered } from '../../../features/escalation/store-event.ts';
import { testDatabase } from '../../../platform/testing/database.ts';
import type { MadeUser } from '../../../platform/testing/factories.ts';
import { EscalationRig } from '../../testing/escalations.ts';

const database = testDatabase();
let rig: EscalationRig;
let ann: MadeUser;
let ben: MadeUser;
let cleo: MadeUser;

beforeEach(async () => {
  rig = await EscalationRig.make(database.db);
  [ann, ben, cleo] = [await rig.person('Ann'), await rig.person('Ben'), await rig.person('Cleo')];
});

/** Ann at once, Ben after 5 minutes, Cleo after 15. */
const threeSteps = (over: { repeats?: number; goes_on_after_clearing?: boolean } = {}) =>
  rig.policy({
    ...over,
    steps: [
      [0, [ann]],
      [5, [ben]],
      [15, [cleo]],
    ],
  });

describe('nobody is notified', () => {
  it('without a policy', async () => {
    await rig.event();
    expect(await rig.sentAt(0)).toEqual([]);
    expect(await rig.states()).toEqual([]);
  });

  it.each([
    ['of a maintenance test', { isTest: true }],
    ['that notified nobody, being late', { isNotified: false }],
    ['of a type that the policy is not about', { type: 'warning_on' }],
    ['that begins nothing', { type: 'alarm_off' }],
  ])('of an event %s', async (_, over) => {
    await threeSteps();
    await rig.event(over);
    expect(await rig.sentAt(0)).toEqual([]);
  });

  it('of an event that was acknowledged before the policies were looked up', async () => {
    await threeSteps();
    await rig.acknowledge(await rig.event(), ben);
    expect(await rig.sentAt(0)).toEqual([]);
  });

  it('of a suspended device', async () => {
    await threeSteps();
    await sql`update device set is_suspended = true where id = ${rig.device.id}`.execute(rig.db);
    await rig.event();
    expect(await rig.sentAt(0)).toEqual([]);
  });

  it('who may not open the device any more: the gap is written, and the next step comes at once', async () => {
    await threeSteps();
    await sql`update users set is_active = false where id = ${ann.id}`.execute(rig.db);
    await rig.event();
    expect(await rig.sentAt(0)).toEqual(['Ben']);
    const { rows } = await sql<{ gaps: object[] }>`select gaps from escalation_step st
      join escalation x on x.id = st.escalation_id where x.device_id = ${rig.device.id} order by step`.execute(rig.db);
    expect(rows.map((row) => row.gaps)).toEqual([
      [{ kind: 'person', id: ann.id, name: 'Ann Test', gap: 'deactivated' }],
      [],
    ]);
    expect(await rig.sentAt(15)).toEqual(['Cleo']);
  });
});

describe('an alarm that nobody acknowledges', () => {
  it('reaches one person after another, each once', async () => {
    await threeSteps();
    await rig.event();
    expect(await rig.sentAt(0)).toEqual(['Ann']);
    expect(await rig.sentAt(4)).toEqual([]);
    expect(await rig.sentAt(5)).toEqual(['Ben']);
    expect(await rig.sentAt(15)).toEqual(['Cleo']);
    expect(await rig.states()).toEqual(['running']);
  });

  it('is repeated, then stands as used up and is mailed to the emergency contact once', async () => {
    await sql`update client set alternative_email = 'gate@mill.example' where id = ${rig.device.clientId}`.execute(
      rig.db,
    );
    await threeSteps({ repeats: 1 });
    await rig.event();
    for (const minutes of [0, 5, 15]) await rig.sentAt(minutes);
    expect(await rig.sentAt(24)).toEqual([]);
    expect(await rig.sentAt(25)).toEqual(['Ann']);
    expect(await rig.sentAt(30)).toEqual(['Ben']);
    expect(await rig.sentAt(40)).toEqual(['Cleo']);
    await rig.at(49);
    expect(await rig.states()).toEqual(['running']);
    await rig.at(50);
    await rig.at(500);
    expect(await rig.states()).toEqual(['used_up']);
    const { rows } = await sql<{ subject: string }>`select subject from mail
      where to_address = 'gate@mill.example' and client_id = ${rig.device.clientId}`.execute(rig.db);
    expect(rows.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Nobody acknowledged: ALARM Leg 1/)]);
  });

  it('is told by every matching policy, and to a person once a minute', async () => {
    await threeSteps();
    await rig.policy({ title: 'Managers', steps: [[0, [ann, ben]]] });
    await rig.event();
    expect((await rig.sentAt(0)).toSorted()).toEqual(['Ann', 'Ben']);
    expect(await rig.states()).toEqual(['running', 'running']);
    const { rows } = await sql<{ title: string; spared: object[] }>`select x.title, st.spared from escalation_step st
      join escalation x on x.id = st.escalation_id where x.device_id = ${rig.device.id} order by x.id`.execute(rig.db);
    expect(rows).toEqual([
      { title: 'Night', spared: [] },
      { title: 'Managers', spared: [{ id: ann.id, name: 'Ann Test', policy: 'Night' }] },
    ]);
  });
});

it('tells each person the story of the incident as they may read it, and the emergency contact none', async () => {
  await sql`update client set alternative_email = 'desk@mill.example' where id = ${rig.device.clientId}`.execute(
    rig.db,
  );
  await rig.policy({ steps: [[0, [ann, ben]]] });
  await rig.event();
  await rig.sentAt(0);
  await rig.at(500);
  const { rows } = await sql<{ to_address: string; body: string }>`select to_address, text as body from mail
    where client_id = ${rig.device.clientId} order by id`.execute(rig.db);
  const told = rows.map(({ to_address: to, body }) => [
    to,
    body.match(/The story as person (\d+) reads it in en\./)?.[1],
  ]);
  expect(told).toEqual([
    [ann.email, String(ann.id)],
    [ben.email, String(ben.id)],
    ['desk@mill.example', undefined],
  ]);
});

describe('a step that came late', () => {
  it('drops no step after it: the person gets the next one when the minute is over', async () => {
    await rig.policy({ steps: [[0, [ann]]], repeats: 2, repeat_after_minutes: 1 });
    await rig.event();
    const late = 2.8 / 60;
    expect(await rig.sentAt(late)).toEqual(['Ann']);
    expect(await rig.sentAt(1)).toEqual([]);
    expect(await rig.sentAt(1 + late)).toEqual(['Ann']);
    expect(await rig.sentAt(2)).toEqual([]);
    expect(await rig.sentAt(2 + late)).toEqual(['Ann']);
  });

  it('keeps the next one from going when the alarm is acknowledged meanwhile', async () => {
    await rig.policy({ steps: [[0, [ann]]], repeats: 1, repeat_after_minutes: 1 });
    const event = await rig.event();
    expect(await rig.sentAt(0.05)).toEqual(['Ann']);
    await rig.at(1);
    await rig.acknowledge(event, ann);
    expect(await rig.sentAt(1.05)).toEqual([]);
  });

  it('which reached nobody does not hold the next one back', async () => {
    await rig.policy({
      steps: [
        [0, [ann]],
        [1, [ann]],
      ],
    });
    await rig.event();
    await rig.at(0.05);
    await rig.send('failed');
    expect(await rig.sentAt(0.1)).toEqual(['Ann']);
  });
});

describe('an acknowledgement', () => {
  it('ends every escalation of the event, and queued messages are not begun', async () => {
    await threeSteps();
    const event = await rig.event();
    await rig.sentAt(0);
    await rig.at(5);
    await rig.acknowledge(event, ann);
    expect(await rig.send()).toEqual([]);
    expect(await rig.sentAt(100)).toEqual([]);
    expect(await rig.states()).toEqual(['acknowledged']);
    const { rows } = await sql<{ name: string; state: string }>`select user_name as name, state from message
      where event_id = ${event} order by id`.execute(rig.db);
    expect(rows).toEqual([
      { name: 'Ann Test', state: 'acknowledged' },
      { name: 'Ben Test', state: 'cancelled' },
    ]);
  });

  it('of an event whose message a dead process was sending leaves it cancelled, not being sent for ever', async () => {
    await threeSteps();
    const event = await rig.event();
    await rig.at(0);
    const { rows: mails } = await sql<{ id: number; html: string; text: string }>`select m.id, m.html, m.text
      from mail m join message on message.mail_id = m.id where message.event_id = ${event}`.execute(rig.db);
    const [mail] = mails;
    if (!mail) throw new Error('nothing was queued');
    expect(await rig.gate.begin(mail)).not.toBeNull();
    // The process dies here: it neither sent nor settled the mail.
    await rig.acknowledge(event, ben);
    expect(await rig.gate.begin(mail)).toBeNull();
    const { rows } = await sql<{ state: string }>`select state from message where event_id = ${event}`.execute(rig.db);
    expect(rows).toEqual([{ state: 'cancelled' }]);
  });

  it('of a used-up escalation ends it', async () => {
    await rig.policy({ steps: [[0, [ann]]] });
    const event = await rig.event();
    await rig.sentAt(0);
    await rig.at(10);
    expect(await rig.states()).toEqual(['used_up']);
    await rig.acknowledge(event, ann);
    expect(await rig.states()).toEqual(['acknowledged']);
  });

  it('that never came does not keep the next alarm from being told, nor the last from being listed', async () => {
    await rig.policy({ steps: [[0, [ann]]] });
    const first = await rig.event();
    expect(await rig.sentAt(0)).toEqual(['Ann']);
    await rig.at(10);
    await rig.clear(first);
    const second = await rig.event();
    expect(await rig.sentAt(60)).toEqual(['Ann']);
    expect(await rig.states()).toEqual(['used_up', 'used_up']);
    const open = async () => (await unanswered(rig.db, [rig.device.clientId], { limit: 9, offset: 0 })).rows;
    expect(await open()).toMatchObject([{ event_id: second }]);
    await rig.acknowledge(second, ann);
    expect(await open()).toEqual([]);
  });

  it('of a step that wants everybody leaves the others: it is repeated to them while there are rounds', async () => {
    await rig.policy({ repeats: 2, steps: [[0, [ann, ben, cleo], 'everybody']] });
    const event = await rig.event();
    expect((await rig.sentAt(0)).toSorted()).toEqual(['Ann', 'Ben', 'Cleo']);
    await rig.acknowledge(event, ann);
    expect(await rig.states()).toEqual(['others']);
    expect((await rig.sentAt(11)).toSorted()).toEqual(['Ben', 'Cleo']);
    expect((await rig.sentAt(22)).toSorted()).toEqual(['Ben', 'Cleo']);
    expect(await rig.sentAt(33)).toEqual([]);
    expect(await rig.states()).toEqual(['acknowledged']);
  });

  it('that comes while the only step is prepared again for everybody leaves out who gave it', async () => {
    await rig.policy({ repeats: 1, steps: [[0, [ann, ben], 'everybody']] });
    const event = await rig.event();
    await rig.sentAt(0);
    const { rosterOf } = rig.dependencies;
    let acknowledging: Promise<void> | undefined;
    Object.assign(rig.dependencies, {
      async rosterOf(ids: readonly number[]) {
        acknowledging ??= rig.acknowledge(event, ann);
        await acknowledging;
        return await rosterOf(ids);
      },
    });
    expect(await rig.sentAt(10)).toEqual([]);
    expect(await rig.sentAt(11)).toEqual(['Ben']);
  });

  it('that waits for a step which is being run goes by the row as that step leaves it', async () => {
    await rig.policy({
      repeats: 1,
      steps: [
        [0, [ann]],
        [5, [ben, cleo], 'everybody'],
      ],
    });
    const event = await rig.event();
    await rig.sentAt(0);
    let acknowledged: Promise<void> | undefined;
    // The step's transaction holds the escalation when somebody acknowledges.
    rig.during('step-written', async () => {
      acknowledged = rig.acknowledge(event, ben);
      await rig.waitForLock();
    });
    await rig.at(5);
    await acknowledged;
    expect(await rig.states()).toEqual(['others']);
  });

  it('of an alarm that has begun again since ends nothing for the new beginning, which is told of further', async () => {
    await threeSteps();
    const first = await rig.event();
    await rig.sentAt(0);
    await rig.at(5);
    await rig.clear(first);
    const second = await rig.event();
    await rig.at(6);
    await rig.acknowledge(first, ann);
    expect(await rig.send()).toEqual([]);
    expect(await rig.states()).toEqual(['running']);
    expect(await rig.sentAt(15)).toEqual(['Cleo']);
    await rig.acknowledge(second, cleo);
    expect(await rig.states()).toEqual(['acknowledged']);
    expect(await rig.sentAt(100)).toEqual([]);
    const { rows } = await sql<{ name: string; state: string }>`select user_name as name, state from message
      where event_id in (${first}, ${second}) order by id`.execute(rig.db);
    expect(rows).toEqual([
      { name: 'Ann Test', state: 'acknowledged' },
      { name: 'Ben Test', state: 'cancelled' },
      { name: 'Cleo Test', state: 'acknowledged' },
    ]);
  });

  it('of the newest of them, or of all at once, ends the escalation', async () => {
    await threeSteps();
    for (const acknowledges of ['newest', 'all'] as const) {
      const first = await rig.event();
      await rig.at(0);
      await rig.clear(first);
      const second = await rig.event();
      await rig.at(1);
      if (acknowledges === 'newest') await rig.acknowledge(second, ann);
      else
        await sql`update event set acknowledged_by = 'somebody', acknowledged_user = ${ann.id}, acknowledged_at = 1
          where id in (${first}, ${second})`.execute(rig.db);
    }
    expect(await rig.states()).toEqual(['acknowledged', 'acknowledged']);
  });

  it('of an earlier beginning does not count where everybody has to acknowledge the newest', async () => {
    await rig.policy({ repeats: 2, steps: [[0, [ann, ben], 'everybody']] });
    const first = await rig.event();
    await rig.sentAt(0);
    await rig.clear(first);
    const second = await rig.event();
    await rig.at(1);
    await rig.acknowledge(first, ann);
    await rig.acknowledge(second, ben);
    expect(await rig.states()).toEqual(['others']);
    expect(await rig.sentAt(12)).toEqual(['Ann']);
  });

  it('and a new beginning start a new escalation', async () => {
    await threeSteps();
    const first = await rig.event();
    await rig.sentAt(0);
    await rig.acknowledge(first, ann);
    await rig.event();
    expect(await rig.sentAt(3)).toEqual(['Ann']);
    expect(await rig.states()).toEqual(['acknowledged', 'running']);
  });
});

describe('an alarm that clears', () => {
  it('is escalated further unless the policy says otherwise', async () => {
    await threeSteps();
    const event = await rig.event();
    await rig.sentAt(0);
    await rig.clear(event);
    expect(await rig.sentAt(5)).toEqual(['Ben']);
  });

  it('ends a policy that does not go on', async () => {
    await threeSteps({ goes_on_after_clearing: false });
    const event = await rig.event();
    await rig.sentAt(0);
    await rig.clear(event);
    expect(await rig.sentAt(5)).toEqual([]);
    expect(await rig.states()).toEqual(['cleared']);
  });

  it('and begins again within ten minutes goes on where it stopped, later at the first step', async () => {
    await threeSteps({ goes_on_after_clearing: false });
    const first = await rig.event();
    await rig.sentAt(0);
    await rig.clear(first);
    const second = await rig.event();
    expect(await rig.sentAt(6)).toEqual(['Ben']);
    await rig.clear(second);
    await rig.at(30);
    expect(await rig.states()).toEqual(['cleared']);
    await rig.event();
    expect(await rig.sentAt(30)).toEqual(['Ann']);
    expect(await rig.states()).toEqual(['cleared', 'running']);
  });

  it('and flaps during a step is one escalation, which an acknowledgement of the newest event ends', async () => {
    await threeSteps();
    const first = await rig.event();
    await rig.sentAt(0);
    let newest = first;
    for (let n = 0; n < 5; n++) {
      newest = await rig.event();
      expect(await rig.sentAt(1 + n / 2)).toEqual([]);
    }
    expect(await rig.sentAt(5)).toEqual(['Ben']);
    await rig.acknowledge(newest, ben);
    expect(await rig.states()).toEqual(['acknowledged']);
    expect(await rig.sentAt(15)).toEqual([]);
  });
});

describe('what is changed meanwhile', () => {
  it('by a shelf ends it, and the end of the shelf starts at the first step', async () => {
    await threeSteps();
    const event = await rig.event();
    await rig.sentAt(0);
    await sql`update event set is_shelved = true where id = ${event}`.execute(rig.db);
    expect(await rig.sentAt(5)).toEqual([]);
    await sql`update event set is_shelved = false where id = ${event}`.execute(rig.db);
    await sql`insert into pending_event (event_id, audience, at) values (${event}, 'policies', ${new Date(rig.start + 3_600_000)})`.execute(
      rig.db,
    );
    expect(await rig.sentAt(60)).toEqual(['Ann']);
    expect(await rig.states()).toEqual(['shelved', 'running']);
  });

  it('by suspending, removing or moving the device ends it; a moved device starts again', async () => {
    await threeSteps();
    await rig.event();
    await rig.sentAt(0);
    await sql`update device set is_suspended = true where id = ${rig.device.id}`.execute(rig.db);
    expect(await rig.sentAt(5)).toEqual([]);
    expect(await rig.states()).toEqual(['suspended']);
  });

  it('in the policy does not change steps that have begun', async () => {
    const id = await threeSteps();
    await rig.event();
    await rig.sentAt(0);
    await sql`delete from escalation_policy where id = ${id}`.execute(rig.db);
    expect(await rig.sentAt(5)).toEqual(['Ben']);
  });
});

describe('what fails', () => {
  it('goes on to the next step at once when every message of a step failed', async () => {
    await threeSteps();
    await rig.event();
    await rig.at(0);
    await rig.send('failed');
    // The rest of the step's time is not waited for.
    expect(await rig.sentAt(1)).toEqual(['Ben']);
    expect(await rig.sentAt(15)).toEqual(['Cleo']);
  });

  it('is caught up when no process could run steps for ten minutes', async () => {
    await threeSteps();
    await rig.event();
    expect((await rig.sentAt(12)).toSorted()).toEqual(['Ann', 'Ben']);
    expect(await rig.sentAt(14)).toEqual([]);
    expect(await rig.sentAt(15)).toEqual(['Cleo']);
  });
});

it('a critical alarm has a mail of its own also in a flood, and what is acknowledged leaves the gathered mail', async () => {
  await rig.policy({ steps: [[0, [ann]]] });
  const events: number[] = [];
  for (let n = 0; n < 12; n++) events.push(await rig.event({ sensor: String(n) }));
  events.push(await rig.event({ sensor: 'critical', priority: 1 }));
  expect(await rig.sentAt(0)).toHaveLength(11);
  await rig.acknowledge(events[10] ?? 0, ben);
  await rig.at(1);
  const { rows } = await sql<{ about: { events: number[] } }>`select about from mail
    where client_id = ${rig.device.clientId} and state = 'pending'`.execute(rig.db);
  expect(rows.map(({ about }) => about.events)).toEqual([[events[11]]]);
  await rig.acknowledge(events[11] ?? 0, ben);
  expect(await rig.send()).toEqual([]);
});
