export { loadSuspicion } from './loader.ts';
export { createProtectionMail, enqueueProtectionMail, mailTask } from './mail-worker.ts';
export { addProtectionRoutes, type ProtectionDependencies } from './routes.ts';
export { createScan, enqueueScan, type ScanDependencies, type ScanWith, scanTask } from './scan-worker.ts';
export { createProtectionWatch, enqueueWatch, watchTask } from './watch-worker.ts';
