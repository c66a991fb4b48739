import { SiteId } from '@tocsin/contract/ids';
import type { Db } from '../platform/db.ts';
import { badField, Refusal } from '../platform/errors.ts';
import { isManagerOn, managesClient, type Person } from './principal.ts';
import { loadSite } from './store.ts';
import type { RotationSubject } from './subject.ts';

/**
 * What a new rotation or policy serves: a site of the client, or with null the whole client. Refuses a site of another
 * client (400) and what the person may not manage (403).
 */
export async function servedBy(
  db: Db,
  who: Person,
  { clientId }: { readonly clientId: RotationSubject['clientId'] },
  location: number | null,
): Promise<RotationSubject> {
  if (location === null) {
    if (!managesClient(who, clientId)) throw new Refusal('forbidden');
    return { clientId, siteId: null };
  }
  const site = await loadSite(db, SiteId.parse(location));
  if (site?.clientId !== clientId) throw badField('location', 'Please select a site of the client.');
  if (!isManagerOn(who, site)) throw new Refusal('forbidden');
  return { clientId, siteId: site.siteId };
}
