export { type AccountsParts, addAccountRoutes } from './routes.ts';
