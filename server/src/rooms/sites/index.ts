export { addSiteRoutes, type SitesParts } from './routes.ts';
