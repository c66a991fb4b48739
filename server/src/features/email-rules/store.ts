import type { EmailRuleInput } from '@tocsin/contract/email-rules';
import { type SqlBool, sql } from 'kysely';
import type { Db, Trx } from '../../platform/db.ts';
import { likePattern } from '../../platform/like-pattern.ts';
import { type Section, sectionOf } from '../../platform/query.ts';

const rules = (db: Db) =>
  db
    .selectFrom('email_rule as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .innerJoin('client as c', 'c.id', 'r.client_id')
    .where(({ and }) => and({ 'u.removed_at': null, 'c.removed_at': null }))
    .select([
      'r.id',
      'r.user_id',
      'r.client_id',
      'r.send_to_alternative',
      'r.alternative_contact',
      'r.event_type',
      'r.contact_when',
      'r.x',
      'r.all_devices',
      'r.number_per_hour',
      'r.is_active',
      'r.version',
      'u.email',
      'u.first_name',
      'u.last_name',
      'c.company',
    ]);
export type RuleRow = Awaited<ReturnType<ReturnType<typeof rules>['executeTakeFirstOrThrow']>>;

export interface RuleFilter extends Section {
  /** null: all people. */
  readonly userId: number | null;
  /** null: of every client. */
  readonly clientId: number | null;
  readonly search: string | undefined;
}

/** Rules whose e-mail address or device title contains the text; any device title matches a rule for all devices. */
export async function listRules(db: Db, filter: RuleFilter): Promise<{ count: number; rows: RuleRow[] }> {
  const { userId, clientId, search } = filter;
  const like = search ? likePattern(search) : null;
  const conditions = [sql<SqlBool>`true`];
  if (userId !== null) conditions.push(sql`r.user_id = ${userId}`);
  if (clientId !== null) conditions.push(sql`r.client_id = ${clientId}`);
  if (like)
    conditions.push(sql`(case when r.send_to_alternative then r.alternative_contact else u.email end ilike ${like}
      or exists (select 1 from email_rule_device rd join device d on d.id = rd.device_id
        where rd.rule_id = r.id and d.removed_at is null and search_text(d.title) like search_text(${like}))
      or (r.all_devices and exists (select 1 from device d join site s on s.id = d.site_id
        where s.client_id = r.client_id and d.removed_at is null and s.removed_at is null and search_text(d.title) like search_text(${like}))))`);
  const filtered = rules(db).where(sql<SqlBool>`${sql.join(conditions, sql` and `)}`);
  return await sectionOf(filtered.orderBy('r.id'), filter);
}

export const findRule = (db: Db, id: number): Promise<RuleRow | undefined> =>
  rules(db).where('r.id', '=', id).executeTakeFirst();

export interface RuleDevice {
  readonly rule_id: number;
  readonly id: number;
  readonly title: string;
  readonly site_id: number;
  readonly client_id: number;
}

/** The devices that rules name, without removed ones. */
export const devicesOfRules = (db: Db, ruleIds: readonly number[]): Promise<RuleDevice[]> =>
  db
    .selectFrom('email_rule_device as rd')
    .innerJoin('device as d', 'd.id', 'rd.device_id')
    .innerJoin('site as s', 's.id', 'd.site_id')
    .where(sql<SqlBool>`rd.rule_id = any(${ruleIds})`)
    .where(({ and }) => and({ 'd.removed_at': null, 's.removed_at': null }))
    .orderBy(sql`lower(s.title), s.id, lower(d.title), d.id`)
    .select(['rd.rule_id', 'd.id', 'd.title', 'd.site_id', 's.client_id'])
    .execute();

/** The existing devices of these ids, each with its site and client. */
export const devicesByIds = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('device as d')
    .innerJoin('site as s', 's.id', 'd.site_id')
    .where(sql<SqlBool>`d.id = any(${ids})`)
    .where(({ and }) => and({ 'd.removed_at': null, 's.removed_at': null }))
    .select(['d.id', 'd.site_id', 's.client_id'])
    .execute();

export const lockRule = (trx: Trx, id: number) =>
  trx.selectFrom('email_rule').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export type RuleValues = Omit<EmailRuleInput, 'delivery_method' | 'devices' | 'periodical' | 'user' | 'version'>;

/** Whether a person has a rule at this client. */
export const hasRule = async (trx: Trx, userId: number, clientId: number): Promise<boolean> => {
  const query = trx.selectFrom('email_rule').select('id').where('user_id', '=', userId);
  return (await query.where('client_id', '=', clientId).limit(1).executeTakeFirst()) !== undefined;
};

export async function insertRule(
  trx: Trx,
  owner: { readonly userId: number; readonly clientId: number },
  values: RuleValues,
  at: Date,
): Promise<number> {
  const row = await trx
    .insertInto('email_rule')
    .values({
      ...values,
      x: values.x ?? null,
      number_per_hour: values.number_per_hour ?? 0,
      user_id: owner.userId,
      client_id: owner.clientId,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function updateRule(trx: Trx, id: number, values: RuleValues): Promise<void> {
  await trx
    .updateTable('email_rule')
    .set({
      ...values,
      x: values.x ?? null,
      number_per_hour: values.number_per_hour ?? 0,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .execute();
}

/** Turns a rule off because the receiver of its mails asked for it. */
export async function turnOffRule(trx: Trx, id: number): Promise<void> {
  await sql`update email_rule set is_active = false, version = version + 1 where id = ${id}`.execute(trx);
}

export async function putDevices(trx: Trx, ruleId: number, deviceIds: readonly number[]): Promise<void> {
  await trx.deleteFrom('email_rule_device').where('rule_id', '=', ruleId).execute();
  if (deviceIds.length === 0) return;
  await trx
    .insertInto('email_rule_device')
    .values(deviceIds.map((device_id) => ({ rule_id: ruleId, device_id })))
    .execute();
}

export async function deleteRule(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('email_rule').where('id', '=', id).execute();
}

/**
 * The sites whose alarms are mailed to somebody: an active rule for alarms of an active person with access, for all
 * devices or one of the site's.
 */
export async function mailedSites(db: Db, siteIds: readonly number[]): Promise<Set<number>> {
  if (siteIds.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select s.id from site s
    where s.id = any(${siteIds}) and exists (
      select 1 from email_rule r
        join users u on u.id = r.user_id and u.is_active and u.removed_at is null
        left join client_member m on m.user_id = r.user_id and m.client_id = r.client_id
      where r.client_id = s.client_id and r.event_type = 'alarm' and r.is_active
        and (u.is_superuser or u.is_oem or (u.is_accounts_management and m.user_id is null)
          or (m.is_active and (m.is_accounts_management or exists (
            select 1 from membership p where p.user_id = r.user_id and p.site_id = s.id and p.has_access))))
        and (r.all_devices or exists (select 1 from email_rule_device rd join device d on d.id = rd.device_id
          where rd.rule_id = r.id and d.site_id = s.id and d.removed_at is null)))`.execute(db);
  return new Set(rows.map((row) => row.id));
}
