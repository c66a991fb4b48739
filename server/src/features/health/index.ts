export { aliveTask, createAliveMail } from './heartbeat-mail.ts';
export { addHealthRoutes, type HealthDependencies } from './routes.ts';
export type { Figures } from './rules.ts';
