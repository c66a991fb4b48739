import type { AuditFilter } from '@tocsin/contract/audit';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import { likePattern } from '../../platform/like-pattern.ts';
import { type Section, sectionOf } from '../../platform/query.ts';

/** Half-open time range. */
export interface AuditSpan {
  readonly from: Date | null;
  readonly to: Date | null;
}

/** null: everything. */
export type AuditScope = readonly number[] | null;

const filtered = (db: Db, clientIds: AuditScope, filter: AuditFilter, span: AuditSpan) => {
  const { location, device, user, subject, action, search } = filter;
  const conditions = [sql<SqlBool>`true`];
  if (clientIds) conditions.push(sql`a.client_id = any(${clientIds})`);
  if (location !== undefined) conditions.push(sql`a.site_id = ${location}`);
  if (device !== undefined) conditions.push(sql`a.device_id = ${device}`);
  if (user !== undefined) conditions.push(sql`a.user_id = ${user}`);
  if (subject) conditions.push(sql`a.subject = ${subject}`);
  // Selections of a site are not listed unless asked for by name.
  conditions.push(action ? sql`a.action = ${action}` : sql`a.action <> 'select'`);
  if (span.from) conditions.push(sql`a.at >= ${span.from}`);
  if (span.to) conditions.push(sql`a.at < ${span.to}`);
  if (search) {
    const like = likePattern(search.toLowerCase());
    conditions.push(sql`(search_text(a.user_name || ' ' || a.subject_name || ' ' || a.subject || ' ' || a.action) like search_text(${like})
      or lower(a.old::text) like ${like} or lower(a.new::text) like ${like})`);
  }
  return db.selectFrom('audit as a').where(sql<SqlBool>`${sql.join(conditions, sql` and `)}`);
};

const columns = [
  'a.id',
  'a.at',
  'a.user_id',
  'a.user_name',
  'a.address',
  'a.client_id',
  'a.site_id',
  'a.device_id',
  'a.action',
  'a.subject',
  'a.subject_id',
  'a.subject_name',
  'a.old',
  'a.new',
] as const;

export async function listAudit(db: Db, clientIds: AuditScope, filter: AuditFilter & Section, span: AuditSpan) {
  return await sectionOf(filtered(db, clientIds, filter, span).select(columns).orderBy('a.id', 'desc'), filter);
}
export type AuditRowOf = Awaited<ReturnType<typeof listAudit>>['rows'][number];

/** The next rows of an export, newest first, each with the zone of its site. */
export const auditBefore = (
  db: Db,
  clientIds: AuditScope,
  filter: AuditFilter,
  span: AuditSpan,
  before: number | null,
) => {
  const rows = filtered(db, clientIds, filter, span)
    .leftJoin('site as s', 's.id', 'a.site_id')
    .leftJoin('client as c', 'c.id', 'a.client_id')
    .select([...columns, 's.timezone', 's.title as site_title', 'c.company'])
    .orderBy('a.id', 'desc')
    .limit(1_000);
  return (before === null ? rows : rows.where('a.id', '<', before)).execute();
};
