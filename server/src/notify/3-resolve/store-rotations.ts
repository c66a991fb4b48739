import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import { query } from '../../platform/query.ts';
import type { RotationOverrideTable } from '../../platform/tables.ts';
import type { OverrideSpan, TurnPlan } from './duty.ts';
/** A rotation with the turns of its people. */
export interface RotationTurns {
  readonly id: number;
  /** IANA zone of the handovers. */
  readonly timezone: string;
  readonly handover_time: string;
  /** 1 Monday to 7 Sunday: weekly; null: daily. */
  readonly weekday: number | null;
  /** Local day of the first turn. */
  readonly start: string;
  /** In the order of their turns, with their names as they were when they were chosen. */
  readonly people: readonly { readonly id: number; readonly name: string }[];
}

/** Those of the rotations that exist, whose client and site exist, and that have people. */
export async function rotationsOf(db: Db, ids: readonly number[]): Promise<RotationTurns[]> {
  if (ids.length === 0) return [];
  return await query(db).all(sql<RotationTurns>`select r.id, r.timezone, r.handover_time, r.weekday,
      r.start_day::text as start,
      json_agg(json_build_object('id', p.user_id, 'name', p.user_name) order by p.position) as people
    from rotation r join client c on c.id = r.client_id and c.removed_at is null
      left join site s on s.id = r.site_id join rotation_person p on p.rotation_id = r.id
    where r.id = any(${[...ids]}::int[]) and (r.site_id is null or s.removed_at is null)
    group by r.id order by r.id`);
}

export type OverrideRow = Omit<Selectable<RotationOverrideTable>, 'created_at'>;

const columns = sql.raw('o.id, o.rotation_id, o.user_id, o.user_name, o.starts_at, o.ends_at, o.created_by');

/** The overrides of rotations that touch [from, to), oldest start first; `to` null: every one that ends after `from`. */
export async function overridesOf(
  db: Db,
  rotationIds: readonly number[],
  from: Date,
  to: Date | null,
): Promise<OverrideRow[]> {
  if (rotationIds.length === 0) return [];
  return await query(db).all(sql<OverrideRow>`select ${columns} from rotation_override o
    where o.rotation_id = any(${rotationIds}) and o.ends_at > ${from}
      and (${to}::timestamptz is null or o.starts_at < ${to})
    order by o.starts_at, o.id`);
}

export const planOf = (row: Omit<RotationTurns, 'id'>): TurnPlan => ({
  zone: row.timezone,
  handoverTime: row.handover_time,
  weekday: row.weekday,
  start: row.start,
  people: row.people.map(({ id }) => id),
});

export const spanOf = (row: OverrideRow): OverrideSpan => ({
  id: row.id,
  userId: row.user_id,
  from: row.starts_at.getTime(),
  to: row.ends_at.getTime(),
});
