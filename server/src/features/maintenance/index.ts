export { addMaintenanceRoutes, type TestPort } from './routes.ts';
