export { addMaintenanceRoutes, type MaintenanceDependencies, type TestPort } from './routes.ts';
