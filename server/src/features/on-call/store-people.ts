import type { DutyCandidate } from '@tocsin/contract/on-call';
import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import type { Section } from '../../platform/query.ts';

/** The client's own active people, without operator staff, with access to a site, or (null) of the whole client, by name. */
export async function candidatesOf(
  db: Db,
  clientId: number,
  siteId: number | null,
  page: Section,
): Promise<{ readonly count: number; readonly results: DutyCandidate[] }> {
  const { rows } = await sql<DutyCandidate & { count: number }>`select u.id,
      coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email) as name, count(*) over ()::int as count
    from client_member cm join users u on u.id = cm.user_id and u.is_active and u.removed_at is null
    where cm.client_id = ${clientId} and cm.is_active and not (u.is_superuser or u.is_oem)
      and (${siteId}::int is null or cm.is_accounts_management or exists (
        select 1 from membership m join site s on s.id = m.site_id and s.client_id = cm.client_id
        where m.user_id = u.id and m.site_id = ${siteId} and m.has_access))
    order by lower(trim(u.first_name || ' ' || u.last_name)), u.id
    limit ${page.limit} offset ${page.offset}`.execute(db);
  return { count: rows[0]?.count ?? 0, results: rows.map(({ id, name }) => ({ id, name })) };
}
