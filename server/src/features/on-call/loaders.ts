import { ClientId, SiteId } from '@tocsin/contract/ids';
import type { RotationSubject, UsableRotation } from '../../access/subject.ts';
import type { Db } from '../../platform/db.ts';
import { findRotation, type RotationRow } from './store.ts';
import { findOverride } from './store-overrides.ts';

/** What a rotation serves. */
export const servedOf = (row: Pick<RotationRow, 'client_id' | 'site_id'>): RotationSubject => ({
  clientId: ClientId.parse(row.client_id),
  siteId: row.site_id === null ? null : SiteId.parse(row.site_id),
});

/** Loads a rotation for authorization. */
export async function loadRotation(db: Db, id: number): Promise<RotationSubject | undefined> {
  const row = await findRotation(db, id);
  return row && servedOf(row);
}

/** Loads the rotation of an override for authorization. */
export async function loadOverride(db: Db, id: number): Promise<RotationSubject | undefined> {
  const override = await findOverride(db, id);
  return override && (await loadRotation(db, override.rotation_id));
}

/** Those of the rotations that exist and have people. */
export async function usableRotations(db: Db, ids: readonly number[]): Promise<readonly UsableRotation[]> {
  const rows = await Promise.all([...new Set(ids)].map((id) => findRotation(db, id)));
  return rows.flatMap((row) =>
    // A rotation without rows of people has null here.
    row && (row.people ?? []).length > 0 ? [{ id: row.id, title: row.title, served: servedOf(row) }] : [],
  );
}
