export { loadNotification } from './loader.ts';
export { addNotificationRoutes, type NotificationsParts } from './routes.ts';
