import type { ContactKind } from '@tocsin/contract/contact-methods';
import type { Db } from '../../platform/db.ts';
import { isHeldBack } from './quiet-hours.ts';
import { quietHoursOf, reachOf, usableOf } from './store-reach.ts';

/** The methods by which a person gets a message of a client and a priority (1 critical to 4 low) at a moment. */
export async function methodsFor(
  db: Db,
  message: { readonly userId: number; readonly clientId: number; readonly priority: number },
  at: Date,
): Promise<{ readonly id: number; readonly kind: ContactKind }[]> {
  if (isHeldBack(await quietHoursOf(db, message.userId), message.priority, at.getTime())) return [];
  return await usableOf(db, message);
}

/** By what kinds of methods each person gets a message of a client and a priority (1 critical to 4 low) at a moment, as things are now. */
export async function kindsFor(
  db: Db,
  clientId: number,
  userIds: readonly number[],
): Promise<(userId: number, priority: number, at: number) => ContactKind[]> {
  const { methods, quiet } = await reachOf(db, clientId, userIds);
  return (userId, priority, at) => {
    if (isHeldBack(quiet.get(userId) ?? null, priority, at)) return [];
    const usable = methods.filter((method) => method.user_id === userId && method.least_priority >= priority);
    return [...new Set(usable.map(({ kind }) => kind))];
  };
}
