import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
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
const threeSteps = (over: { repeats?: number } = {}) =>
  rig.policy({
    ...over,
    steps: [
      [0, [ann]],
      [5, [ben]],
      [15, [cleo]],
    ],
  });

describe('a clock that steps back', () => {
  it('by less than a step sends nothing again and leaves nobody out', async () => {
    await threeSteps();
    await rig.event();
    expect(await rig.sentAt(0)).toEqual(['Ann']);
    expect(await rig.sentAt(5)).toEqual(['Ben']);
    expect(await rig.sentAt(2)).toEqual([]);
    expect(await rig.sentAt(5)).toEqual([]);
    expect(await rig.sentAt(15)).toEqual(['Cleo']);
  });

  it('by an hour does not delay the next step by an hour', async () => {
    await threeSteps({ repeats: 1 });
    await rig.event();
    expect(await rig.sentAt(0)).toEqual(['Ann']);
    expect(await rig.sentAt(-60)).toEqual([]);
    expect(await rig.sentAt(-55)).toEqual(['Ben']);
    expect(await rig.sentAt(-45)).toEqual(['Cleo']);
    expect(await rig.sentAt(-35)).toEqual(['Ann']);
    expect(await rig.sentAt(-100)).toEqual([]);
    expect(await rig.sentAt(-95)).toEqual(['Ben']);
  });

  it('before the policies are looked up does not delay the first step', async () => {
    await threeSteps();
    await rig.event();
    expect(await rig.sentAt(-60)).toEqual(['Ann']);
    expect(await rig.sentAt(-55)).toEqual(['Ben']);
  });

  it('while the others of a step are repeated to, keeps their pause', async () => {
    await rig.policy({ repeats: 2, steps: [[0, [ann, ben], 'everybody']] });
    const event = await rig.event();
    await rig.sentAt(0);
    await rig.acknowledge(event, ann);
    expect(await rig.sentAt(-60)).toEqual([]);
    expect(await rig.sentAt(-50)).toEqual(['Ben']);
  });

  it('does not hold back what is gathered', async () => {
    await rig.policy({ steps: [[0, [ann]]] });
    for (let n = 0; n < 12; n++) await rig.event({ sensor: String(n) });
    expect(await rig.sentAt(0)).toHaveLength(10);
    expect(await rig.sentAt(-60)).toHaveLength(1);
  });

  it('leaves a long wait alone that a step with nobody to reach has begun', async () => {
    await threeSteps();
    await sql`update users set is_active = false where id in (${ann.id}, ${ben.id})`.execute(rig.db);
    await rig.event();
    expect(await rig.sentAt(0)).toEqual(['Cleo']);
    await rig.at(24);
    expect(await rig.states()).toEqual(['running']);
    await rig.at(25);
    expect(await rig.states()).toEqual(['used_up']);
  });
});

