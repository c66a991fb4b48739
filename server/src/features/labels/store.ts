import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db.ts';
import { query } from '../../platform/query.ts';

/** The published drawing that a site shows: the last one. */
const drawingOf = (site: unknown) => sql`(select s.id from schema s where s.site_id = ${site} and s.is_published
  order by s.published_at desc, s.id desc limit 1)`;

export interface SubjectRow {
  readonly kind: 'device' | 'machine';
  readonly id: string;
  readonly title: string;
  readonly code: string | null;
  readonly printed_at: Date | null;
  readonly scanned_at: Date | null;
  readonly scanned_by: string | null;
}

/** Devices of a site, then the machines of its published drawing, each by name, with their labels. */
export const subjectsOf = (db: Db | Trx, siteId: number): Promise<SubjectRow[]> =>
  query(db).all(sql<SubjectRow>`select u.kind, u.id, u.title, l.code, l.printed_at, l.scanned_at, l.scanned_by
    from (select 'device' as kind, d.id::text as id, d.title from device d
        where d.site_id = ${siteId} and d.removed_at is null
      union all select distinct on (m.frontend_id) 'machine', m.frontend_id, m.name from schema_machine m
        join schema_tab t on t.id = m.tab_id where t.schema_id = ${drawingOf(siteId)}) u
      left join label l on case u.kind when 'device' then l.device_id = u.id::int
        else l.site_id = ${siteId} and l.machine = u.id end
    order by u.kind, lower(u.title), u.id`);

export async function titleOfSite(db: Db, id: number): Promise<string> {
  const { rows } = await sql<{ title: string }>`select title from site where id = ${id}`.execute(db);
  return rows[0]?.title ?? '';
}

/** 80 bits in the letters of Crockford's alphabet, which has none that look alike. */
const newCode = (): string => {
  const letters = '0123456789abcdefghjkmnpqrstvwxyz';
  return [...randomBytes(16)].map((byte) => letters[byte & 31]).join('');
};

/** Marks a subject as printed, with a code of its own if it has none. Returns the code. */
export async function printLabel(
  trx: Trx,
  siteId: number,
  { kind, id }: Pick<SubjectRow, 'kind' | 'id'>,
  at: Date,
): Promise<string> {
  const isDevice = kind === 'device';
  const { rows } = await sql<{ code: string }>`insert into label (code, device_id, site_id, machine, printed_at)
    values (${newCode()}, ${isDevice ? Number(id) : null}, ${isDevice ? null : siteId}, ${isDevice ? null : id}, ${at})
    on conflict ${isDevice ? sql`(device_id)` : sql`(site_id, machine)`}
      do update set printed_at = excluded.printed_at, scanned_at = null, scanned_by = null
    returning code`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error('a stored label is missing');
  return row.code;
}

export interface LabelRow {
  readonly title: string;
  readonly site_id: number;
  readonly site_title: string;
  readonly timezone: string;
  readonly device_id: number | null;
  /** The machine of the published drawing. */
  readonly machine_id: number | null;
}

/** What a code names now; undefined if it never named anything, or what it named is gone. */
export const findLabel = (db: Db, code: string): Promise<LabelRow | undefined> =>
  query(db).first(sql<LabelRow>`select coalesce(d.title, m.name) as title, s.id as site_id, s.title as site_title,
      s.timezone, d.id as device_id, m.id as machine_id
    from label l left join device d on d.id = l.device_id and d.removed_at is null
      left join lateral (select m.id, m.name from schema_machine m join schema_tab t on t.id = m.tab_id
        where m.frontend_id = l.machine and t.schema_id = ${drawingOf(sql`l.site_id`)} order by m.id limit 1) m on true
      join site s on s.id = coalesce(d.site_id, l.site_id) and s.removed_at is null
    where l.code = ${code} and (d.id is not null or m.id is not null)`);

/** The sensors on a machine, `device` and `group.sensor`, in the order of the devices. */
export const sensorsOn = (
  db: Db,
  machineId: number,
): Promise<{ readonly device_id: number; readonly path: string }[]> =>
  query(db).all(sql<{
    device_id: number;
    path: string;
  }>`select distinct s.device_id, s.group_id || '.' || s.sensor_id as path
    from schema_sensor s join device d on d.id = s.device_id and d.removed_at is null
    where s.machine_id = ${machineId} order by s.device_id, path`);

/** Records a scan, which is no change: it says which labels hang nowhere. */
export const recordScan = (db: Db, code: string, at: Date, by: string): Promise<void> =>
  query(db).run(sql`update label set scanned_at = ${at}, scanned_by = ${by} where code = ${code}
    and (scanned_at is null or scanned_at < ${at}::timestamptz - interval '1 minute')`);
