export type { LiveValues } from './facts.ts';
export { createGrouping, groupArrived, type IncidentDependencies, incidentTask } from './grouping.ts';
export { addIncidentRoutes, createStories, type IncidentRouteDependencies } from './routes.ts';
