export { dueTasks } from './due.ts';
export { loadTask } from './present.ts';
export { addMaintenanceTaskRoutes, type TaskNews } from './routes.ts';
export { ownersOf } from './store.ts';
export { openRoundTasks, openWalkTasks } from './walk-tasks.ts';
export { createTaskReminder, taskReminder } from './worker.ts';
