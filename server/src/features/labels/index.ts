export { addLabelRoutes } from './routes.ts';
