import { expect, it } from 'vitest';
import { drivenClock } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';
import { testDatabase } from '../platform/testing/database.ts';
import { eventually } from '../platform/testing/eventually.ts';
import { makeDevice, makeUser } from '../platform/testing/factories.ts';
import { type DemoShelf, startShelvedChatterer } from './shelved-chatterer.ts';

const database = testDatabase();
const now = Date.parse('2026-11-20T12:00:00Z');

it('shelves the sensor with the most warnings of the last day, as the Manager of its site, while nothing is', async () => {
  const device = await makeDevice(database.db);
  const manager = await makeUser(database.db, { client: device.clientId, on: { [device.siteId]: 'Manager' } });
  await database.pool.query(
    `insert into event (id, at, received_at, device_id, client_id, site_id, type, client_name, site_name, device_name,
       group_id, sensor_id, content, is_active, is_late, is_notified, is_test)
     select id, $1, $1, $2, $3, $4, 'warning_on', '', '', '', '4', sensor, '', false, false, true, false
     from (values (1, '4000'), (2, '4001'), (3, '4001')) as v (id, sensor)`,
    [now, device.id, device.clientId, device.siteId],
  );
  const clock = drivenClock(now);
  const shelved: DemoShelf[] = [];
  const shelve = async (shelf: DemoShelf): Promise<void> => void shelved.push(shelf);
  const stop = startShelvedChatterer({ db: database.db, clock, log: createLog('silent'), shelve });
  clock.advanceTo(now + 61_000);
  await eventually(() =>
    expect(shelved).toMatchObject([{ deviceId: device.id, groupId: '4', sensorId: '4001', userId: manager.id }]),
  );
  await stop();
});
