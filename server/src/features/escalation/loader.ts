import { ClientId, SiteId } from '@tocsin/contract/ids';
import type { RotationSubject } from '../../access/subject.ts';
import type { Db } from '../../platform/db.ts';
import { findPolicy, type PolicyRow } from './store.ts';

/** What a policy serves. */
export const servedOf = (row: Pick<PolicyRow, 'client_id' | 'site_id'>): RotationSubject => ({
  clientId: ClientId.parse(row.client_id),
  siteId: row.site_id === null ? null : SiteId.parse(row.site_id),
});

/** Loads a policy for authorization. */
export async function loadPolicy(db: Db, id: number): Promise<RotationSubject | undefined> {
  const row = await findPolicy(db, id);
  return row && servedOf(row);
}
