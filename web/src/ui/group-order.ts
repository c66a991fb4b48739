import { groupPlace } from '@tocsin/contract/group-order';

/** Compares ids; numbers in them are compared by value. */
export const byId = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });

/** Compares groups, for the same order on dashboards, graphs and machine pages. */
export const byGroup = (
  a: { readonly id: string; readonly name: string },
  b: { readonly id: string; readonly name: string },
): number => groupPlace(a.name) - groupPlace(b.name) || byId(a.id, b.id);
