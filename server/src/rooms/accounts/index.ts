export { hashPassword } from './passwords.ts';
export { type AccountsParts, addAccountRoutes } from './routes.ts';
