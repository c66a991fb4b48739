import type { ClientId, SiteId } from '@tocsin/contract/ids';
import { type SqlBool, sql } from 'kysely';
import { isStaff, managesClient, type Principal } from './principal.ts';

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
