import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db.ts';
import { query } from '../../platform/query.ts';

/** Notes that an edge is back; times when it spoke last, and when it spoke again. */
export async function insertOutage(db: Db, edgeId: number, from: Date, to: Date): Promise<void> {
  await db.insertInto('edge_outage').values({ edge_id: edgeId, from_at: from, to_at: to }).execute();
}

export interface OutageRow {
  readonly id: number;
  readonly edge_id: number;
  readonly title: string;
  readonly site_id: number;
  readonly site_title: string;
  readonly timezone: string;
  readonly from_at: Date;
  readonly to_at: Date;
}

/**
 * An outage whose back-fill has come and whose late hours are evaluated, locked; nothing when there is none. Several
 * outages of one edge count as one when people are notified of them together.
 */
export const lockUnnotified = (trx: Trx, now: Date, but: readonly number[] = []): Promise<OutageRow | undefined> =>
  query(trx).first(sql<OutageRow>`select o.id, o.edge_id, e.title, s.id as site_id, s.title as site_title, s.timezone,
      (select min(from_at) from edge_outage where edge_id = o.edge_id and notified_at is null) as from_at, o.to_at
    from edge_outage o join edge e on e.id = o.edge_id join site s on s.id = e.site_id
    where o.notified_at is null and e.seen_at > o.to_at and o.id <> all(${[...but]}::bigint[])
      and not exists (select from edge_outage l where l.edge_id = o.edge_id and l.notified_at is null and l.to_at > o.to_at)
      and ((e.health->>'oldest_at') is null or (e.health->>'oldest_at')::bigint > ${now.getTime() - 15_000})
      and not exists (select from pending_hour p join device d on d.id = p.device_id
        where d.edge_id = o.edge_id and p.late_first is not null)
    order by o.id limit 1 for update of o skip locked`);

/** The newest outages of each edge since a moment, at most 20 of each. */
export const newestOutages = (db: Db, ids: readonly number[], since: Date): Promise<ShownOutageRow[]> =>
  query(db).all(sql<ShownOutageRow>`select o.edge_id, o.from_at, o.to_at, o.late_events
    from unnest(${[...ids]}::int[]) as e(id) cross join lateral
      (select * from edge_outage where edge_id = e.id and to_at > ${since} order by to_at desc, id desc limit 20) o
    order by o.to_at desc, o.id desc`);

/** An outage as the page shows it. */
export interface ShownOutageRow {
  readonly edge_id: number;
  readonly from_at: Date;
  readonly to_at: Date;
  readonly late_events: number | null;
}

export interface LateEventRow {
  /** Unix ms. */
  readonly at: number;
  readonly type: string;
  readonly device_name: string;
  readonly sensor_name: string | null;
  readonly content: string;
}

/** Late beginnings of alarms and warnings of the edge's devices that were found since a moment, oldest first. */
export async function lateEvents(trx: Trx, edgeId: number, since: Date, most: number) {
  const { rows } = await sql<
    LateEventRow & { count: number }
  >`select e.at, e.type, e.device_name, e.sensor_name, e.content,
      count(*) over () as count
    from event e join device d on d.id = e.device_id
    where d.edge_id = ${edgeId} and e.is_late and e.type in ('alarm_on', 'warning_on')
      and e.received_at >= ${since.getTime()}
    order by e.at, e.id limit ${most}`.execute(trx);
  return { count: rows[0]?.count ?? 0, rows };
}

/** Marks every outage of the edge up to this one: people are notified of it. */
export async function markNotified(trx: Trx, outage: OutageRow, lateEventCount: number, at: Date): Promise<void> {
  await trx
    .updateTable('edge_outage')
    .set({ notified_at: at, late_events: lateEventCount })
    .where('edge_id', '=', outage.edge_id)
    .where('id', '<=', outage.id)
    .where('notified_at', 'is', null)
    .execute();
}
