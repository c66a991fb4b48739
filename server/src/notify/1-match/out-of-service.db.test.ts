import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { testDatabase } from '../../platform/testing/database.ts';
import { hour, minute, SendingRig } from '../testing/rule-mails.ts';

const database = testDatabase();
let rig: SendingRig;

beforeAll(async () => {
  rig = await SendingRig.make(database.db);
});
beforeEach(() => rig.fresh());

const take = (path: string) =>
  sql`insert into out_of_service (device_id, path, since, user_name, reason, review_at)
    values (${rig.device.id}, ${path}, now(), 'Ann', 'Cable is loose', now())`.execute(database.db);
const giveBack = () => sql`delete from out_of_service where device_id = ${rig.device.id}`.execute(database.db);

it('mails nothing about a sensor that is out of service, and goes on with the others', async () => {
  await rig.makeRule();
  await take('4.4000');
  const held = await rig.event();
  const other = await rig.event({ sensor: '4001' });
  await rig.deliver(held, other);
  const [mail, ...more] = await rig.mails();
  expect(more).toEqual([]);
  expect(mail?.about.events).toEqual([other]);
});

it('mails what is still active when the sensor returns, once', async () => {
  await rig.makeRule();
  await take('4.4000');
  const on = await rig.event();
  await rig.deliver(on);
  await giveBack();
  await rig.notifyAgain(on);
  await rig.notifyAgain(on);
  expect(await rig.mails()).toHaveLength(1);
});

it('sends no reminder meanwhile', async () => {
  await rig.makeRule({ when: 3, x: 1 });
  const on = await rig.event();
  await rig.deliver(on);
  const before = (await rig.mails()).length;
  await take('4.4000');
  await rig.pass(hour + minute);
  expect(await rig.mails()).toHaveLength(before);
});
