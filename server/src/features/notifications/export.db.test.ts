import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../access/testing.ts';
import { drivenClock } from '../../platform/clock.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { makeDevice, makeUser, type SignedIn, signedIn, type UserOverrides } from '../../platform/testing/factories.ts';
import { addNotificationRoutes } from './index.ts';
import { eventFactory } from './testing/notifications.ts';

const database = testDatabase();
const start = Date.UTC(2026, 10, 20, 12);
const clock = drivenClock(start);
let api: TestApi;

beforeAll(async () => {
  const zoneOf = async () => 'America/Chicago';
  const acknowledged = () => {};
  api = await testApi(database.db, (a) => addNotificationRoutes(a, { db: database.db, clock, zoneOf, acknowledged }), {
    clock,
  });
});
afterAll(() => api.http.close());

const person = async (over: UserOverrides): Promise<SignedIn> =>
  await signedIn(api.http, database.db, await makeUser(database.db, over));
const makeEvent = eventFactory(database, start);

describe('the export', () => {
  // spec: monitoring 7 GET notifications/export/
  it('exports the columns of the table in its order, formulas escaped, times in the zone of the site', async () => {
    const device = await makeDevice(database.db);
    await makeEvent(device, { at: Date.parse('2026-07-01T17:00:00Z'), content: '=HYPERLINK("x")' });
    const who = await person({ client: device.clientId, manages: true });
    const answer = await who.get(
      `/api/v1/notifications/export/?location=${device.siteId}&date_created_from=2026-07-01`,
    );
    const [head, row] = answer.body.split('\n');
    expect(head).toBe(
      '\ufeffdate_created,location,device,sensor_name,event_type,content,is_active,duration,acknowledged,needs_acknowledgement,priority,is_shelved,incident,is_first_out,out_of_service',
    );
    expect(row).toContain('2026-07-01T12:00:00.000-05:00,North elevator');
    expect(row).toContain(`"'=HYPERLINK(""x"")"`);
  });

  it('says what was out of service when it began, also after it was put back', async () => {
    const device = await makeDevice(database.db);
    const began = Date.parse('2026-07-01T17:00:00Z');
    const hour = 3_600_000;
    for (const at of [began - hour, began, began + hour]) await makeEvent(device, { at, content: `at ${at}` });
    const since = new Date(began - hour / 2);
    await sql`insert into out_of_service (device_id, path, since, user_name, reason, review_at)
      select ${device.id}, group_id || '.' || sensor_id, ${since}, 'Dale Novak', 'Probe broken', now()
      from event where device_id = ${device.id} limit 1`.execute(database.db);
    const who = await person({ client: device.clientId, manages: true });
    const path = `/api/v1/notifications/export/?location=${device.siteId}&date_created_from=2026-07-01`;
    const lasts = async (): Promise<string[]> => {
      const [, ...rows] = (await who.get(path)).body.trim().split('\n');
      return rows.sort().map((row) => row.slice(row.lastIndexOf(',') + 1).trim());
    };
    expect(await lasts()).toEqual(['No', 'Yes', 'Yes']);
    await sql`delete from out_of_service where device_id = ${device.id}`.execute(database.db);
    await sql`update out_of_service_span set ended_at = ${new Date(began + hour / 2)}
      where device_id = ${device.id}`.execute(database.db);
    expect(await lasts()).toEqual(['No', 'Yes', 'No']);
  });
});
