import { groupPlace } from '@tocsin/contract/group-order';

/** Numbers in an id by their size. */
export const byId = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });

/** As dashboards, graphs and machines list groups. */
export const byGroup = (
  a: { readonly id: string; readonly name: string },
  b: { readonly id: string; readonly name: string },
): number => groupPlace(a.name) - groupPlace(b.name) || byId(a.id, b.id);
