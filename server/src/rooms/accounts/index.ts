export { hashPassword } from './passwords.ts';
export { type AccountsParts, addAccountRoutes } from './routes.ts';
export { createFirstUser, createSuperuser, type FirstUser } from './superuser.ts';
