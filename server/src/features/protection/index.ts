export { protectionCounts } from './counts.ts';
export { loadSuspicion } from './loader.ts';
export { createProtectionMail, mailTask } from './mail-worker.ts';
export { addProtectionRoutes, type ProtectionDependencies } from './routes.ts';
export { createScan, type ScanDependencies, type ScanWith, scanEveryMs, scanTask } from './scan-worker.ts';
export { createProtectionWatch, watchTask } from './watch-worker.ts';