describe('a database that is away', () => {
  /** Ends the connection of the step's transaction, as a database that goes away does. */
  const cutConnection = async (): Promise<void> => {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
      and state = 'idle in transaction'`.execute(rig.db);
  };

  it('for ten minutes from the middle of a step loses no step and doubles none', async () => {
    await threeSteps();
    await rig.event();
    expect(await rig.sentAt(0)).toEqual(['Ann']);
    rig.during('step-written', cutConnection);
    await rig.tryAt(5);
    expect(await rig.send()).toEqual([]);
    expect((await rig.sentAt(15)).toSorted()).toEqual(['Ben', 'Cleo']);
    expect(await rig.sentAt(16)).toEqual([]);
  });

  it('for ten minutes from the lookup of the policies starts them afterwards, once', async () => {
    await threeSteps();
    await rig.event();
    rig.during('escalation-started', cutConnection);
    await rig.tryAt(0);
    expect(await rig.states()).toEqual([]);
    await sql`update pending_event set retry_at = null`.execute(rig.db);
    expect((await rig.sentAt(10)).toSorted()).toEqual(['Ann', 'Ben']);
    expect(await rig.states()).toEqual(['running']);
    expect(await rig.sentAt(15)).toEqual(['Cleo']);
  });

  it('in a step, and back with an acknowledgement, sends nothing more', async () => {
    await threeSteps();
    const event = await rig.event();
    await rig.sentAt(0);
    rig.during('step-written', cutConnection);
    await rig.tryAt(5);
    await rig.acknowledge(event, ann);
    expect(await rig.sentAt(15)).toEqual([]);
    expect(await rig.states()).toEqual(['acknowledged']);
  });
});

describe('taking out of service', () => {
  const takeOut = (path: string | null) =>
    sql`insert into out_of_service (device_id, path, since, user_name, reason, review_at)
      values (${rig.device.id}, ${path}, now(), 'Ann', 'Bearing changed', now() + interval '7 days')`.execute(rig.db);

  it.each([['4.4000'], [null]])('what the event is about (%s) ends its escalation with it', async (path) => {
    await threeSteps();
    await rig.event();
    await rig.at(0);
    await takeOut(path);
    // Nothing has run since: it ended in the transaction that took it out.
    expect(await rig.states()).toEqual(['suspended']);
    expect(await rig.send()).toEqual([]);
    expect(await rig.sentAt(5)).toEqual([]);
  });

  it('another sensor of the device ends nothing', async () => {
    await threeSteps();
    await rig.event();
    await rig.sentAt(0);
    await takeOut('4.4001');
    expect(await rig.sentAt(5)).toEqual(['Ben']);
  });
});

describe('what fails again and again', () => {
  it('in steps of more escalations than one run takes on keeps no other escalation waiting', async () => {
    const { rosterOf } = rig.dependencies;
    Object.assign(rig.dependencies, {
      rosterOf: (ids: readonly number[]) => {
        if (ids.includes(ben.id)) throw new Error('this person cannot be read');
        return rosterOf(ids);
      },
    });
    await rig.policy({ devices: null, steps: [[0, [ben]]], event_types: ['warning_on'] });
    await rig.policy({ steps: [[1, [ann]]] });
    for (let n = 0; n < 25; n++) await rig.event({ type: 'warning_on', sensor: String(n) });
    await rig.event();
    expect(await rig.sentAt(0)).toEqual([]);
    expect(await rig.sentAt(1)).toEqual(['Ann']);
    Object.assign(rig.dependencies, { rosterOf });
    expect((await rig.sentAt(2)).includes('Ben')).toBe(true);
  });

  const failToWrite = (error: Error) =>
    Object.assign(rig.dependencies, {
      mailAbout: async () => {
        throw error;
      },
    });

  it('in writing what happened still mails that nobody has acknowledged, with the link to do so', async () => {
    await threeSteps();
    const event = await rig.event();
    failToWrite(new Error('a value of the event cannot be written'));
    await rig.at(0);
    const { rows } = await sql<{ subject: string; text: string }>`select m.subject, m.text from mail m
      join message g on g.mail_id = m.id where g.event_id = ${event}`.execute(rig.db);
    expect(rows).toEqual([
      {
        subject: 'Not acknowledged: escalation policy “Night”',
        text: expect.stringMatching(
          /could not be written into this mail[\s\S]*Nobody has acknowledged this yet[\s\S]*\/acknowledge\//,
        ),
      },
    ]);
    expect(await rig.send()).toEqual(['Ann']);
    expect(await rig.sentAt(5)).toEqual(['Ben']);
  });

  it('because the database is overloaded waits for the whole mail', async () => {
    const { mailAbout } = rig.dependencies;
    await threeSteps();
    await rig.event();
    failToWrite(Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' }));
    expect(await rig.sentAt(0)).toEqual([]);
    Object.assign(rig.dependencies, { mailAbout });
    expect(await rig.sentAt(1)).toEqual(['Ann']);
  });

  it('because the events of gathered messages are gone ends these, and mails the others', async () => {
    await rig.policy({ steps: [[0, [ann]]] });
    await rig.policy({ steps: [[1, [ben]]], event_types: ['warning_on'] });
    const events: number[] = [];
    for (let n = 0; n < 12; n++) events.push(await rig.event({ sensor: String(n) }));
    expect(await rig.sentAt(0)).toHaveLength(10);
    const { mailAbout } = rig.dependencies;
    Object.assign(rig.dependencies, {
      mailAbout: async (ids: readonly number[], parts: Parameters<typeof mailAbout>[1]) =>
        ids.some((id) => events.includes(id)) ? undefined : await mailAbout(ids, parts),
    });
    for (let n = 0; n < 12; n++) await rig.event({ type: 'warning_on', sensor: `w${n}` });
    expect(await rig.sentAt(1)).toHaveLength(10);
    expect(await rig.sentAt(3)).toEqual(['Ben']);
    const { rows } = await sql<{ error: string }>`select distinct error from message
      where event_id = any(${events}::bigint[]) and state = 'failed'`.execute(rig.db);
    expect(rows).toEqual([{ error: 'the events are gone' }]);
  });
});
