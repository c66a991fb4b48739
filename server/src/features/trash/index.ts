export { createTrash, type Trash, type TrashScope } from './trash.ts';
export { createPurge, enqueuePurge, purgeTask } from './worker.ts';
