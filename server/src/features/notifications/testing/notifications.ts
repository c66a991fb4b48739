import { sql } from 'kysely';
import type { Db } from '../../../platform/db.ts';
import type { MadeDevice } from '../../../platform/testing/factories.ts';

/** What a test says about an event; the rest is an active alarm of a head bearing. */
interface EventOverrides {
  readonly at?: number;
  readonly type?: string;
  readonly active?: boolean;
  /** When it ended; it is then not active. */
  readonly ended?: number;
  readonly late?: boolean;
  readonly content?: string;
  readonly sensor?: string;
  readonly needs?: boolean;
  /** 1 (critical) to 4 (low). */
  readonly priority?: number | null;
}

/** Stores events with ids from 1 on; `start` is their time unless a test says otherwise. */
export function eventFactory(database: { readonly db: Db }, start: number) {
  let nextId = 1;
  return async (device: MadeDevice, over: EventOverrides = {}): Promise<number> => {
    const id = nextId++;
    const type = over.type ?? 'alarm_on';
    await sql`insert into event (id, at, received_at, device_id, client_id, site_id, type, client_name, site_name,
        device_name, group_id, sensor_id, sensor_name, content, value, is_active, ended_at, is_late, is_notified, is_test,
        needs_acknowledgement, priority)
      values (${id}, ${over.at ?? start}, ${over.at ?? start}, ${device.id}, ${device.clientId}, ${device.siteId}, ${type},
        'Company', 'North elevator', ${`Leg ${device.id}`}, '4', '4000', ${over.sensor ?? 'Head bearing left'},
        ${over.content ?? 'Absolute'}, 84.5, ${over.active ?? over.ended === undefined}, ${over.ended ?? null}, ${over.late ?? false}, true, false,
        ${over.needs ?? true}, ${over.priority === undefined ? 2 : over.priority})`.execute(database.db);
    return id;
  };
}
