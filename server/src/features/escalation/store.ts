import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { inScope, type Scope } from '../../access/scope.ts';
import type { PolicyFields } from '../../notify/index.ts';
import type { Db, Trx } from '../../platform/db.ts';
import { query } from '../../platform/query.ts';

export interface PolicyRow extends PolicyFields {
  readonly id: number;
  readonly client_id: number;
  readonly site_id: number | null;
  readonly site_name: string | null;
  readonly version: number;
  readonly created_at: Date;
}

const columns = sql.raw(`p.id, p.client_id, p.site_id, s.title as site_name, p.title, p.event_types, p.least_priority,
  p.device_ids, p.steps, p.repeats, p.repeat_after_minutes, p.goes_on_after_clearing, p.version, p.created_at`);
/** Only policies of clients and sites that exist. */
const tables = sql.raw(`escalation_policy p join client c on c.id = p.client_id and c.removed_at is null
  left join site s on s.id = p.site_id`);
const exists = sql<SqlBool>`(p.site_id is null or s.removed_at is null)`;

/** The policies that a reader sees: those of their sites, and those of whole clients of theirs. */
export interface PolicyFilter {
  readonly scope: Scope;
  /** Clients of the reader; null: all. */
  readonly clientIds: readonly number[] | null;
  /** Those that serve this site: its own, and those of its whole client. */
  readonly siteId?: number | undefined;
}

function conditions({ scope, clientIds, siteId }: PolicyFilter): RawBuilder<SqlBool> {
  const ofClient = clientIds === null ? sql`true` : sql`p.client_id = any(${clientIds})`;
  const serves =
    siteId === undefined
      ? sql`true`
      : sql`(p.site_id = ${siteId} or (p.site_id is null
          and p.client_id = (select client_id from site where id = ${siteId})))`;
  return sql<SqlBool>`${exists} and ${serves}
    and ((p.site_id is null and ${ofClient}) or (p.site_id is not null and ${inScope(scope)}))`;
}

export const listPolicies = (
  db: Db,
  filter: PolicyFilter,
  page: { readonly limit: number; readonly offset: number },
): Promise<PolicyRow[]> =>
  query(db).all(sql<PolicyRow>`select ${columns} from ${tables} where ${conditions(filter)}
    order by lower(p.title), p.id limit ${page.limit} offset ${page.offset}`);

export async function countPolicies(db: Db, filter: PolicyFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${tables}
    where ${conditions(filter)}`.execute(db);
  return rows[0]?.count ?? 0;
}

export const findPolicy = (db: Db, id: number): Promise<PolicyRow | undefined> =>
  query(db).first(sql<PolicyRow>`select ${columns} from ${tables} where p.id = ${id} and ${exists}`);

/** The policy, locked until the transaction ends. */
export async function lockPolicy(trx: Trx, id: number): Promise<PolicyRow | undefined> {
  await sql`select id from escalation_policy where id = ${id} for update`.execute(trx);
  return await findPolicy(trx, id);
}

/** Policies of a client. Locks the client's row, so that two new policies do not pass the limit together. */
export async function countOfClient(trx: Trx, clientId: number): Promise<number> {
  await sql`select id from client where id = ${clientId} for no key update`.execute(trx);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from escalation_policy
    where client_id = ${clientId}`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** Those of the devices that exist at the site, or with null anywhere in the client. */
export async function devicesAt(
  trx: Trx,
  { clientId, siteId }: { readonly clientId: number; readonly siteId: number | null },
  ids: readonly number[],
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`select d.id from device d join site s on s.id = d.site_id
    where d.id = any(${ids}) and d.removed_at is null and s.removed_at is null and s.client_id = ${clientId}
      and (${siteId}::int is null or s.id = ${siteId})`.execute(trx);
  return rows.map(({ id }) => id);
}

export async function insertPolicy(
  trx: Trx,
  served: { readonly clientId: number; readonly siteId: number | null },
  policy: PolicyFields,
  at: Date,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`insert into escalation_policy (client_id, site_id, title, event_types,
      least_priority, device_ids, steps, repeats, repeat_after_minutes, goes_on_after_clearing, created_at)
    values (${served.clientId}, ${served.siteId}, ${policy.title}, ${policy.event_types}, ${policy.least_priority},
      ${policy.device_ids}, ${JSON.stringify(policy.steps)}::jsonb, ${policy.repeats}, ${policy.repeat_after_minutes},
      ${policy.goes_on_after_clearing}, ${at}) returning id`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error('a stored policy has no id');
  return row.id;
}

export async function updatePolicy(trx: Trx, id: number, policy: PolicyFields): Promise<void> {
  await sql`update escalation_policy set title = ${policy.title}, event_types = ${policy.event_types},
      least_priority = ${policy.least_priority}, device_ids = ${policy.device_ids},
      steps = ${JSON.stringify(policy.steps)}::jsonb, repeats = ${policy.repeats},
      repeat_after_minutes = ${policy.repeat_after_minutes},
      goes_on_after_clearing = ${policy.goes_on_after_clearing}, version = version + 1 where id = ${id}`.execute(trx);
}

export async function deletePolicy(trx: Trx, id: number): Promise<void> {
  await sql`delete from escalation_policy where id = ${id}`.execute(trx);
}
