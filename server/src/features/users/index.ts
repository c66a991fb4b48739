export type { AccountsPort, NewPerson } from './add.ts';
export { placeContact } from './contact.ts';
export { joinClient } from './join.ts';
export { addUserRoutes, type UsersDependencies } from './routes.ts';
