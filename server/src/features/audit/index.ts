export { addChainRoutes } from './chain-routes.ts';
export { exportChain } from './export.ts';
export { addAuditRoutes } from './routes.ts';
export { type Verified, verifyChain } from './verify.ts';
export { createSealing, enqueueSeal, newestAuditHead, sealAudit, sealTask } from './worker.ts';
