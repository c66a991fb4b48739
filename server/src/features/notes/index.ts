export { addNoteRoutes } from './routes.ts';
