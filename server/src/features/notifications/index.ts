import type { Notification } from '@tocsin/contract/live';
import type { Db } from '../../platform/db.ts';
import { presentEvent } from './present.ts';
import { findEvents, notificationSensor } from './store.ts';

export { acknowledgeByLink, eventForPerson } from './acknowledge-as.ts';
export { acknowledgeMany } from './acknowledge-many.ts';
export { loadNotification } from './loader.ts';
export { respondAgainTask, takeBackTask } from './overdue.ts';
export { createRespondAgain } from './respond-again.ts';
export { addNotificationRoutes, type NotificationsDependencies } from './routes.ts';
export { createTakeBack } from './take-back.ts';
export { requireNewAcknowledgement } from './unshelved.ts';
export { notificationSensor, presentEvent };

/** Notifications by their ids, for other features. */
export const notificationsById = async (db: Db, ids: readonly number[]): Promise<Notification[]> =>
  (await findEvents(db, ids)).map(presentEvent);
