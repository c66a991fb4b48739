export { placeContact } from './contact.ts';
export { joinClient } from './join.ts';
export { addUserRoutes } from './routes.ts';
