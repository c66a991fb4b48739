import type { Evidence, SuspicionKind } from '@tocsin/contract/protection';
import { sql } from 'kysely';
import { inScope, type Scope } from '../../access/scope.ts';
import type { Db } from '../../platform/db.ts';
import { query } from '../../platform/query.ts';
import type { SuspicionFact } from './facts.ts';

const ms = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000)::bigint`);

interface Dismissal {
  readonly by: string;
  readonly at: number;
  readonly until: number;
  readonly reason: string;
}
/** An open suspicion, with what it is about. */
export interface SuspicionRecord extends SuspicionFact {
  readonly siteId: number;
  readonly clientId: number;
  readonly dismissal: Dismissal | null;
}

interface Row {
  readonly id: number;
  readonly device_id: number;
  readonly site_id: number;
  readonly client_id: number;
  readonly path: string;
  readonly type: string;
  readonly unit: string;
  readonly since: number;
  readonly found_at: number;
  readonly seen_at: number;
  readonly evidence: Evidence;
  readonly dismissed_at: number | null;
  readonly dismissed_until: number | null;
  readonly dismissed_by: string | null;
  readonly dismissed_reason: string | null;
}
const columns = sql`p.id, p.device_id, d.site_id, s.client_id, p.path, p.type, p.unit, p.since,
  ${ms('p.found_at')} as found_at, ${ms('p.seen_at')} as seen_at, p.evidence, ${ms('p.dismissed_at')} as dismissed_at,
  ${ms('p.dismissed_until')} as dismissed_until, p.dismissed_by, p.dismissed_reason`;
const recordOf = (row: Row): SuspicionRecord => ({
  id: row.id,
  deviceId: row.device_id,
  siteId: row.site_id,
  clientId: row.client_id,
  path: row.path,
  type: row.type,
  unit: row.unit,
  since: row.since,
  foundAt: row.found_at,
  seenAt: row.seen_at,
  evidence: row.evidence,
  dismissal:
    row.dismissed_at === null || row.dismissed_until === null
      ? null
      : {
          by: row.dismissed_by ?? '',
          at: row.dismissed_at,
          until: row.dismissed_until,
          reason: row.dismissed_reason ?? '',
        },
});

/** Open suspicions of a scope's devices, dismissed ones too. */
export async function openSuspicions(db: Db, scope: Scope): Promise<SuspicionRecord[]> {
  const { rows } = await sql<Row>`select ${columns}
    from sensor_suspicion p join device d on d.id = p.device_id join site s on s.id = d.site_id
    where p.ended_at is null and d.removed_at is null and s.removed_at is null and ${inScope(scope)}
    order by p.since, p.id`.execute(db);
  return rows.map(recordOf);
}

export async function findSuspicion(db: Db, id: number): Promise<SuspicionRecord | undefined> {
  const { rows } = await sql<Row>`select ${columns}
    from sensor_suspicion p join device d on d.id = p.device_id join site s on s.id = d.site_id
    where p.id = ${id} and p.ended_at is null and d.removed_at is null`.execute(db);
  return rows[0] && recordOf(rows[0]);
}

/** The same, locked against a second person's press. */
export async function lockSuspicion(db: Db, id: number): Promise<SuspicionRecord | undefined> {
  await sql`select 1 from sensor_suspicion where id = ${id} for update`.execute(db);
  return await findSuspicion(db, id);
}

export async function writeDismissal(
  db: Db,
  id: number,
  dismissal: (Dismissal & { readonly userId: number }) | null,
): Promise<void> {
  const at = (value: number | undefined): Date | null => (value === undefined ? null : new Date(value));
  await sql`update sensor_suspicion set dismissed_at = ${at(dismissal?.at)}, dismissed_until = ${at(dismissal?.until)},
      dismissed_user = ${dismissal?.userId ?? null}, dismissed_by = ${dismissal?.by ?? null},
      dismissed_reason = ${dismissal?.reason ?? null}
    where id = ${id}`.execute(db);
}

/** What a night found of one sensor. */
export interface FoundSuspicion {
  readonly path: string;
  readonly kind: SuspicionKind;
  readonly type: string;
  readonly unit: string;
  readonly since: number;
  readonly evidence: Evidence;
}
export interface Life {
  readonly movedAt: number | null;
  readonly inactiveSince: number | null;
}

/**
 * Stores what a scan of a device found: a suspicion that is no longer found ends, one that is found again keeps its
 * dismissal, and one of another kind or of a retyped sensor is a new one.
 */
export async function writeScan(
  db: Db,
  deviceId: number,
  found: readonly FoundSuspicion[],
  lives: Readonly<Record<string, Life>>,
  now: Date,
): Promise<void> {
  const same = sql`(select 1 from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as f(path text, kind text, type text, unit text)
    where f.path = p.path and f.kind = p.kind and f.type = p.type and f.unit = p.unit)`;
  await sql`update sensor_suspicion p set ended_at = ${now}
    where p.device_id = ${deviceId} and p.ended_at is null and not exists ${same}`.execute(db);
  for (const one of found)
    await sql`insert into sensor_suspicion as p (device_id, path, kind, type, unit, since, found_at, seen_at, evidence)
      values (${deviceId}, ${one.path}, ${one.kind}, ${one.type}, ${one.unit}, ${Math.floor(one.since)}, ${now}, ${now},
        ${JSON.stringify(one.evidence)}::jsonb)
      on conflict (device_id, path) where ended_at is null
      do update set seen_at = excluded.seen_at, evidence = excluded.evidence, since = least(p.since, excluded.since)`.execute(
      db,
    );
  await sql`insert into device_scan (device_id, scanned_at, lives) values (${deviceId}, ${now}, ${JSON.stringify(lives)}::jsonb)
    on conflict (device_id) do update set scanned_at = excluded.scanned_at, lives = excluded.lives`.execute(db);
}

export interface ScanRow {
  readonly device_id: number;
  readonly scanned_at: number;
  readonly lives: Readonly<Record<string, Life>>;
}
/** The last scans of these devices. */
export const scansOf = (db: Db, deviceIds: readonly number[]): Promise<ScanRow[]> =>
  query(db).all(sql<ScanRow>`select device_id, ${ms('scanned_at')} as scanned_at, lives from device_scan
    where device_id = any(${deviceIds})`);

/** Contacts that passed a test since a moment are alive, however long they have not changed. */
export async function passedSince(db: Db, deviceId: number, since: number): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{
    path: string;
  }>`select distinct group_id || '.' || sensor_id as path from maintenance_test
    where device_id = ${deviceId} and step = 'maintanance_succeeded' and at >= ${since}`.execute(db);
  return new Set(rows.map(({ path }) => path));
}

export interface ScannedDevice {
  readonly id: number;
  readonly site_id: number;
  readonly proof_interval_days: number;
}
/** Devices to scan: those in service that have announced their sensors. */
export const devicesToScan = (db: Db): Promise<ScannedDevice[]> =>
  query(db).all(sql<ScannedDevice>`select d.id, d.site_id, s.proof_interval_days
    from device d join site s on s.id = d.site_id join device_latest b on b.device_id = d.id
    where d.removed_at is null and s.removed_at is null and not d.is_suspended and not s.is_suspended
    order by d.id`);

/** Records the share of a site for its day. */
export async function writeShare(db: Db, siteId: number, day: string, of: { sensors: number; proven: number }) {
  await sql`insert into proven_share (site_id, day, sensors, proven) values (${siteId}, ${day}, ${of.sensors}, ${of.proven})
    on conflict (site_id, day) do update set sensors = excluded.sensors, proven = excluded.proven`.execute(db);
}

/** The shares of these sites a month before a day: of each the newest row that is 28 to 35 days old. */
export const sharesBefore = (
  db: Db,
  siteIds: readonly number[],
  day: string,
): Promise<readonly { readonly site_id: number; readonly sensors: number; readonly proven: number }[]> =>
  query(db).all(sql<{ site_id: number; sensors: number; proven: number }>`
    select distinct on (site_id) site_id, sensors, proven from proven_share
    where site_id = any(${siteIds}) and day between ${day}::date - 35 and ${day}::date - 28
    order by site_id, day desc`);
