export { addSiteMomentRoutes } from './routes.ts';
