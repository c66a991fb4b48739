export { addBearingWeekRoutes } from './routes.ts';
