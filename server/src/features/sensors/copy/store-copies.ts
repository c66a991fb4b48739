import type { CopiedSetting } from '@tocsin/contract/settings-copies';
import { type SqlBool, sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db.ts';
import { likePattern } from '../../../platform/like-pattern.ts';
import { query, type Section } from '../../../platform/query.ts';
import { type DeviceSettings, StoredSettings } from './settings.ts';

/** Titles of devices and of their sites, by device id. */
export async function titlesOf(
  db: Db | Trx,
  ids: readonly number[],
): Promise<ReadonlyMap<number, { readonly title: string; readonly site: string }>> {
  const { rows } = await sql<{ id: number; title: string; site: string }>`select d.id, d.title, s.title as site
    from device d join site s on s.id = d.site_id where d.id = any(${[...ids]}::int[])`.execute(db);
  return new Map(rows.map(({ id, title, site }) => [id, { title, site }]));
}

/** What the sensors of a device are for. */
export async function rolesOf(db: Db | Trx, id: number): Promise<Readonly<Record<string, string>>> {
  type RolesRow = Record<'wall_sensor' | 'running_sensor', string | null> & {
    readonly running_above: number | null;
    readonly sensors: Readonly<Record<string, boolean>> | null;
  };
  const { rows } = await sql<RolesRow>`select d.key_sensor as wall_sensor, p.running_path as running_sensor,
      p.running_above, p.sensors
    from device d left join lateral (select running_path, running_above, sensors from protection_setting
      where device_id = d.id order by since desc, id desc limit 1) p on true where d.id = ${id}`.execute(db);
  const { sensors = null, ...named } = rows[0] ?? {};
  return Object.fromEntries([
    ...Object.entries(named).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])),
    ...Object.entries(sensors ?? {}).map(([path, isRequired]) => [`required ${path}`, isRequired ? 'yes' : 'no']),
  ]);
}

interface TargetFilter {
  readonly clientId: number;
  /** null: all sites of the client. */
  readonly siteIds: readonly number[] | null;
  readonly sourceId: number;
  readonly type: string;
  readonly search: string;
}

const whereTarget = ({ clientId, siteIds, sourceId, type, search }: TargetFilter) => sql<SqlBool>`
  s.client_id = ${clientId} and ${siteIds === null ? sql`true` : sql`s.id = any(${[...siteIds]}::int[])`}
  and d.id <> ${sourceId} and coalesce(d.is_emulated_as, d.device_type) = ${type}
  and d.removed_at is null and s.removed_at is null
  and (${search} = '' or search_text(d.title || ' ' || s.title) like search_text(${likePattern(search)}))`;

/** A page of the devices that settings could be copied to, by site and title, and how many there are. */
export async function copyTargets(
  db: Db,
  filter: TargetFilter,
  page: Section,
): Promise<{ readonly count: number; readonly ids: readonly number[] }> {
  const devices = sql<{ id: number }>`select d.id from device d join site s on s.id = d.site_id
    where ${whereTarget(filter)}`;
  const { count, rows } = await query(db).list(devices, sql`s.title, d.title, d.id`, page);
  return { count, ids: rows.map(({ id }) => id) };
}

/** A copy as stored; times are unix ms. */
export interface StoredCopy {
  readonly id: number;
  /** null: the template of a type. */
  readonly source_id: number | null;
  readonly at: number;
  readonly user_name: string;
  readonly what: readonly CopiedSetting[];
  readonly reason: string | null;
  readonly undone_at: number | null;
  readonly undone_by: string | null;
}

const columns = sql.raw('id, source_id, at, user_name, what, reason, undone_at, undone_by');
/** Copies from a device, newest first, and how many there are. */
export const copiesOf = (db: Db, sourceId: number, page: Section) =>
  query(db).list(
    sql<StoredCopy>`select ${columns} from settings_copy where source_id = ${sourceId}`,
    sql`id desc`,
    page,
  );

/** A copy from a device, or a roll-out of a type; locked until the transaction ends. */
export async function lockCopy(
  trx: Trx,
  from: { readonly deviceId: number } | { readonly typeId: number },
  id: number,
): Promise<StoredCopy | undefined> {
  const own = 'typeId' in from ? sql`type_id = ${from.typeId}` : sql`source_id = ${from.deviceId}`;
  return await query(trx).first(
    sql<StoredCopy>`select ${columns} from settings_copy where ${own} and id = ${id} for update`,
  );
}

/** What a copied device had before and after. */
export interface CopiedDevice {
  readonly deviceId: number;
  readonly before: Partial<DeviceSettings>;
  readonly after: Partial<DeviceSettings>;
  readonly proposalId: number | null;
}

export async function insertCopy(
  trx: Trx,
  copy: Pick<StoredCopy, 'source_id' | 'at' | 'user_name' | 'what' | 'reason'> & {
    readonly userId: number;
    readonly typeId: number | null;
  },
  devices: readonly CopiedDevice[],
): Promise<number> {
  const { rows } = await sql<{
    id: number;
  }>`insert into settings_copy (source_id, type_id, at, user_id, user_name, what, reason)
    values (${copy.source_id}, ${copy.typeId}, ${copy.at}, ${copy.userId}, ${copy.user_name}, ${[...copy.what]}::text[],
      ${copy.reason})
    returning id`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error('an insert returned no row');
  for (const { deviceId, before, after, proposalId } of devices)
    await sql`insert into settings_copy_device (copy_id, device_id, before, after, proposal_id)
      values (${row.id}, ${deviceId}, ${JSON.stringify(before)}, ${JSON.stringify(after)}, ${proposalId})`.execute(trx);
  return row.id;
}

/** The devices of a copy in the order of their ids. */
export async function copiedDevices(trx: Trx, id: number): Promise<CopiedDevice[]> {
  type Row = { device_id: number; before: unknown; after: unknown; proposal_id: number | null };
  const { rows } = await sql<Row>`select device_id, before, after, proposal_id from settings_copy_device
    where copy_id = ${id} order by device_id`.execute(trx);
  return rows.map((row) => ({
    deviceId: row.device_id,
    before: StoredSettings.parse(row.before),
    after: StoredSettings.parse(row.after),
    proposalId: row.proposal_id,
  }));
}

/** The ids of the devices of copies, by copy. */
export async function devicesOfCopies(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>> {
  const { rows } = await sql<{ copy_id: number; device_id: number }>`select copy_id, device_id from settings_copy_device
    where copy_id = any(${[...ids]}::int[]) order by copy_id, device_id`.execute(db);
  const byCopy = Map.groupBy(rows, (row) => row.copy_id);
  return new Map([...byCopy].map(([id, of]) => [id, of.map(({ device_id }) => device_id)]));
}

export const markUndone = (trx: Trx, id: number, at: number, by: string): Promise<void> =>
  query(trx).run(sql`update settings_copy set undone_at = ${at}, undone_by = ${by} where id = ${id}`);
