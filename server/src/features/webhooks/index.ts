export { createDeliveryCleanup, deliveryCleanupTask, enqueueDeliveryCleanup } from './cleanup.ts';
export { loadWebhook } from './present.ts';
export { addWebhookRoutes } from './routes.ts';
export { addDeliveryRoutes } from './routes-deliveries.ts';
export { pendingWebhooksChannel, WebhookWorker } from './worker.ts';
