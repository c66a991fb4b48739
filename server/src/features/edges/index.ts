export { type ConfigurationDependencies, Configurations } from './configuration.ts';
export { createDigest, digestTask } from './digest.ts';
export { Edges } from './edges.ts';
export { createHeard } from './heard.ts';
export { addEdgeRoutes } from './routes.ts';
export { loadEdgeKeys } from './store.ts';
