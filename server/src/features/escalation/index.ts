export type { EngineDependencies } from './dependencies.ts';
export { escalate, pendingEscalationsChannel } from './engine.ts';
export { loadPolicy } from './loader.ts';
export { addEscalationRoutes } from './routes.ts';
export { addEventEscalationRoutes } from './routes-event.ts';
export { addPreviewRoutes } from './routes-preview.ts';
export { seedPolicy } from './seed.ts';
export { advanceAfterFailedMessages, databaseNow } from './store-escalations.ts';
