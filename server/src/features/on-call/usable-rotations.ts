import type { UsableRotation } from '../../access/subject.ts';
import type { Db } from '../../platform/db.ts';
import { servedOf } from './loaders.ts';
import { findRotation } from './store.ts';

/** Those of the rotations that exist and have people. */
export async function usableRotations(db: Db, ids: readonly number[]): Promise<readonly UsableRotation[]> {
  const rows = await Promise.all([...new Set(ids)].map((id) => findRotation(db, id)));
  return rows.flatMap((row) =>
    // A rotation without rows of people has null here.
    row && (row.people ?? []).length > 0 ? [{ id: row.id, title: row.title, served: servedOf(row) }] : [],
  );
}
