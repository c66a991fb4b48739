import type { RegisterEntry } from '@tocsin/contract/alarm-register';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db.ts';
import { query } from '../../platform/query.ts';
import type { Conditions } from './rules.ts';

/** An approval with the list that it approved. `at` is unix ms. */
export interface ApprovalRow {
  readonly at: number;
  readonly user_name: string;
  readonly comment: string;
  readonly digest: string;
  readonly entries: readonly RegisterEntry[];
}

/** The newest approval of a site. */
export const lastApproval = (db: Db | Trx, siteId: number): Promise<ApprovalRow | undefined> =>
  query(db).first(sql<ApprovalRow>`select at, user_name, comment, digest, entries from alarm_register_approval
    where site_id = ${siteId} order by at desc, id desc limit 1`);

export const addApproval = (
  trx: Trx,
  siteId: number,
  approval: ApprovalRow & { readonly userId: number },
): Promise<void> =>
  query(trx).run(sql`insert into alarm_register_approval (site_id, at, user_id, user_name, comment, digest, entries)
    values (${siteId}, ${approval.at}, ${approval.userId}, ${approval.user_name}, ${approval.comment},
      ${approval.digest}, ${JSON.stringify(approval.entries)})`);

/** The sensors of devices that are in alarm or warning now. */
export async function conditionsOf(db: Db, deviceIds: readonly number[]): Promise<Conditions> {
  const rows = await query(db).all(sql<{ sensor: string; is_alarm: boolean }>`select
      device_id || '.' || group_id || '.' || sensor_id as sensor, bool_or(type = 'alarm_on') as is_alarm
    from event where device_id = any(${[...deviceIds]}::int[]) and is_active and not is_late and not is_test
      and type in ('alarm_on', 'warning_on') and sensor_id is not null group by device_id, group_id, sensor_id`);
  return new Map(rows.map(({ sensor, is_alarm }) => [sensor, is_alarm ? 'alarm' : 'warning']));
}

/** Sensors of devices that somebody confirmed as disabled because nothing is wired to them. */
export async function unusedSensors(db: Db | Trx, deviceIds: readonly number[]): Promise<ReadonlySet<string>> {
  const rows = await query(db).all(sql<{ sensor: string }>`select device_id || '.' || path as sensor
    from protection_design where device_id = any(${[...deviceIds]}::int[]) and kind = 'disabled'`);
  return new Set(rows.map(({ sensor }) => sensor));
}

/** The names and zone of a site. */
export const siteOf = (db: Db, siteId: number) =>
  query(db).first(sql<{ title: string; company: string; timezone: string }>`select s.title, c.company, s.timezone
    from site s join client c on c.id = s.client_id where s.id = ${siteId}`);
