import { type RawBuilder, sql } from 'kysely';
import { expect, it } from 'vitest';
import { testDatabase } from '../../platform/testing/database.ts';
import { makeSite } from '../../platform/testing/factories.ts';
import { EscalationRig } from '../testing/escalations.ts';
import { cancellingTriggers } from './cancelling-triggers.ts';

const database = testDatabase();

type Cause = (rig: EscalationRig, eventId: number) => RawBuilder<unknown> | Promise<RawBuilder<unknown>>;

const causes: Readonly<Record<(typeof cancellingTriggers)[number]['test'], Cause>> = {
  'somebody acknowledges': (_, id) =>
    sql`update event set acknowledged_at = 1, acknowledged_by = 'Ann' where id = ${id}`,
  'a shelf holds the event back': (_, id) => sql`update event set is_shelved = true where id = ${id}`,
  'the alarm clears': (_, id) => sql`update event set is_active = false where id = ${id}`,
  'the device is suspended': ({ device }) => sql`update device set is_suspended = true where id = ${device.id}`,
  'the device is removed': ({ device }) => sql`update device set removed_at = now() where id = ${device.id}`,
  'the device is moved': async ({ device, db }) => {
    const { id } = await makeSite(db, { client_id: device.clientId });
    return sql`update device set site_id = ${id} where id = ${device.id}`;
  },
  'the site is suspended': ({ device }) => sql`update site set is_suspended = true where id = ${device.siteId}`,
  'the site is removed': ({ device }) => sql`update site set removed_at = now() where id = ${device.siteId}`,
  'the sensor is taken out of service': ({ device }) => sql`insert into out_of_service (device_id, path, since,
      user_name, reason, review_at) values (${device.id}, '4.4000', now(), 'Ann', '', now())`,
};

it.each(cancellingTriggers)(
  '$test: what waits is cancelled at once, what is being sent is not begun again',
  async (one) => {
    const rig = await EscalationRig.make(database.db);
    const policy = { goes_on_after_clearing: false };
    await rig.policy({ ...policy, steps: [[0, [await rig.person('Ann'), await rig.person('Ben')]]] });
    const event = await rig.event();
    await rig.at(0);
    const ofClient = sql`client_id = ${rig.device.clientId}`;
    await sql`update message set state = 'sending' where ${ofClient} and user_name like 'Ben%'`.execute(rig.db);
    const { rows: before } = await sql`select state from message where ${ofClient} order by id`.execute(rig.db);
    expect(before).toEqual([{ state: 'pending' }, { state: 'sending' }]);
    await sql`insert into webhook (client_id, title, url, secret, event_types, least_priority, format, created_at)
    values (${rig.device.clientId}, 'x', 'https://a.example/', '', '{alarm_on}', 4, 'tocsin', now())`.execute(rig.db);
    await sql`insert into webhook_delivery (webhook_id, event_type, subject, body, state, created_at, due_at,
      escalation_id, step)
    select w.id, 'alarm_on', '', '', s, now(), now(), x.id, 0
    from webhook w, escalation x, unnest(array['pending', 'sending']) s
    where w.client_id = x.client_id and x.device_id = ${rig.device.id}`.execute(rig.db);
    await (await causes[one.test](rig, event)).execute(rig.db);
    // Nothing has run since: it was in the same transaction.
    expect(await rig.states()).toEqual([one.endsAs]);
    const expected = [
      { state: 'cancelled', isMarked: true },
      { state: 'sending', isMarked: true },
    ];
    const { rows: messages } = await sql`select state, cancelled_at is not null as "isMarked" from message
    where ${ofClient} order by id`.execute(rig.db);
    expect(messages).toEqual(expected);
    const { rows: deliveries } = await sql`select d.state, d.cancelled_at is not null as "isMarked"
    from webhook_delivery d join webhook w on w.id = d.webhook_id where w.${ofClient} order by d.number`.execute(
      rig.db,
    );
    expect(deliveries).toEqual(expected);
  },
);

it('the list names every trigger of the database that cancels messages', async () => {
  const { rows } = await sql<{ trigger: string; on: string }>`select t.tgname as trigger, c.relname as on
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
    where not t.tgisinternal and p.prosrc like '%cancel_messages(%' order by 1, 2`.execute(database.db);
  const listed = new Map(cancellingTriggers.map(({ trigger, on }) => [trigger, { trigger, on }]));
  expect(rows).toEqual([...listed.values()].toSorted((a, b) => (a.trigger < b.trigger ? -1 : 1)));
});
