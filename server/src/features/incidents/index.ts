export { createIncidents, enqueueIncidents, type IncidentDependencies, incidentTask } from './worker.ts';
