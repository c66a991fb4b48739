import { type SqlBool, sql } from 'kysely';
import { inServedScope, type ServedScope } from '../../access/scope.ts';
import type { Db, Trx } from '../../platform/db.ts';
import { query, type Section } from '../../platform/query.ts';

/** A person of a rotation, by the order of their turns; `name` as it was when they were chosen. */
export interface StoredPerson {
  readonly id: number;
  readonly name: string;
}

export interface RotationRow {
  readonly id: number;
  readonly client_id: number;
  readonly site_id: number | null;
  readonly site_name: string | null;
  readonly title: string;
  readonly timezone: string;
  readonly handover_time: string;
  readonly weekday: number | null;
  readonly start: string;
  readonly version: number;
  readonly people: readonly StoredPerson[];
}

const columns = sql.raw(`r.id, r.client_id, r.site_id, s.title as site_name, r.title, r.timezone, r.handover_time,
  r.weekday, r.start_day::text as start, r.version,
  (select json_agg(json_build_object('id', p.user_id, 'name', p.user_name) order by p.position)
    from rotation_person p where p.rotation_id = r.id) as people`);
/** Only rotations of clients and sites that exist. */
const tables = sql.raw(`rotation r join client c on c.id = r.client_id and c.removed_at is null
  left join site s on s.id = r.site_id`);
const exists = sql<SqlBool>`(r.site_id is null or s.removed_at is null)`;

/** Rotations whose overrides one list covers. */
export const maxRotations = 1_000;

export const listRotations = (db: Db, filter: ServedScope, page: Section) =>
  query(db).list(
    sql<RotationRow>`select ${columns} from ${tables} where ${inServedScope('r', filter)}`,
    sql`lower(r.title), r.id`,
    page,
  );

export const findRotation = (db: Db, id: number): Promise<RotationRow | undefined> =>
  query(db).first(sql<RotationRow>`select ${columns} from ${tables} where r.id = ${id} and ${exists}`);

/** The rotation, locked until the transaction ends. */
export async function lockRotation(trx: Trx, id: number): Promise<RotationRow | undefined> {
  await sql`select id from rotation where id = ${id} for update`.execute(trx);
  return await findRotation(trx, id);
}

export interface RotationFields {
  readonly title: string;
  readonly timezone: string;
  readonly handover_time: string;
  readonly weekday: number | null;
  readonly start: string;
}

export async function insertRotation(
  trx: Trx,
  place: { readonly clientId: number; readonly siteId: number | null },
  fields: RotationFields,
  at: Date,
): Promise<number> {
  const row = await query(trx).one(sql<{ id: number }>`insert into rotation
      (client_id, site_id, title, timezone, handover_time, weekday, start_day, created_at)
    values (${place.clientId}, ${place.siteId}, ${fields.title}, ${fields.timezone}, ${fields.handover_time},
      ${fields.weekday}, ${fields.start}::date, ${at}) returning id`);
  return row.id;
}

export const updateRotation = (trx: Trx, id: number, fields: RotationFields): Promise<void> =>
  query(trx).run(sql`update rotation set title = ${fields.title}, timezone = ${fields.timezone},
      handover_time = ${fields.handover_time}, weekday = ${fields.weekday}, start_day = ${fields.start}::date,
      version = version + 1 where id = ${id}`);

export const deleteRotation = (trx: Trx, id: number): Promise<void> =>
  query(trx).run(sql`delete from rotation where id = ${id}`);

/** Replaces the people of a rotation. */
export async function putPeople(trx: Trx, rotationId: number, people: readonly StoredPerson[]): Promise<void> {
  const rows = people.map(({ id, name }, position) => ({ position, user_id: id, user_name: name }));
  await sql`with gone as (delete from rotation_person where rotation_id = ${rotationId} and position >= ${people.length})
    insert into rotation_person (rotation_id, position, user_id, user_name)
    select ${rotationId}, x.position, x.user_id, x.user_name
      from json_to_recordset(${JSON.stringify(rows)}::json) as x(position smallint, user_id int, user_name text)
    on conflict (rotation_id, position) do update set user_id = excluded.user_id, user_name = excluded.user_name`.execute(
    trx,
  );
}
