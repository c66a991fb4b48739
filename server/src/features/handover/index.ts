export { shiftStartsOf } from './look.ts';
export { createHandoverMailJob, enqueueHandoverMails, handoverMailTask } from './mail-worker.ts';
export { addHandoverRoutes } from './routes.ts';
