export { addChainRoutes } from './chain-routes.ts';
export { exportChain } from './export.ts';
export { addAuditRoutes } from './routes.ts';
export { resetAuditSettings } from './store-chain.ts';
export { type Verified, verifyChain } from './verify.ts';
export { createSealing, newestAuditHead, sealAudit, sealTask } from './worker.ts';
