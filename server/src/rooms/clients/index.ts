export { logoAddress } from './present.ts';
export { addClientRoutes, type ClientsParts, type Contact } from './routes.ts';
