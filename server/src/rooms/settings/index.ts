export { addFirstStepsRoutes } from './first-steps.ts';
export { addSettingsRoutes, type SettingsParts } from './routes.ts';
export { readSettings } from './store.ts';
export { createRssReader, oweReading, rssTask } from './worker.ts';
