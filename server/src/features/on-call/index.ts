export { createGapJob, gapTask } from './gap-worker.ts';
export { loadOverride, loadRotation } from './loaders.ts';
export { mailReachLost } from './mail-reach-lost.ts';
export { addOnCallRoutes } from './routes.ts';
export { seedRotation } from './seed.ts';
export { emergencyAddress, managersOfServed } from './store-notices.ts';
export { usableRotations } from './usable-rotations.ts';
