import type { EventType } from '@tocsin/contract/event';
import { sql } from 'kysely';
import { type Db, prepared } from '../platform/db.ts';
import { query } from '../platform/query.ts';

/** An event as a message says it, with what decides who gets one. Times are unix ms. */
export interface EventToSend {
  readonly id: number;
  readonly type: EventType;
  readonly at: number;
  readonly received_at: number;
  /** When its condition began, and the names of that time: an end has those of its beginning. */
  readonly began_at: number;
  readonly began_in: {
    readonly client: string;
    readonly site: string;
    readonly device: string;
    readonly sensor: string | null;
  };
  /** Device 0: the site itself. Client, site and names are those of its time. */
  readonly device_id: number;
  readonly client_id: number;
  readonly site_id: number;
  readonly client_name: string;
  readonly site_name: string;
  readonly device_name: string;
  readonly group_id: string | null;
  readonly sensor_id: string | null;
  readonly sensor_name: string | null;
  readonly content: string;
  readonly value: number | null;
  readonly forebear_id: number | null;
  readonly is_active: boolean;
  readonly is_late: boolean;
  readonly is_notified: boolean;
  readonly is_test: boolean;
  readonly rule_id: number | null;
  /** 1 (critical) to 4 (low); an end has none. */
  readonly priority: number | null;
  /** The same, with that of the beginning for an end, and 4 when there is none. */
  readonly level: number;
  readonly is_shelved: boolean;
  /** It notifies from then on as if it had just begun, since its shelf ended; null: it was not shelved. */
  readonly unshelved_at: number | null;
  /** Of the event; an end names the person who acknowledged its beginning, unless the end itself was acknowledged. */
  readonly acknowledged_by: string | null;
  readonly acknowledged_at: number | null;
  /** An end has that of its beginning. */
  readonly duration: number | null;
  /** Of its site. */
  readonly timezone: string;
  /** Its site or its device was removed. */
  readonly is_gone: boolean;
  /** The device or the site is suspended: visible to OEM and super users only. */
  readonly suspended: boolean;
  /** Nobody is notified of it while its sensor is out of service. */
  readonly is_out_of_service: boolean;
  /** Where the device is now, which may have moved since; null: nowhere, or it is suspended or out of service. */
  readonly escalates_at: { readonly client_id: number; readonly site_id: number } | null;
}

/** Events by id in the order of time. */
export const eventsToSend = (db: Db, ids: readonly number[]): Promise<EventToSend[]> =>
  query(db).all(sql<EventToSend>`${prepared}
    select e.id, e.type, e.at, e.received_at, coalesce(f.at, e.at) as began_at,
      case when f.id is null then json_build_object('client', e.client_name, 'site', e.site_name,
          'device', e.device_name, 'sensor', e.sensor_name)
        else json_build_object('client', f.client_name, 'site', f.site_name,
          'device', f.device_name, 'sensor', f.sensor_name) end as began_in,
      e.device_id, e.client_id, e.site_id, e.client_name, e.site_name, e.device_name, e.group_id, e.sensor_id,
      e.sensor_name, e.content, e.value, e.forebear_id, e.is_active, e.is_late, e.is_notified, e.is_test, e.is_shelved,
      e.unshelved_at, e.priority, coalesce(e.priority, f.priority, 4) as level, e.rule_id,
      coalesce(e.acknowledged_by, f.acknowledged_by) as acknowledged_by,
      coalesce(e.acknowledged_at, f.acknowledged_at) as acknowledged_at,
      coalesce(e.duration, f.duration) as duration, coalesce(s.timezone, 'UTC') as timezone,
      s.id is null or s.removed_at is not null
        or (e.device_id <> 0 and (d.id is null or d.removed_at is not null)) as is_gone,
      coalesce(s.is_suspended, false) or coalesce(d.is_suspended, false) as suspended,
      exists (select 1 from out_of_service o where o.device_id = e.device_id
        and o.path = e.group_id || '.' || e.sensor_id) as is_out_of_service,
      case when d.removed_at is null and not d.is_suspended and p.removed_at is null and not p.is_suspended
          and c.removed_at is null and not exists (select 1 from out_of_service o where o.device_id = e.device_id
            and (o.path is null or o.path = '' or o.path = e.group_id || '.' || e.sensor_id))
        then json_build_object('client_id', p.client_id, 'site_id', p.id) end as escalates_at
    from event e left join site s on s.id = e.site_id
      left join device d on d.id = e.device_id
      left join site p on p.id = d.site_id left join client c on c.id = p.client_id
      left join event f on f.device_id = e.device_id and f.id = e.forebear_id
    where e.id = any(${[...ids]}::bigint[])
    order by e.at, e.id`);

/** The same, without those of removed sites and devices. */
export const presentEvents = async (db: Db, ids: readonly number[]): Promise<EventToSend[]> =>
  (await eventsToSend(db, ids)).filter((event) => !event.is_gone);
