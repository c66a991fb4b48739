export { loadPolicy } from './loader.ts';
export { addEscalationRoutes } from './routes.ts';
