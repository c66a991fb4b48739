export { createGapJob, enqueueGaps, gapTask } from './gap-worker.ts';
export { loadOverride, loadRotation } from './loaders.ts';
export { readRoster } from './people.ts';
export { addOnCallRoutes } from './routes.ts';
export { seedRotation } from './seed.ts';
export { usableRotations } from './usable-rotations.ts';
