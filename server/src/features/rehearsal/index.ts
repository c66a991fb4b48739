export { addRehearsalRoutes, type RehearsalDependencies } from './routes.ts';
