export { dayGraphs } from './day.ts';
export { addTelemetryRoutes, type GraphDevice, type TelemetryParts } from './routes.ts';
