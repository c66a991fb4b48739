export { addMailboxRoutes } from './routes.ts';
