import { noResponse } from '@tocsin/contract/responses';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DrivenClock } from '../../../platform/clock.ts';
import { testDatabase } from '../../../platform/testing/database.ts';
import { makeClient, makeUser } from '../../../platform/testing/factories.ts';
import { hour, minute, SendingRig } from '../../testing/rule-mails.ts';

const database = testDatabase();
let rig: SendingRig;
let clock: DrivenClock;

beforeAll(async () => {
  rig = await SendingRig.make(database.db);
  clock = rig.clock;
});
beforeEach(() => rig.fresh());

const makeRule: SendingRig['makeRule'] = (over) => rig.makeRule(over);
const event: SendingRig['event'] = (over) => rig.event(over);
const deliver: SendingRig['deliver'] = (...ids) => rig.deliver(...ids);
const mails: SendingRig['mails'] = () => rig.mails();
const pass: SendingRig['pass'] = (ms) => rig.pass(ms);

describe('sends no mail', () => {
  // spec: decisions 6 A rule reaches only devices that its owner may still see at sending time
  it('whose owner has lost the site', async () => {
    await makeRule();
    await sql`update membership set has_access = false where user_id = ${rig.owner.id}`.execute(database.db);
    await deliver(await event());
    expect(await mails()).toEqual([]);
  });

  it('of another client, of another type, for a suspended device, or for a removed one', async () => {
    await makeRule({ type: 'warning' });
    const stranger = await makeUser(database.db, { client: (await makeClient(database.db)).id, manages: true });
    await sql`insert into email_rule (user_id, client_id, event_type, all_devices)
      values (${stranger.id}, ${rig.device.clientId}, 'alarm', true)`.execute(database.db);
    await deliver(await event());
    const { rows } = await sql`select 1 from mail where user_id = ${stranger.id}`.execute(database.db);
    expect([await mails(), rows]).toEqual([[], []]);
    await makeRule();
    const id = await event();
    await sql`update device set is_suspended = true where id = ${rig.device.id}`.execute(database.db);
    await deliver(id);
    await sql`update device set is_suspended = false, removed_at = now() where id = ${rig.device.id}`.execute(
      database.db,
    );
    await deliver(id);
    expect(await mails()).toEqual([]);
  });
});

describe('at once', () => {
  // spec: decisions 6 Every mail names client, site, device, sensor, value, state and time in the site's zone
  it('mails on and off, naming all in the zone of the site, markup as text', async () => {
    await makeRule({ alternative: 'shift@example.com' });
    const on = await event();
    await deliver(on);
    clock.advanceTo(clock.now() + 5 * minute);
    await deliver(await event({ type: 'alarm_off', forebear: on }));
    const [first, second, ...more] = await mails();
    expect(more).toEqual([]);
    expect(first).toMatchObject({
      to_address: 'shift@example.com',
      subject: 'ALARM Leg 1, Bearing 4000 84.56 °C (North elevator)',
    });
    for (const said of [
      'Client: Prairie <b>Grain</b>',
      'Site: North elevator',
      'Sensor: Bearing 4000',
      'Value: 84.56 °C',
      'State: Absolute',
      '(America/Chicago)',
      'https://tocsin.example/dashboard/historical/snapshot/',
    ])
      expect(first?.text).toContain(said);
    expect(first?.html).not.toContain('<b>Grain');
    expect(second?.subject).toContain('Alarm cleared');
    expect(second?.text).toContain('Lasted: 5 min');
  });

  it('says how urgent an alarm is and how to respond, which its end does not repeat', async () => {
    rig.response = {
      ...noResponse,
      what_to_do: 'Keep the leg stopped <now>',
      likely_cause: 'Dry bearing',
      respond_within_minutes: 10,
    };
    await makeRule({});
    const on = await event();
    await deliver(on);
    await deliver(await event({ type: 'alarm_off', forebear: on }));
    const [first, second] = await mails();
    for (const said of [
      'Priority: High',
      'What to do: Keep the leg stopped <now>',
      'Respond within: 10 min',
      'Likely cause: Dry bearing',
    ])
      expect(first?.text).toContain(said);
    expect(second?.text).not.toContain('What to do');
    expect(second?.text).not.toContain('Priority');
    rig.response = noResponse;
  });

  it('sends nothing twice when the job runs again', async () => {
    await makeRule();
    const on = await event();
    await deliver(on);
    await deliver(on);
    expect(await mails()).toHaveLength(1);
  });

  it('makes two mails of two rules for one event', async () => {
    await makeRule();
    await makeRule();
    await deliver(await event());
    expect(await mails()).toHaveLength(2);
  });

  it('puts the events of one moment into one mail', async () => {
    await makeRule();
    await deliver(await event({ sensor: '4000' }), await event({ sensor: '4001' }));
    expect((await mails()).map((mail) => mail.subject)).toEqual([
      '2 notifications, first: ALARM Leg 1, Bearing 4000 84.56 °C (North elevator)',
    ]);
  });

  it('gathers a flood: every sensor once over all mails, far fewer mails than alarms', async () => {
    await makeRule();
    const ids: number[] = [];
    for (let n = 0; n < 40; n++) {
      const id = await event({ sensor: String(5000 + n) });
      ids.push(id);
      await deliver(id);
      await pass(750);
    }
    await pass(minute);
    const sent = await mails();
    expect(sent.flatMap((mail) => mail.about.events).sort((a, b) => a - b)).toEqual(ids);
    expect(sent.length).toBeLessThan(10);
  });
});

