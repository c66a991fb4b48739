import { sql } from 'kysely';
import type { Db } from '../../../platform/db.ts';
import { type MadeDevice, type MadeUser, makeDevice, makeUser } from '../../../platform/testing/factories.ts';

interface MadeMessage {
  readonly id: number;
  readonly created_at: Date;
  readonly eventId: number;
  readonly device: MadeDevice;
  readonly receiver: MadeUser;
}

/** A sent message about an active alarm of a new device, to a user of its site. */
export async function makeMessage(db: Db): Promise<MadeMessage> {
  const device = await makeDevice(db);
  const receiver = await makeUser(db, { on: { [device.siteId]: 'User' }, first_name: 'Ann', last_name: 'Vole' });
  const eventId = device.id * 1_000 + 500;
  const now = Date.now();
  await sql`insert into event (id, at, received_at, device_id, client_id, site_id, type, client_name, site_name,
      device_name, group_id, sensor_id, sensor_name, content, value, is_active, is_late, is_notified, is_test,
      needs_acknowledgement, priority)
    values (${eventId}, ${now}, ${now}, ${device.id}, ${device.clientId}, ${device.siteId}, 'alarm_on', 'Prairie Grain',
      'North elevator', 'Leg 1', '4', '4000', 'Head bearing', 'Absolute', 84.5, true, false, true, false, true, 2)`.execute(
    db,
  );
  const { rows } = await sql<{ id: number; created_at: Date }>`insert into message (client_id, event_id, user_id,
      user_name, method, cause_key, priority, state, created_at)
    values (${device.clientId}, ${eventId}, ${receiver.id}, 'Ann Vole', 'email', ${`test ${eventId}`}, 2, 'sent',
      ${new Date(now)}) returning id, created_at`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a stored message has no row');
  return { ...row, eventId, device, receiver };
}
