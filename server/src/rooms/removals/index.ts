export { createRemovals, type RemovalScope, type Removals } from './removals.ts';
export { createPurge, owePurge, purgeTask } from './worker.ts';