describe('a flood of many sensors', () => {
  it('is looked up once for each mail, not once for each event', async () => {
    await makeRule();
    const before = rig.lookups;
    await deliver(...(await rig.flood(700, 700)));
    await rig.pass(minute);
    const sent = await mails();
    expect(sent.flatMap((mail) => mail.about.events)).toHaveLength(700);
    expect(rig.lookups - before).toBe(sent.length);
  });
});

describe('after X minutes', () => {
  it('mails when it is still on, and not when it cleared just before', async () => {
    await makeRule({ when: 2, x: 5 });
    const cleared = await event({ sensor: '1' });
    await deliver(cleared, await event({ sensor: '2' }));
    await pass(5 * minute - 1);
    const off = await event({ type: 'alarm_off', sensor: '1', forebear: cleared });
    await deliver(off);
    await pass(2);
    const sent = await mails();
    expect(sent.map((mail) => mail.subject)).toEqual(['Still on: ALARM Leg 1, Bearing 2 84.56 °C (North elevator)']);
  });

  // spec: decisions 6 a first mail (0, 2) is still sent after an acknowledgement
  it('mails although the alarm is acknowledged', async () => {
    await makeRule({ when: 2, x: 1 });
    const on = await event();
    await deliver(on);
    await sql`update event set acknowledged_by = 'Ana', acknowledged_at = 1 where id = ${on}`.execute(database.db);
    await pass(2 * minute);
    expect((await mails())[0]?.text).toContain('Acknowledged by: Ana');
  });
});

describe('every X hours', () => {
  it('mails at once and reminds until it is cleared', async () => {
    await makeRule({ when: 3, x: 2 });
    const on = await event();
    await deliver(on);
    await pass(4 * hour + minute);
    expect(await mails()).toHaveLength(3);
    await deliver(await event({ type: 'alarm_off', forebear: on }));
    await pass(10 * hour);
    expect((await mails()).map((mail) => mail.subject.split(':')[0])).toEqual([
      'ALARM Leg 1, Bearing 4000 84.56 °C (North elevator)',
      'Still on',
      'Still on',
      'Alarm cleared Leg 1, Bearing 4000 84.56 °C (North elevator)',
    ]);
  });

  // spec: decisions 6 Acknowledge ends the hourly repeats (code 3)
  it('stops reminding when it is acknowledged', async () => {
    await makeRule({ when: 3, x: 1 });
    const on = await event();
    await deliver(on);
    await pass(hour + minute);
    await sql`update event set acknowledged_by = 'Ana', acknowledged_at = 1 where id = ${on}`.execute(database.db);
    await pass(5 * hour);
    expect(await mails()).toHaveLength(2);
  });
});

// spec: administration 9 smart notify limits the total e-mails per hour per sensor
it('limits by sensor and hour, then summarizes in one mail what was held and what is still active', async () => {
  await makeRule({ perHour: 2 });
  for (let n = 0; n < 5; n++) {
    const on = await event();
    await deliver(on);
    await pass(10 * minute);
    if (n < 4) await deliver(await event({ type: 'alarm_off', forebear: on }));
  }
  await deliver(await event({ sensor: '4001' }));
  const before = await mails();
  expect(before.filter((mail) => mail.subject.startsWith('ALARM Leg 1, Bearing 4000'))).toHaveLength(2);
  expect(before.filter((mail) => mail.subject.startsWith('Alarm cleared'))).toHaveLength(2);
  expect(before.at(-1)?.subject).toContain('Bearing 4001');
  await pass(20 * minute);
  const held = (await mails()).slice(before.length);
  expect(held).toHaveLength(1);
  expect(held[0]?.about.events).toHaveLength(3);
  expect(held[0]?.text).toContain('held back');
  expect(held[0]?.text).toContain('Still on: Leg 1, Bearing 4000');
});

// spec: decisions 8 Alarms of the tested sensor appear in the log as tests and go only to rules of type maintenance
it('sends alarms of a test to rules of type maintenance only', async () => {
  await makeRule();
  await makeRule({ type: 'maintenance' });
  await deliver(await event({ test: true }));
  expect((await mails()).map((mail) => mail.subject)).toEqual([
    'TEST: ALARM Leg 1, Bearing 4000 84.56 °C (North elevator)',
  ]);
});
