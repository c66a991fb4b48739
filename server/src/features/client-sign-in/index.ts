export { addProviderRoutes } from './provider-routes.ts';
export type { ProviderDependencies } from './provider-sign-in.ts';
export { addClientSignInRoutes } from './routes.ts';
