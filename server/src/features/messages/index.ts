export { enqueueMessage, putGathered } from './enqueue.ts';
export { createMailGate } from './gate.ts';
export { linkToken } from './link.ts';
export { addMessageRoutes } from './routes.ts';
export { claimGathered } from './store.ts';
