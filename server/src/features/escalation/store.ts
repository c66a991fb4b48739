import { type SqlBool, sql } from 'kysely';
import { inServedScope, type ServedScope } from '../../access/scope.ts';
import type { PolicyFields } from '../../notify/index.ts';
import type { Db, Trx } from '../../platform/db.ts';
import { query, type Section } from '../../platform/query.ts';

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

export const listPolicies = (db: Db, filter: ServedScope, page: Section) =>
  query(db).list(
    sql<PolicyRow>`select ${columns} from ${tables} where ${inServedScope('p', filter)}`,
    sql`lower(p.title), p.id`,
    page,
  );

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
export const devicesAt = (
  trx: Trx,
  { clientId, siteId }: { readonly clientId: number; readonly siteId: number | null },
  ids: readonly number[],
): Promise<readonly number[]> =>
  query(trx).column(
    sql<{ id: number }>`select d.id from device d join site s on s.id = d.site_id
    where d.id = any(${ids}) and d.removed_at is null and s.removed_at is null and s.client_id = ${clientId}
      and (${siteId}::int is null or s.id = ${siteId})`,
    'id',
  );

export async function insertPolicy(
  trx: Trx,
  served: { readonly clientId: number; readonly siteId: number | null },
  policy: PolicyFields,
  at: Date,
): Promise<number> {
  const row = await query(trx).one(sql<{
    id: number;
  }>`insert into escalation_policy (client_id, site_id, title, event_types,
      least_priority, device_ids, steps, repeats, repeat_after_minutes, goes_on_after_clearing, created_at)
    values (${served.clientId}, ${served.siteId}, ${policy.title}, ${policy.event_types}, ${policy.least_priority},
      ${policy.device_ids}, ${JSON.stringify(policy.steps)}::jsonb, ${policy.repeats}, ${policy.repeat_after_minutes},
      ${policy.goes_on_after_clearing}, ${at}) returning id`);
  return row.id;
}

export const updatePolicy = (trx: Trx, id: number, policy: PolicyFields): Promise<void> =>
  query(trx).run(sql`update escalation_policy set title = ${policy.title}, event_types = ${policy.event_types},
      least_priority = ${policy.least_priority}, device_ids = ${policy.device_ids},
      steps = ${JSON.stringify(policy.steps)}::jsonb, repeats = ${policy.repeats},
      repeat_after_minutes = ${policy.repeat_after_minutes},
      goes_on_after_clearing = ${policy.goes_on_after_clearing}, version = version + 1 where id = ${id}`);

export const deletePolicy = (trx: Trx, id: number): Promise<void> =>
  query(trx).run(sql`delete from escalation_policy where id = ${id}`);

/** Title of a device. */
export async function deviceName(db: Db, id: number): Promise<string> {
  const { rows } = await sql<{ title: string }>`select title from device where id = ${id}`.execute(db);
  return rows[0]?.title ?? '';
}

/** Stores a policy of a whole client, as a seed does: without an audit record. `at`: when it was made, unix ms. */
export const seedPolicy = (
  trx: Trx,
  clientId: number,
  { at, ...policy }: PolicyFields & { readonly at: number },
): Promise<number> => insertPolicy(trx, { clientId, siteId: null }, policy, new Date(at));
