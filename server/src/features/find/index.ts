export { addFindRoutes } from './routes.ts';
