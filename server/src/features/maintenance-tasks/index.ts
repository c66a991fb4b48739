export { loadTask } from './loader.ts';
export { addMaintenanceTaskRoutes } from './routes.ts';
export { createTaskReminder, taskReminder } from './worker.ts';
