import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../platform/testing/database.ts';
import { hour, minute, SendingRig } from '../../testing/rule-mails.ts';

const database = testDatabase();
let rig: SendingRig;
beforeAll(async () => {
  rig = await SendingRig.make(database.db);
});
beforeEach(() => rig.fresh());

const suspend = (on: boolean) =>
  sql`update device set is_suspended = ${on} where id = ${rig.device.id}`.execute(rig.db);
const acknowledge = (id: number) =>
  sql`update event set acknowledged_by = 'Ana', acknowledged_at = ${rig.clock.now()} where id = ${id}`.execute(rig.db);
const allEvents = async () => (await rig.mails()).flatMap((mail) => mail.about.events).sort((a, b) => a - b);

describe('many at once', () => {
  it('10,000 events in a minute: a few mails that can be read, each event in exactly one of them', async () => {
    await rig.makeRule();
    const ids: number[] = [];
    for (let n = 0; n < 20; n++) {
      const some = await rig.flood(500, 100);
      ids.push(...some);
      await rig.deliver(...some);
      await rig.pass(3_000);
    }
    await rig.pass(minute);
    expect(await allEvents()).toEqual(ids);
    const sent = await rig.mails();
    expect(sent.length).toBeLessThan(50);
    expect(Math.max(...sent.map((mail) => mail.text.length))).toBeLessThan(100_000);
  });

  it('sums up a sensor that chatters in one line, naming its first and its last', async () => {
    await rig.makeRule();
    const ids: number[] = [];
    for (let n = 0; n < 6; n++) {
      const on = await rig.event();
      await rig.pass(1_000);
      ids.push(on, await rig.event({ type: 'alarm_off', forebear: on }));
      await rig.pass(1_000);
    }
    await rig.deliver(...ids);
    const [mail] = await rig.mails();
    expect(mail?.text.match(/^- /gm)).toHaveLength(1);
    expect(mail?.text).toContain('and 11 more of the same, the last: Alarm cleared at');
  });

  it('groups mails that are due at once: forty active alarms are a few mails, not forty', async () => {
    await rig.makeRule({ when: 2, x: 10 });
    const ids = await rig.flood(40, 40);
    await rig.deliver(...ids);
    await rig.pass(11 * minute);
    expect(await allEvents()).toEqual(ids);
    expect((await rig.mails()).length).toBeLessThan(8);
  });

  it('groups reminders too, and leaves out what has ended meanwhile', async () => {
    await rig.makeRule({ when: 3, x: 1 });
    const ids = await rig.flood(40, 40);
    await rig.deliver(...ids);
    const first = (await rig.mails()).length;
    await rig.pass(hour + 1_000);
    const last = ids.at(-1) ?? 0;
    await rig.deliver(await rig.event({ type: 'alarm_off', sensor: '0', forebear: last }));
    await rig.pass(minute);
    const reminders = (await rig.mails()).slice(first).filter((mail) => mail.subject.startsWith('Still on'));
    expect(reminders.length).toBeLessThan(8);
    expect(reminders.flatMap((mail) => mail.about.events).sort((a, b) => a - b)).toEqual(ids.slice(0, -1));
  });
});

describe('smart notify', () => {
  it("counts the last 60 minutes, whatever the clock's hour: the border frees no place", async () => {
    await rig.makeRule({ perHour: 1 });
    rig.clock.advanceTo(Math.ceil(rig.clock.now() / hour) * hour + 59 * minute);
    const on = await rig.event();
    await rig.deliver(on, await rig.event({ type: 'alarm_off', forebear: on }));
    await rig.pass(2 * minute);
    await rig.deliver(await rig.event());
    expect(await rig.mails()).toHaveLength(1);
    await rig.pass(57 * minute);
    expect(await rig.mails()).toHaveLength(1);
    await rig.pass(2 * minute);
    expect((await rig.mails()).map((mail) => mail.text.includes('held back'))).toEqual([false, true]);
  });
});

