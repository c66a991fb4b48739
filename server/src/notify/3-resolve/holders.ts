import type { Db } from '../../platform/db.ts';
import { type DutyHolder, dutyAt } from './duty.ts';
import { overridesOf, planOf, rotationsOf, spanOf } from './store-rotations.ts';

/** Who has the duties of rotations, in a span of time. */
export interface DutyHolders {
  /** Everybody who has a turn or an override of them. */
  readonly userIds: readonly number[];
  /** Who has the duty at a moment of the span; undefined: the rotation does not exist or has nobody. */
  at(rotationId: number, moment: number): DutyHolder | undefined;
  nameOf(userId: number): string;
}

/** Reads the rotations once; the answers are of the settings as they are now. */
export async function dutyHolders(db: Db, ids: readonly number[], from: number, to: number): Promise<DutyHolders> {
  const rows = await rotationsOf(db, [...new Set(ids)]);
  const overrides = await overridesOf(
    db,
    rows.map(({ id }) => id),
    new Date(from),
    new Date(to + 1),
  );
  const rotations = new Map(
    rows.map((row) => [
      row.id,
      { plan: planOf(row), spans: overrides.filter((one) => one.rotation_id === row.id).map(spanOf) },
    ]),
  );
  const names = new Map([
    ...rows.flatMap((row) => row.people.map(({ id, name }) => [id, name] as const)),
    ...overrides.map((one) => [one.user_id, one.user_name] as const),
  ]);
  return {
    userIds: [...names.keys()],
    at(rotationId, moment) {
      const rotation = rotations.get(rotationId);
      return rotation && dutyAt(rotation.plan, rotation.spans, moment);
    },
    nameOf: (userId) => names.get(userId) ?? '',
  };
}
