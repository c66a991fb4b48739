export { addSiteMetricsRoutes } from './routes.ts';
