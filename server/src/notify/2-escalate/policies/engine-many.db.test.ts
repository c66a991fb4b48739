import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { testDatabase } from '../../../platform/testing/database.ts';
import type { MadeUser } from '../../../platform/testing/factories.ts';
import { EscalationRig } from '../../testing/escalations.ts';

const database = testDatabase();
let rig: EscalationRig;
let ann: MadeUser;

beforeEach(async () => {
  rig = await EscalationRig.make(database.db);
  ann = await rig.person('Ann');
});

it('500 alarms at once each have their escalation, run by two processes side by side', async () => {
  await rig.policy({ steps: [[0, [ann]]] });
  const { device } = rig;
  await sql`insert into event (id, at, received_at, device_id, client_id, site_id, type, client_name, site_name,
      device_name, group_id, sensor_id, sensor_name, content, is_active, is_late, is_notified, is_test,
      needs_acknowledgement, priority)
    select ${device.id * 1_000 + 400}::bigint + i, ${rig.start}, ${rig.start}, ${device.id}, ${device.clientId}, ${device.siteId},
      'alarm_on', 'P', 'N', 'Leg 1', '4', i::text, 'Bearing ' || i, 'Absolute', true, false, true, false, true, 2
    from generate_series(1, 500) i`.execute(rig.db);
  await sql`insert into pending_event (event_id, audience, at)
    select id, 'policies', ${new Date(rig.start)} from event where device_id = ${device.id}`.execute(rig.db);
  await Promise.all([rig.at(0), rig.at(0)]);
  const { rows } = await sql<{ escalations: number; messages: number }>`select
    (select count(*)::int from escalation where device_id = ${device.id}) as escalations,
    (select count(*)::int from message where client_id = ${device.clientId}) as messages`.execute(rig.db);
  expect(rows).toEqual([{ escalations: 500, messages: 500 }]);
  // Ten mails of their own; a minute later the rest is gathered, 300 events to a mail.
  expect(await rig.send()).toHaveLength(10);
  await rig.at(1);
  expect(await rig.send()).toHaveLength(2);
  const left = await sql<{ state: string; count: number }>`select state, count(*)::int as count from message
    where client_id = ${device.clientId} group by 1`.execute(rig.db);
  expect(left.rows).toEqual([{ state: 'sent', count: 500 }]);
});
