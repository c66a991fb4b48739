export { addNotificationRoutes, type NotificationsParts } from './routes.ts';
