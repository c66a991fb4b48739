export { type AccountsPort, type NewPerson, type Placed, placePerson } from './add.ts';
export { addUserRoutes, type UsersParts } from './routes.ts';
