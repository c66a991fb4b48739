export { addFirstStepsRoutes } from './first-steps.ts';
export { addResetRoute } from './reset.ts';
export { addSettingsRoutes, type SettingsDependencies } from './routes.ts';
export { addStaffSecondFactorRoutes } from './second-factor.ts';
export { securityContactOf } from './security-contact.ts';
export { readSettings } from './store.ts';
export { createRssReader, rssTask } from './worker.ts';
