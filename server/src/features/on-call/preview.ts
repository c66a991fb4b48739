import type { Duty } from '@tocsin/contract/on-call';
import { dutiesBetween, overridesOf, planOf, readRoster, spanOf } from '../../notify/index.ts';
import type { OnCallDependencies } from './dependencies.ts';
import { presentDuty } from './present.ts';
import type { RotationRow } from './store.ts';

const aheadMs = 28 * 86_400_000;

/** Who is on call from now on by a rotation as it is stored, and as a change would leave it; overrides stay. */
export async function dutiesOfChange(
  { db, clock, loadPerson }: OnCallDependencies,
  stored: RotationRow,
  changed: RotationRow,
): Promise<{ readonly before: Duty[]; readonly after: Duty[] }> {
  const from = clock.now();
  const to = from + aheadMs;
  const overrides = await overridesOf(db, [stored.id], new Date(from), new Date(to));
  const people = [...stored.people, ...changed.people].map(({ id }) => id);
  const roster = await readRoster(db, [...people, ...overrides.map((row) => row.user_id)], loadPerson);
  const dutiesOf = (row: RotationRow): Duty[] =>
    dutiesBetween(planOf(row), overrides.map(spanOf), from, to).map((span) =>
      presentDuty(span, row, overrides, roster),
    );
  return { before: dutiesOf(stored), after: dutiesOf(changed) };
}
