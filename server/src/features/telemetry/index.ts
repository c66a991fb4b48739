export { dayGraphs } from './day.ts';
export { addTelemetryRoutes, type GraphDevice, type TelemetryDependencies } from './routes.ts';
