import { type EdgePatch, endpoints, type NewEdge } from '@tocsin/contract/edges';
import { call, callQuery } from '../../api/call.ts';

/** Polling interval: queue depth and state change while the page is open. */
const pollMs = 3_000;
/** Page size that covers all edges of a site (maxEdges in the contract). */
const all = 100;

/** All edges of a site with their health reports. */
export const edgesQuery = (site: number | null, isAllowed: boolean) =>
  callQuery(['edges', site], endpoints.list, {
    params: { id: site ?? 0 },
    query: { limit: all, offset: 0 },
    enabled: site !== null && isAllowed,
    refetchInterval: pollMs,
  });

export const createEdge = (site: number, body: NewEdge) => call(endpoints.create, { params: { id: site }, body });
export const changeEdge = (site: number, edge: number, body: EdgePatch) =>
  call(endpoints.change, { params: { id: site, edge }, body });
export const makeCode = (site: number, edge: number) => call(endpoints.code, { params: { id: site, edge } });
export const removeEdge = (site: number, edge: number) => call(endpoints.remove, { params: { id: site, edge } });
