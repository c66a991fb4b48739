export { makeFirstRule } from './first-rule.ts';
export { addEmailRuleRoutes, loadEmailRule } from './routes.ts';
export { mailAboutEvents } from './sending/events-mail.ts';
export { rehearseMails } from './sending/rehearse-mails.ts';
export { addSendingRoutes } from './sending/routes.ts';
export { askPending, pendingRulesChannel } from './sending/rule-worker.ts';
export { sendingTasks } from './sending/worker.ts';
export { mailedSites } from './store.ts';
