export { addMaintenanceRoutes, type MaintenanceParts, type TestPort } from './routes.ts';
