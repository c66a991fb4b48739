export { addRoundRoutes } from './routes.ts';
