export { addSiteOverviewRoutes } from './routes.ts';
