import type { ContactKind } from '@tocsin/contract/contact-methods';
import type { Db } from '../../platform/db.ts';
import { isHeldBack } from './quiet-hours.ts';
import { quietHoursOf, usableOf } from './store.ts';

export type { Content } from './content.ts';
export { addContactMethodRoutes } from './routes.ts';
export { addSmsGatewayRoutes } from './routes-sms-gateway.ts';
export { type Handover, type SendDependencies, sendTo } from './send.ts';
export { findMethod, setConfirmed } from './store.ts';

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
