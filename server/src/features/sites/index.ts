export { addSiteRoutes, type SitesDependencies } from './routes.ts';
export { timezoneOf } from './store.ts';
