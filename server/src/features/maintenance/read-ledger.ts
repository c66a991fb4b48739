import type { LedgerRow } from '@tocsin/contract/maintenance';
import type { Db } from '../../platform/db.ts';
import { ledgerRows } from './ledger.ts';
import { devicesOfSite, labelsOfSite, lastPassed, marksOfSite, siteHead } from './store.ts';

/** Every testable sensor of a site with its last passed test; empty when there is no such site. */
export async function readLedger(db: Db, siteId: number, now: number): Promise<LedgerRow[]> {
  const site = await siteHead(db, siteId);
  if (!site) return [];
  const [devices, labels, passed, marks] = await Promise.all([
    devicesOfSite(db, siteId),
    labelsOfSite(db, siteId),
    lastPassed(db, siteId),
    marksOfSite(db, siteId, now),
  ]);
  return ledgerRows({ site, devices, labels, passed, marks, now });
}
