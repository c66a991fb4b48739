export { aliveTask, createAliveMail } from './alive-mail.ts';
export { addHealthRoutes, type HealthParts } from './routes.ts';
export type { Figures } from './rules.ts';
