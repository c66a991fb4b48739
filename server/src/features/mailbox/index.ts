export { addMailboxRoutes, type MailboxDependencies } from './routes.ts';
