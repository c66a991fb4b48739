import { openDatabase } from './counted-hours.ts';
import type { Plant, PlantDevice } from './plant.ts';

/**
 * Stores the work of the days before, so that the same is due today: a round at one machine yesterday, its shift taken
 * over, and a proof test of another machine's sensor, `groupId.sensorId`, that is 400 days old.
 */
export async function storePastWork(
  { clientId, company, siteId, site }: Plant,
  round: PlantDevice,
  tested: PlantDevice,
  sensor: string,
): Promise<void> {
  const database = await openDatabase();
  try {
    await database.query(
      `insert into daily_round (device_id, client_id, site_id, device_name, site_name, at, day, user_name)
        values ($1, $2, $3, $4, $5, now() - interval '1 day',
          ((now() - interval '1 day') at time zone 'America/Chicago')::date, 'Pat Engineer')`,
      [round.id, clientId, siteId, round.title, site],
    );
    await database.query(
      `insert into shift_takeover (site_id, shift_from, shift_to, at, user_name, comment, points)
        values ($1, now() - interval '1 day', now() - interval '16 hours', now() - interval '1 day', 'Pat Engineer', '', '{}')`,
      [siteId],
    );
    const [group, own] = sensor.split('.');
    const at = Date.now() - 400 * 86_400_000;
    await database.query(
      `insert into maintenance_test (id, test_id, at, started_at, device_id, client_id, site_id, client_name, site_name,
          device_name, serial_number, group_id, group_name, sensor_id, sensor_name, step, user_name, comment)
        values (1, 1, $1, $1, $2, $3, $4, $5, $6, $7, $8, $9, 'Bearings', $10, 'Bearing', 'maintanance_succeeded',
          'Pat Engineer', '')`,
      [at, tested.id, clientId, siteId, company, site, tested.title, tested.serial, group, own],
    );
  } finally {
    await database.end();
  }
}
