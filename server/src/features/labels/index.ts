export { addLabelRoutes } from './routes.ts';
export { printLabel } from './store.ts';
