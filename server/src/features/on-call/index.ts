export { createGapJob, gapTask } from './gap-worker.ts';
export { loadOverride, loadRotation, usableRotations } from './loaders.ts';
export { mailReachLost } from './mail-reach-lost.ts';
export { addOnCallRoutes } from './routes.ts';
export { seedRotation } from './seed.ts';
export { emergencyAddress, managersOfServed } from './store-notices.ts';
