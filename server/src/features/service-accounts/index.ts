export { addServiceAccountRoutes } from './routes.ts';
export { loadServiceAccount } from './store.ts';
