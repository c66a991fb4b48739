export { makeFirstRule } from './first-rule.ts';
export { rehearseMails } from './rehearse-mails.ts';
export { addEmailRuleRoutes, loadEmailRule } from './routes.ts';
export { addSendingRoutes } from './routes-sending.ts';
export { addUnsubscribeRoutes } from './routes-unsubscribe.ts';
export { mailedSites } from './store.ts';
