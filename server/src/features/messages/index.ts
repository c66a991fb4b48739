export { acknowledgeByCode } from './reply.ts';
export { addMessageRoutes, type MessagesDependencies } from './routes.ts';
