export { dueHandovers } from './due.ts';
export { shiftStartsOf } from './look.ts';
export { createHandoverMailJob, handoverMailTask } from './mail-worker.ts';
export { addHandoverRoutes } from './routes.ts';
