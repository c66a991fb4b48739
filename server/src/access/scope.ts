import type { ClientId, SiteId } from '@tocsin/contract/ids';
import { backfillMs } from '@tocsin/contract/notifications';
import { type SqlBool, sql } from 'kysely';
import { isStaff, managesClient, type Person, type Principal } from './principal.ts';

/** The sites that a caller sees, for the condition of a list: those of `clientIds` and those of `siteIds`. */
export type Scope =
  | { readonly kind: 'all' }
  | { readonly kind: 'some'; readonly clientIds: readonly ClientId[]; readonly siteIds: readonly SiteId[] };

/** The scope within one client, or within everything visible when none is named. */
export const scopeOf = (who: Principal, clientId: ClientId | null): Scope => {
  if (who.kind === 'wall') return { kind: 'some', clientIds: [], siteIds: [who.siteId] };
  if (isStaff(who)) return clientId === null ? { kind: 'all' } : { kind: 'some', clientIds: [clientId], siteIds: [] };
  const clientIds = [...who.clients.keys()].filter((id) => clientId === null || id === clientId);
  const managed = clientIds.filter((id) => managesClient(who, id));
  const sites = [...who.sites.values()].filter((s) => clientIds.includes(s.clientId) && !managed.includes(s.clientId));
  return { kind: 'some', clientIds: managed, siteIds: sites.map((s) => s.siteId) };
};

/**
 * The scope as a condition on the tables that a query calls `s` (site), simple enough for the planner to choose an
 * index.
 */
export const inScope = (scope: Scope) => {
  if (scope.kind === 'all') return sql<SqlBool>`true`;
  const { clientIds, siteIds } = scope;
  const [client] = clientIds;
  // With `=` the rows of one client come in index order; with `any` of an array they do not.
  if (siteIds.length === 0 && clientIds.length === 1) return sql<SqlBool>`s.client_id = ${client}`;
  if (siteIds.length === 0) return sql<SqlBool>`s.client_id = any(${clientIds})`;
  if (clientIds.length === 0) return sql<SqlBool>`s.id = any(${siteIds})`;
  return sql<SqlBool>`(s.client_id = any(${clientIds}) or s.id = any(${siteIds}))`;
};

/** Of events `e`: active alarms and warnings, and what needs an acknowledgement and has none, active or cleared. */
export const standingCounts = sql`count(*) filter (where e.is_active and e.type = 'alarm_on')::int as alarms,
  count(*) filter (where e.is_active and e.type = 'warning_on')::int as warnings,
  count(*) filter (where e.needs_acknowledgement and e.acknowledged_at is null)::int as unacknowledged`;
/** The events that they count, which are those of the bell: cleared ones that came late from `backfillMs` after that on. */
export const isStanding = (now: number) => sql<SqlBool>`not e.is_test and (
  (e.is_active and not e.is_late and e.type in ('alarm_on', 'warning_on')) or (not e.is_active and e.needs_acknowledgement
    and e.acknowledged_at is null and (not e.is_late or e.received_at <= ${now - backfillMs})))`;

/** What a caller sees of things that serve a whole client or, with a site, that site alone. */
export interface ServedScope {
  readonly scope: Scope;
  /** Clients whose rows without a site are seen; null: of all. */
  readonly clientIds: readonly number[] | null;
  /** Those that serve this site: its own, and those of its whole client. */
  readonly siteId?: number | undefined;
}

/** What a person sees in one client, or in all of theirs; with a site what serves it. */
export const servedScopeOf = (who: Person, clientId: ClientId | null, siteId: number | undefined): ServedScope => {
  const own = [...who.clients.keys()].filter((id) => clientId === null || id === clientId);
  const ofStaff = clientId === null ? null : [clientId];
  return { scope: scopeOf(who, clientId), clientIds: isStaff(who) ? ofStaff : own, siteId };
};

/** The same as a condition on a table by its name in the query, left-joined with its site `s`, which must exist. */
export const inServedScope = (name: string, { scope, clientIds, siteId }: ServedScope) => {
  const table = sql.raw(name);
  const ofClient = clientIds === null ? sql`true` : sql`${table}.client_id = any(${[...clientIds]}::int[])`;
  const serves =
    siteId === undefined
      ? sql`true`
      : sql`(${table}.site_id = ${siteId} or (${table}.site_id is null
          and ${table}.client_id = (select client_id from site where id = ${siteId})))`;
  return sql<SqlBool>`${serves} and ((${table}.site_id is null and ${ofClient})
    or (${table}.site_id is not null and s.removed_at is null and ${inScope(scope)}))`;
};
