export { createGrouping, groupArrived, type IncidentDependencies, incidentTask } from './grouping.ts';
