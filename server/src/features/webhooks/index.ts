export { createDeliveryCleanup, deliveryCleanupTask } from './cleanup.ts';
export { loadWebhook } from './present.ts';
export { addWebhookRoutes } from './routes.ts';
export { addDeliveryRoutes } from './routes-deliveries.ts';
