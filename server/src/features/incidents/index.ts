export { groupArrived, type IncidentDependencies, incidentTask } from './worker.ts';
