export { createLeaving } from './leave.ts';
export { addWalkTestRoutes, type WalkTestsDependencies } from './routes.ts';
