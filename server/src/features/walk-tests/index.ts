export { createLeaving } from './leave.ts';
export { createWalkTasks, walkTaskTask } from './missing.ts';
export { addWalkTestRoutes, type WalkTestsDependencies } from './routes.ts';
