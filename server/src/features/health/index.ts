export { createAliveMail, heartbeatMailTask } from './heartbeat-mail.ts';
export { addHealthRoutes, type HealthDependencies } from './routes.ts';
export type { MetricValues } from './rules.ts';
