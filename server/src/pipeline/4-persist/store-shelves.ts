import type pg from 'pg';
import type { ShelfChange } from '../shelf-types.ts';
import type { EventChange } from '../types.ts';
import type { NamesOf } from './store.ts';

/** Stores new shelves with the names of their time, later ends, and endings, in their order. */
export async function writeShelves(
  client: pg.Client,
  changes: readonly ShelfChange[],
  namesOf: NamesOf,
): Promise<void> {
  for (const change of changes) {
    switch (change.kind) {
      case 'start':
        await insertShelf(client, change, namesOf);
        break;
      case 'extend':
        await client.query('update shelf set until = $3 where device_id = $1 and id = $2', [
          change.deviceId,
          change.id,
          change.until,
        ]);
        break;
      case 'end':
        await client.query(
          `update shelf set ended_at = $3, ended_by = $4, end_reason = $5
           where device_id = $1 and id = $2 and ended_at is null`,
          [change.deviceId, change.id, change.endedAt, change.by, change.reason],
        );
        break;
      default:
        change satisfies never;
    }
  }
}

async function insertShelf(
  client: pg.Client,
  { deviceId, shelf }: ShelfChange & { kind: 'start' },
  namesOf: NamesOf,
): Promise<void> {
  const names = namesOf(deviceId);
  await client.query(
    `insert into shelf (id, device_id, client_id, site_id, client_name, site_name, device_name, group_id, sensor_id,
       rule_id, title, covers_alarms, reason_code, reason, priority, started_at, first_from, until, user_id, user_name)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
     on conflict (device_id, id) do nothing`,
    [
      shelf.id,
      deviceId,
      names?.clientId ?? 0,
      names?.siteId ?? shelf.siteId,
      names?.clientCompany ?? '',
      names?.siteTitle ?? '',
      names?.title ?? '',
      shelf.groupId,
      shelf.sensorId,
      shelf.ruleId,
      shelf.title || (names?.title ?? ''),
      shelf.coversAlarms,
      shelf.reasonCode,
      shelf.reason,
      shelf.priority,
      shelf.startedAt,
      shelf.firstFrom,
      shelf.until,
      shelf.userId,
      shelf.userName,
    ],
  );
}

type Marked = EventChange & { readonly kind: 'shelved' | 'unshelved' };
const isMarked = (change: EventChange): change is Marked => change.kind === 'shelved' || change.kind === 'unshelved';

/** Marks events as held back or not; of several changes of one event the last one counts. */
export async function markShelved(client: pg.Client, changes: readonly EventChange[]): Promise<void> {
  const last = new Map<string, Marked>();
  for (const change of changes) if (isMarked(change)) last.set(`${change.deviceId} ${change.id}`, change);
  if (last.size === 0) return;
  const rows = [...last.values()];
  await client.query(
    `update event e set is_shelved = u.at is null, is_notified = e.is_notified or u.at is not null,
       unshelved_at = coalesce(u.at, e.unshelved_at)
     from unnest($1::int[], $2::bigint[], $3::bigint[]) as u (device_id, id, at)
     where e.device_id = u.device_id and e.id = u.id`,
    [
      rows.map((row) => row.deviceId),
      rows.map((row) => row.id),
      rows.map((row) => (row.kind === 'unshelved' ? row.at : null)),
    ],
  );
}
