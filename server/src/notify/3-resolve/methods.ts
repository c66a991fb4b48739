import type { ContactKind } from '@tocsin/contract/contact-methods';
import type { Db } from '../../platform/db.ts';
import { isHeldBack } from './quiet-hours.ts';
import { quietHoursOf, reachOf, usableOf } from './store-reach.ts';

/** The methods by which a person gets a message of a priority (1 critical to 4 low) at a moment. */
export async function methodsFor(
  db: Db,
  userId: number,
  priority: number,
  at: Date,
): Promise<{ readonly id: number; readonly kind: ContactKind }[]> {
  if (isHeldBack(await quietHoursOf(db, userId), priority, at.getTime())) return [];
  return await usableOf(db, userId, priority);
}

/** By what kinds of methods each person gets a message of a priority (1 critical to 4 low) at a moment, as things are now. */
export async function kindsFor(
  db: Db,
  userIds: readonly number[],
): Promise<(userId: number, priority: number, at: number) => ContactKind[]> {
  const { methods, quiet } = await reachOf(db, userIds);
  return (userId, priority, at) => {
    if (isHeldBack(quiet.get(userId) ?? null, priority, at)) return [];
    const usable = methods.filter((method) => method.user_id === userId && method.least_priority >= priority);
    return [...new Set(usable.map(({ kind }) => kind))];
  };
}
