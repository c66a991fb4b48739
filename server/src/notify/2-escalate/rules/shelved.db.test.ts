import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { testDatabase } from '../../../platform/testing/database.ts';
import { hour, minute, SendingRig } from '../../testing/rule-mails.ts';

const database = testDatabase();
let rig: SendingRig;

beforeAll(async () => {
  rig = await SendingRig.make(database.db);
});
beforeEach(() => rig.fresh());

const shelve = (id: number) => sql`update event set is_shelved = true where id = ${id}`.execute(database.db);
/** What the pipeline does in one transaction when a shelf ends while the event is active. */
const unshelve = async (id: number) => {
  await sql`update event set is_shelved = false, unshelved_at = ${rig.clock.now()}, acknowledged_by = null,
    acknowledged_at = null where id = ${id}`.execute(database.db);
  await rig.deliver(id);
};
const subjects = async () => (await rig.mails()).map((mail) => mail.subject.split(' ')[0]);

it('mails no beginning that a shelf holds back, and none of its end', async () => {
  await rig.makeRule();
  const on = await rig.event();
  await shelve(on);
  await rig.deliver(on);
  const off = await rig.event({ type: 'alarm_off', forebear: on });
  await shelve(off);
  await rig.deliver(off);
  expect(await rig.mails()).toEqual([]);
});

it('mails the end of an alarm whose beginning was mailed before it was shelved', async () => {
  await rig.makeRule();
  const on = await rig.event();
  await rig.deliver(on);
  await shelve(on);
  const off = await rig.event({ type: 'alarm_off', forebear: on });
  await shelve(off);
  await rig.deliver(off);
  const [first, second, ...more] = await rig.mails();
  expect(more).toEqual([]);
  expect(first?.subject).toContain('ALARM');
  expect(second?.subject).toContain('Alarm cleared');
});

it('mails again when the shelf ends, once, though the beginning was mailed before', async () => {
  await rig.makeRule();
  const on = await rig.event();
  await rig.deliver(on);
  await shelve(on);
  await rig.pass(hour);
  await unshelve(on);
  await rig.deliver(on);
  expect(await subjects()).toEqual(['ALARM', 'ALARM']);
});

it('sends no reminder meanwhile, and counts from the end of the shelf', async () => {
  await rig.makeRule({ when: 3, x: 1 });
  const on = await rig.event();
  await rig.deliver(on);
  await shelve(on);
  await rig.pass(3 * hour);
  expect(await rig.mails()).toHaveLength(1);
  await unshelve(on);
  expect(await rig.mails()).toHaveLength(2);
  await rig.pass(59 * minute);
  expect(await rig.mails()).toHaveLength(2);
  await rig.pass(2 * minute);
  expect(await rig.mails()).toHaveLength(3);
});

it('waits X minutes from the end of the shelf', async () => {
  await rig.makeRule({ when: 2, x: 10 });
  const on = await rig.event();
  await rig.deliver(on);
  await shelve(on);
  await rig.pass(hour);
  await unshelve(on);
  await rig.pass(9 * minute);
  expect(await rig.mails()).toEqual([]);
  await rig.pass(2 * minute);
  expect(await rig.mails()).toHaveLength(1);
});

it('drops what a flood gathered before it was shelved', async () => {
  await rig.makeRule();
  const ids = await rig.flood(8, 8);
  for (const id of ids) await rig.deliver(id);
  const gathered = ids.slice(5);
  for (const id of gathered) await shelve(id);
  await rig.pass(minute);
  expect((await rig.mails()).flatMap((mail) => mail.about.events)).toEqual(ids.slice(0, 5));
  for (const id of gathered) await unshelve(id);
  await rig.pass(minute);
  expect((await rig.mails()).flatMap((mail) => mail.about.events)).toEqual(ids);
});
