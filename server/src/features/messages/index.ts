export { DirectSender } from './direct-worker.ts';
export { enqueueDirect, enqueueMessage, putGathered } from './enqueue.ts';
export { createMailGate } from './gate.ts';
export { linkToken } from './link.ts';
export { acknowledgeByCode } from './reply.ts';
export { addMessageRoutes, type MessagesDependencies } from './routes.ts';
export { claimGathered, pendingMessagesChannel } from './store.ts';
export { type DirectMessage, markReported } from './store-direct.ts';
