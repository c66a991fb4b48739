export type { LiveValues } from './facts.ts';
export { createGrouping, groupArrived, type IncidentDependencies, incidentTask } from './grouping.ts';
export { addIncidentRoutes, type IncidentRouteDependencies } from './routes.ts';
