export { dueTests } from './due.ts';
export { readLedger } from './read-ledger.ts';
export { addMaintenanceRoutes, type TestPort } from './routes.ts';
