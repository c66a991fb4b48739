export { addTelemetryRoutes, type GraphDevice, type TelemetryParts } from './routes.ts';
