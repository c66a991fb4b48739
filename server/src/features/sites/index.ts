export { addSiteRoutes } from './routes.ts';
export { deleteRemoved as deleteRemovedSites, markRemoved as markSitesRemoved, timezoneOf } from './store.ts';
