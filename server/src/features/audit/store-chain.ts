import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db.ts';
import { query, type Section } from '../../platform/query.ts';
import type { SealedContent } from './chain.ts';

const content = sql`a.id, to_char(a.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, a.user_id, a.user_name,
  a.address, a.client_id, a.site_id, a.device_id, a.action, a.subject, a.subject_id, a.subject_name, a.old, a.new`;

export type UnsealedRow = Omit<SealedContent, 'seq' | 'day' | 'address_digest'> & { readonly address: string };
export interface SealedRow extends UnsealedRow {
  readonly seq: number;
  readonly day: string;
  /** Null: the address was shortened. */
  readonly salt: Buffer | null;
  readonly address_digest: Buffer;
  readonly hash: Buffer;
}

/** One seal, export of a day's rows or retention at a time, for all processes. */
export const lockChain = (trx: Trx): Promise<void> =>
  query(trx).run(sql`select pg_advisory_xact_lock(hashtext('audit chain'))`);

export const unsealedRows = async (trx: Trx, limit: number): Promise<readonly UnsealedRow[]> => {
  return await query(trx).all(sql<UnsealedRow>`
    select ${content} from audit a where a.seq is null order by a.id limit ${limit}`);
};

export interface Tip {
  readonly seq: number;
  readonly day: string;
  readonly hash: Buffer;
}
/** The last sealed row, or the last head when retention has removed its rows. */
export async function tipOf(db: Db): Promise<Tip | null> {
  const { rows } = await sql<Tip>`
    (select seq, day::text, hash from audit where seq is not null order by seq desc limit 1)
    union all (select last_seq, day::text, hash from audit_head order by day desc limit 1)
    order by seq desc limit 1`.execute(db);
  return rows[0] ?? null;
}

export interface Seal extends Tip {
  readonly id: number;
  readonly salt: Buffer;
  readonly digest: Buffer;
}
export async function sealRows(trx: Trx, seals: readonly Seal[]): Promise<void> {
  const of = <K extends keyof Seal>(name: K) => seals.map((seal) => seal[name]);
  await sql`update audit a set seq = s.seq, day = s.day, salt = s.salt, address_digest = s.digest, hash = s.hash
    from unnest(${of('id')}::bigint[], ${of('seq')}::bigint[], ${of('day')}::date[], ${of('salt')}::bytea[],
      ${of('digest')}::bytea[], ${of('hash')}::bytea[]) as s (id, seq, day, salt, digest, hash)
    where a.id = s.id`.execute(trx);
}

export const lastHeadDay = async (db: Db): Promise<string | null> => {
  const { rows } = await sql<{ day: string | null }>`select max(day)::text as day from audit_head`.execute(db);
  return rows[0]?.day ?? null;
};

/** Stores the heads of all days before `today` that have rows and no head yet. */
export const closeDays = (trx: Trx, today: string, at: Date): Promise<void> =>
  query(trx).run(sql`insert into audit_head (day, last_seq, rows, hash, at)
    select d.day, d.last_seq, d.rows, a.hash, ${at} from (
      select day, max(seq) as last_seq, count(*)::int as rows from audit
      where seq > coalesce((select max(last_seq) from audit_head), 0) and day < ${today}::date group by day) d
    join audit a on a.seq = d.last_seq`);

export interface Head {
  readonly day: string;
  readonly last_seq: number;
  readonly rows: number;
  readonly hash: Buffer;
  readonly removed_at: Date | null;
}
const headColumns = sql`day::text, last_seq, rows, hash, removed_at`;
/** Newest first. */
export const listHeads = (db: Db, page: Section) =>
  query(db).list(sql<Head>`select ${headColumns} from audit_head`, sql`audit_head.day desc`, page);
/** Oldest first. */
export const allHeads = (db: Db): Promise<readonly Head[]> =>
  query(db).all(sql<Head>`select ${headColumns} from audit_head order by audit_head.day`);

/** The next sealed rows of an export, in the order of the chain. */
export const sealedAfter = async (db: Db, after: number, upTo: number): Promise<readonly SealedRow[]> => {
  return await query(db).all(sql<SealedRow>`
    select ${content}, a.seq, a.day::text, a.salt, a.address_digest, a.hash from audit a
    where a.seq > ${after} and a.seq <= ${upTo} order by a.seq limit 1000`);
};

export const countUnsealed = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from audit where seq is null`.execute(db);
  return rows[0]?.count ?? 0;
};

/** Rows from before the moment that still have their full address. */
export const fullAddresses = async (trx: Trx, before: Date): Promise<readonly { id: number; address: string }[]> => {
  return await query(trx).all(sql<{ id: number; address: string }>`
    select id, address from audit where salt is not null and at < ${before} order by at limit 1000`);
};
export const shortenAddresses = (trx: Trx, rows: readonly { id: number; address: string }[]): Promise<void> =>
  query(trx).run(sql`update audit a set address = s.address, salt = null
    from unnest(${rows.map((row) => row.id)}::bigint[], ${rows.map((row) => row.address)}::text[]) as s (id, address)
    where a.id = s.id`);

/** Removes the rows of all finished days before `day`, keeps their heads, and returns what was removed. */
export async function removeDays(trx: Trx, day: string, at: Date): Promise<{ days: number; rows: number }> {
  const gone = await sql<{ rows: number }>`update audit_head set removed_at = ${at}
    where day < ${day}::date and removed_at is null returning rows`.execute(trx);
  if (gone.rows.length === 0) return { days: 0, rows: 0 };
  await sql`delete from audit where seq <= (select max(last_seq) from audit_head where removed_at is not null)`.execute(
    trx,
  );
  return { days: gone.rows.length, rows: gone.rows.reduce((sum, { rows }) => sum + rows, 0) };
}

export const readAuditSettings = (db: Db) =>
  db.selectFrom('audit_setting').select(['address_days', 'retention_days', 'version']).executeTakeFirstOrThrow();
export const lockAuditSettings = (trx: Trx) =>
  trx
    .selectFrom('audit_setting')
    .select(['address_days', 'retention_days', 'version'])
    .forUpdate()
    .executeTakeFirstOrThrow();
/** Keeps rows and addresses without end, as by default; false: it did so. */
export async function resetAuditSettings(trx: Trx): Promise<boolean> {
  const { address_days, retention_days } = await lockAuditSettings(trx);
  await updateAuditSettings(trx, { address_days: null, retention_days: null });
  return address_days !== null || retention_days !== null;
}
export async function updateAuditSettings(
  trx: Trx,
  values: { readonly address_days: number | null; readonly retention_days: number | null },
): Promise<void> {
  await trx
    .updateTable('audit_setting')
    .set({ ...values, version: sql<number>`version + 1` })
    .execute();
}
