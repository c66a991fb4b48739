import { groupPlace } from '@tocsin/contract/group-order';

/** Numbers in ids are compared by value. */
export const byId = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });

/** Orders groups the same way on dashboards, graphs and machine pages. */
export const byGroup = (
  a: { readonly id: string; readonly name: string },
  b: { readonly id: string; readonly name: string },
): number => groupPlace(a.name) - groupPlace(b.name) || byId(a.id, b.id);
