export { loadTask } from './loader.ts';
export { addMaintenanceTaskRoutes, type TaskNews } from './routes.ts';
export { createTaskReminder, taskReminder } from './worker.ts';
