export { addMailboxRoutes, type MailboxParts } from './routes.ts';
