export { addSiteRoutes, type SitesParts } from './routes.ts';
export { timezoneOf } from './store.ts';
