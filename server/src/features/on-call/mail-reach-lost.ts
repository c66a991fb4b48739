import { loadPerson } from '../../access/store.ts';
import { dutiesBetween, overridesOf, planOf, spanOf } from '../../notify/index.ts';
import type { Trx } from '../../platform/db.ts';
import { type GapDependencies, mailManagers, timeOf } from './gap-worker.ts';
import { findRotation } from './store.ts';
import { rotationsWith } from './store-calendar.ts';

/** A duty within this time is worth a mail at once. */
const soonMs = 7 * 86_400_000;
const maxRotations = 200;

/**
 * Mails the managers of each rotation in which a person is on call within seven days that only e-mail reaches this
 * person now, in the transaction that ended their last faster way.
 */
export async function mailReachLost(
  dependencies: Pick<GapDependencies, 'clock' | 'publicUrl'>,
  trx: Trx,
  userId: number,
): Promise<void> {
  const person = await loadPerson(trx, userId);
  if (!person) return;
  const now = dependencies.clock.now();
  const to = now + soonMs;
  for (const id of await rotationsWith(trx, userId, new Date(now), maxRotations)) {
    const row = await findRotation(trx, id);
    if (!row) continue;
    const overrides = await overridesOf(trx, [id], new Date(now), new Date(to));
    const duty = dutiesBetween(planOf(row), overrides.map(spanOf), now, to).find((span) => span.userId === userId);
    if (!duty) continue;
    const letter: Parameters<typeof mailManagers>[3] = (t) => ({
      subject: t.mailOnlySubject(row.title, person.name),
      lines: [t.mailOnly(person.name, row.title, timeOf(duty.from, row), timeOf(duty.to, row)), t.mailOnlyAsk],
    });
    await mailManagers(trx, dependencies, row, letter, now);
  }
}
