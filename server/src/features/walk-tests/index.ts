export { createLeaving } from './leave.ts';
export { createWalkTasks, type OpenTasks, walkTaskTask } from './missing.ts';
export { addWalkTestRoutes, type WalkTestsDependencies } from './routes.ts';
