export { createTrash, type Trash, type TrashScope } from './trash.ts';
export { createPurge, purgeTask } from './worker.ts';
