export { addProviderRoutes } from './provider-routes.ts';
export type { InvitedPeople, ProviderDependencies } from './provider-sign-in.ts';
export { addClientSignInRoutes } from './routes.ts';
