export { loadShelf } from './present.ts';
export { addShelfRoutes, type ShelvesPort } from './routes.ts';
