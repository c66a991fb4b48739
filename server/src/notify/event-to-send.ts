import type { EventType } from '@tocsin/contract/event';
import { sql } from 'kysely';
import type { Trx } from '../platform/audit.ts';
import type { Db } from '../platform/db.ts';

/** An event with the names for the mail and the zone of its site. */
export interface EventToMail {
  readonly id: number;
  readonly type: EventType;
  readonly at: number;
  readonly received_at: number;
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
  readonly is_test: boolean;
  readonly rule_id: number | null;
  /** 1 (critical) to 4 (low); an end has none. */
  readonly priority: number | null;
  readonly is_shelved: boolean;
  /** Unix ms: it notifies from then on as if it had just begun, since its shelf ended; null: it was not shelved. */
  readonly unshelved_at: number | null;
  /** Of the event; an end names the person who acknowledged its beginning, unless the end itself was acknowledged. */
  readonly acknowledged_by: string | null;
  readonly acknowledged_at: number | null;
  /** Duration in ms; an end has that of its beginning. */
  readonly duration: number | null;
  readonly timezone: string;
  /** The device or its site is suspended: visible to OEM and super users only. */
  readonly suspended: boolean;
  /** Nobody is notified of it while its sensor is out of service. */
  readonly is_out_of_service: boolean;
}

/** Events by id in time order, without those of removed sites and devices. */
export async function eventsToMail(db: Db | Trx, ids: readonly number[]): Promise<EventToMail[]> {
  const { rows } = await sql<EventToMail>`select e.id, e.type, e.at, e.received_at, e.device_id, e.client_id, e.site_id,
      e.client_name, e.site_name, e.device_name, e.group_id, e.sensor_id, e.sensor_name, e.content, e.value, e.forebear_id,
      e.is_active, e.is_late, e.is_test, e.is_shelved, e.unshelved_at, e.priority, e.rule_id,
      coalesce(e.acknowledged_by, f.acknowledged_by) as acknowledged_by,
      coalesce(e.acknowledged_at, f.acknowledged_at) as acknowledged_at, coalesce(e.duration, f.duration) as duration, s.timezone,
      s.is_suspended or coalesce(d.is_suspended, false) as suspended,
      exists (select 1 from out_of_service o where o.device_id = e.device_id
        and o.path = e.group_id || '.' || e.sensor_id) as is_out_of_service
    from event e join site s on s.id = e.site_id and s.removed_at is null
      left join device d on d.id = e.device_id
      left join event f on f.device_id = e.device_id and f.id = e.forebear_id
    where e.id = any(${[...ids]}::bigint[]) and (e.device_id = 0 or d.removed_at is null)
    order by e.at, e.id`.execute(db);
  return rows;
}
