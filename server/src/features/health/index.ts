export { createAliveMail, heartbeatMailTask } from './heartbeat-mail.ts';
export { createNewerVersion } from './newer-version.ts';
export { addHealthRoutes, type HealthDependencies } from './routes.ts';
export type { MetricValues } from './rules.ts';
export { resetAlive } from './store.ts';
