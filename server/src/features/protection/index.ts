export { protectionCounts } from './counts.ts';
export { loadSuspicion } from './loader.ts';
export { hoursOfMonth, monthAt, monthsIn, releasedIn } from './look-hours.ts';
export { createProtectionMail, mailTask } from './mail-worker.ts';
export { createReach, reachTask } from './reach-worker.ts';
export { addProtectionRoutes, type ProtectionDependencies } from './routes.ts';
export { createScan, type ScanDependencies, type ScanWith, scanEveryMs, scanTask } from './scan-worker.ts';
export { insertSetting } from './store-setting.ts';
export { createProtectionWatch, watchTask } from './watch-worker.ts';
