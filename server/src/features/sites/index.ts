export { addSiteRoutes } from './routes.ts';
export { timezoneOf } from './store.ts';
