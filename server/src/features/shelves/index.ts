export { loadShelf } from './loader.ts';
export { addShelfRoutes, type ShelvesPort } from './routes.ts';
