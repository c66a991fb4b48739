export { createOutOfServiceRecords, type OutOfServiceRecords } from './records.ts';
export { addOutOfServiceRoutes } from './routes.ts';
export { managersOf, outOfServiceFacts } from './store.ts';
export { createReview, enqueueReminders, reviewsTask, reviewTask } from './worker.ts';
