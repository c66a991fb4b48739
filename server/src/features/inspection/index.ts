export { addAnchor, recomputeAnchors } from './anchors.ts';
export { monthFacts } from './month-facts.ts';
export { addInspectionRoutes, type InspectionDependencies } from './routes.ts';
export { createWatch } from './watch.ts';
