export { addFirstStepsRoutes } from './first-steps.ts';
export { addSettingsRoutes, type SettingsParts } from './routes.ts';
export { securityContactOf } from './security-contact.ts';
export { readSettings } from './store.ts';
export { createRssReader, enqueueRead as oweReading, rssTask } from './worker.ts';
