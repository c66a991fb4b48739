import { sql } from 'kysely';
import type { JudgedEntry } from '../../access/offline.ts';
import type { Db } from '../../platform/db.ts';
import { query } from '../../platform/query.ts';

/** Days of a site, both ends included: `2026-11-22`. */
export interface DaySpan {
  readonly from: string;
  readonly to: string;
}

/** A machine of the site: its gaps count from its first round on. */
export interface Machine {
  readonly id: number;
  readonly title: string;
  readonly device_type: string;
  readonly first_day: string | null;
}

export interface RoundRow {
  readonly id: number;
  readonly device_id: number;
  readonly device_name: string;
  readonly at: Date;
  readonly day: string;
  readonly user_name: string;
  readonly note: string;
  readonly device_at: Date | null;
  readonly device_offset_ms: number | null;
  /** Null: recorded before rounds without a network, at `at`. */
  readonly received_at: Date | null;
}
const columns = sql.raw(`r.id, r.device_id, r.device_name, r.at, r.day::text as day, r.user_name, r.note,
  r.device_at, r.device_offset_ms, r.received_at`);

export interface SiteHead {
  readonly id: number;
  readonly title: string;
  readonly timezone: string;
}
export const siteHead = (db: Db, id: number): Promise<SiteHead | undefined> =>
  query(db).first(sql<SiteHead>`select id, title, timezone from site where id = ${id}`);

/** The site's devices that are in service, each with the day of its first round. */
export const machinesOf = (db: Db, siteId: number): Promise<Machine[]> =>
  query(db).all(sql<Machine>`select d.id, d.title, coalesce(d.is_emulated_as, d.device_type) as device_type,
      (select min(r.day)::text from daily_round r where r.device_id = d.id and r.site_id = d.site_id) as first_day
    from device d where d.site_id = ${siteId} and d.removed_at is null and not d.is_suspended
    order by lower(d.title), d.id`);

/** The rounds of a site in a range of days, oldest first. */
export const roundsOf = (db: Db, siteId: number, { from, to }: DaySpan): Promise<RoundRow[]> =>
  query(db).all(sql<RoundRow>`select ${columns} from daily_round r
    where r.site_id = ${siteId} and r.day between ${from}::date and ${to}::date order by r.day, r.at, r.id`);

export interface DeviceHead {
  readonly id: number;
  readonly title: string;
  readonly site_id: number;
  readonly site: string;
  readonly client_id: number;
  readonly timezone: string;
}
/** The machine, locked so that two presses of one person are one round. */
export const lockDevice = (db: Db, id: number): Promise<DeviceHead | undefined> =>
  query(db).first(sql<DeviceHead>`select d.id, d.title, d.site_id, s.title as site, s.client_id, s.timezone
    from device d join site s on s.id = d.site_id where d.id = ${id} and d.removed_at is null for update of d`);

/** The newest round of a person at a machine within a time before or after a moment; times in ms. */
export const ownRoundNear = (
  db: Db,
  deviceId: number,
  userId: number,
  { at, within }: { readonly at: number; readonly within: number },
): Promise<RoundRow | undefined> =>
  query(db).first(sql<RoundRow>`select ${columns} from daily_round r
    where r.device_id = ${deviceId} and r.user_id = ${userId} and r.at > ${new Date(at - within)}
      and r.at < ${new Date(at + within)} order by r.id desc limit 1`);

/** The round that an entry of this person became. */
export const roundOfEntry = (db: Db, userId: number, entryId: string): Promise<RoundRow | undefined> =>
  query(db).first(sql<RoundRow>`select ${columns} from daily_round r
    where r.user_id = ${userId} and r.entry_id = ${entryId}`);

/** The first round of somebody else at a machine on a day of its site. */
export const roundOfOthers = (
  db: Db,
  deviceId: number,
  { day, userId }: { readonly day: string; readonly userId: number },
): Promise<RoundRow | undefined> =>
  query(db).first(sql<RoundRow>`select ${columns} from daily_round r where r.device_id = ${deviceId}
    and r.day = ${day}::date and r.user_id is distinct from ${userId} order by r.at, r.id limit 1`);

export const addRound = (
  db: Db,
  device: DeviceHead,
  round: {
    readonly at: Date;
    readonly day: string;
    readonly userId: number;
    readonly by: string;
    readonly note: string;
    readonly receivedAt: Date;
    readonly entry: JudgedEntry | null;
  },
): Promise<RoundRow> =>
  query(db).one(sql<RoundRow>`insert into daily_round as r (device_id, client_id, site_id, device_name, site_name,
      at, day, user_id, user_name, note, received_at, entry_id, device_at, device_offset_ms)
    values (${device.id}, ${device.client_id}, ${device.site_id}, ${device.title}, ${device.site}, ${round.at},
      ${round.day}::date, ${round.userId}, ${round.by}, ${round.note}, ${round.receivedAt},
      ${round.entry?.id ?? null}, ${round.entry && new Date(round.entry.deviceAt)}, ${round.entry?.offsetMs ?? null}) returning ${columns}`);

/** Machines that rounds are made at and that have none on the given day of their site. */
export const unroundedOf = (
  db: Db,
  days: readonly { readonly site: number; readonly day: string }[],
): Promise<{ readonly id: number; readonly title: string; readonly site_id: number }[]> =>
  query(db).all(sql<{ id: number; title: string; site_id: number }>`select d.id, d.title, d.site_id
    from unnest(${days.map(({ site }) => site)}::int[], ${days.map(({ day }) => day)}::date[]) u (site, day)
      join device d on d.site_id = u.site and d.removed_at is null and not d.is_suspended
    where exists (select 1 from daily_round r where r.device_id = d.id and r.site_id = d.site_id)
      and not exists (select 1 from daily_round r where r.device_id = d.id and r.site_id = d.site_id and r.day = u.day)
    order by lower(d.title), d.id`);
