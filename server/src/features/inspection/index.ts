export { addInspectionRoutes, type InspectionParts } from './routes.ts';
export { createWatch } from './watch.ts';
