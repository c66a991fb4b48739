export { addAnchor, recomputeAnchors } from './anchors.ts';
export { addInspectionRoutes, type InspectionDependencies } from './routes.ts';
export { createWatch } from './watch.ts';
