export { addIncidentPackRoutes, type IncidentPackDependencies } from './routes.ts';
