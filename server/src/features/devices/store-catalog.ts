import type { DeviceType } from '@tocsin/contract/device-type';
import type { AcknowledgedKind } from '@tocsin/contract/event';
import { sql } from 'kysely';
import { shownTypeOfD, typeOfD } from '../../access/device-types.ts';
import type { EdgeTime, SensorOutOfService } from '../../pipeline/catalog.ts';
import { type Db, prepared } from '../../platform/db.ts';

/** Which devices a change may have touched. */
export type CatalogScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'devices'; readonly ids: readonly number[] }
  | { readonly kind: 'site'; readonly id: number }
  | { readonly kind: 'client'; readonly id: number };

export interface CatalogRow {
  readonly id: number;
  readonly site_id: number;
  readonly client_id: number;
  readonly title: string;
  readonly site_title: string;
  readonly company: string;
  readonly timezone: string;
  readonly serial_number: string;
  readonly udf_id: string | null;
  readonly ip_address: string | null;
  readonly modbus_map: string | null;
  readonly sender_id?: string | null;
  readonly created_at?: Date;
  readonly payload_map_id?: number | null;
  readonly report_interval_s?: number | null;
  readonly modbus_unit?: number | null;
  readonly modbus_framing?: 'tcp' | 'rtu';
  /** Given to the site by operator staff; null: none were. */
  readonly modbus_networks?: readonly string[] | null;
  /** There is no other client. */
  readonly is_only_client?: boolean;
  readonly edge_id?: number | null;
  /** Newest first, times in unix ms; null or absent: none. */
  readonly edge_times?: readonly EdgeTime[] | null;
  readonly type: DeviceType;
  readonly shown_type: DeviceType;
  readonly suspended: boolean;
  readonly degrees: 'F' | 'C' | null;
  readonly acknowledged_kinds: AcknowledgedKind[];
  readonly code_hash: Buffer;
  /** Sensors out of service by path, times in unix ms; null or absent: none. */
  readonly sensors_out_of_service?: readonly SensorOutOfService[] | null;
}

const sensorsOutOfService = sql<SensorOutOfService[] | null>`(select json_agg(json_build_object('path', o.path,
    'by', o.user_name, 'reason', o.reason, 'since', (extract(epoch from o.since) * 1000)::bigint,
    'reviewAt', (extract(epoch from o.review_at) * 1000)::bigint) order by o.path)
  from out_of_service o where o.device_id = d.id and o.path is not null)`;

const edgeTimes = sql<EdgeTime[] | null>`(select json_agg(json_build_object('edge', t.edge_id, 'client', t.client_id,
    'from', floor(extract(epoch from t.from_at) * 1000)::bigint,
    'until', floor(extract(epoch from t.until_at) * 1000)::bigint) order by t.from_at desc)
  from (select * from edge_device_time where device_id = d.id order by from_at desc limit 50) t)`;

/** Every device of the scope that is not removed, with what the pipeline and the adapters need. */
export function loadCatalogRows(db: Db, scope: CatalogScope): Promise<CatalogRow[]> {
  let query = db
    .selectFrom('device as d')
    .innerJoin('site as s', 's.id', 'd.site_id')
    .innerJoin('client as c', 'c.id', 's.client_id')
    .innerJoin('device_registry as r', 'r.serial_number', 'd.serial_number')
    .where(({ and }) => and({ 'd.removed_at': null, 's.removed_at': null, 'c.removed_at': null }))
    .select((eb) => [
      'd.id',
      'd.site_id',
      's.client_id',
      'd.title',
      's.title as site_title',
      'c.company',
      's.timezone',
      'd.serial_number',
      'd.udf_id',
      'd.ip_address',
      sql<string | null>`coalesce(d.modbus_map, (select modbus_map from device_type where id = d.type_id))`.as(
        'modbus_map',
      ),
      'd.sender_id',
      'd.created_at',
      sql<number | null>`(select payload_map_id from device_type where id = d.type_id)`.as('payload_map_id'),
      sql<
        number | null
      >`(select coalesce((v.document->>'report_interval_s')::int, t.report_interval_s) from device_type t
        left join payload_map m on m.id = t.payload_map_id
        left join payload_map_version v on v.map_id = m.id and v.version = m.version where t.id = d.type_id)`.as(
        'report_interval_s',
      ),
      'd.modbus_unit',
      'd.modbus_framing',
      sql<string[] | null>`(select networks from modbus_network n where n.site_id = s.id)`.as('modbus_networks'),
      sql<boolean>`(select count(*) < 2 from client where removed_at is null)`.as('is_only_client'),
      'd.edge_id',
      edgeTimes.as('edge_times'),
      sql<DeviceType>`${sql.raw(typeOfD)}`.as('type'),
      sql<DeviceType>`${sql.raw(shownTypeOfD)}`.as('shown_type'),
      eb
        .or([eb('d.is_suspended', '=', true), eb('s.is_suspended', '=', true)])
        .$castTo<boolean>()
        .as('suspended'),
      'd.degrees',
      'c.acknowledged_kinds',
      'r.code_hash',
      sensorsOutOfService.as('sensors_out_of_service'),
    ]);
  if (scope.kind === 'devices')
    query = query.modifyFront(prepared).where(sql<boolean>`d.id = any(${[...scope.ids]}::int[])`);
  if (scope.kind === 'site') query = query.where('s.id', '=', scope.id);
  if (scope.kind === 'client') query = query.where('c.id', '=', scope.id);
  return query.execute();
}

/** Addresses from which devices have signed in since a moment. */
export function loadDeviceAddresses(db: Db, since: Date) {
  return db
    .selectFrom('device_address')
    .where('seen_at', '>', since)
    .select(['serial_number', 'address', 'seen_at'])
    .orderBy('seen_at')
    .execute();
}

export async function keepDeviceAddress(db: Db, serialNumber: string, address: string, at: Date): Promise<void> {
  await db
    .insertInto('device_address')
    .values({ serial_number: serialNumber, address, seen_at: at })
    .onConflict((conflict) => conflict.columns(['serial_number', 'address']).doUpdateSet({ seen_at: at }))
    .execute();
}

export async function forgetDeviceAddresses(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('device_address').where('seen_at', '<', before).execute();
}
