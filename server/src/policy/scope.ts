import type { ClientId, SiteId } from '@tocsin/contract/ids';
import { type SqlBool, sql } from 'kysely';
import { isStaff, managesClient, type Who } from './who.ts';

/** Which sites somebody sees, for the where of a list: those of `clientIds` and those of `siteIds`. */
export type Scope =
  | { readonly kind: 'all' }
  | { readonly kind: 'some'; readonly clientIds: readonly ClientId[]; readonly siteIds: readonly SiteId[] };

/** Within one client, or within everything that they see when none is named. */
export const scopeOf = (who: Who, clientId: ClientId | null): Scope => {
  if (who.kind === 'wall') return { kind: 'some', clientIds: [], siteIds: [who.siteId] };
  if (isStaff(who)) return clientId === null ? { kind: 'all' } : { kind: 'some', clientIds: [clientId], siteIds: [] };
  const places = [...who.clients.keys()].filter((id) => clientId === null || id === clientId);
  const managed = places.filter((id) => managesClient(who, id));
  const sites = [...who.sites.values()].filter((s) => places.includes(s.clientId) && !managed.includes(s.clientId));
  return { kind: 'some', clientIds: managed, siteIds: sites.map((s) => s.siteId) };
};

/**
 * The scope as a condition on the tables that a query calls `s` (site); as plain as it can be, so that the planner
 * sees which index to take.
 */
export const inScope = (scope: Scope) => {
  if (scope.kind === 'all') return sql<SqlBool>`true`;
  const { clientIds, siteIds } = scope;
  const [client] = clientIds;
  // By `=` the rows of one client come in the order of an index; `any` of an array loses it.
  if (siteIds.length === 0 && clientIds.length === 1) return sql<SqlBool>`s.client_id = ${client}`;
  if (siteIds.length === 0) return sql<SqlBool>`s.client_id = any(${clientIds})`;
  if (clientIds.length === 0) return sql<SqlBool>`s.id = any(${siteIds})`;
  return sql<SqlBool>`(s.client_id = any(${clientIds}) or s.id = any(${siteIds}))`;
};
