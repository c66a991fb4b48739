export { dueRounds } from './due.ts';
export { addRoundRoutes } from './routes.ts';