describe('after a suspension', () => {
  // spec: decisions 8 On reactivation of a suspended site or device every alarm that stands is told once
  it('mails an alarm that began meanwhile once, and none that was mailed before', async () => {
    await rig.makeRule();
    const before = await rig.event({ sensor: '1' });
    await rig.deliver(before);
    await suspend(true);
    const during = await rig.event({ sensor: '2' });
    await rig.deliver(during);
    expect(await allEvents()).toEqual([before]);
    await suspend(false);
    await rig.notifyAgain(before, during);
    await rig.notifyAgain(before, during);
    expect(await allEvents()).toEqual([before, during]);
  });

  it('mails what became due meanwhile, and continues reminders', async () => {
    await rig.makeRule({ when: 2, x: 5 });
    const waiting = await rig.event({ sensor: '1' });
    await rig.deliver(waiting);
    await suspend(true);
    await rig.pass(10 * minute);
    expect(await rig.mails()).toEqual([]);
    await suspend(false);
    await rig.notifyAgain(waiting);
    await rig.pass(1_000);
    expect(await allEvents()).toEqual([waiting]);

    await rig.fresh();
    await rig.makeRule({ when: 3, x: 1 });
    const lasting = await rig.event();
    await rig.deliver(lasting);
    await suspend(true);
    await rig.pass(90 * minute);
    await suspend(false);
    await rig.notifyAgain(lasting);
    await rig.pass(hour);
    expect((await rig.mails()).map((mail) => mail.subject.startsWith('Still on'))).toEqual([false, true]);
  });
});

describe('a rule whose subject is gone', () => {
  it('on a removed device mails nothing and stays stored', async () => {
    const id = await rig.makeRule({ devices: [rig.device.id] });
    await sql`update device set removed_at = now() where id = ${rig.device.id}`.execute(rig.db);
    await rig.deliver(await rig.event());
    expect(await rig.mails()).toEqual([]);
    const { rows } = await sql`select 1 from email_rule where id = ${id}`.execute(rig.db);
    expect(rows).toHaveLength(1);
  });

  it('about a sensor that is now missing still mails its earlier event', async () => {
    await rig.makeRule({ devices: [rig.device.id] });
    await rig.deliver(await rig.event({ sensor: 'gone-9' }));
    expect((await rig.mails())[0]?.text).toContain('Sensor: Bearing gone-9');
  });

  it('whose owner lost access between an alarm and its due time mails nothing, and again once access is back', async () => {
    await rig.makeRule({ when: 3, x: 1 });
    const on = await rig.event();
    await rig.deliver(on);
    const access = (has: boolean) =>
      sql`update membership set has_access = ${has} where user_id = ${rig.owner.id}`.execute(rig.db);
    await access(false);
    await rig.pass(hour + minute);
    expect(await rig.mails()).toHaveLength(1);
    await access(true);
    await rig.pass(hour);
    expect(await rig.mails()).toHaveLength(2);
  });
});

// spec: decisions 6 Acknowledge names who did it in mails
it('names who has acknowledged and when', async () => {
  await rig.makeRule({ when: 2, x: 1 });
  const on = await rig.event();
  await rig.deliver(on);
  await acknowledge(on);
  await rig.pass(2 * minute);
  expect((await rig.mails())[0]?.text).toMatch(/Acknowledged by: Ana, .*\(America\/Chicago\)/);
});

it('names who has acknowledged the alarm in the mail of its end, and UTC once', async () => {
  await sql`update site set timezone = 'UTC' where id = ${rig.device.siteId}`.execute(rig.db);
  await rig.makeRule({});
  const on = await rig.event();
  await rig.deliver(on);
  await acknowledge(on);
  await rig.deliver(await rig.event({ type: 'alarm_off', forebear: on }));
  const text = (await rig.mails()).map((mail) => mail.text).find((one) => one.includes('Alarm cleared'));
  expect(text).toMatch(/Acknowledged by: Ana, .* UTC$/m);
  expect(text).not.toContain('(UTC)');
});

// spec: administration 3 test (Test Email)
it('sends a test to rules of type test, but not to the one that it tests, which has its own mail', async () => {
  const tested = await rig.makeRule({ type: 'test' });
  await rig.makeRule({ type: 'test', alternative: 'other@example.com' });
  await sql`insert into mail (message_id, kind, to_address, subject, html, text, rule_id, about, created_at)
    values ('<direct@tocsin>', 'other', 'a@example.com', 's', 'h', 't', ${tested}, '{"test": true}',
      ${new Date(rig.clock.now())})`.execute(rig.db);
  await rig.deliver(await rig.event({ type: 'test' }));
  expect((await rig.mails()).map((mail) => mail.to_address)).toEqual(['other@example.com']);
});
