import { defaultShiftStarts } from '@tocsin/contract/handover';
import type { Due } from '@tocsin/contract/incidents';
import type { Db } from '../../platform/db.ts';
import { shiftAt } from './shifts.ts';
import { handedOver } from './store.ts';

/** The next handover of sites where shifts are handed over. */
export async function dueHandovers(db: Db, sites: readonly Due['site'][], now: number): Promise<Due[]> {
  const siteOf = new Map(sites.map((site) => [site.id, site]));
  const rows = await handedOver(
    db,
    sites.map(({ id }) => id),
  );
  return rows.flatMap(({ id, starts }): Due[] => {
    const site = siteOf.get(id);
    if (!site) return [];
    const { to } = shiftAt(starts ?? defaultShiftStarts, site.timezone, now);
    return [{ kind: 'handover', site, device: null, what: '', at: new Date(to).toISOString(), days_over: 0 }];
  });
}
