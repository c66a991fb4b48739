import type pg from 'pg';
import type { DeviceSpan } from '../read/calls.ts';

/** A stored beginning or end of a warning of a rule. */
export interface StoredWarning {
  readonly ruleId: number;
  readonly type: 'warning_on' | 'warning_off';
  readonly at: number;
}

/** The beginnings and ends of warnings of these rules in a range, without those of maintenance tests. */
export async function readWarnings(
  client: pg.ClientBase,
  { deviceId, from, to }: DeviceSpan,
  ruleIds: readonly number[],
): Promise<StoredWarning[]> {
  const { rows } = await client.query<StoredWarning>(
    `select rule_id as "ruleId", type, at from event
     where device_id = $1 and at >= $2 and at < $3 and type in ('warning_on', 'warning_off')
       and rule_id = any ($4) and not is_test
     order by at, id`,
    [deviceId, from, to, ruleIds],
  );
  return rows;
}

export interface StoredSpan {
  readonly from: number;
  readonly to: number | null;
}

/** When the device was offline. */
export async function readOfflineSpans(
  client: pg.ClientBase,
  { deviceId, from, to }: DeviceSpan,
): Promise<StoredSpan[]> {
  const { rows } = await client.query<StoredSpan>(
    `select at as from, ended_at as to from event
     where device_id = $1 and type = 'device_offline' and at < $3 and (ended_at is null or ended_at > $2) order by at`,
    [deviceId, from, to],
  );
  return rows;
}

/** Moments at which the device's clock was found to be wrong. */
export async function readClockMoments(client: pg.ClientBase, { deviceId, from, to }: DeviceSpan): Promise<number[]> {
  const { rows } = await client.query<{ at: number }>(
    `select at from event where device_id = $1 and type = 'device_administration' and at >= $2 and at < $3
       and content like 'Device clock is wrong by %' order by at`,
    [deviceId, from, to],
  );
  return rows.map((row) => row.at);
}

/** Maintenance tests of a sensor. */
export interface StoredTest extends StoredSpan {
  readonly path: string;
}

/** Maintenance tests that overlap a range; `to` is null while one is in progress. */
export async function readTests(client: pg.ClientBase, { deviceId, from, to }: DeviceSpan): Promise<StoredTest[]> {
  const { rows } = await client.query<StoredTest>(
    `select group_id || '.' || sensor_id as path, min(started_at) as from,
       max(at) filter (where step in ('maintanance_succeeded', 'maintenance_failed', 'maintenance_canceled')) as to
     from maintenance_test where device_id = $1 and started_at < $3 and at > $2 and step <> 'comment'
     group by group_id, sensor_id, test_id order by 2`,
    [deviceId, from, to],
  );
  return rows;
}

/** Ends of warnings by a person's Fix Notification or by a removal, of these rules. */
export async function readFixes(
  client: pg.ClientBase,
  { deviceId, from, to }: DeviceSpan,
  ruleIds: readonly number[],
): Promise<{ readonly ruleId: number; readonly at: number }[]> {
  const { rows } = await client.query<{ ruleId: number; at: number }>(
    `select rule_id as "ruleId", at from event
     where device_id = $1 and at >= $2 and at < $3 and type = 'warning_off' and content = 'Fix Notification'
       and rule_id = any ($4)
     union all
     select rule_id, ended_at from event
     where device_id = $1 and ended_at >= $2 and ended_at < $3 and type = 'warning_on' and end_reason is not null
       and rule_id = any ($4)
     order by 2`,
    [deviceId, from, to, ruleIds],
  );
  return rows;
}

/** A stored alarm of a sensor (`groupId.sensorId`). */
export interface StoredAlarm {
  readonly path: string;
  readonly at: number;
}

/** Beginnings of alarms of these sensors in a range, without those of maintenance tests. */
export async function readAlarms(
  client: pg.ClientBase,
  { deviceId, from, to }: DeviceSpan,
  paths: readonly string[],
): Promise<StoredAlarm[]> {
  const { rows } = await client.query<StoredAlarm>(
    `select group_id || '.' || sensor_id as path, at from event
     where device_id = $1 and at >= $2 and at < $3 and type = 'alarm_on' and not is_test
       and group_id || '.' || sensor_id = any ($4)
     order by at limit 1000`,
    [deviceId, from, to, paths],
  );
  return rows;
}

/** A stored warning that a person acknowledged with a comment. */
export interface StoredAction extends StoredSpan {
  readonly ruleId: number;
  readonly acknowledgedBy: string;
  readonly acknowledgedAt: number;
  readonly comment: string;
}

/** Warnings of these rules in a range that people acknowledged with a comment. */
export async function readActions(
  client: pg.ClientBase,
  { deviceId, from, to }: DeviceSpan,
  ruleIds: readonly number[],
): Promise<StoredAction[]> {
  const { rows } = await client.query<StoredAction>(
    `select rule_id as "ruleId", at as from, ended_at as to, acknowledged_by as "acknowledgedBy",
       acknowledged_at as "acknowledgedAt", acknowledged_comment as comment
     from event where device_id = $1 and at >= $2 and at < $3 and type = 'warning_on' and not is_test
       and rule_id = any ($4) and acknowledged_at is not null and coalesce(acknowledged_comment, '') <> ''
     order by at limit 1000`,
    [deviceId, from, to, ruleIds],
  );
  return rows;
}
