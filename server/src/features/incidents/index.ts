export { createIncidents, enqueueIncidents, groupArrived, type IncidentDependencies, incidentTask } from './worker.ts';
