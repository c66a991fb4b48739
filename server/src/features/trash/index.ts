export { createRemovals, type RemovalScope, type Removals } from './trash.ts';
export { createPurge, enqueuePurge as owePurge, purgeTask } from './worker.ts';
