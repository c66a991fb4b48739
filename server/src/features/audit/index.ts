export { addAuditRoutes } from './routes.ts';
