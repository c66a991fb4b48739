import { priorityLevel, priorityOfLevel } from '@tocsin/contract/priority';
import type { ResponseFields } from '@tocsin/contract/responses';
import { sql } from 'kysely';
import { type Db, prepared, type Trx } from '../../platform/db.ts';
import { query } from '../../platform/query.ts';

/** The columns of a response in the tables of rules and sensors. */
export const responseColumns = sql.raw('priority, likely_cause, consequence, what_to_do, respond_within_minutes');
/** The same with its priority as a level. */
export interface ResponseRecord extends Omit<ResponseFields, 'priority'> {
  readonly priority: number | null;
}

export const responseOf = (row: ResponseRecord): ResponseFields => ({
  priority: priorityOfLevel(row.priority),
  likely_cause: row.likely_cause,
  consequence: row.consequence,
  what_to_do: row.what_to_do,
  respond_within_minutes: row.respond_within_minutes,
});

export const levelOf = (response: ResponseFields): number | null =>
  response.priority === null ? null : priorityLevel(response.priority);

/** What is set for the sensors of these devices, by device and `groupId.sensorId`. */
export async function sensorResponses(
  db: Db | Trx,
  deviceIds: readonly number[] | 'all',
): Promise<ReadonlyMap<number, ReadonlyMap<string, ResponseFields>>> {
  const of = deviceIds === 'all' ? sql`true` : sql`device_id = any(${[...deviceIds]}::int[])`;
  type Row = ResponseRecord & { readonly device_id: number; readonly path: string };
  const { rows } = await sql<Row>`${prepared} select device_id, path, ${responseColumns} from sensor_response
    where ${of} order by device_id, path`.execute(db);
  const byDevice = Map.groupBy(rows, (row) => row.device_id);
  return new Map([...byDevice].map(([id, of]) => [id, new Map(of.map((row) => [row.path, responseOf(row)]))]));
}

/** Stores what is set for sensors of a device; a response without any field removes the row. */
export async function writeSensorResponses(
  trx: Trx,
  deviceId: number,
  responses: ReadonlyMap<string, ResponseFields>,
): Promise<void> {
  for (const [path, response] of responses) {
    if (Object.values(response).every((field) => field === null))
      await sql`delete from sensor_response where device_id = ${deviceId} and path = ${path}`.execute(trx);
    else
      await sql`insert into sensor_response (device_id, path, ${responseColumns})
        values (${deviceId}, ${path}, ${levelOf(response)}, ${response.likely_cause}, ${response.consequence},
          ${response.what_to_do}, ${response.respond_within_minutes})
        on conflict (device_id, path) do update set priority = excluded.priority, likely_cause = excluded.likely_cause,
          consequence = excluded.consequence, what_to_do = excluded.what_to_do,
          respond_within_minutes = excluded.respond_within_minutes`.execute(trx);
  }
}

/** Stores what is set for rules of a device. */
export async function writeRuleResponses(
  trx: Trx,
  deviceId: number,
  responses: ReadonlyMap<number, ResponseFields>,
): Promise<void> {
  for (const [id, response] of responses)
    await sql`update warning_rule set priority = ${levelOf(response)}, likely_cause = ${response.likely_cause},
        consequence = ${response.consequence}, what_to_do = ${response.what_to_do},
        respond_within_minutes = ${response.respond_within_minutes}
      where device_id = ${deviceId} and id = ${id}`.execute(trx);
}

/** What is set for rules, by rule; one that no longer exists is absent. */
export async function ruleResponses(db: Db, ruleIds: readonly number[]): Promise<ReadonlyMap<number, ResponseFields>> {
  if (ruleIds.length === 0) return new Map();
  const { rows } = await sql<ResponseRecord & { id: number }>`select id, ${responseColumns} from warning_rule
    where id = any(${[...ruleIds]}::int[])`.execute(db);
  return new Map(rows.map((row) => [row.id, responseOf(row)]));
}

/** The devices of a site that are not removed, by title. */
export const devicesOfSite = (db: Db | Trx, siteId: number): Promise<{ id: number; title: string }[]> =>
  query(db).all(sql<{ id: number; title: string }>`select id, title from device
    where site_id = ${siteId} and removed_at is null order by title, id`);
