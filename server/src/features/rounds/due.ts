import type { Due } from '@tocsin/contract/incidents';
import type { Db } from '../../platform/db.ts';
import { dayIn } from './rules.ts';
import { unroundedOf } from './store.ts';

/** Machines of sites whose daily round of today, by the day of their site, is not done yet. */
export async function dueRounds(db: Db, sites: readonly Due['site'][], now: number): Promise<Due[]> {
  const siteOf = new Map(sites.map((site) => [site.id, site]));
  const days = sites.map(({ id, timezone }) => ({ site: id, day: dayIn(now, timezone) }));
  return (await unroundedOf(db, days)).flatMap(({ id, title, site_id }): Due[] => {
    const site = siteOf.get(site_id);
    return site ? [{ kind: 'round', site, device: { id, title }, what: '', at: null, days_over: 0 }] : [];
  });
}
