import { type SqlBool, sql } from 'kysely';
import type { Db, Trx } from '../../platform/db.ts';

export type Kind = 'client' | 'site' | 'device';

export interface Thing {
  readonly id: number;
  readonly title: string;
  readonly clientId: number;
  readonly siteId: number | null;
  readonly removedAt: Date | null;
}

interface Row {
  readonly id: number;
  readonly title: string;
  readonly client_id: number;
  readonly site_id: number | null;
  readonly removed_at: Date | null;
}
const thing = (row: Row): Thing => ({
  id: row.id,
  title: row.title,
  clientId: row.client_id,
  siteId: row.site_id,
  removedAt: row.removed_at,
});

/** Locks the thing until the transaction ends. */
export async function lockThing(trx: Trx, kind: Kind, id: number): Promise<Thing | undefined> {
  const { rows } = await statements[kind](id).execute(trx);
  return rows[0] && thing(rows[0]);
}

const statements: Readonly<Record<Kind, (id: number) => ReturnType<typeof sql<Row>>>> = {
  client: (id) => sql<Row>`select id, company as title, id as client_id, null::int as site_id, removed_at
    from client where id = ${id} for update`,
  site: (id) => sql<Row>`select id, title, client_id, id as site_id, removed_at from site where id = ${id} for update`,
  device: (id) => sql<Row>`select d.id, d.title, s.client_id, d.site_id, d.removed_at
    from device d join site s on s.id = d.site_id where d.id = ${id} for update of d`,
};

export interface Below {
  readonly sites: readonly Thing[];
  readonly devices: readonly Thing[];
}

/** What a thing contains: present things (`removedAt` null), or those removed at that exact moment. */
export async function listBelow(trx: Trx, kind: Kind, id: number, removedAt: Date | null): Promise<Below> {
  if (kind === 'device') return { sites: [], devices: [] };
  const state = (alias: string) =>
    removedAt === null
      ? sql<SqlBool>`${sql.ref(`${alias}.removed_at`)} is null`
      : sql<SqlBool>`${sql.ref(`${alias}.removed_at`)} = ${removedAt}`;
  const parent = kind === 'client' ? sql<SqlBool>`s.client_id = ${id}` : sql<SqlBool>`s.id = ${id}`;
  const sites =
    kind === 'site'
      ? []
      : (
          await sql<Row>`select s.id, s.title, s.client_id, s.id as site_id, s.removed_at from site s
            where ${parent} and ${state('s')} order by s.id for update`.execute(trx)
        ).rows;
  const { rows: devices } = await sql<Row>`select d.id, d.title, s.client_id, d.site_id, d.removed_at
    from device d join site s on s.id = d.site_id
    where ${parent} and ${state('d')} order by d.id for update of d`.execute(trx);
  return { sites: sites.map(thing), devices: devices.map(thing) };
}

/** Why things cannot be restored: others use their numbers now. */
export async function conflictsOf(trx: Trx, clientId: number | null, deviceIds: readonly number[]): Promise<string[]> {
  const { rows: numbers } = await sql<{ text: string }>`
    select 'Account number ' || a.number || ' is in use by ' || b.company as text
    from client a join client b on b.number = a.number and b.id <> a.id and b.removed_at is null
    where a.id = ${clientId}`.execute(trx);
  const { rows: devices } = await sql<{ text: string }>`
    select case when b.serial_number = a.serial_number then 'Serial number ' || a.serial_number
      else 'UDF ID ' || a.udf_id end || ' is in use by ' || b.title as text
    from device a join device b on b.id <> a.id and b.removed_at is null
      and (b.serial_number = a.serial_number or lower(b.udf_id) = lower(a.udf_id))
    where a.id = any(${deviceIds}) order by a.id`.execute(trx);
  return [...numbers, ...devices].map((row) => row.text);
}

/** Whether the parent of a site or device is present. */
export async function isParentThere(trx: Trx, kind: Kind, one: Thing): Promise<boolean> {
  if (kind === 'client') return true;
  const { rows } = await sql<{ there: boolean }>`
    select c.removed_at is null and (${kind === 'site'} or s.removed_at is null) as there
    from site s join client c on c.id = s.client_id where s.id = ${one.siteId}`.execute(trx);
  return rows[0]?.there ?? false;
}

/** Devices that were removed before a moment and whose history is due for deletion; a few at a time. */
export async function dueDevices(
  db: Db,
  before: Date,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('device')
    .select('id')
    .where('removed_at', '<', before)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}
