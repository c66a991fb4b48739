export { createDeliveryCleanup, deliveryCleanupTask } from './cleanup.ts';
export { enqueueForPolicy, webhooksById } from './for-policies.ts';
export { loadWebhook } from './present.ts';
export { queueTask } from './queue-task.ts';
export { addWebhookRoutes } from './routes.ts';
export { addDeliveryRoutes } from './routes-deliveries.ts';
export { pendingWebhooksChannel } from './store-deliveries.ts';
export { WebhookWorker } from './worker.ts';
